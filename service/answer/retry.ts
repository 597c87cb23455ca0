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

/** A read may be repeated at will; a push may not, once the service may have taken it. */
export type CallKind = 'read' | 'push';

export type Decision = { action: 'fail' } | { action: 'retry'; delayMs: number };

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
	return status < 300 || [408, 425, 499].includes(status);
}

/** Statuses by which the service asks to come back later. */
export function isPutOff(status: number): boolean {
	return status === 429 || status === 503;
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
			if (fault.status === 422) return kind === 'push' ? maxRetries : 0;
			return isOutcomeUnknown(fault) ? MAX_BLIND_RETRIES : 0;
	}
}
