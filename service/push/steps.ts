import { backoffMs } from '../api';
import { UNKNOWN, closeFates, newBatch, setFates } from './known';
import { entriesWhere, isOnPlan } from './outcome';
import type { Batch, Ending, Known, PushState, Step } from './state';

/** After an answer was lost its request may still arrive: nothing is sent before that has had so much time. */
const LEAST_REST_MS = 10_000;
/** How many times the longest answer of the run it may be late. */
const REST_IN_ANSWERS = 3;
/** The waits before looks double up to this one: 8 s. */
const LONGEST_LOOK_WAIT = 5;

/** Picks what to do once a batch is settled. */
export function next<Reason>(state: PushState<Reason>, random: number): Step<Reason> {
	delete state.batch;
	// While others of the same lost request are being looked for, more of it may still arrive.
	if (isAnyOwed(state, (one) => one.isSentAgain) && !state.apart.some((batch) => isInDoubt(state, batch)))
		return wait(newBatch<Reason>([]), waitBeforeLook(3, random), { do: 'look', lookFor: 'copies' });
	const batch = nextBatch(state);
	if (batch === undefined) return atEnd(state);
	state.batch = batch;
	if (isInDoubt(state, batch) && !(state.isFresh && hasRested(state, batch)))
		return lookAfterWait(state, batch, random);
	return { do: 'send', indices: batch.indices };
}

function atEnd<Reason>(state: PushState<Reason>): Step<Reason> {
	if (isAnyOwed(state, () => true)) return { do: 'look', lookFor: 'copies' };
	const doubled = entriesWhere(state, ({ copies }) => copies > 0);
	return doubled.length > 0 ? ended(state, { kind: 'doubled', doubled }) : { do: 'done' };
}

/** A look has still to count copies of it: of what was sent again, and of all where it is known what was there. */
export function isOwed({ before }: PushState<unknown>, one: Known): boolean {
	return isOnPlan(one) && !one.isCounted && (one.isSentAgain || before !== undefined);
}

function isAnyOwed(state: PushState<unknown>, is: (one: Known) => boolean): boolean {
	return state.known.some((one) => isOwed(state, one) && is(one));
}

/** Parts of an earlier batch, or the next entries of a group that wait, in input order. */
function nextBatch<Reason>(state: PushState<Reason>): Batch<Reason> | undefined {
	for (let batch = state.apart.pop(); batch !== undefined; batch = state.apart.pop()) {
		batch.indices = batch.indices.filter((index) => isOpen(state.known[index]));
		if (batch.indices.length > 0) return batch;
	}
	for (let queue = state.queues.at(-1); queue !== undefined; queue = state.queues.at(-1)) {
		const indices: number[] = [];
		let most = 1;
		while (indices.length < most && queue.length > 0) {
			const index = queue.pop() ?? 0;
			most = state.entries[index].rules.batchSize;
			if (state.known[index].fate.kind === 'waiting') indices.push(index);
		}
		if (indices.length > 0) return newBatch(indices);
		state.queues.pop();
	}
	return undefined;
}

function isOpen({ fate: { kind } }: Known): boolean {
	return kind === 'waiting' || kind === 'unknown';
}

/** An answer of the batch was lost: before it is sent again, or given up, the plan is looked at. */
export function lookAfterWait<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	random: number,
	leastMs = 0,
): Step<Reason> {
	setFates(state, batch.indices, UNKNOWN);
	const { evidence, sinceLostMs, looks } = batch;
	const restMs = evidence === undefined ? 0 : evidence.firstMs + leastRestMs(state) - sinceLostMs;
	const ms = waitBeforeLook(Math.min(looks + 1, LONGEST_LOOK_WAIT), random);
	return wait(batch, Math.max(leastMs, restMs > 0 ? Math.min(ms, restMs) : ms), { do: 'look', lookFor: 'lost' });
}

export function wait<Reason>(batch: Batch<Reason>, ms: number, then: Step<Reason>): Step<Reason> {
	batch.waitedMs += ms;
	batch.sinceLostMs += ms;
	return { do: 'wait', ms, then };
}

/** Two looks that were evidence are so far apart that what was lost would have arrived. */
export function hasRested(state: PushState<unknown>, { evidence }: Batch<unknown>): boolean {
	return evidence !== undefined && evidence.lastMs - evidence.firstMs >= leastRestMs(state);
}

function leastRestMs({ longestMs }: PushState<unknown>): number {
	return Math.max(LEAST_REST_MS, REST_IN_ANSWERS * longestMs);
}

/** Nothing more can be learned in this run. */
export function stopped<Reason>(state: PushState<Reason>, reason: Reason): Step<Reason> {
	state.lastReason = reason;
	const unknown = closeFates(state);
	if (unknown.length > 0) return ended(state, { kind: 'unread', reason, unknown });
	return ended(state, { kind: 'failed', reason, tries: 0, unknown });
}

export function ended<Reason>(state: PushState<Reason>, ending: Ending<Reason>): Step<Reason> {
	closeFates(state);
	delete state.batch;
	return { do: 'fail', ending };
}

/** The service takes no more of it. What was put on the plan is counted first, as far as the plan can be read. */
export function failed<Reason>(state: PushState<Reason>, { tries }: Batch<Reason>, reason: Reason): Step<Reason> {
	const ending: Ending<Reason> = { kind: 'failed', reason, tries, unknown: closeFates(state) };
	if (!isAnyOwed(state, () => true)) return ended(state, ending);
	delete state.batch;
	state.ending = ending;
	return { do: 'look', lookFor: 'copies' };
}

/** A batch that failed is not sent again as it is: the push ends, or (Isolate) goes on with its parts. */
export function giveUp<Reason>(state: PushState<Reason>, batch: Batch<Reason>, random: number): Step<Reason> {
	const { last, indices } = batch;
	if (last === undefined) return state.step;
	const { refusal, reason } = last;
	const fail = () => failed(state, batch, reason);
	const { isolate } = state.entries[indices[0]].rules;
	if (refusal === undefined) return fail();
	if (!isolate) {
		for (const { index, message } of refusal.named) {
			const one = state.known[indices[index]];
			if (indices.length === 1) one.fate = { kind: 'refused', words: message };
			else one.named = message;
		}
		return fail();
	}
	if (indices.length === 1) {
		const [index] = indices;
		const [named] = refusal.named;
		state.known[index].fate = { kind: 'refused', words: named?.message ?? refusal.words };
		// What the service names is about the feature.
		if (named === undefined && isRefusedTwice(state, index, refusal.words)) return fail();
	} else {
		const named = refusal.named.map(({ index }) => indices[index]);
		// What the service names is tried alone, because it may count otherwise.
		const parts =
			named.length > 0
				? [indices.filter((index) => !named.includes(index)), ...named.map((index) => [index])]
				: [indices.slice(0, indices.length >> 1), indices.slice(indices.length >> 1)];
		for (const part of parts.reverse()) state.apart.push(newBatch(part, batch));
	}
	return next(state, random);
}

/** The first and the last feature are refused alone in the same words: it is not about the features. */
function isRefusedTwice<Reason>(state: PushState<Reason>, index: number, words: string): boolean {
	const { refusedAlone } = state;
	if (refusedAlone !== undefined) return refusedAlone.last === index && refusedAlone.words === words;
	const last = entriesWhere(state, isOpen).at(-1);
	state.refusedAlone = { words, last };
	if (last !== undefined) state.apart.push(newBatch([last]));
	return false;
}

function waitBeforeLook(look: number, random: number): number {
	// From a quarter of it on.
	return backoffMs(look, 1.5 * random - 0.5);
}

export function isInDoubt({ known }: PushState<unknown>, { indices }: Batch<unknown>): boolean {
	return indices.some((index) => known[index].mayArrive);
}
