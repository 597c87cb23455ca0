import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { isLoginFault } from '../../credentials/login-fault';
import {
	connectionFault,
	connectionWords,
	neverConnected,
	parseJson,
	partnerCodeHeader,
	redact,
	retryAfterMs,
	serviceWords,
} from '../../service';
import type { Fault } from '../../service';
import { ItemFailure } from './item-error';
import { secretsOf } from './session';
import type { Session } from './session';
import { statusAdvice } from './status-advice';

export interface ServiceRequest {
	method: 'GET' | 'POST';
	url: string;
	/** Makes the JSON text when it is sent, so that waiting requests take no memory. */
	body?: () => string;
	/** Overrides the credential's; empty for the credential's own. */
	partnerCode: string;
	timeoutMs: number;
}

/**
 * The one way to the service: a single call through n8n's request helper, which alone honours proxy,
 * TLS and SSRF settings. After a status 401 the helper renews the token and sends once more.
 * @returns the text of the answer
 * @throws ItemFailure with the fault that decides about further tries
 */
export async function send(session: Session, request: ServiceRequest): Promise<string> {
	const { context, credentialData, cancelSignal } = session;
	const timeoutSignal = AbortSignal.timeout(request.timeoutMs);
	const signal = cancelSignal === undefined ? timeoutSignal : AbortSignal.any([cancelSignal, timeoutSignal]);
	// The helper takes the signal from its context, and its own time-out does not cover an answer that drips in.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
	try {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			caller,
			'planServiceApi',
			requestOptions(request),
			{ credentialsDecrypted: { id: '', name: '', type: 'planServiceApi', data: credentialData } },
		);
		return typeof answer === 'string' ? answer : '';
	} catch (error) {
		if (cancelSignal?.aborted) throw cancelled();
		throw describe(error, session, request, timeoutSignal.aborted);
	}
}

/** The execution was stopped: nothing more is sent. */
export function cancelled(): ItemFailure {
	return new ItemFailure('The execution was stopped', 'Run it again when you are ready.', { safeToRetry: true });
}

function requestOptions({ method, url, body, partnerCode, timeoutMs }: ServiceRequest): IHttpRequestOptions {
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCodeHeader(partnerCode) }),
		},
		...(body === undefined ? {} : { body: body() }),
		encoding: 'text',
		timeout: timeoutMs,
	};
}

/** n8n wraps what its HTTP client threw; only the cause knows the answer. Nothing of it is kept. */
function describe(error: unknown, session: Session, request: ServiceRequest, timedOut: boolean): ItemFailure {
	const { cause, errorResponse } = Object(error) as Record<string, unknown>;
	const origin = cause ?? errorResponse ?? error;
	if (isLoginFault(origin)) {
		return new ItemFailure(
			origin.message,
			origin.description ?? '',
			{ safeToRetry: true },
			{ kind: origin.refused ? 'final' : 'unreached' },
			true,
		);
	}
	const { response, code, name, message } = Object(origin) as Record<string, unknown>;
	if (response !== undefined && !timedOut) return describeAnswer(response, session);
	if (timedOut) return describeConnection('ETIMEDOUT', session, request);
	if (typeof code === 'string') return describeConnection(code, session, request);
	if (name === 'CanceledError') return cancelled();
	// n8n itself did not let the request out: its SSRF policy, for one.
	return new ItemFailure(
		`n8n did not send the request: ${redact(serviceWords(message), secretsOf(session))}`,
		'Ask the administrator of n8n which addresses its nodes may call.',
		{ safeToRetry: true },
	);
}

function describeAnswer(response: unknown, session: Session): ItemFailure {
	const { status, data, headers } = Object(response) as Record<string, unknown>;
	const code = typeof status === 'number' ? status : 0;
	const serviceSays = redact(serviceWords(bodyText(data)), secretsOf(session));
	const { 'retry-after': retryAfter } = Object(headers) as Record<string, unknown>;
	const fault: Fault = { kind: 'status', status: code, retryAfterMs: retryAfterMs(retryAfter, Date.now()) };
	return new ItemFailure(
		`The service answered with status ${code}${serviceSays === '' ? '' : `: ${serviceSays}`}`,
		statusAdvice(code, session.credential),
		{ status: code, ...(serviceSays === '' ? {} : { serviceSays }), safeToRetry: true },
		fault,
		// The token is fresh by now: the helper has renewed it and sent once more.
		code === 401,
		parseJson(redact(bodyText(data), secretsOf(session))),
	);
}

function bodyText(data: unknown): string {
	if (typeof data === 'string') return data;
	return data === undefined || data === null ? '' : JSON.stringify(data);
}

function describeConnection(code: string, { credential }: Session, request: ServiceRequest): ItemFailure {
	const kind = connectionFault(code);
	const { message, advice } = connectionWords(kind, credential.baseUrl, 'Base URL');
	const seconds = request.timeoutMs / 1000;
	const fault: Fault = kind === 'tls' ? { kind: 'final' } : { kind: neverConnected(kind) ? 'unreached' : 'lost' };
	return new ItemFailure(
		kind === 'timeout' ? `${message} within ${seconds} s` : message,
		kind === 'timeout' ? 'Raise Timeout in the options, or ask for less at once.' : advice,
		{ safeToRetry: true },
		fault,
	);
}
