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
		return refused(
			`${tokenAddress(login.authUrl)} answered, but not with a token (${describeBody(body)})`,
			'Check Authentication URL in the credential: it must be the address of the authentication service.',
			login,
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

const FIELDS = {
	applicationId: 'Application ID',
	applicationSecret: 'Application Secret',
	apiKey: 'API Key',
	apiSecret: 'API Secret',
	scope: 'Scope',
} as const satisfies Partial<Record<keyof LoginData, string>>;

/** Slips of typing and copying that a refusal may come from, in words. */
function slipsOf(login: LoginData): string[] {
	const names = Object.keys(FIELDS) as Array<keyof typeof FIELDS>;
	const blank = names.filter((name) => login[name].trim() !== login[name]).map((name) => FIELDS[name]);
	return [
		...(blank.length === 0 ? [] : [`${blank.join(', ')} ${blank.length === 1 ? 'begins or ends' : 'begin or end'} with a blank: remove it.`]),
		...(/\/connect\/token$/i.test(login.authUrl) ? ['Authentication URL ends with /connect/token: leave that out.'] : []),
	];
}

/** The error of a login that was refused, with what is conspicuous about what was typed in. */
function refused(message: string, advice: string, login: LoginData): LoginError {
	return new LoginError(message, [...slipsOf(login), advice].join(' '), true);
}

function refusal(status: number, body: string, login: LoginData): LoginError {
	const parsed = parseJson(body);
	const code = isJsonObject(parsed) && typeof parsed.error === 'string' ? inertText(parsed.error) : '';
	const known = Object.hasOwn(OAUTH_ERRORS, code) ? OAUTH_ERRORS[code]?.(login) : undefined;
	if (known !== undefined) return refused(`${known.message} (${code})`, known.advice, login);
	const address = tokenAddress(login.authUrl);
	if (status >= 300 && status < 400) {
		return refused(
			`${address} redirects elsewhere (status ${status}); secrets are not sent on`,
			'Set Authentication URL in the credential to the address that answers itself, with https:// if it has it.',
			login,
		);
	}
	if (status === 404 || status === 405) {
		return refused(
			`There is no token service at ${address} (status ${status})`,
			'Check Authentication URL in the credential: it is the address without /connect/token.',
			login,
		);
	}
	const passing = status === 429 || status >= 500;
	const words = serviceWords(body, secretsOf(login));
	const message = `The authentication service answered with status ${status}${words === '' ? '' : `: ${words}`}`;
	if (passing) return new LoginError(message, 'The authentication service cannot answer at the moment. Try again later.', false);
	return refused(message, 'Check the application, the API key and their secrets in the credential.', login);
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
			'Scope must equal the Allowed Scopes of the Application, separated by spaces. Correct it here or in the account management console.',
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
