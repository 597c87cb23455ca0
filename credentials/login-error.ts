import { UserError } from 'n8n-workflow';
import { connectionError, hostOf, invisibleIn, tokenUrl } from '../service/api';
import type { ConnectionError, LoginData, NoToken, NoTokenReason } from '../service/api';
import { inertText, withoutTrailing, textOf } from '../service/text';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';

/**
 * Why the credential cannot be used, from the service's no, or from a field that is wrong, to n8n's screen. Holds no
 * secret. The credential's Test shows the message alone, so the message says what to do as well.
 */
export class LoginFailure extends UserError {
	constructor(
		/** What happened. */
		readonly what: string,
		/** What to do next. */
		readonly advice: string,
		/** Logging in again cannot help. */
		readonly isRejected = true,
	) {
		super(`${withoutTrailing(what, '.')}. ${withoutTrailing(advice, '.')}`, { description: advice });
		this.name = 'LoginFailure';
	}
}

/** The name of the error by which signing asks n8n for a token. */
export const TOKEN_REQUIRED = 'TokenRequired';

/** Told by name: n8n may hand the error over from another copy of the module. */
export function isLoginFailure(error: unknown): error is LoginFailure {
	return error instanceof Error && error.name === 'LoginFailure';
}

interface Rejection {
	what: (facts: { url: string; scope: string; status: number; detail: string }) => string;
	advice: string;
	/** What was typed is not to blame, so slips of typing are not searched for. */
	isRight?: true;
}

const [ID, APP_SECRET, KEY, SECRET] = ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret'].map(labelOf);
const [URL_LABEL, SCOPE] = ['authUrl', 'scope'].map(labelOf);
const PASSWORD_GRANT = 'Set Allowed Grant Type of the Application to Resource Owner Password.';
const NOT_THE_SERVICE = `Check ${URL_LABEL} in the credential: it must be the address of the authentication service.`;

const asMessage = ({ status, detail }: { status: number; detail: string }) =>
	`The authentication service answered with status ${status}${detail === '' ? '' : `: ${detail}`}`;

/** Each response to a login that gives no token. A reason without its row does not compile. */
const REJECTIONS: Record<NoTokenReason, Rejection> = {
	invalid_scope: {
		what: ({ scope }) => `The authentication service refused the scopes "${scope}" (invalid_scope)`,
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
		advice: `Set ${URL_LABEL} in the credential to the address that answers itself, with https:// if it has it.`,
	},
	notFound: {
		what: ({ url, status }) => `There is no token service at ${url} (status ${status})`,
		advice: `Check ${URL_LABEL} in the credential: it is the address without /connect/token.`,
	},
	notAToken: {
		what: ({ url, detail }) => `${url} answered, but not with a token (${detail})`,
		advice: NOT_THE_SERVICE,
	},
	expired: {
		what: () => 'The authentication service gave a token that has already expired',
		advice: "Have the Application's token lifetime checked in the account management console.",
		isRight: true,
	},
	otherRejection: {
		what: asMessage,
		advice: 'Check the application, the API key and their secrets in the credential.',
	},
	busy: {
		what: asMessage,
		advice: 'The authentication service cannot answer at the moment. Try again later.',
		isRight: true,
	},
};

/** A response to a login that gave no token, in words: before what to do come the slips that it may come from. */
export function noTokenFailure({ reason, status, detail }: NoToken, login: LoginData): LoginFailure {
	const { what, advice, isRight } = REJECTIONS[reason];
	const facts = { url: tokenUrl(login.authUrl), scope: inertText(login.scope), status, detail };
	const slips = isRight ? [] : slipsOf(login);
	return new LoginFailure(what(facts), [...slips, advice].join(' '), reason !== 'busy');
}

/** Slips of typing and copying, in words. */
function slipsOf(login: LoginData): string[] {
	const slips: string[] = [];
	for (const name of ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const) {
		const [label, invisible] = [labelOf(name), invisibleIn(login[name])];
		if (invisible !== undefined) slips.push(`${label} holds an invisible character (${invisible}): type it anew.`);
		else if (login[name].trim() !== login[name]) slips.push(`${label} begins or ends with a blank: remove it.`);
	}
	if (/\/connect\/token$/i.test(login.authUrl)) slips.push(`${URL_LABEL} ends with /connect/token: leave that out.`);
	return slips;
}

/** The fields that lead to a service. */
export type UrlField = 'baseUrl' | 'authUrl';

/**
 * Why a request of the credential itself has no response. Only code and name of the error are read, and what n8n itself
 * said: the error holds the request and so the secrets.
 */
export function unansweredFailure(error: unknown, field: UrlField, url: string, secrets: Secrets): LoginFailure {
	const { code, name } = Object(error) as Record<string, unknown>;
	const isTimeout = code === 'ERR_CANCELED' || name === 'AbortError' || name === 'TimeoutError';
	const isBlocked = isUnsent(error);
	const broken = isTimeout ? 'timeout' : connectionError(typeof code === 'string' ? code : '');
	const connection = isBlocked ? 'blocked' : broken;
	const { what, advice } = connectionMessage(connection, field, url);
	const reason = isBlocked ? `: ${n8nReason(error, secrets)}` : '';
	return new LoginFailure(`${what}${reason}`, advice, ['blocked', 'tls', 'certificate'].includes(connection));
}

/**
 * Whether n8n itself did not send a request, because its SSRF policy forbids the URL. Such an error has words of
 * its own and no code, unlike one of a broken connection.
 */
export function isUnsent(error: unknown): boolean {
	const { code, response, name, message } = Object(error) as Record<string, unknown>;
	const isAborted = name === 'AbortError' || name === 'TimeoutError' || name === 'CanceledError';
	return code === undefined && response === undefined && !isAborted && typeof message === 'string' && message !== '';
}

/** Why n8n did not send a request, in its own words. */
export function n8nReason(error: unknown, secrets: Secrets): string {
	const { message = 'no reason given' } = Object(error) as { message?: unknown };
	return textOf(String(message), secrets);
}

/** What happened, and what to do. @param host of the URL. @param label of its field */
const CONNECTIONS: Record<ConnectionError, (host: string, label: string) => [what: string, advice: string]> = {
	dns: (host, label) => [`Host not found: ${host}`, `Check the host name in ${label} of the credential.`],
	refused: (host, label) => [
		`${host} refused the connection`,
		`Check host and port in ${label} of the credential, and whether the service is running.`,
	],
	unreachable: (host) => [
		`${host} cannot be reached from n8n`,
		'Check the network, the firewall and the proxy of n8n.',
	],
	certificate: noTls,
	tls: noTls,
	brokenTls: (host) => [
		`The secure connection to ${host} broke before the response was there`,
		'Try again later. If it happens again, look for what damages the connection: a proxy, or the network.',
	],
	timeout: (host) => [`${host} did not answer in time (timed out)`, 'Try again later.'],
	reset: (host) => [`The connection to ${host} broke before the response was there`, 'Try again later.'],
	blocked: (host) => [
		`n8n did not send the request to ${host}`,
		'Ask the administrator of n8n which addresses its nodes may call.',
	],
};

function noTls(host: string, label: string): [what: string, advice: string] {
	return [
		`No secure connection to ${host}: its TLS certificate was not accepted, or it does not speak TLS`,
		`Check https:// in ${label} of the credential. For a self-signed certificate, have it trusted or switch on ` +
			`${labelOf('allowUnauthorizedCerts')}.`,
	];
}

/** What happened to the connection to a URL of the credential, and what to do. */
export function connectionMessage(connection: ConnectionError, field: UrlField, url: string) {
	const [what, advice] = CONNECTIONS[connection](hostOf(url), labelOf(field));
	return { what, advice };
}
