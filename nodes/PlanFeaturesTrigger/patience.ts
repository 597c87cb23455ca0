import type { PollKind } from './poll-turn';

/** How long a poll may wait, in milliseconds. */
export interface PollTimes {
	/** For all plans together. */
	pollMs: number;
	/** For one request. */
	requestMs: number;
	/** Requests for one plan, of which the last may fail. */
	tries: number;
}

/** n8n gives a first poll 84 s and makes five at once, so a longer one holds other workflows up. */
const FIRST_POLL: PollTimes = { pollMs: 18_000, requestMs: 15_000, tries: 1 };

/** The budget that a tick has by default. In memory the same holds: a plan that hangs may not hold up the others. */
const LATER_BUDGET_MS = 36_000;
const LATER_REQUEST_MS = 30_000;
/** To compare what was read, and for n8n to start the workflow. */
const RESERVE_MS = 5_000;

export function timesOfPoll(kind: PollKind, budgetMs = LATER_BUDGET_MS): PollTimes {
	if (kind === 'activation') return FIRST_POLL;
	const budget = Math.min(budgetMs, LATER_BUDGET_MS);
	const pollMs = budget - Math.min(RESERVE_MS, budget / 2);
	return { pollMs, requestMs: Math.min(LATER_REQUEST_MS, pollMs), tries: 2 };
}

/** How far a poll has come, in milliseconds since it started. */
export interface Progress {
	/** For each plan that has not answered: in how many polls in a row it has not. */
	missed: number[];
	lastAnswerMs?: number;
	hasEvents: boolean;
}

/** For plans that have kept the last poll waiting already. */
const GRACE_FOR_LATE_MS = 2_000;
/** For plans that are usually well, where others have something to report. */
const GRACE_WITH_EVENTS_MS = 5_000;
/** A plan that answers slowly would never be read without its full time now and then. */
const FULL_TIME_EVERY = 8;

/**
 * When a poll stops waiting for the plans that have not answered: the others' events do not wait for a plan that hangs.
 * @returns milliseconds since the poll started
 */
export function endOfWaiting({ missed, lastAnswerMs, hasEvents }: Progress, pollMs: number): number {
	if (lastAnswerMs === undefined || missed.some((polls) => polls > 0 && polls % FULL_TIME_EVERY === 0)) return pollMs;
	if (missed.every((polls) => polls > 0)) return Math.min(pollMs, lastAnswerMs + GRACE_FOR_LATE_MS);
	return hasEvents ? Math.min(pollMs, lastAnswerMs + GRACE_WITH_EVENTS_MS) : pollMs;
}
