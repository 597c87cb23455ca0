import { connectionAdvice, isLoginFailure, unsentWords } from '../../credentials/login-failure';
import type { LoginFailure } from '../../credentials/login-failure';
import { recordOf } from '../../credentials/login-memory';
import {
	connectionFault,
	connectionWords,
	isCertificateFault,
	namedFeatures,
	hasNeverConnected,
	retryAfterMs,
	hostOf,
	isWebPage,
	serviceNowMs,
	serviceWords,
	sizeInWords,
} from '../../service/api';
import { inertText } from '../../service/text';
import type { ConnectionFault, Fault } from '../../service/api';
import { NO_PARTNER_ADVICE, TIMEOUT_ADVICE, statusAdvice, tooLargeAdvice } from './advice';
import type { Asker } from './advice';
import { CONNECTION_CODES, codeOfStatus } from './failure-code';
import { ItemFailure } from './item-error';
import type { Session } from './session';

/** What a failure is told about: its address, what it must not repeat, and who asked. */
type Caller = Pick<Session, 'settings' | 'raw' | 'secrets' | 'asker'>;

/** What a request is, as far as its failures tell of it. */
export interface Asked {
	method: 'GET' | 'POST';
	/** Overrides the credential's, as `partnerCodeHeader` gives it; empty for the credential's own. */
	partnerCode: string;
	timeoutMs: number;
	/** What is asked for may be at another address, so that a refusal of this one says nothing about the token. */
	mayBeElsewhere?: boolean;
}

export interface Answer {
	statusCode: number;
	headers: Record<string, unknown>;
	body: string;
	/** The frame of the answer proves that this is all of it: a length that was met, or a last chunk. */
	isFramed?: boolean;
}

/** An answer that is no success, in words. A token that is refused here was renewed before. */
export function answerFailure({ statusCode, headers, body }: Answer, session: Caller, request: Asked): ItemFailure {
	const { secrets, settings } = session;
	if (statusCode === 404 && isWebPage(body)) return noServiceFailure(session);
	const serviceSays = serviceWords(body, secrets);
	const fault: Fault = {
		kind: 'status',
		status: statusCode,
		retryAfterMs: retryAfterMs(headers['retry-after'], serviceNowMs(headers.date, Date.now())),
	};
	// Only this status is about the partner; others are about the code.
	const partnerCode = statusCode === 403 ? request.partnerCode || settings.partnerCode : '';
	const forPartner = partnerCode === '' ? '' : ` for partner ${inertText(partnerCode)}`;
	const itsWords = serviceSays === '' ? '' : `: ${serviceSays}`;
	return new ItemFailure({
		code: codeOfStatus(statusCode),
		message: `The service answered with status ${statusCode}${forPartner}${itsWords}`,
		advice: statusAdvice(statusCode, askerOf(session, request), settings),
		details: {
			status: statusCode,
			...(serviceSays === '' ? {} : { serviceSays }),
			...(partnerCode === '' ? {} : { partnerCode }),
		},
		fault,
		isLogin: statusCode === 401 && request.mayBeElsewhere !== true,
		named: statusCode === 400 ? namedFeatures(body, secrets) : [],
	});
}

/** A page for a browser stands where the service should know no such code: another web server is at Base URL. */
function noServiceFailure({ settings }: Caller): ItemFailure {
	return new ItemFailure({
		code: 'noPlanService',
		message: `No plan service answers at ${hostOf(settings.baseUrl)}: it gave a web page with status 404`,
		advice: 'Check Base URL in the credential. Where other codes work, check the code.',
		details: { status: 404 },
	});
}

/**
 * Why a call has no answer, in words. n8n 2 hands over what its HTTP client threw as the cause; n8n 1
 * keeps only its code, and nothing of what the credential threw. Nothing of either is passed on.
 */
export function sendFailure(error: unknown, session: Caller, request: Asked, timedOut: boolean): ItemFailure {
	const { cause, errorResponse, httpCode } = Object(error) as Record<string, unknown>;
	const origin = cause ?? errorResponse;
	// Asked before the time-out, because a slow login may take longer than the call that waits for it.
	if (isLoginFailure(origin)) return asLoginFailure(origin);
	if (timedOut) return connectionFailure('ETIMEDOUT', session, request);
	const { code, name } = Object(origin ?? error) as Record<string, unknown>;
	if (typeof code === 'string') return connectionFailure(code, session, request, isNeverSecured(origin ?? error));
	// Asked after the connection, because it may be the login of another call, while this push broke off and is in doubt.
	const noted = recordOf(session.raw).lastFailure;
	if (noted !== undefined) return asLoginFailure(noted);
	if (origin === undefined && typeof httpCode === 'string') return connectionFailure(httpCode, session, request);
	if (name === 'CanceledError') return connectionFailure('ECONNRESET', session, request);
	const unsent = unsentWords(origin ?? error, session.settings.baseUrl, session.secrets);
	return new ItemFailure({ code: 'notSent', ...unsent });
}

function asLoginFailure({ what: message, advice, refused }: LoginFailure): ItemFailure {
	const fault: Fault = { kind: refused ? 'final' : 'unreached' };
	return new ItemFailure({ code: 'loginFailed', message, advice, fault, isLogin: true });
}

/** The service requires the partner that owns a plan (sections 4.2 and 4.3), so nothing is sent without one. */
export function noPartnerFailure(): ItemFailure {
	return new ItemFailure({
		code: 'noPartnerCode',
		message: 'No Partner Code is known, and the service needs it for plans. Nothing was sent',
		advice: NO_PARTNER_ADVICE,
	});
}

/**
 * An answer with more bytes than may be read. It is final: the service would send as much again.
 * @param hasOption whether the bound is an option of the node
 */
export function tooLargeFailure(mostBytes: number, hasOption: boolean): ItemFailure {
	return new ItemFailure({
		code: 'longAnswer',
		message: `The service's answer is longer than ${sizeInWords(mostBytes)}, so it was not read to its end`,
		advice: tooLargeAdvice(hasOption),
	});
}

/** A push can be helped by other options than the other calls of its run. */
function askerOf({ asker }: Caller, { method }: Asked): Asker {
	return method === 'POST' ? 'push' : asker;
}

function connectionFailure(code: string, session: Caller, request: Asked, unsent = false): ItemFailure {
	const kind = connectionFault(code);
	const message = connectionWords(kind, session.settings.baseUrl);
	return new ItemFailure({
		code: CONNECTION_CODES[kind],
		message: kind === 'timeout' ? `${message} within ${request.timeoutMs / 1000} s` : message,
		advice: kind === 'timeout' ? TIMEOUT_ADVICE[askerOf(session, request)] : connectionAdvice(kind, 'baseUrl'),
		fault: faultOf(kind, isCertificateFault(code) || unsent),
	});
}

function faultOf(kind: ConnectionFault, unsent: boolean): Fault {
	if (kind === 'tls') return { kind: unsent ? 'final' : 'lost' };
	return { kind: hasNeverConnected(kind) ? 'unreached' : 'lost' };
}

/**
 * The TLS handshake of the request was never finished, so nothing of it was sent. n8n 1 does not hand over the request.
 */
function isNeverSecured(error: unknown): boolean {
	const { request } = Object(error) as { request?: { socket?: unknown; _currentRequest?: { socket?: unknown } } };
	const socket = Object(request?._currentRequest?.socket ?? request?.socket) as { secureConnecting?: unknown };
	return socket.secureConnecting === true;
}
