import { Secrets, inertText, isJsonObject, parseJson } from '../text';
import { tokenAddress } from './urls';
import { readBearerToken } from './responses';
import type { BearerToken } from './responses';
import { serviceWords } from './error-response';

/** What section 5.2 wants for a token. `baseUrl` and `authUrl` as `serviceAddress` gives them. */
export interface LoginData {
	authUrl: string;
	applicationId: string;
	applicationSecret: string;
	apiKey: string;
	apiSecret: string;
	scope: string;
}

/** The errors of a token endpoint (section 7, and RFC 6749 section 5.2 for those it does not name). */
const OAUTH_ERRORS = [
	'invalid_scope',
	'invalid_client',
	'unauthorized_client',
	'unsupported_grant_type',
	'invalid_grant',
] as const;

/** Why an answer gives no token: an error of section 7 or of RFC 6749 (section 5.2), or what else it is. */
export type NoTokenReason =
	| (typeof OAUTH_ERRORS)[number]
	| 'redirect'
	| 'notFound'
	| 'notAToken'
	| 'expired'
	| 'otherRefusal'
	| 'busy';

/** An answer to a login that gives no token. Its words say what happened and hold no secret. */
export class NoToken {
	constructor(
		readonly reason: NoTokenReason,
		readonly message: string,
	) {}
}

/** What nothing may repeat: the secrets of a login and its key. Tokens are added as they come. */
export function secretsOf({ applicationSecret, apiKey, apiSecret }: LoginData): Secrets {
	return new Secrets([applicationSecret, apiKey, apiSecret]);
}

/** The URL-encoded form of section 5.2. */
export function tokenForm(login: LoginData): string {
	return new URLSearchParams({
		grant_type: 'password',
		scope: login.scope,
		client_id: login.applicationId,
		client_secret: login.applicationSecret,
		username: login.apiKey,
		password: login.apiSecret,
	}).toString();
}

/** The token of an answer, or why it is none. */
export function readTokenAnswer(
	status: number,
	body: string,
	login: LoginData,
	secrets = secretsOf(login),
): BearerToken | NoToken {
	if (status < 200 || status > 299) return asNoToken(status, body, login, secrets);
	const read = readBearerToken(body);
	if (read === undefined) {
		if (oauthErrorIn(body) !== undefined) return asNoToken(status, body, login, secrets);
		return new NoToken(
			'notAToken',
			`${tokenAddress(login.authUrl)} answered, but not with a token (${describeBody(body)})`,
		);
	}
	if (read.lifetimeSeconds === undefined || read.lifetimeSeconds > 0) return read;
	return new NoToken('expired', 'The authentication service gave a token that has already expired');
}

function describeBody(body: string): string {
	if (body.trim() === '') return 'the answer is empty';
	if (/^\s*</.test(body)) return 'the answer is a web page';
	return isJsonObject(parseJson(body)) ? 'the JSON holds no bearer token' : 'the answer is not JSON';
}

function asNoToken(status: number, body: string, login: LoginData, secrets: Secrets): NoToken {
	const known = oauthErrorIn(body);
	if (known !== undefined) return new NoToken(known, `${oauthWords(known, login)} (${known})`);
	const address = tokenAddress(login.authUrl);
	if (status >= 300 && status < 400) {
		return new NoToken('redirect', `${address} redirects elsewhere (status ${status}); secrets are not sent on`);
	}
	if (status === 404 || status === 405) {
		return new NoToken('notFound', `There is no token service at ${address} (status ${status})`);
	}
	const words = serviceWords(body, secrets);
	const message = `The authentication service answered with status ${status}${words === '' ? '' : `: ${words}`}`;
	return new NoToken(status === 429 || status >= 500 ? 'busy' : 'otherRefusal', message);
}

/**
 * The error of RFC 6749, wherever it stands: section 7 gives no shape for it, so it may be text, problem details or
 * nested. An answer that names several, as a page of help does, says none unless its member `error` does.
 */
function oauthErrorIn(body: string): (typeof OAUTH_ERRORS)[number] | undefined {
	const parsed = parseJson(body);
	const code = isJsonObject(parsed) && typeof parsed.error === 'string' ? inertText(parsed.error) : '';
	const named = new Set(body.match(/(?<![a-z0-9_])(?:invalid|unauthorized|unsupported)_[a-z_]+/gi));
	const found = OAUTH_ERRORS.filter((error) => [...named].some((word) => word.toLowerCase() === error));
	return OAUTH_ERRORS.find((error) => error === code) ?? (found.length === 1 ? found[0] : undefined);
}

function oauthWords(error: (typeof OAUTH_ERRORS)[number], { scope }: LoginData): string {
	switch (error) {
		case 'invalid_scope':
			return `The authentication service refused the scopes "${inertText(scope)}"`;
		case 'invalid_client':
			return 'The authentication service does not know this application, or its secret is wrong';
		case 'unauthorized_client':
			return 'The application may not log in with an API key';
		case 'unsupported_grant_type':
			return 'The authentication service does not take the password grant for this application';
		case 'invalid_grant':
			return 'The authentication service does not know this API key, or its secret is wrong';
	}
}
