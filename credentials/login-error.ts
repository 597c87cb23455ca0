import { UserError } from 'n8n-workflow';
import { connectionError, hostOf, invisibleIn, tokenUrl } from '../service/api';
import type { ConnectionError, LoginData, NoToken, NoTokenReason } from '../service/api';
import { inertText, withoutTrailing, textOf } from '../service/text';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';

/**
 * Why the credential can't be used, a rejection by the service or a field that is wrong, for n8n's screen. Contains no
 * secret. The credential's Test shows the message alone, so the message says what to do as well.
 */
export class LoginFailure extends UserError {
	constructor(
		readonly what: string,
		readonly advice: string,
		/** Logging in again can't help. */
		readonly isRejected = true,
		/** Before it the service wants no other login. */
		readonly retryAfterMs = 0,
	) {
		super(`${withoutTrailing(what, '.')}. ${withoutTrailing(advice, '.')}`, { description: advice });
		this.name = 'LoginFailure';
	}
}

/** The name of the error by which signing requests a token from n8n. */
export const TOKEN_REQUIRED = 'TokenRequired';

/** Recognized by name: the error may come from n8n's other copy of the module. */
export function isLoginFailure(error: unknown): error is LoginFailure {
	return error instanceof Error && error.name === 'LoginFailure';
}

interface Rejection {
	what: (facts: { url: string; scope: string; status: number; detail: string }) => string;
	advice: string;
	/** The cause is not what was typed, so typos are not searched for. */
	isInputValid?: true;
}

const [ID, APP_SECRET, KEY, SECRET] = ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret'].map(labelOf);
const [URL_LABEL, SCOPE] = ['authUrl', 'scope'].map(labelOf);
const PASSWORD_GRANT = 'Set Allowed Grant Type of the Application to Resource Owner Password.';
const NOT_THE_SERVICE = `Check ${URL_LABEL} in the credential: it must be the URL of the authentication service.`;

const asMessage = ({ status, detail }: { status: number; detail: string }) =>
	`The authentication service responded with status ${status}${detail === '' ? '' : `: ${detail}`}`;

/** Each response to a login that gives no token. A reason without its row does not compile. */
const REJECTIONS: Record<NoTokenReason, Rejection> = {
	invalid_scope: {
		what: ({ scope }) => `The authentication service rejected the scopes "${scope}" (invalid_scope)`,
		advice:
			`${SCOPE} must equal the Allowed Scopes of the Application, separated by spaces. Correct it here or in the ` +
			'account management console.',
	},
	invalid_client: {
		what: () => 'The authentication service does not know this application, or its secret is wrong (invalid_client)',
		advice: `Check ${ID} and ${APP_SECRET} in the credential.`,
	},
	unauthorized_client: {
		what: () => 'The application may not log in with an API key (unauthorized_client)',
		advice: PASSWORD_GRANT,
	},
	unsupported_grant_type: {
		what: () =>
			'The authentication service does not take the password grant for this application (unsupported_grant_type)',
		advice: PASSWORD_GRANT,
	},
	invalid_grant: {
		what: () => 'The authentication service does not know this API key, or its secret is wrong (invalid_grant)',
		advice: `Check ${KEY} and ${SECRET} in the credential; the key may have been deleted.`,
	},
	redirect: {
		what: ({ url, status }) => `${url} redirects elsewhere (status ${status}); secrets are not sent on`,
		advice: `Set ${URL_LABEL} in the credential to the final URL, with https:// if it has it.`,
	},
	notFound: {
		what: ({ url, status }) => `There is no token service at ${url} (status ${status})`,
		advice: `Check ${URL_LABEL} in the credential: it is the URL without /connect/token.`,
	},
	notAToken: {
		what: ({ url, detail }) => `${url} responded, but not with a token (${detail})`,
		advice: NOT_THE_SERVICE,
	},
	expired: {
		what: () => 'The authentication service gave a token that has already expired',
		advice: "Have the Application's token lifetime checked in the account management console.",
		isInputValid: true,
	},
	otherRejection: {
		what: asMessage,
		advice: 'Check the application, the API key and their secrets in the credential.',
	},
	busy: {
		what: asMessage,
		advice: "The authentication service can't respond at the moment. Try again later.",
		isInputValid: true,
	},
};

/** A response to a login that gave no token, as a message: likely typos come before the advice. */
export function noTokenFailure(
	{ reason, status, detail }: NoToken,
	login: LoginData,
	retryAfterMs?: number,
): LoginFailure {
	const { what, advice, isInputValid } = REJECTIONS[reason];
	const facts = { url: tokenUrl(login.authUrl), scope: inertText(login.scope), status, detail };
	const typos = isInputValid ? [] : typosIn(login);
	return new LoginFailure(what(facts), [...typos, advice].join(' '), reason !== 'busy', retryAfterMs);
}

function typosIn(login: LoginData): string[] {
	const typos: string[] = [];
	for (const name of ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const) {
		const [label, invisible] = [labelOf(name), invisibleIn(login[name])];
		if (invisible !== undefined) typos.push(`${label} contains an invisible character (${invisible}): type it again.`);
		else if (login[name].trim() !== login[name]) typos.push(`${label} begins or ends with a space: remove it.`);
	}
	if (/\/connect\/token$/i.test(login.authUrl)) typos.push(`${URL_LABEL} ends with /connect/token: leave that out.`);
	return typos;
}

export type UrlField = 'baseUrl' | 'authUrl';

/**
 * Why a request has no response, and what to do. Of the error only code, name and n8n's own words are read: it holds
 * the request and so the secrets.
 * @param timedOut whether the time of the request was over
 * @param field which URL of the credential it went to
 */
export function whyNoResponse(
	error: unknown,
	timedOut: boolean,
	field: UrlField,
	settings: Record<UrlField, string> & { secrets: Secrets },
) {
	const connection = timedOut ? 'timeout' : connectionErrorOf(error);
	const { what, advice } = connectionMessage(connection, field, settings[field]);
	const reason = connection === 'blocked' ? `: ${n8nReason(error, settings.secrets)}` : '';
	return { connection, what: `${what}${reason}`, advice };
}

/** What went wrong below HTTP. An error of n8n's SSRF policy has a message of its own and no code. */
export function connectionErrorOf(error: unknown): ConnectionError {
	// n8n 1 keeps the code alone, under another name.
	const { httpCode, code = httpCode, name, response, message } = Object(error) as Record<string, unknown>;
	if (typeof code === 'string') {
		const connection = connectionError(code);
		return connection === 'tls' && isTlsIncomplete(error) ? 'certificate' : connection;
	}
	if (name === 'AbortError' || name === 'TimeoutError') return 'timeout';
	const isOfN8n = typeof message === 'string' && message !== '' && response === undefined && name !== 'CanceledError';
	return isOfN8n ? 'blocked' : 'reset';
}

/** The TLS handshake was never finished, so nothing was sent. n8n 1 does not give the request. */
function isTlsIncomplete(error: unknown): boolean {
	const { request } = Object(error) as { request?: { socket?: unknown; _currentRequest?: { socket?: unknown } } };
	const socket = Object(request?._currentRequest?.socket ?? request?.socket) as { secureConnecting?: unknown };
	return socket.secureConnecting === true;
}

/** Why n8n did not send a request, in its own words. */
export function n8nReason(error: unknown, secrets: Secrets): string {
	return textOf(String((Object(error) as { message?: unknown }).message), secrets);
}

/** What happened, and what to do. @param host of the URL. @param label of its field */
const CONNECTIONS: Record<ConnectionError, (host: string, label: string) => [what: string, advice: string]> = {
	dns: (host, label) => [`Host not found: ${host}`, `Check the host name in ${label} of the credential.`],
	refused: (host, label) => [
		`${host} refused the connection`,
		`Check host and port in ${label} of the credential, and whether the service is running.`,
	],
	unreachable: (host) => [`${host} can't be reached from n8n`, 'Check the network, the firewall and the proxy of n8n.'],
	certificate: noTls,
	tls: noTls,
	brokenTls: (host) => [
		`The secure connection to ${host} broke before the response was there`,
		'Try again later. If it happens again, check what damages the connection: a proxy, or the network.',
	],
	timeout: (host) => [`${host} did not respond in time (timed out)`, 'Try again later.'],
	reset: (host) => [`The connection to ${host} broke before the response was there`, 'Try again later.'],
	blocked: (host) => [
		`n8n did not send the request to ${host}`,
		'Ask the administrator of n8n which hosts its nodes may call.',
	],
};

function noTls(host: string, label: string): [what: string, advice: string] {
	return [
		`No secure connection to ${host}: its TLS certificate was not accepted, or it does not speak TLS`,
		`Check https:// in ${label} of the credential. For a self-signed certificate, have it trusted or switch on ` +
			`${labelOf('allowUnauthorizedCerts')}.`,
	];
}

export function connectionMessage(connection: ConnectionError, field: UrlField, url: string) {
	const [what, advice] = CONNECTIONS[connection](hostOf(url), labelOf(field));
	return { what, advice };
}
