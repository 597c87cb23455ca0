import type { Feature } from '../plan';
import { decide, isOutcomeUnknown } from '../answer';
import type { Fault } from '../answer';
import { PUSHED, UNDER_WAY, WAITING } from './fate';
import type { PushEntry } from './fate';
import { giveUp } from './give-up';
import { judgeLook } from './judge-look';
import { closeFates, newBatch, noteLost, noteSecond, onPlanOf, setFates } from './state';
import type { Batch, PushState, Refusal, Step } from './state';
import { choose, end, isInDoubt, lookAfterWait, settle, stop, wait } from './steps';

/** What happened since the last step. */
export type PushEvent<Reason> =
	/** A POST of the batch goes out: the first, or the one after a 401. */
	| { kind: 'sending' }
	/** The service says that it took the batch. */
	| { kind: 'taken' }
	| { kind: 'failed'; fault: Fault; reason: Reason; refusal?: Refusal }
	| { kind: 'seen'; features: readonly Feature[] }
	/** The plan could not be read. */
	| { kind: 'unseen'; reason: Reason }
	| { kind: 'waited' }
	/** Nothing may be sent any more. */
	| { kind: 'stopped'; reason: Reason };

/** The push of one plan, before anything was done. */
export function newPush<Reason>(entries: readonly PushEntry[]): PushState<Reason> {
	const state: PushState<Reason> = {
		entries,
		fates: entries.map(() => WAITING),
		lost: new Set(),
		sentAgain: new Set(),
		uncounted: new Set(),
		doubled: new Map(),
		apart: [],
		from: 0,
		compared: !entries.some(({ rules }) => rules.skipExisting),
		fresh: false,
		requests: 0,
		retries: 0,
		step: { do: 'done' },
	};
	resume(state);
	return state;
}

/**
 * Goes on with a push that ended early, for a run that n8n repeats. What is unknown is looked for before anything is
 * sent. A refusal that ended the run is met again: the rest of its batch does not go without the refused.
 */
export function resume<Reason>(state: PushState<Reason>): void {
	const { entries, fates } = state;
	fates.forEach(({ kind }, index) => {
		if (kind === 'refused' && !entries[index].rules.isolate) fates[index] = WAITING;
	});
	const unknown = closeFates(state);
	state.apart.length = 0;
	if (unknown.length > 0) state.apart.push(newBatch(unknown));
	state.from = 0;
	state.fresh = false;
	if (!state.compared) state.step = { do: 'look', lookFor: 'held' };
	else choose(state, 1);
}

/** What to do now. */
export function nextStep<Reason>({ step }: PushState<Reason>): Step<Reason> {
	return step;
}

/** Takes in what happened. @param random from 0 up to 1, for waits */
export function advance<Reason>(state: PushState<Reason>, event: PushEvent<Reason>, random: number): void {
	const { batch, step } = state;
	switch (event.kind) {
		case 'waited':
			if (step.do === 'wait') state.step = step.then;
			return;
		case 'stopped':
			if (step.do !== 'done' && step.do !== 'fail') stop(state, event.reason);
			return;
		case 'seen':
			return judgeLook(state, event.features, random);
		case 'unseen':
			if (step.do === 'look' && step.lookFor === 'copies') {
				return end(state, { kind: 'uncounted', reason: event.reason, uncounted: onPlanOf(state, state.uncounted) });
			}
			return stop(state, event.reason);
	}
	if (batch === undefined) return;
	switch (event.kind) {
		case 'sending':
			return noteSending(state, batch);
		case 'taken':
			noteSecond(state, batch.indices);
			settle(state, batch.indices, PUSHED);
			return choose(state, random);
		case 'failed':
			return noteFailure(state, batch, event, random);
	}
}

function noteSending(state: PushState<unknown>, batch: Batch<unknown>): void {
	state.requests++;
	state.fresh = false;
	// The second POST after a 401 is no further try.
	if (state.fates[batch.indices[0]] === UNDER_WAY) return;
	batch.tries++;
	if (batch.tries > 1) state.retries++;
	setFates(state, batch.indices, UNDER_WAY);
}

function noteFailure<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	{ fault, reason, refusal }: { fault: Fault; reason: Reason; refusal?: Refusal },
	random: number,
): void {
	if (isOutcomeUnknown(fault)) noteLost(state, batch.indices);
	const { tries, waitedMs } = batch;
	const decision = decide(fault, { kind: 'push', tries, waitedMs }, state.entries[batch.indices[0]].rules, random);
	batch.last = { reason, again: decision.action === 'retry', refusal };
	const delayMs = decision.action === 'retry' ? decision.delayMs : 0;
	if (isInDoubt(state, batch)) return lookAfterWait(state, batch, random, delayMs);
	setFates(state, batch.indices, WAITING);
	if (decision.action === 'retry') wait(state, batch, delayMs, { do: 'send', indices: batch.indices });
	else giveUp(state, batch, random);
}
