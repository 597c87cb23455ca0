import { isLoginFault } from '../../credentials/login-fault';
import type { LoginFault } from '../../credentials/login-fault';
import { recordOf } from '../../credentials/login-record';
import { unsentWords } from '../../credentials/unsent';
import {
	connectionFault,
	connectionWords,
	isCertificateFault,
	namedFeatures,
	neverConnected,
	retryAfterMs,
	serviceWords,
} from '../../service';
import type { ConnectionFault, Fault } from '../../service';
import { ItemFailure } from './item-error';
import type { Session } from './session';
import { statusAdvice } from './status-advice';

/** What a failure is told about: its address, and what it must not repeat. */
type Caller = Pick<Session, 'settings' | 'raw' | 'secrets'>;

export interface Answer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: string;
}

/** An answer that is no success, in words. A token that is refused here was renewed before. */
export function answerFailure({ statusCode, headers, body }: Answer, session: Caller): ItemFailure {
	const { secrets } = session;
	const serviceSays = serviceWords(body, secrets);
	const fault: Fault = {
		kind: 'status',
		status: statusCode,
		retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
	};
	return new ItemFailure({
		message: `The service answered with status ${statusCode}${serviceSays === '' ? '' : `: ${serviceSays}`}`,
		advice: statusAdvice(statusCode, session.settings),
		details: { status: statusCode, ...(serviceSays === '' ? {} : { serviceSays }), safeToRetry: true },
		fault,
		isLogin: statusCode === 401,
		named: statusCode === 400 ? namedFeatures(body, secrets) : [],
	});
}

/**
 * Why a call has no answer, in words. n8n 2 hands over what its HTTP client threw as the cause; n8n 1
 * keeps only its code, and nothing of what the credential threw. Nothing of either is passed on.
 */
export function sendFailure(error: unknown, session: Caller, timeoutMs: number, timedOut: boolean): ItemFailure {
	const { cause, errorResponse, httpCode } = Object(error) as Record<string, unknown>;
	const origin = cause ?? errorResponse;
	// Before the time-out: a slow login may take longer than the call that asked for it.
	if (isLoginFault(origin)) return loginFailure(origin);
	if (timedOut) return connectionFailure('ETIMEDOUT', session, timeoutMs);
	const { code, name } = Object(origin ?? error) as Record<string, unknown>;
	if (typeof code === 'string') return connectionFailure(code, session, timeoutMs, neverSecured(origin ?? error));
	// After the connection, as it may be the login of another call: a push that broke off meanwhile is still in doubt.
	const noted = recordOf(session.raw).lastFault;
	if (noted !== undefined) return loginFailure(noted);
	if (origin === undefined && typeof httpCode === 'string') return connectionFailure(httpCode, session, timeoutMs);
	if (name === 'CanceledError') return connectionFailure('ECONNRESET', session, timeoutMs);
	const unsent = unsentWords(origin ?? error, session.settings.baseUrl, session.secrets);
	return new ItemFailure({ ...unsent, details: { safeToRetry: true } });
}

function loginFailure({ message, description, refused }: LoginFault): ItemFailure {
	const fault: Fault = { kind: refused ? 'final' : 'unreached' };
	return new ItemFailure({ message, advice: description ?? '', details: { safeToRetry: true }, fault, isLogin: true });
}

function connectionFailure(code: string, { settings }: Caller, timeoutMs: number, unsent = false): ItemFailure {
	const kind = connectionFault(code);
	const { message, advice } = connectionWords(kind, settings.baseUrl, 'Base URL');
	return new ItemFailure({
		message: kind === 'timeout' ? `${message} within ${timeoutMs / 1000} s` : message,
		advice: kind === 'timeout' ? 'Raise Timeout in the options, or ask for less at once.' : advice,
		details: { safeToRetry: true },
		fault: faultOf(kind, isCertificateFault(code) || unsent),
	});
}

function faultOf(kind: ConnectionFault, unsent: boolean): Fault {
	if (kind === 'tls') return { kind: unsent ? 'final' : 'lost' };
	return { kind: neverConnected(kind) ? 'unreached' : 'lost' };
}

/** The TLS handshake of the request was never finished, so nothing of it was sent. n8n 1 does not hand over the request. */
function neverSecured(error: unknown): boolean {
	const { request } = Object(error) as { request?: { socket?: unknown; _currentRequest?: { socket?: unknown } } };
	const socket = Object(request?._currentRequest?.socket ?? request?.socket) as { secureConnecting?: unknown };
	return socket.secureConnecting === true;
}
