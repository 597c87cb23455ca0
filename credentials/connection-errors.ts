import { connectionError, hostOf } from '../service/api';
import type { ConnectionError } from '../service/api';
import { textOf } from '../service/text';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';

/** The fields that hold a URL. */
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
