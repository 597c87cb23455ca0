import { DateTime } from 'luxon';

/**
 * Every error of a request is one row of this file: what it is called, whether the request is repeated, and whether the
 * service may have taken it. Retries, messages, polls, the limiter and push read the row.
 */

/** What a request that did not succeed met. `retryAfterMs`: how long its header `Retry-After` says to wait. */
export type RequestError = ErrorKind & { retryAfterMs?: number };

type ErrorKind =
	/** A response whose status is no success, or a push's response that says neither yes nor no. */
	| { kind: 'status'; status: number }
	/** No complete response. */
	| { kind: 'connection'; connection: ConnectionError }
	/** The login gave no token, so the request was not sent. */
	| { kind: 'login'; isRejected: boolean };

/** `details.code` of a failed item, as far as a request decides it. */
export type RequestErrorCode =
	| 'badRequest'
	| 'unauthorized'
	| 'forbidden'
	| 'notFound'
	| 'contentTooLarge'
	| 'unexpectedStatus'
	| 'unexpectedResponse'
	| 'planLocked'
	| 'planMigrating'
	| 'rateLimited'
	| 'serverError'
	| 'redirected'
	| 'unreachable'
	| 'tlsError'
	| 'noResponse'
	| 'blockedByN8n'
	| 'loginFailed';

export interface ErrorRow {
	code: RequestErrorCode;
	/** `requested`: the service asks for a retry, `maxRetries` counts. `transient`: it may pass, a few retries do. */
	retry: 'never' | 'requested' | 'transient';
	/** Whether a push may have had its effect all the same. */
	taken: 'no' | 'maybe';
	isThrottling?: true;
	/**
	 * The token may be dead: section 7 gives no status for that, and services differ. A push is not sent again after
	 * `ofRead`, because some services take the good features of a push that they reject.
	 */
	mayBeToken?: 'ofAny' | 'ofRead';
}

const RATE_LIMITED: ErrorRow = { code: 'rateLimited', retry: 'requested', taken: 'no', isThrottling: true };
const AMBIGUOUS: ErrorRow = { code: 'serverError', retry: 'transient', taken: 'maybe' };
const NOT_SUPPORTED: ErrorRow = { code: 'serverError', retry: 'never', taken: 'no' };
const NEVER_CONNECTED: ErrorRow = { code: 'unreachable', retry: 'transient', taken: 'no' };
const NO_RESPONSE: ErrorRow = { code: 'noResponse', retry: 'transient', taken: 'maybe' };

const BY_STATUS: Partial<Record<number, ErrorRow>> = {
	400: { code: 'badRequest', retry: 'never', taken: 'no', mayBeToken: 'ofRead' },
	401: { code: 'unauthorized', retry: 'never', taken: 'no', mayBeToken: 'ofAny' },
	403: { code: 'forbidden', retry: 'never', taken: 'no', mayBeToken: 'ofAny' },
	404: { code: 'notFound', retry: 'never', taken: 'no' },
	408: AMBIGUOUS,
	409: { code: 'planLocked', retry: 'never', taken: 'no' },
	413: { code: 'contentTooLarge', retry: 'never', taken: 'no' },
	// Section 7.
	422: { code: 'planMigrating', retry: 'requested', taken: 'no' },
	425: AMBIGUOUS,
	429: RATE_LIMITED,
	499: AMBIGUOUS,
	501: NOT_SUPPORTED,
	505: NOT_SUPPORTED,
};

/** By the hundreds of a status that has no row of its own. */
const BY_CLASS: Partial<Record<number, ErrorRow>> = {
	3: { code: 'redirected', retry: 'never', taken: 'no', mayBeToken: 'ofAny' },
	4: { code: 'unexpectedStatus', retry: 'never', taken: 'no', mayBeToken: 'ofRead' },
	5: AMBIGUOUS,
};

const UNEXPECTED: ErrorRow = { code: 'unexpectedResponse', retry: 'never', taken: 'maybe' };

/** What went wrong below HTTP. */
const BY_CONNECTION = {
	dns: NEVER_CONNECTED,
	refused: NEVER_CONNECTED,
	unreachable: NEVER_CONNECTED,
	// The certificate was not accepted, or the handshake never ended: nothing was sent.
	certificate: { code: 'tlsError', retry: 'never', taken: 'no' },
	// The handshake failed, or the connection broke while a long request was written.
	tls: { code: 'tlsError', retry: 'transient', taken: 'maybe' },
	brokenTls: NO_RESPONSE,
	timeout: NO_RESPONSE,
	reset: NO_RESPONSE,
	// n8n's SSRF policy forbids the URL: nothing was sent.
	blocked: { code: 'blockedByN8n', retry: 'never', taken: 'no' },
} satisfies Record<string, ErrorRow>;

export type ConnectionError = keyof typeof BY_CONNECTION;

export function rowOf(error: RequestError): ErrorRow {
	switch (error.kind) {
		case 'status':
			// A gateway that says when to come back has not handed the request on.
			if (error.status === 503 && error.retryAfterMs !== undefined) return RATE_LIMITED;
			return BY_STATUS[error.status] ?? BY_CLASS[Math.floor(error.status / 100)] ?? UNEXPECTED;
		case 'connection':
			return BY_CONNECTION[error.connection];
		case 'login':
			return { code: 'loginFailed', retry: error.isRejected ? 'never' : 'transient', taken: 'no' };
	}
}

const CONNECTION_CODES: Partial<Record<string, ConnectionError>> = {
	ENOTFOUND: 'dns',
	EAI_AGAIN: 'dns',
	EAI_FAIL: 'dns',
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'unreachable',
	ENETUNREACH: 'unreachable',
	EADDRNOTAVAIL: 'unreachable',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	// Ended by its signal: Stop, which ends a request too, is checked before.
	ERR_CANCELED: 'timeout',
	EPROTO: 'tls',
};

/** @param code the `code` of a Node.js or axios error */
export function connectionError(code: string): ConnectionError {
	const knownCode = CONNECTION_CODES[code];
	if (knownCode !== undefined) return knownCode;
	if (/CERT|SIGNATURE/.test(code)) return 'certificate';
	// One damaged byte in the middle of a response looks so.
	return /^ERR_(TLS|SSL)/.test(code) ? 'brokenTls' : 'reset';
}

export interface RetryLimits {
	/** Retries after an error by which the service asks for a retry. */
	maxRetries: number;
	/** Waiting of one request for all its retries. */
	maxWaitMs: number;
}

/** Retries after an error that says nothing about when the service will be well again. */
export const MAX_TRANSIENT_RETRIES = 4;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Spread over requests that all have the same `Retry-After`. */
const RETRY_AFTER_SPREAD_MS = 250;

/**
 * How long to wait before the request is sent again; undefined where it is not. A push checks `rowOf` first: what may
 * have been taken is never sent again.
 * @param attempt attempts so far, at least 1
 * @param random a number from 0 up to 1
 */
export function retryDelayMs(
	error: RequestError,
	{ attempt, waitedMs }: { attempt: number; waitedMs: number },
	{ maxRetries, maxWaitMs }: RetryLimits,
	random: number,
): number | undefined {
	const max = { never: 0, transient: MAX_TRANSIENT_RETRIES, requested: maxRetries }[rowOf(error).retry];
	if (attempt > max) return undefined;
	// Who says that it may be at once says nothing about when.
	const delayMs = error.retryAfterMs
		? Math.round(error.retryAfterMs + random * RETRY_AFTER_SPREAD_MS)
		: backoffMs(attempt, random);
	return waitedMs + delayMs > maxWaitMs ? undefined : delayMs;
}

/** Exponential, less a random part of its second half. @param attempt at least 1 @returns milliseconds */
export function backoffMs(attempt: number, random: number): number {
	return Math.round(((1 + random) / 2) * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)));
}

/** The time by the service's clock: its header `Date`, because its `Retry-After` may be two hours off ours. */
export function serviceNowMs(date: unknown, nowMs: number): number {
	return httpDateMs(date) ?? nowMs;
}

/**
 * The header `Retry-After`, read strictly: whole seconds, or an HTTP date.
 * @returns milliseconds from `nowMs`, at least 0; undefined when it says neither
 */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	if (typeof header === 'string' && /^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const at = httpDateMs(header);
	return at === undefined ? undefined : Math.max(0, at - nowMs);
}

function httpDateMs(header: unknown): number | undefined {
	const date = DateTime.fromHTTP(String(header).trim());
	return date.isValid ? date.toMillis() : undefined;
}

export function statusError(status: number, headers: Record<string, unknown>): RequestError & { kind: 'status' } {
	const requestedMs = retryAfterMs(headers['retry-after'], serviceNowMs(headers.date, Date.now()));
	return { kind: 'status', status, ...(requestedMs === undefined ? {} : { retryAfterMs: requestedMs }) };
}

/** What input for the service has to be, by what a person would put right. */
export type InputRule =
	| 'url'
	| 'code'
	| 'missingPlanCode'
	| 'planUrl'
	| 'partnerCode'
	| 'author'
	| 'hasLevelBelow'
	| 'nestsChildren'
	| 'hasViewerTokens'
	| 'opensOwnPlan'
	| 'opensPlansBelow'
	| 'viewerToken'
	| 'planOfManyPlans'
	| 'queryParameter'
	| 'expiry';

/**
 * Input that breaks a rule, in words. What to do about it is said by whoever knows where the input came from: a node
 * (`nodes/shared/messages.ts`) or the credential. Holds no secret.
 */
export class InputProblem extends Error {
	constructor(
		message: string,
		readonly rule: InputRule,
	) {
		super(message);
	}
}

/** A response that is not what the specification says. Its message fits after "The service's response …". */
export class UnexpectedResponseError extends Error {}
