import { UserError } from 'n8n-workflow';
import { connectionError, hostOf } from '../service/api';
import type { ConnectionError, LoginData, NoTokenReason } from '../service/api';
import { withoutTrailing, wordsOf } from '../service/text';
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
		/** Asking again cannot help. */
		readonly refused: boolean,
	) {
		super(`${withoutTrailing(what, '.')}. ${withoutTrailing(advice, '.')}`, { description: advice });
		this.name = 'LoginFailure';
	}
}

/** The name of the error by which signing asks n8n for a token. */
export const ASK_FOR_TOKEN = 'AskForToken';

/** Told by name: n8n may hand the error over from another copy of the module. */
export function isLoginFailure(error: unknown): error is LoginFailure {
	return error instanceof Error && error.name === 'LoginFailure';
}

/**
 * Why a request of the credential itself has no answer. Only code and name of the error are read, and what n8n itself
 * said: the error holds the request and so the secrets.
 */
export function unansweredFailure(
	error: unknown,
	field: 'baseUrl' | 'authUrl',
	address: string,
	secrets: Secrets,
): LoginFailure {
	const { code, name } = Object(error) as Record<string, unknown>;
	const isTimeout = code === 'ERR_CANCELED' || name === 'AbortError' || name === 'TimeoutError';
	if (isUnsent(error)) {
		const what = `n8n did not send the request to ${hostOf(address)}: ${n8nReason(error, secrets)}`;
		return new LoginFailure(what, connectionMessage('blocked', field, address).advice, true);
	}
	const connection = isTimeout ? 'timeout' : connectionError(typeof code === 'string' ? code : '');
	const { what, advice } = connectionMessage(connection, field, address);
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
	return wordsOf(typeof message === 'string' ? message : 'no reason given', secrets);
}

/** What happened to the connection to a URL of the credential, and what to do. */
export function connectionMessage(
	connection: ConnectionError,
	field: 'baseUrl' | 'authUrl',
	url: string,
): { what: string; advice: string } {
	const host = hostOf(url);
	const label = labelOf(field);
	const noTls = {
		what: `No secure connection to ${host}: its TLS certificate was not accepted, or it does not speak TLS`,
		advice:
			`Check https:// in ${label} of the credential. For a self-signed certificate, have it trusted or switch on ` +
			`${labelOf('allowUnauthorizedCerts')}.`,
	};
	const messages: Record<ConnectionError, { what: string; advice: string }> = {
		dns: { what: `Host not found: ${host}`, advice: `Check the host name in ${label} of the credential.` },
		refused: {
			what: `${host} refused the connection`,
			advice: `Check host and port in ${label} of the credential, and whether the service is running.`,
		},
		unreachable: {
			what: `${host} cannot be reached from n8n`,
			advice: 'Check the network, the firewall and the proxy of n8n.',
		},
		certificate: noTls,
		tls: noTls,
		brokenTls: {
			what: `The secure connection to ${host} broke before the response was there`,
			advice: 'Try again later. If it happens again, look for what damages the connection: a proxy, or the network.',
		},
		timeout: { what: `${host} did not answer in time (timed out)`, advice: 'Try again later.' },
		reset: { what: `The connection to ${host} broke before the response was there`, advice: 'Try again later.' },
		blocked: {
			what: `n8n did not send the request to ${host}`,
			advice: 'Ask the administrator of n8n which addresses its nodes may call.',
		},
	};
	return messages[connection];
}

/** What to do about a login that gave no token: first the slips that a refusal may come from. */
export function loginAdvice(reason: NoTokenReason, login: LoginData): string {
	const isSlip = reason !== 'expired' && reason !== 'busy';
	return [...(isSlip ? slipsOf(login) : []), adviceFor(reason)].join(' ');
}

function adviceFor(reason: NoTokenReason): string {
	const address = labelOf('authUrl');
	switch (reason) {
		case 'invalid_scope':
			return (
				`${labelOf('scope')} must equal the Allowed Scopes of the Application, separated by spaces. Correct it ` +
				'here or in the account management console.'
			);
		case 'invalid_client':
			return `Check ${labelOf('applicationId')} and ${labelOf('applicationSecret')} in the credential.`;
		case 'unauthorized_client':
		case 'unsupported_grant_type':
			return 'Set Allowed Grant Type of the Application to Resource Owner Password.';
		case 'invalid_grant':
			return `Check ${labelOf('apiKey')} and ${labelOf('apiSecret')} in the credential; the key may have been deleted.`;
		case 'redirect':
			return `Set ${address} in the credential to the address that answers itself, with https:// if it has it.`;
		case 'notFound':
			return `Check ${address} in the credential: it is the address without /connect/token.`;
		case 'notAToken':
			return `Check ${address} in the credential: it must be the address of the authentication service.`;
		case 'expired':
			return "Have the Application's token lifetime checked in the account management console.";
		case 'busy':
			return 'The authentication service cannot answer at the moment. Try again later.';
		case 'otherRefusal':
			return 'Check the application, the API key and their secrets in the credential.';
	}
}

/** Slips of typing and copying, in words. */
function slipsOf(login: LoginData): string[] {
	const typed = ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const;
	const blank = typed.filter((name) => login[name].trim() !== login[name]).map(labelOf);
	return [
		...(blank.length === 0
			? []
			: [`${blank.join(', ')} ${blank.length === 1 ? 'begins or ends' : 'begin or end'} with a blank: remove it.`]),
		...(/\/connect\/token$/i.test(login.authUrl)
			? [`${labelOf('authUrl')} ends with /connect/token: leave that out.`]
			: []),
	];
}
