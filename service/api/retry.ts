/** What became of one call that did not succeed. */
export type Fault =
	/** The service answered with a status that is no success, or to a push with one that says neither yes nor no. */
	| { kind: 'status'; status: number; retryAfterMs?: number }
	/** No connection came about, so nothing was sent. */
	| { kind: 'unreached' }
	/** Something was sent, and no whole answer came back: reset, time-out, closed connection, broken TLS. */
	| { kind: 'lost' }
	/** Trying again cannot help. */
	| { kind: 'final' };

/**
 * A read may be repeated at will; a push may not, once the service may have taken it. A lookup reads what no push
 * migrates.
 */
export type CallKind = 'read' | 'lookup' | 'push';

export type Decision = { action: 'fail' } | { action: 'retry'; delayMs: number };

/** What a status says that passes by itself. */
export type Passing = 'unclear' | 'planChanges' | 'migration' | 'slowDown';

/**
 * The statuses below 500 that pass by themselves, and 503. One entry makes a status known to everything that asks:
 * whether it is waited for, what a person is told, and whether a poll may go on.
 */
const PASSING: Partial<Record<number, Passing>> = {
	408: 'unclear',
	409: 'planChanges',
	422: 'migration',
	425: 'unclear',
	429: 'slowDown',
	499: 'unclear',
	503: 'slowDown',
};

export interface RetryState {
	kind: CallKind;
	/** Tries so far of this call. */
	tries: number;
	/** Time that this call has spent waiting for further tries. */
	waitedMs: number;
}

export interface RetryLimits {
	/**
	 * Further tries of a push that the service put off (422, 429, 503). The outcome after 503 is unknown all the same.
	 */
	maxRetries: number;
	maxWaitMs: number;
}

/** Further tries after a fault that says nothing about when the service will be well again. */
export const MAX_BLIND_RETRIES = 4;
/** A read that the service keeps putting off ends by its waiting time; this only bounds tries without waits. */
const MAX_READ_RETRIES = 50;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const NOW = `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} ${MONTH} \\d{4}`;
const FORMERLY = `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d{2}-${MONTH}-\\d{2}`;
/** The two formats of HTTP dates that servers still send in this header (RFC 9110, section 5.6.7). */
const HTTP_DATE = new RegExp(`^(?:${NOW}|${FORMERLY}) [0-2]\\d:[0-5]\\d:[0-5]\\d GMT$`);
/** Spread over calls that were all told to come back at the same moment. */
const RETRY_AFTER_SPREAD_MS = 250;

/**
 * Whether a failed call is tried again, and when. The fault table of the project in one pure function.
 * @param random a number from 0 up to 1
 */
export function decide(fault: Fault, state: RetryState, limits: RetryLimits, random: number): Decision {
	const allowed = allowedRetries(fault, state.kind, limits);
	// A call that was refused before it went out has had no try.
	if (allowed === 0 || state.tries > allowed) return { action: 'fail' };
	const told = fault.kind === 'status' ? fault.retryAfterMs : undefined;
	const delayMs =
		told === undefined ? backoffMs(state.tries, random) : Math.round(told + random * RETRY_AFTER_SPREAD_MS);
	if (state.waitedMs + delayMs > limits.maxWaitMs) return { action: 'fail' };
	return { action: 'retry', delayMs };
}

/** Exponential with full jitter. @param tries at least 1 @returns milliseconds */
export function backoffMs(tries: number, random: number): number {
	return Math.round(random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1)));
}

/**
 * Whether a push that ended so may have taken effect: there is no whole answer, a gateway answered in place of the
 * service, or the service said neither yes nor no. After all other faults it certainly did not.
 */
export function isOutcomeUnknown(fault: Fault): boolean {
	if (fault.kind === 'lost') return true;
	if (fault.kind !== 'status') return false;
	const { status } = fault;
	if (status >= 500) return status !== 501 && status !== 505;
	return status < 300 || PASSING[status] === 'unclear';
}

/** Whether the service asks to slow down. */
export function isPutOff(status: number): boolean {
	return PASSING[status] === 'slowDown';
}

/** What a status says that passes by itself, where it is one. */
export function passingOf(status: number): Passing | undefined {
	return PASSING[status];
}

/** The time by the service's clock: its header `Date`, because its `Retry-After` may be two hours off ours. */
export function serviceNowMs(date: unknown, nowMs: number): number {
	const at = typeof date === 'string' && HTTP_DATE.test(date.trim()) ? Date.parse(date) : NaN;
	return Number.isNaN(at) ? nowMs : at;
}

/**
 * The header `Retry-After`, read strictly: whole seconds, or an HTTP date.
 * @returns milliseconds from `nowMs`, at least 0; undefined when it says neither
 */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function allowedRetries(fault: Fault, kind: CallKind, { maxRetries }: RetryLimits): number {
	switch (fault.kind) {
		case 'final':
			return 0;
		case 'unreached':
		case 'lost':
			return MAX_BLIND_RETRIES;
		case 'status':
			if (isPutOff(fault.status)) return kind === 'push' ? maxRetries : MAX_READ_RETRIES;
			if (PASSING[fault.status] === 'migration') return { push: maxRetries, read: MAX_READ_RETRIES, lookup: 0 }[kind];
			return isOutcomeUnknown(fault) ? MAX_BLIND_RETRIES : 0;
	}
}
