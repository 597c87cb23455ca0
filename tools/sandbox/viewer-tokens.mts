import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { application } from './credential.mts';
import { isJsonObject, parseJson } from './json.mts';

/** The levels of section 2.2. */
type Access = 'allAreas' | 'allAreasAndChildren';

/** What a viewer token grants: a level of access on a resource, until a time. */
export interface ViewerGrant {
	resourceCode: string;
	access: Access;
	expiresAtMs: number;
}

/**
 * A viewer token of section 2.2, signed with the API secret. It always holds `+ / =` and `.`, so that
 * whoever forgets to URL-encode it finds out here.
 */
export function signViewerToken({ resourceCode, access, expiresAtMs }: ViewerGrant): string {
	for (;;) {
		const nonce = randomBytes(6).toString('hex');
		const claims = JSON.stringify({ resourceCode, access, expiresAtMs, nonce });
		const payload = Buffer.from(claims).toString('base64');
		const token = `${payload}.${signatureOf(payload)}`;
		if (/\+/.test(token) && /\//.test(token) && /=/.test(token)) return token;
	}
}

/** The grant of a token that was signed here, whether expired or not; undefined for any other text. */
export function readViewerToken(token: string): ViewerGrant | undefined {
	const [payload, signature, ...more] = token.split('.');
	if (signature === undefined || more.length > 0 || !equalText(signature, signatureOf(payload))) {
		return undefined;
	}
	const claims = parseJson(Buffer.from(payload, 'base64').toString());
	if (!isJsonObject(claims)) return undefined;
	const { resourceCode, access, expiresAtMs } = claims;
	if (typeof resourceCode !== 'string' || typeof expiresAtMs !== 'number') return undefined;
	if (access !== 'allAreas' && access !== 'allAreasAndChildren') return undefined;
	return { resourceCode, access, expiresAtMs };
}

function signatureOf(payload: string): string {
	return createHmac('sha512', application.apiSecret).update(payload).digest('base64');
}

export function equalText(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}
