import type { Feature } from '../features';
import { backoffMs, decide, isOutcomeUnknown } from '../retry';
import type { Fault } from '../retry';
import { PUSHED, RECOVERED, UNDER_WAY, UNKNOWN, WAITING } from './fate';
import type { Fate, PushEntry } from './fate';
import { countCopies, foundOnPlan, leaveOutHeld } from './looks';
import { nextBatch } from './next-batch';
import { closeFates, newBatch, noteLost, noteSecond, onPlanOf, setFates } from './state';
import type { Batch, Ending, PushState, Refusal, Step } from './state';

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

/** A lost push may arrive while the plan is being looked at, so one look is not enough before the first further try. */
const LEAST_LOOKS = 2;
/** The least share of a wait before a look, however the jitter falls: a look at once would miss a push still at work. */
const LEAST_WAIT = 0.25;
/** The waits before looks double up to this one: 8 s. */
const LONGEST_LOOK_WAIT = 5;

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
export function next<Reason>({ step }: PushState<Reason>): Step<Reason> {
	return step;
}

/** Takes in what happened. @param random from 0 up to 1, for waits */
export function after<Reason>(state: PushState<Reason>, event: PushEvent<Reason>, random: number): void {
	const { batch, step } = state;
	switch (event.kind) {
		case 'waited':
			if (step.do === 'wait') state.step = step.then;
			return;
		case 'stopped':
			if (step.do !== 'done' && step.do !== 'fail') stop(state, event.reason);
			return;
		case 'seen':
			if (step.do !== 'look') return;
			if (step.lookFor === 'lost') return seen(state, event.features, random);
			if (step.lookFor === 'held') leaveOutHeld(state, event.features);
			else lastCount(state, event.features);
			return choose(state, random);
		case 'unseen':
			if (step.do === 'look' && step.lookFor === 'copies') {
				return end(state, { kind: 'uncounted', reason: event.reason, uncounted: onPlanOf(state, state.uncounted) });
			}
			return stop(state, event.reason);
	}
	if (batch === undefined) return;
	switch (event.kind) {
		case 'sending':
			return sending(state, batch);
		case 'taken':
			noteSecond(state, batch.indices);
			settle(state, batch.indices, PUSHED);
			return choose(state, random);
		case 'failed':
			return failed(state, batch, event, random);
	}
}

function sending(state: PushState<unknown>, batch: Batch<unknown>): void {
	state.requests++;
	state.fresh = false;
	// The second POST after a 401 is no further try.
	if (state.fates[batch.indices[0]] === UNDER_WAY) return;
	batch.tries++;
	if (batch.tries > 1) state.retries++;
	setFates(state, batch.indices, UNDER_WAY);
}

function failed<Reason>(
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

/** Whatever arrives later is told only where there happens to be a further look. */
function lastCount(state: PushState<unknown>, plan: readonly Feature[]): void {
	countCopies(state, plan);
	for (const index of onPlanOf(state, state.uncounted)) state.uncounted.delete(index);
}

function isInDoubt({ lost }: PushState<unknown>, { indices }: Batch<unknown>): boolean {
	return indices.some((index) => lost.has(index));
}

/** The answer of a request was lost: before its features are sent again, or given up, the plan is looked at. */
function lookAfterWait<Reason>(state: PushState<Reason>, batch: Batch<Reason>, random: number, leastMs = 0): void {
	setFates(state, batch.indices, UNKNOWN);
	const look = Math.min(batch.looks + 1, LONGEST_LOOK_WAIT);
	const ms = Math.max(leastMs, backoffMs(look, LEAST_WAIT + (1 - LEAST_WAIT) * random));
	wait(state, batch, ms, { do: 'look', lookFor: 'lost' });
}

function wait<Reason>(state: PushState<Reason>, batch: Batch<Reason>, ms: number, then: Step<Reason>): void {
	batch.waitedMs += ms;
	state.step = { do: 'wait', ms, then };
}

/** Judges a look for a batch of which an answer was lost. */
function seen<Reason>(state: PushState<Reason>, plan: readonly Feature[], random: number): void {
	const { batch, entries } = state;
	if (batch === undefined) return;
	const { indices, last } = batch;
	const there = foundOnPlan(state, indices, plan);
	batch.looks++;
	state.fresh = true;
	if (there.length === indices.length) {
		settle(state, indices, RECOVERED);
		// With the batch settled, so that an equal feature of it is not taken for a copy.
		countCopies(state, plan);
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

/** They are on the plan. What was sent more often may be there more often: `sentAgain` says so. */
function settle(state: PushState<unknown>, indices: readonly number[], fate: Fate): void {
	setFates(state, indices, fate);
	for (const index of indices) state.lost.delete(index);
}

function endPartly<Reason>(state: PushState<Reason>, { indices }: Batch<Reason>, found: readonly number[]): void {
	settle(state, found, RECOVERED);
	const there = [...(state.partly?.there ?? []), ...found].sort((one, other) => one - other);
	const onPlan = new Set(found);
	const missing = indices.filter((index) => !onPlan.has(index));
	state.partly = { there, missing };
	end(state, { kind: 'partly', there, missing });
}

/** The batch is not sent again as it is. */
function giveUp<Reason>(state: PushState<Reason>, batch: Batch<Reason>, random: number): void {
	const { last, indices, tries } = batch;
	if (last === undefined) return;
	const { refusal, reason } = last;
	const { isolate } = state.entries[indices[0]].rules;
	const named = refusal?.named ?? [];
	for (const { index, message } of named) state.fates[indices[index]] = { kind: 'refused', words: message };
	if (refusal === undefined || !isolate) return end(state, { kind: 'failed', reason, tries, unknown: closeFates(state) });
	if (indices.length === 1) {
		state.fates[indices[0]] = { kind: 'refused', words: refusal.words };
	} else if (named.length > 0) {
		setApart(state, batch, indices);
	} else {
		const half = indices.length >> 1;
		setApart(state, batch, indices.slice(half));
		setApart(state, batch, indices.slice(0, half));
	}
	choose(state, random);
}

function setApart<Reason>(state: PushState<Reason>, { looks }: Batch<Reason>, indices: number[]): void {
	const open = indices.filter((index) => state.fates[index].kind === 'waiting');
	if (open.length > 0) state.apart.push(newBatch(open, looks));
}

/** Picks what to do once a batch is settled. */
function choose<Reason>(state: PushState<Reason>, random: number): void {
	delete state.batch;
	// While others of the same lost request are being looked for, more of it may still arrive.
	if (onPlanOf(state, state.uncounted).length > 0 && !state.apart.some((batch) => isInDoubt(state, batch))) {
		const copies = newBatch<Reason>([], LEAST_LOOKS);
		const ms = backoffMs(LEAST_LOOKS + 1, LEAST_WAIT + (1 - LEAST_WAIT) * random);
		return wait(state, copies, ms, { do: 'look', lookFor: 'copies' });
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

/** Nothing more can be learned in this run. */
function stop<Reason>(state: PushState<Reason>, reason: Reason): void {
	const unknown = closeFates(state);
	if (unknown.length > 0) end(state, { kind: 'unread', reason, unknown });
	else end(state, { kind: 'failed', reason, tries: 0, unknown });
}

function end<Reason>(state: PushState<Reason>, ending: Ending<Reason>): void {
	closeFates(state);
	delete state.batch;
	state.step = { do: 'fail', ending };
}
