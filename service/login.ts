import { z } from 'zod';
import { tokenAddress } from './address';
import { isJsonObject } from './json';
import { serviceWords } from './error-answer';
import { Secrets } from './secrets';
import { inertText, parseJson } from './words';

/** What section 5.2 wants for a token. `baseUrl` and `authUrl` as `serviceAddress` gives them. */
export interface LoginData {
	authUrl: string;
	applicationId: string;
	applicationSecret: string;
	apiKey: string;
	apiSecret: string;
	scope: string;
}

/** Some services write the number as text. What is no number, `null` too, says nothing. */
const lifetimeSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** More than a server takes in a header; it would be stored, too. */
const LONGEST_TOKEN = 100_000;

/** Section 4.1. The unit of `expires_in` is not specified; seconds, as OAuth has it. */
const tokenAnswerSchema = z
	.object({
		access_token: z.string().max(LONGEST_TOKEN).regex(/^[\x21-\x7e]+$/),
		expires_in: lifetimeSchema.optional().catch(undefined),
		token_type: z.string().regex(/^bearer$/i).optional(),
	})
	.passthrough();

export interface BearerToken {
	token: string;
	/** Seconds; undefined when the service does not say. */
	lifetimeSeconds: number | undefined;
}

/** Why a token could not be had, in words for a person. Holds no secret. */
export class LoginError extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The service said no to these credentials: asking again cannot help. */
		readonly refused: boolean,
	) {
		super(message);
		this.name = 'LoginError';
	}
}

/** What nothing may repeat: the secrets of a login, its key, and the tokens that it gave. */
export function secretsOf(login: Pick<LoginData, 'applicationSecret' | 'apiKey' | 'apiSecret'>, tokens: string[] = []): Secrets {
	return new Secrets([login.applicationSecret, login.apiKey, login.apiSecret, ...tokens]);
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
export function readTokenAnswer(status: number, body: string, login: LoginData): BearerToken | LoginError {
	if (status < 200 || status > 299) return refusal(status, body, login);
	const answer = tokenAnswerSchema.safeParse(parseJson(body));
	if (!answer.success) {
		return new LoginError(
			`${tokenAddress(login.authUrl)} answered, but not with a token (${describeBody(body)})`,
			'Check Authentication URL in the credential: it must be the address of the authentication service.',
			true,
		);
	}
	const { access_token: token, expires_in: lifetimeSeconds } = answer.data;
	if (lifetimeSeconds !== undefined && lifetimeSeconds <= 0) {
		return new LoginError(
			'The authentication service gave a token that has already expired',
			'Have the Application\'s token lifetime checked in the account management console.',
			true,
		);
	}
	return { token, lifetimeSeconds };
}

function describeBody(body: string): string {
	if (body.trim() === '') return 'the answer is empty';
	if (/^\s*</.test(body)) return 'the answer is a web page';
	return isJsonObject(parseJson(body)) ? 'the JSON holds no bearer token' : 'the answer is not JSON';
}

function refusal(status: number, body: string, login: LoginData): LoginError {
	const parsed = parseJson(body);
	const code = isJsonObject(parsed) && typeof parsed.error === 'string' ? inertText(parsed.error) : '';
	const known = Object.hasOwn(OAUTH_ERRORS, code) ? OAUTH_ERRORS[code]?.(login) : undefined;
	if (known !== undefined) return new LoginError(`${known.message} (${code})`, known.advice, true);
	const address = tokenAddress(login.authUrl);
	if (status >= 300 && status < 400) {
		return new LoginError(
			`${address} redirects elsewhere (status ${status}); secrets are not sent on`,
			'Set Authentication URL in the credential to the address that answers itself, with https:// if it has it.',
			true,
		);
	}
	if (status === 404 || status === 405) {
		return new LoginError(
			`There is no token service at ${address} (status ${status})`,
			'Check Authentication URL in the credential: it is the address without /connect/token.',
			true,
		);
	}
	const passing = status === 429 || status >= 500;
	const words = serviceWords(body, secretsOf(login));
	return new LoginError(
		`The authentication service answered with status ${status}${words === '' ? '' : `: ${words}`}`,
		passing
			? 'The authentication service cannot answer at the moment. Try again later.'
			: 'Check the application, the API key and their secrets in the credential.',
		!passing,
	);
}

interface Words {
	message: string;
	advice: string;
}

/** The errors of a token endpoint (section 7, and RFC 6749 section 5.2 for those it does not name). */
const OAUTH_ERRORS: Partial<Record<string, (login: LoginData) => Words>> = {
	invalid_scope: ({ scope }) => ({
		message: `The authentication service refused the scopes "${inertText(scope)}"`,
		advice:
			'Scope in the credential must equal the Allowed Scopes of the Application, separated by spaces. Correct it here or in the account management console.',
	}),
	invalid_client: () => ({
		message: 'The authentication service does not know this application, or its secret is wrong',
		advice: 'Check Application ID and Application Secret in the credential.',
	}),
	unauthorized_client: () => ({
		message: 'The application may not log in with an API key',
		advice: 'Set Allowed Grant Type of the Application to Resource Owner Password.',
	}),
	unsupported_grant_type: () => ({
		message: 'The authentication service does not take the password grant for this application',
		advice: 'Set Allowed Grant Type of the Application to Resource Owner Password.',
	}),
	invalid_grant: () => ({
		message: 'The authentication service does not know this API key, or its secret is wrong',
		advice: 'Check API Key and API Secret in the credential; the key may have been deleted.',
	}),
};
