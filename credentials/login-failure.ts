import { UserError } from 'n8n-workflow';
import { connectionFault, connectionWords, hostOf } from '../service/api';
import type { ConnectionFault, LoginData, NoTokenReason } from '../service/api';
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
	if (isUnsent(error)) {
		const { message, advice } = unsentWords(error, address, secrets);
		return new LoginFailure(message, advice, true);
	}
	const { code, name } = Object(error) as Record<string, unknown>;
	const isTimeout = code === 'ERR_CANCELED' || name === 'AbortError' || name === 'TimeoutError';
	const fault = isTimeout ? 'timeout' : connectionFault(typeof code === 'string' ? code : '');
	return new LoginFailure(connectionWords(fault, address), connectionAdvice(fault, field), fault === 'tls');
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

/** What n8n did not send, and who can allow it. */
export function unsentWords(error: unknown, address: string, secrets: Secrets): { message: string; advice: string } {
	const { message } = Object(error) as Record<string, unknown>;
	const reason = wordsOf(typeof message === 'string' ? message : 'no reason given', secrets);
	return {
		message: `n8n did not send the request to ${hostOf(address)}: ${reason}`,
		advice: 'Ask the administrator of n8n which addresses its nodes may call.',
	};
}

/** What to do about a fault of the connection to an address of the credential. */
export function connectionAdvice(fault: ConnectionFault, field: 'baseUrl' | 'authUrl'): string {
	const label = labelOf(field);
	switch (fault) {
		case 'dns':
			return `Check the host name in ${label} of the credential.`;
		case 'refused':
			return `Check host and port in ${label} of the credential, and whether the service is running.`;
		case 'unreachable':
			return 'Check the network, the firewall and the proxy of n8n.';
		case 'tls':
			return (
				`Check https:// in ${label} of the credential. For a self-signed certificate, have it trusted or switch on ` +
				`${labelOf('allowUnauthorizedCerts')}.`
			);
		case 'brokenTls':
			return 'Try again later. If it happens again, look for what damages the connection: a proxy, or the network.';
		case 'timeout':
		case 'lost':
			return 'Try again later.';
	}
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
