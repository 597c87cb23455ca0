import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { PARTNER_HEADER } from '../service/answer';
import type { CredentialSettings } from './credential-settings';
import { TEST_HEADER } from './test-request';

type Signer = Pick<CredentialSettings, 'tokenHeader' | 'partnerCode'>;

/**
 * What a caller may say of its request, to n8n's newer helper and to its older one. Nothing else is handed on: a proxy,
 * agents, certificates, a login or redirects of the caller's could carry the token elsewhere.
 */
const CALLERS = new Set([
	...['method', 'body', 'qs', 'encoding', 'json', 'timeout', 'abortSignal', 'allowedDomains'],
	...['arrayFormat', 'returnFullResponse', 'ignoreHttpStatusErrors'],
	...[
		'form',
		'formData',
		'gzip',
		'qsStringifyOptions',
		'useQuerystring',
		'resolveWithFullResponse',
		'simple',
		'useStream',
	],
]);

/** Headers that decide where a request goes, or who sends it. */
const NOT_CALLERS = new Set([
	'host',
	'authentication',
	'authorization',
	'proxy-authorization',
	normalizeHeader(TEST_HEADER),
]);

/**
 * A request to the service as it is sent, with the token. It is made anew, for either of n8n's helpers.
 * @param url its whole address, as `targetOf` gives it
 */
export function signRequest(
	settings: CredentialSettings,
	token: string,
	url: string,
	asked: IHttpRequestOptions & { uri?: unknown },
): IHttpRequestOptions {
	return {
		...Object.fromEntries(Object.entries(asked).filter(([name]) => CALLERS.has(name))),
		url,
		...(asked.uri === undefined ? {} : { uri: url }),
		headers: signedHeaders(settings, token, asked.headers),
		...unredirected,
		// The credential alone decides: in the first for the newer helper, in the second for the older one.
		skipSslCertificateValidation: settings.allowUnauthorizedCerts,
		...{ rejectUnauthorized: !settings.allowUnauthorizedCerts },
	};
}

const unredirected = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

/**
 * The header(s) that carry the bearer token (section 5.3), and the partner's (section 4.2) unless the request has its
 * own.
 */
export function signedHeaders({ tokenHeader, partnerCode }: Signer, token: string, own: IDataObject = {}): IDataObject {
	const kept = Object.entries(own).filter(([name]) => !NOT_CALLERS.has(normalizeHeader(name)));
	const namesPartner = kept.some(([name]) => normalizeHeader(name) === normalizeHeader(PARTNER_HEADER));
	const bearer = `Bearer ${token}`;
	return {
		...(partnerCode === '' || namesPartner ? {} : { [PARTNER_HEADER]: partnerCode }),
		...Object.fromEntries(kept),
		...(tokenHeader !== 'authorization' ? { Authentication: bearer } : {}),
		...(tokenHeader !== 'authentication' ? { Authorization: bearer } : {}),
	};
}

/** A header's name as HTTP clients compare it. */
function normalizeHeader(name: string): string {
	return name.trim().toLowerCase();
}
