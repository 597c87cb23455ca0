import { ItemFailure } from '../shared/item-error';
import type { PollKind } from './poll-turn';

/** A first poll, because n8n publishes five workflows at once: a slower plan gets its baseline at the next poll. */
const FIRST_MS = 5_000;
const LATER_MS = 30_000;
/** A plan that missed its last poll; it gets its whole time now and then, because a slow plan is never read else. */
export const LATE_MS = 2_000;
const WHOLE_TIME_EVERY = 8;

/**
 * Time in the trigger is one rule: how long a poll waits for the answer of a plan. A plan that does not answer holds up
 * the others for so long, and no longer.
 * @param missed in how many polls in a row it has not answered
 */
export function timeForPlan(kind: PollKind, missed: number): number {
	if (kind === 'activation') return FIRST_MS;
	return isLate(missed) ? LATE_MS : LATER_MS;
}

/** Whether a plan gets the time of one that missed its last poll. */
export function isLate(missed: number): boolean {
	return missed % WHOLE_TIME_EVERY !== 0;
}

/*
 * n8n has clocks of its own, which no rule of ours replaces: an activation ends after 84 s, a tick of the durable
 * scheduler after 45 s, and n8n wants it to end by itself before a budget. So a whole poll ends before these, too; that
 * matters to plans that are compared one after another.
 */
const FIRST_POLL_MS = 18_000;
/** The budget that a tick has by default; other polls have 300 s. */
const TICK_BUDGET_MS = 36_000;
/** To compare what was read, and for n8n to start the workflow. */
const RESERVE_MS = 5_000;
/** The first call goes alone, because it may log in; others wait so long for it. A login usually ends sooner. */
export const ALONE_MS = 3_000;

/** When a poll is over, in milliseconds since it started. @param budgetMs what n8n gives it */
export function timeOfPoll(kind: PollKind, budgetMs: number): number {
	if (kind === 'activation') return FIRST_POLL_MS;
	const budget = Math.min(budgetMs, TICK_BUDGET_MS);
	return budget - Math.min(RESERVE_MS, budget / 2);
}

/** @returns what came of the work, or undefined when that took longer; the work goes on then, and is left alone */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
	const late = new Promise<undefined>((resolve) => {
		AbortSignal.timeout(Math.max(0, ms)).addEventListener('abort', () => resolve(undefined));
	});
	return await Promise.race([work, late]);
}

export function notAnsweredFailure(): ItemFailure {
	return lostFailure(
		'The service did not answer in the time that a poll has',
		'asks',
		'ask the operator of the service',
	);
}

/** The plan came, and the poll was over before it was compared with what is known. */
export function noTimeLeftFailure(): ItemFailure {
	const message = 'The plan was read, but the time of the poll was over before it was compared';
	const advice = 'watch fewer features with Filters, or spread the plans over several workflows';
	return lostFailure(message, 'reads it', advice);
}

function lostFailure(message: string, does: string, advice: string): ItemFailure {
	return new ItemFailure({
		code: 'noResponse',
		message,
		advice: `The next poll ${does} again. If this goes on, ${advice}.`,
		requestError: { kind: 'connection', connection: 'timeout' },
	});
}
