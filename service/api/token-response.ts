import { z } from 'zod';
import { Secrets, inertText, isJsonObject, parseJson } from '../text';
import { tokenUrl } from './urls';
import { readServiceMessage } from './error-response';

/** What section 5.2 requires for a token. `authUrl` as `serviceUrl` gives it. */
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

export type NoTokenReason =
	(typeof OAUTH_ERRORS)[number] | 'redirect' | 'notFound' | 'notAToken' | 'expired' | 'otherRejection' | 'busy';

/** A response to a login that gives no token. Holds no secret. */
export class NoToken {
	constructor(
		readonly reason: NoTokenReason,
		readonly status: number,
		/** The message of the service, or what its response is. */
		readonly detail = '',
	) {}
}

/** What nothing may repeat: the secrets of a login and its key. Tokens are added as they come. */
export function secretsOf({ applicationSecret, apiKey, apiSecret }: LoginData): Secrets {
	return new Secrets([applicationSecret, apiKey, apiSecret]);
}

/** The request of sections 4.1 and 5.2. Everything that a token depends on stands in it. */
export function tokenRequest(login: LoginData) {
	const body = new URLSearchParams({
		grant_type: 'password',
		scope: login.scope,
		client_id: login.applicationId,
		client_secret: login.applicationSecret,
		username: login.apiKey,
		password: login.apiSecret,
	}).toString();
	const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
	return { method: 'POST', url: tokenUrl(login.authUrl), headers, body } as const;
}

/** Some services write the number as text. Anything else, such as null, counts as not given. */
const lifetimeSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** More than a server takes in a header; it would be stored, too. */
const MAX_TOKEN_LENGTH = 16_384;

/** Section 4.1. The unit of `expires_in` is not specified; seconds, as OAuth has it. */
const tokenResponseSchema = z.object({
	access_token: z
		.string()
		.max(MAX_TOKEN_LENGTH)
		.regex(/^[\x21-\x7e]+$/),
	expires_in: lifetimeSchema.optional().catch(undefined),
	token_type: z
		.string()
		.regex(/^bearer$/i)
		.optional(),
});

/** @returns the token and, where the service gives it, its lifetime in seconds */
export function readTokenResponse(
	status: number,
	body: string,
	secrets: Secrets,
): { token: string; lifetimeSeconds?: number } | NoToken {
	const isSuccess = status >= 200 && status <= 299;
	const { data: token } = tokenResponseSchema.safeParse(parseJson(body));
	if (isSuccess && token !== undefined) {
		const { access_token: text, expires_in: lifetimeSeconds } = token;
		return (lifetimeSeconds ?? 1) > 0 ? { token: text, lifetimeSeconds } : new NoToken('expired', status);
	}
	const oauthError = oauthErrorIn(body);
	if (oauthError !== undefined) return new NoToken(oauthError, status);
	if (isSuccess) return new NoToken('notAToken', status, describeBody(body));
	if (status >= 300 && status < 400) return new NoToken('redirect', status);
	if (status === 404 || status === 405) return new NoToken('notFound', status);
	const reason = status === 429 || status >= 500 ? 'busy' : 'otherRejection';
	return new NoToken(reason, status, readServiceMessage(body, secrets));
}

function describeBody(body: string): string {
	if (body.trim() === '') return 'the response is empty';
	if (/^\s*</.test(body)) return 'the response is a web page';
	return isJsonObject(parseJson(body)) ? 'the JSON has no bearer token' : 'the response is not JSON';
}

/**
 * The error of RFC 6749, wherever it stands: section 7 gives no shape for it, so it may be text, problem details or
 * nested. A response that names several, as a page of help does, says none unless its property `error` does.
 */
function oauthErrorIn(body: string): (typeof OAUTH_ERRORS)[number] | undefined {
	const parsed = parseJson(body);
	const code = isJsonObject(parsed) && typeof parsed.error === 'string' ? inertText(parsed.error) : '';
	const named = new Set(body.match(/(?<![a-z0-9_])(?:invalid|unauthorized|unsupported)_[a-z_]+/gi));
	const found = OAUTH_ERRORS.filter((error) => [...named].some((word) => word.toLowerCase() === error));
	return OAUTH_ERRORS.find((error) => error === code) ?? (found.length === 1 ? found[0] : undefined);
}
