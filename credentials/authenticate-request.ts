import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { PARTNER_HEADER, MAX_LOGIN_BYTES, readBoundedText, rowOf, statusError } from '../service/api';
import { whyNoResponse } from './connection-errors';
import type { UrlField } from './connection-errors';
import type { TokenHeader } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-error';

/** Marks the request that n8n sends when a person presses "Test". */
export const TEST_HEADER = 'X-Plan-Service-Credential-Test';

/** The request that "Test" begins with. What is sent of it, and what it proves, the credential's class decides. */
export const testRequest = {
	baseURL: '={{ $credentials.baseUrl }}',
	url: '/esapi/api/v1/Partners',
	headers: { [TEST_HEADER]: 'true' },
};

/**
 * What a caller may say of its request, to n8n's newer helper and to its older one. Nothing else is passed on: a proxy,
 * agents, certificates, a login or redirects of the caller's could carry the token elsewhere.
 */
const ALLOWED_OPTIONS = new Set([
	...['method', 'body', 'qs', 'encoding', 'json', 'timeout', 'abortSignal', 'allowedDomains'],
	...['arrayFormat', 'returnFullResponse', 'ignoreHttpStatusErrors', 'form', 'formData', 'gzip'],
	...['qsStringifyOptions', 'useQuerystring', 'resolveWithFullResponse', 'simple', 'useStream'],
]);

/** Headers that decide where a request goes, or who sends it. */
const PROTECTED_HEADERS = ['host', 'authentication', 'authorization', 'proxy-authorization', TEST_HEADER.toLowerCase()];

/** Of every request that carries a token or secrets, for the newer of n8n's helpers and for the older one. */
function guarded({ allowUnauthorizedCerts }: CredentialSettings) {
	return {
		// A redirect would carry them to a URL that nobody entered.
		...{ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 },
		skipSslCertificateValidation: allowUnauthorizedCerts,
		rejectUnauthorized: !allowUnauthorizedCerts,
	};
}

/**
 * A request to the service as it is sent, with the token: a new object, for either of n8n's helpers.
 * @param url its whole URL, as `targetOf` gives it
 */
export function signRequest(
	settings: CredentialSettings,
	token: string,
	url: string,
	request: IHttpRequestOptions & { uri?: unknown },
): IHttpRequestOptions {
	return {
		...Object.fromEntries(Object.entries(request).filter(([name]) => ALLOWED_OPTIONS.has(name))),
		url,
		...(request.uri === undefined ? {} : { uri: url }),
		headers: signedHeaders(settings, token, request.headers),
		...guarded(settings),
	};
}

const TOKEN_IN: Record<TokenHeader, (token: string) => Record<string, string>> = {
	both: (token) => ({ Authentication: `Bearer ${token}`, Authorization: `Bearer ${token}` }),
	authentication: (token) => ({ Authentication: `Bearer ${token}` }),
	authenticationBare: (token) => ({ Authentication: token }),
	authorization: (token) => ({ Authorization: `Bearer ${token}` }),
};

/** The header(s) of the token (section 5.3 names `Authentication`), and the partner's unless the caller gives one. */
export function signedHeaders(
	{ tokenHeader, partnerCode }: Pick<CredentialSettings, 'tokenHeader' | 'partnerCode'>,
	token: string,
	own: IDataObject = {},
): IDataObject {
	// As HTTP clients compare names.
	const isCalled = (name: string, ...others: string[]) => others.includes(name.trim().toLowerCase());
	const kept = Object.entries(own).filter(([name]) => !isCalled(name, ...PROTECTED_HEADERS));
	const namesPartner = kept.some(([name]) => isCalled(name, PARTNER_HEADER.toLowerCase()));
	return {
		...(partnerCode === '' || namesPartner ? {} : { [PARTNER_HEADER]: partnerCode }),
		...Object.fromEntries(kept),
		...TOKEN_IN[tokenHeader](token),
	};
}

const TIMEOUT_MS = 30_000;

export interface OwnResponse {
	/** 0 where it is unknown. */
	status: number;
	/** The beginning, of a response that is too long. */
	text: string;
	/** How long the service wants no further request. */
	retryAfterMs?: number | undefined;
}

/**
 * The one way of the credential's own requests, each sent once: the login, and those of Test.
 * @param field which URL of the credential it goes to
 * @returns the response, or why there is none
 */
export async function sendOwn(
	{ helpers }: IHttpRequestHelper,
	settings: CredentialSettings,
	field: UrlField,
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>,
): Promise<OwnResponse | LoginFailure> {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const response: unknown = await helpers.httpRequest({
			...request,
			headers: { ...request.headers, Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: TIMEOUT_MS,
			abortSignal: timeout,
			...guarded(settings),
		});
		const { statusCode, headers, body } = Object(response) as Record<string, unknown>;
		const { text } = await readBoundedText(body, MAX_LOGIN_BYTES);
		const status = typeof statusCode === 'number' ? statusCode : 0;
		const { retryAfterMs } = statusError(status, Object(headers) as Record<string, unknown>);
		return { status, text, retryAfterMs };
	} catch (error) {
		const { connection, what, advice } = whyNoResponse(error, timeout.aborted, field, settings);
		return new LoginFailure(what, advice, rowOf({ kind: 'connection', connection }).retry === 'never');
	}
}

/**
 * Whether n8n tests the credential with this request. Anyone can send the header with the HTTP Request node, but that
 * says `uri`, n8n's agent tool has no base, and neither can say a path and a base.
 */
export function isTestRequest({ url, baseURL, headers, ...more }: IHttpRequestOptions): boolean {
	const hasTestHeader = headers !== undefined && TEST_HEADER in headers;
	return hasTestHeader && url === testRequest.url && typeof baseURL === 'string' && !('uri' in more);
}

/**
 * The one URL of a request, in full, so that what is checked is what is sent. Only a path is joined to a base, because
 * beside a base some HTTP clients take "https:evil.test/x" for the host evil.test.
 * @param request n8n's older request helper, which the HTTP Request node uses, says `uri`
 * @param baseUrl of the credential, for a request that names no base itself
 * @throws LoginFailure for what is no URL, and for one of another host than `baseUrl`
 */
export function targetOf(request: { url?: unknown; uri?: unknown; baseURL?: unknown }, baseUrl: string): string {
	const { url, uri, baseURL } = request;
	const requestUrl = String(url ?? uri ?? '');
	const base = String(baseURL ?? baseUrl).replace(/\/$/, '');
	// "//host" and "/\host" name a host.
	const isPath = requestUrl === '' || /^\/(?![/\\])/.test(requestUrl);
	const whole = isPath ? `${base}${requestUrl}` : requestUrl;
	if (!URL.canParse(whole)) {
		throw new LoginFailure(
			'The request has no URL that can be read',
			'Give the whole URL, beginning with the Base URL of the credential.',
		);
	}
	const service = new URL(baseUrl);
	const target = new URL(whole);
	if (target.origin === service.origin) return `${target.origin}${target.pathname}${target.search}`;
	throw new LoginFailure(
		`The token is for ${service.host} and is not sent to ${target.host}`,
		'Use this credential for requests to its Base URL only.',
	);
}
