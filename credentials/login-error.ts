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
		readonly isRejected: boolean,
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
	/** What was typed may be wrong, so slips of typing are looked for. Otherwise logging in again may help. */
	isRejected: boolean;
	/** The login itself was right. */
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
		isRejected: true,
	},
	invalid_client: {
		what: () => 'The authentication service does not know this application, or its secret is wrong (invalid_client)',
		advice: `Check ${ID} and ${APP_SECRET} in the credential.`,
		isRejected: true,
	},
	unauthorized_client: {
		what: () => 'The application may not log in with an API key (unauthorized_client)',
		advice: PASSWORD_GRANT,
		isRejected: true,
	},
	unsupported_grant_type: {
		what: () =>
			'The authentication service does not take the password grant for this application (unsupported_grant_type)',
		advice: PASSWORD_GRANT,
		isRejected: true,
	},
	invalid_grant: {
		what: () => 'The authentication service does not know this API key, or its secret is wrong (invalid_grant)',
		advice: `Check ${KEY} and ${SECRET} in the credential; the key may have been deleted.`,
		isRejected: true,
	},
	redirect: {
		what: ({ url, status }) => `${url} redirects elsewhere (status ${status}); secrets are not sent on`,
		advice: `Set ${URL_LABEL} in the credential to the address that answers itself, with https:// if it has it.`,
		isRejected: true,
	},
	notFound: {
		what: ({ url, status }) => `There is no token service at ${url} (status ${status})`,
		advice: `Check ${URL_LABEL} in the credential: it is the address without /connect/token.`,
		isRejected: true,
	},
	notAToken: {
		what: ({ url, detail }) => `${url} answered, but not with a token (${detail})`,
		advice: NOT_THE_SERVICE,
		isRejected: true,
	},
	tooLarge: {
		what: ({ url, detail }) => `${url} answered with more than ${detail}, so it was not read to its end`,
		advice: NOT_THE_SERVICE,
		isRejected: true,
	},
	expired: {
		what: () => 'The authentication service gave a token that has already expired',
		advice: "Have the Application's token lifetime checked in the account management console.",
		isRejected: true,
		isRight: true,
	},
	otherRejection: {
		what: asMessage,
		advice: 'Check the application, the API key and their secrets in the credential.',
		isRejected: true,
	},
	busy: {
		what: asMessage,
		advice: 'The authentication service cannot answer at the moment. Try again later.',
		isRejected: false,
		isRight: true,
	},
};

/** A response to a login that gave no token, in words: before what to do come the slips that it may come from. */
export function noTokenFailure({ reason, status, detail }: NoToken, login: LoginData): LoginFailure {
	const { what, advice, isRejected, isRight } = REJECTIONS[reason];
	const facts = { url: tokenUrl(login.authUrl), scope: inertText(login.scope), status, detail };
	const slips = isRight ? [] : slipsOf(login);
	return new LoginFailure(what(facts), [...slips, advice].join(' '), isRejected);
}

/** Slips of typing and copying, in words. */
function slipsOf(login: LoginData): string[] {
	const typed = ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const;
	const invisible = typed.flatMap((name) => {
		const character = invisibleIn(login[name]);
		return character === undefined
			? []
			: [`${labelOf(name)} holds an invisible character (${character}): type it anew.`];
	});
	const blank = typed
		.filter((name) => login[name].trim() !== login[name] && invisibleIn(login[name]) === undefined)
		.map(labelOf);
	return [
		...invisible,
		...(blank.length === 0
			? []
			: [`${blank.join(', ')} ${blank.length === 1 ? 'begins or ends' : 'begin or end'} with a blank: remove it.`]),
		...(/\/connect\/token$/i.test(login.authUrl) ? [`${URL_LABEL} ends with /connect/token: leave that out.`] : []),
	];
}

/** The fields that lead to a service. */
export type UrlField = 'baseUrl' | 'authUrl';

/**
 * Why a request of the credential itself has no response. Only code and name of the error are read, and what n8n itself
 * said: the error holds the request and so the secrets.
 */
export function unansweredFailure(error: unknown, field: UrlField, url: string, secrets: Secrets): LoginFailure {
	const { code, name } = Object(error) as Record<string, unknown>;
	if (isUnsent(error)) {
		const what = `n8n did not send the request to ${hostOf(url)}: ${n8nReason(error, secrets)}`;
		return new LoginFailure(what, connectionMessage('blocked', field, url).advice, true);
	}
	const isTimeout = code === 'ERR_CANCELED' || name === 'AbortError' || name === 'TimeoutError';
	const connection = isTimeout ? 'timeout' : connectionError(typeof code === 'string' ? code : '');
	const { what, advice } = connectionMessage(connection, field, url);
	return new LoginFailure(what, advice, connection === 'tls' || connection === 'certificate');
}

/**
 * Whether n8n itself did not send a request, because its SSRF policy forbids the address. Such an error has words of
 * its own and no code, unlike one of a broken connection.
 */
export function isUnsent(error: unknown): boolean {
	const { code, response, name, message } = Object(error) as Record<string, unknown>;
	const givenUp = name === 'AbortError' || name === 'TimeoutError' || name === 'CanceledError';
	return code === undefined && response === undefined && !givenUp && typeof message === 'string' && message !== '';
}

/** Why n8n did not send a request, in its own words. */
export function n8nReason(error: unknown, secrets: Secrets): string {
	const { message } = Object(error) as Record<string, unknown>;
	return textOf(typeof message === 'string' ? message : 'no reason given', secrets);
}

interface ConnectionRow {
	what: (host: string) => string;
	advice: (label: string) => string;
}

const TRY_LATER = () => 'Try again later.';
const NO_TLS: ConnectionRow = {
	what: (host) => `No secure connection to ${host}: its TLS certificate was not accepted, or it does not speak TLS`,
	advice: (label) =>
		`Check https:// in ${label} of the credential. For a self-signed certificate, have it trusted or switch on ` +
		`${labelOf('allowUnauthorizedCerts')}.`,
};

const CONNECTIONS: Record<ConnectionError, ConnectionRow> = {
	dns: {
		what: (host) => `Host not found: ${host}`,
		advice: (label) => `Check the host name in ${label} of the credential.`,
	},
	refused: {
		what: (host) => `${host} refused the connection`,
		advice: (label) => `Check host and port in ${label} of the credential, and whether the service is running.`,
	},
	unreachable: {
		what: (host) => `${host} cannot be reached from n8n`,
		advice: () => 'Check the network, the firewall and the proxy of n8n.',
	},
	certificate: NO_TLS,
	tls: NO_TLS,
	brokenTls: {
		what: (host) => `The secure connection to ${host} broke before the response was there`,
		advice: () =>
			'Try again later. If it happens again, look for what damages the connection: a proxy, or the network.',
	},
	timeout: { what: (host) => `${host} did not answer in time (timed out)`, advice: TRY_LATER },
	reset: { what: (host) => `The connection to ${host} broke before the response was there`, advice: TRY_LATER },
	blocked: {
		what: (host) => `n8n did not send the request to ${host}`,
		advice: () => 'Ask the administrator of n8n which addresses its nodes may call.',
	},
};

/** What happened to the connection to a URL of the credential, and what to do. */
export function connectionMessage(connection: ConnectionError, field: UrlField, url: string) {
	const { what, advice } = CONNECTIONS[connection];
	return { what: what(hostOf(url)), advice: advice(labelOf(field)) };
}
