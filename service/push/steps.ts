import { backoffMs } from '../answer';
import { UNKNOWN } from './fate';
import type { Fate } from './fate';
import { nextBatch } from './next-batch';
import { closeFates, newBatch, onPlanOf, setFates } from './state';
import type { Batch, Ending, PushState, Step } from './state';

/** A lost push may arrive while the plan is being looked at, so one look is not enough before the first further try. */
export const LEAST_LOOKS = 2;
/**
 * The least share of a wait before a look, however the jitter falls: a look at once would miss a push still at work.
 */
const LEAST_WAIT = 0.25;
/** The waits before looks double up to this one: 8 s. */
const LONGEST_LOOK_WAIT = 5;

/** Picks what to do once a batch is settled. */
export function choose<Reason>(state: PushState<Reason>, random: number): void {
	delete state.batch;
	// While others of the same lost request are being looked for, more of it may still arrive.
	if (onPlanOf(state, state.uncounted).length > 0 && !state.apart.some((batch) => isInDoubt(state, batch))) {
		return wait(state, newBatch([], LEAST_LOOKS), waitBeforeLook(LEAST_LOOKS + 1, random), {
			do: 'look',
			lookFor: 'copies',
		});
	}
	const batch = state.apart.pop() ?? nextBatch(state);
	if (batch === undefined) {
		if (state.doubled.size > 0) end(state, { kind: 'doubled', doubled: [...state.doubled.keys()] });
		else state.step = { do: 'done' };
		return;
	}
	state.batch = batch;
	const hasLooked = state.fresh && batch.looks >= LEAST_LOOKS;
	if (isInDoubt(state, batch) && !hasLooked) lookAfterWait(state, batch, random);
	else state.step = { do: 'send', indices: batch.indices };
}

/** The answer of a request was lost: before its features are sent again, or given up, the plan is looked at. */
export function lookAfterWait<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	random: number,
	leastMs = 0,
): void {
	setFates(state, batch.indices, UNKNOWN);
	const ms = waitBeforeLook(Math.min(batch.looks + 1, LONGEST_LOOK_WAIT), random);
	wait(state, batch, Math.max(leastMs, ms), { do: 'look', lookFor: 'lost' });
}

export function wait<Reason>(state: PushState<Reason>, batch: Batch<Reason>, ms: number, then: Step<Reason>): void {
	batch.waitedMs += ms;
	state.step = { do: 'wait', ms, then };
}

/** The plan has these. One that was sent more than once may be there more than once: `sentAgain` holds it. */
export function settle(state: PushState<unknown>, indices: readonly number[], fate: Fate): void {
	setFates(state, indices, fate);
	for (const index of indices) state.lost.delete(index);
}

/** Nothing more can be learned in this run. */
export function stop<Reason>(state: PushState<Reason>, reason: Reason): void {
	const unknown = closeFates(state);
	if (unknown.length > 0) end(state, { kind: 'unread', reason, unknown });
	else end(state, { kind: 'failed', reason, tries: 0, unknown });
}

export function end<Reason>(state: PushState<Reason>, ending: Ending<Reason>): void {
	closeFates(state);
	delete state.batch;
	state.step = { do: 'fail', ending };
}

export function isInDoubt({ lost }: PushState<unknown>, { indices }: Batch<unknown>): boolean {
	return indices.some((index) => lost.has(index));
}

function waitBeforeLook(look: number, random: number): number {
	return backoffMs(look, LEAST_WAIT + (1 - LEAST_WAIT) * random);
}
