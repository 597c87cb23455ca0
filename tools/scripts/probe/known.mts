/**
 * Words that the specification names, or that were observed beside it, each at its own place. Of everything else
 * nothing is printed or written: it may be a name, a code or a secret.
 */
export const KNOWN = {
	/** Members of lookups and lists (sections 2.1 and 2.2, and observed). */
	resourceProperties: words(
		'code name viewerTokens allAreas allAreasAndChildren expiry planCode clientCode campusCode buildingCode ' +
			'campuses buildings floors address postCode crossStreetAddress status chargeable dateCreated dateUpdated ' +
			'latitude longitude',
	),
	/** Members of a response with features (sections 2.3 to 2.5). */
	planProperties: words(
		'features id code uuid type zoneType position geometry coordinates icons iconType data photos name key value ' +
			'imageUrl x y',
	),
	/** What services call the identity that they make for each feature. */
	identities: words('code id uuid guid key'),
	/** Members of a login's response (section 4.1) and of errors (RFC 6749 and 9457). */
	errorProperties: words(
		'access_token expires_in token_type scope error error_description error_uri message errors type title status ' +
			'detail instance',
	),
	/** Section 2.3 names the first three; the others were observed. */
	kinds: words(
		'zone zonedIcon leaderLineIcon room fixedIcon assemblyArea evacSign exitSign foldingDoor hingedDoor rollerDoor ' +
			'slidingDoorway wallSegment wallBlob',
	),
	zoneTypes: words('common identified interior otherTenanted presentation private tenanted'),
	geometryTypes: words('Polygon MultiPolygon Point LineString'),
	/** Section 7, and RFC 6749 section 5.2. */
	oauthErrors: words(
		'invalid_scope invalid_client unauthorized_client unsupported_grant_type invalid_grant invalid_request',
	),
	scopes: ['openid esapi-scope', 'esapi-scope'],
	tokenTypes: words('Bearer bearer'),
	segments: words(
		'esapi api v1 Plans Features Partners Clients Client Campuses Buildings Floors connect token plans-embed plan',
	),
	queries: words('viewerTokenLifetime expiry partnerCode viewerToken planCode author'),
	mediaTypes: words(
		'application/json application/problem+json text/json text/html text/plain image/png image/jpeg image/webp',
	),
	framing: words('DENY SAMEORIGIN'),
	rateHeaders: words(
		'x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset ratelimit ratelimit-policy ratelimit-limit ' +
			'ratelimit-remaining ratelimit-reset x-rate-limit-limit x-rate-limit-remaining x-rate-limit-reset',
	),
	/** How observed codes begin. */
	prefixes: words('ptnr clnt camp bldg flr pln dfld app'),
} as const;

/** Names of members, wherever they stand. */
export const PROPERTIES: readonly string[] = [
	...KNOWN.resourceProperties,
	...KNOWN.planProperties,
	...KNOWN.errorProperties,
];

function words(text: string): readonly string[] {
	return text.split(' ');
}

/** A word that is on the list, or what stands for every other one. */
export function knownOr(list: readonly string[], word: unknown, other: string): string {
	return list.find((known) => known === word) ?? other;
}

/** `title, status and 2 others`: those that are on the list, and how many are not. */
export function knownOf(list: readonly string[], found: readonly string[]): string {
	const unique = [...new Set(found)];
	const named = unique.filter((word) => list.includes(word));
	const others = unique.length - named.length;
	const rest = others === 0 ? '' : `${others} other${others === 1 ? '' : 's'}`;
	return [named.join(', '), rest].filter(Boolean).join(' and ');
}

/** `application/json` of `application/json; charset=utf-8`. */
export function mediaTypeOf(header: string | undefined): string {
	if (header === undefined) return 'no type';
	return knownOr(KNOWN.mediaTypes, header.split(';')[0].trim().toLowerCase(), 'another type');
}

/** A code of the service's own form, with its prefix where that is known. */
export function codePrefix(text: string): string | undefined {
	const [, prefix] = /^([a-z]+)_[a-z0-9]{25}$/.exec(text) ?? [];
	return prefix !== undefined && KNOWN.prefixes.includes(prefix) ? prefix : undefined;
}
