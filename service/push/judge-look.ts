import type { Feature } from '../plan';
import { RECOVERED, WAITING } from './fate';
import { countCopies, findOnPlan, leaveOutHeld } from './looks';
import { giveUp } from './give-up';
import { onPlanOf, setFates } from './state';
import type { Batch, PushState } from './state';
import { LEAST_LOOKS, choose, end, lookAfterWait, settle } from './steps';

/** Judges what a look at the plan has shown. Whatever it was for, it counts copies of what was sent again. */
export function judgeLook<Reason>(state: PushState<Reason>, plan: readonly Feature[], random: number): void {
	const { step } = state;
	if (step.do !== 'look') return;
	if (step.lookFor === 'lost') return judgeLookForLost(state, plan, random);
	if (step.lookFor === 'held') leaveOutHeld(state, plan);
	else judgeLastLook(state, plan);
	choose(state, random);
}

/** Judges the look for a batch whose answer was lost. */
function judgeLookForLost<Reason>(state: PushState<Reason>, plan: readonly Feature[], random: number): void {
	const { batch, entries } = state;
	if (batch === undefined) return;
	const { indices, last } = batch;
	const there = findOnPlan(state, indices, plan);
	countCopies(state, plan);
	batch.looks++;
	state.fresh = true;
	if (there.length === indices.length) {
		settle(state, indices, RECOVERED);
		delete state.partly;
		return choose(state, random);
	}
	const grows = there.length > batch.found && batch.waitedMs <= entries[indices[0]].rules.maxWaitMs;
	batch.found = Math.max(batch.found, there.length);
	if (batch.looks < LEAST_LOOKS || grows) return lookAfterWait(state, batch, random);
	if (batch.found > 0 || state.partly !== undefined) return endPartly(state, batch, there);
	setFates(state, indices, WAITING);
	if (last === undefined || last.again) state.step = { do: 'send', indices };
	else giveUp(state, batch, random);
}

function endPartly<Reason>(state: PushState<Reason>, { indices }: Batch<Reason>, found: readonly number[]): void {
	settle(state, found, RECOVERED);
	const there = [...(state.partly?.there ?? []), ...found].sort((one, other) => one - other);
	const onPlan = new Set(found);
	const missing = indices.filter((index) => !onPlan.has(index));
	state.partly = { there, missing };
	end(state, { kind: 'partly', there, missing });
}

/**
 * Judges the look for copies, for which nothing waits any more. A copy that arrives later is told only where a further
 * look happens to come.
 */
function judgeLastLook(state: PushState<unknown>, plan: readonly Feature[]): void {
	countCopies(state, plan);
	for (const index of onPlanOf(state, state.uncounted)) state.uncounted.delete(index);
}
