import type { Feature } from '../plan';
import { retryDelayMs, rowOf } from '../api';
import type { RequestError } from '../api';
import { afterLook } from './after-look';
import { afterUnseen } from './count';
import { PUSHED, UNDER_WAY, UNKNOWN, WAITING, comparesFirst, noteSent, setFates, settle } from './known';
import type { Batch, PushState, Refusal, Seen, ServiceDate, Step } from './state';
import { giveUp, isInDoubt, lookAfterWait, next, stopped, wait } from './steps';

/** What happened since the last step. */
export type PushEvent<Reason> =
	/** A POST of the batch goes out: the first, or the one after a 401. */
	| { kind: 'sending' }
	/** The service says that it took the batch. @param tookMs how long it took for its answer */
	| ({ kind: 'taken'; tookMs: number } & Dated)
	/** The service answers, and says neither yes nor no. */
	| ({ kind: 'answered'; tookMs: number; reason: Reason } & Dated)
	/** Refused, or lost. */
	| { kind: 'failed'; fault?: RequestError; reason: Reason; refusal?: Refusal; tookMs?: number }
	| SeenEvent<Reason>
	/** The plan could not be read. */
	| { kind: 'unseen'; reason: Reason }
	| { kind: 'waited' }
	/** Nothing may be sent any more. */
	| { kind: 'stopped'; reason: Reason };

/**
 * @param doubt why the look may show a part of the plan only
 * @param old what is said of it where it is older than the last request
 */
type SeenEvent<Reason> = {
	kind: 'seen';
	features: readonly Feature[];
	doubt?: Reason;
	old?: Reason;
	ageMs?: number;
} & Dated;

interface Dated {
	/** When the service wrote the answer, where it says so. */
	date?: ServiceDate;
}

/** HTTP writes dates and ages in whole seconds. */
const DATE_MS = 1000;

/** What to do now. */
export function nextStep<Reason>({ step }: PushState<Reason>): Step<Reason> {
	return step;
}

/** Takes in what happened. @param random from 0 up to 1, for waits */
export function advance<Reason>(state: PushState<Reason>, event: PushEvent<Reason>, random: number): void {
	state.step = stepAfter(state, event, random);
}

function stepAfter<Reason>(state: PushState<Reason>, event: PushEvent<Reason>, random: number): Step<Reason> {
	const { batch, step } = state;
	const ageMs = 'date' in event ? noteDate(state, event.date) : 0;
	if ('tookMs' in event) state.longestMs = Math.max(state.longestMs, event.tookMs ?? 0);
	switch (event.kind) {
		case 'waited':
			return step.do === 'wait' ? afterWait(state, step) : step;
		case 'stopped':
			return step.do === 'done' || step.do === 'fail' ? step : stopped(state, event.reason);
		case 'seen':
			if (step.do !== 'look') return step;
			return afterLook(state, step.lookFor, seenBy(state, event, ageMs), random);
		case 'unseen':
			return step.do === 'look' ? afterUnseen(state, step.lookFor, event.reason, random) : step;
	}
	if (batch === undefined) return step;
	switch (event.kind) {
		case 'sending':
			noteSending(state, batch);
			return step;
		case 'taken':
			noteSent(state, batch.indices, false);
			settle(state, batch.indices, PUSHED);
			return next(state, random);
		case 'answered':
			noteSent(state, batch.indices, true);
			for (const index of batch.indices) state.known[index].isAnswered = true;
			batch.last = { reason: event.reason, again: false };
			state.lastReason = event.reason;
			return lookAfterLoss(state, batch, random);
		case 'failed':
			return afterFault(state, batch, event, random);
	}
}

function afterWait<Reason>(state: PushState<Reason>, { ms, then }: Step<Reason> & { do: 'wait' }): Step<Reason> {
	state.sinceSentMs += ms;
	return then;
}

/**
 * Where a date is later than the clock of the service was thought to be, those before it came from a cache, and showed
 * an older state than was believed.
 * @returns how old an answer is at least, by that clock, which is read from its answers alone
 */
function noteDate(state: PushState<unknown>, date: ServiceDate | undefined): number {
	if (date === undefined) return 0;
	const { clock = date } = state;
	const expectedMs = clock.dateMs + date.atMs - clock.atMs;
	if (date.dateMs > expectedMs + DATE_MS) delete state.batch?.evidence;
	state.clock = { ...date, dateMs: Math.max(expectedMs, date.dateMs) };
	return state.clock.dateMs - date.dateMs;
}

/** A look that is older than the last request may miss what that did. */
function seenBy<Reason>({ sinceSentMs }: PushState<Reason>, look: SeenEvent<Reason>, byDateMs: number): Seen<Reason> {
	const { features, ageMs: toldMs = 0, doubt, old, date } = look;
	const ageMs = Math.max(0, toldMs - DATE_MS, byDateMs - DATE_MS);
	const isLater = (date === undefined && toldMs === 0) || Math.max(toldMs, byDateMs) + DATE_MS <= sinceSentMs;
	return { features, ageMs, isLater, doubt: doubt ?? (ageMs > sinceSentMs ? old : undefined) };
}

function noteSending(state: PushState<unknown>, batch: Batch<unknown>): void {
	state.requests++;
	state.isFresh = false;
	state.sinceSentMs = 0;
	// The second POST after a 401 is no further try.
	if (state.known[batch.indices[0]].fate === UNDER_WAY) return;
	batch.tries++;
	if (batch.tries > 1) state.retries++;
	setFates(state, batch.indices, UNDER_WAY);
}

function afterFault<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	{ fault, reason, refusal }: { fault?: RequestError; reason: Reason; refusal?: Refusal },
	random: number,
): Step<Reason> {
	const { tries, waitedMs, indices } = batch;
	const row = fault && rowOf(fault);
	const waitMs = fault && retryDelayMs(fault, { attempt: tries, waitedMs }, state.entries[indices[0]].rules, random);
	const delayMs = waitMs ?? 0;
	batch.last = { reason, again: waitMs !== undefined, refusal };
	state.lastReason = reason;
	// Also where a gateway says when to come back: some have handed the request on.
	if (row?.taken === 'maybe' || (fault?.kind === 'status' && fault.status === 503)) {
		noteSent(state, indices, true);
		return lookAfterLoss(state, batch, random, delayMs);
	}
	// By this status the service says that somebody else pushes.
	if (row?.code === 'planMigrating') state.isCompared = !comparesFirst(state);
	const wasInDoubt = isInDoubt(state, batch);
	// Some services take the good ones of a request that they refuse. One look at once shows it: with a rest of ten
	// seconds Isolate would take minutes.
	const mayHoldSome = refusal !== undefined && indices.length > 1;
	if (mayHoldSome) noteSent(state, indices, true);
	if (wasInDoubt) return lookAfterWait(state, batch, random, delayMs);
	setFates(state, indices, mayHoldSome ? UNKNOWN : WAITING);
	if (waitMs !== undefined) {
		const then: Step<Reason> = state.isCompared ? { do: 'send', indices } : { do: 'look', lookFor: 'held' };
		return wait(batch, delayMs, then);
	}
	if (mayHoldSome) return { do: 'look', lookFor: 'refused' };
	return giveUp(state, batch, random);
}

function lookAfterLoss<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	random: number,
	leastMs = 0,
): Step<Reason> {
	batch.sinceLostMs = 0;
	delete batch.evidence;
	return lookAfterWait(state, batch, random, leastMs);
}
