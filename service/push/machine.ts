import type { Feature } from '../plan';
import { decide, isOutcomeUnknown, passingOf } from '../answer';
import type { Fault } from '../answer';
import { afterLook } from './after-look';
import {
	PUSHED,
	UNDER_WAY,
	WAITING,
	closeFates,
	comparesFirst,
	entriesWhere,
	newBatch,
	noteCounted,
	noteSent,
	setFates,
	settle,
} from './state';
import type { Batch, PushEntry, PushState, Refusal, Step } from './state';
import { ended, giveUp, isInDoubt, isOwed, lookAfterWait, next, stopped, wait } from './steps';

/** What happened since the last step. */
export type PushEvent<Reason> =
	/** A POST of the batch goes out: the first, or the one after a 401. */
	| { kind: 'sending' }
	/** The service says that it took the batch. @param tookMs how long it took for its answer */
	| ({ kind: 'taken'; tookMs: number } & Dated)
	/** The service answers, and says neither yes nor no. */
	| ({ kind: 'answered'; tookMs: number; reason: Reason } & Dated)
	/** Refused, or lost. */
	| { kind: 'failed'; fault: Fault; reason: Reason; refusal?: Refusal; tookMs?: number }
	/**
	 * @param doubt why the look may show a part of the plan only
	 * @param old what is said of it where it is older than the last request
	 */
	| ({ kind: 'seen'; features: readonly Feature[]; doubt?: Reason; old?: Reason; ageMs?: number } & Dated)
	/** The plan could not be read. */
	| { kind: 'unseen'; reason: Reason }
	| { kind: 'waited' }
	/** Nothing may be sent any more. */
	| { kind: 'stopped'; reason: Reason };

/** When the service wrote an answer, by its own clock. */
interface Dated {
	dateMs?: number;
}

/** The push of one plan, before anything was done. */
export function newPush<Reason>(entries: readonly PushEntry[]): PushState<Reason> {
	const state: PushState<Reason> = {
		entries,
		known: entries.map(() => ({
			fate: WAITING,
			mayArrive: false,
			isAnswered: false,
			wasThere: false,
			isSentAgain: false,
			isCounted: false,
			copies: 0,
		})),
		queues: [],
		apart: [],
		isCompared: false,
		isFresh: false,
		longestMs: 0,
		blindLooks: 0,
		unshown: 0,
		isChanging: false,
		sinceSentMs: Infinity,
		requests: 0,
		retries: 0,
		step: { do: 'done' },
	};
	resume(state);
	return state;
}

/**
 * Goes on with a push that ended early, for a run that n8n repeats. What is unknown is looked for before anything is
 * sent, and the plan is compared again, because others may have pushed since. A refusal that ended the run is met
 * again.
 */
export function resume<Reason>(state: PushState<Reason>): void {
	const { entries, known } = state;
	for (const index of entriesWhere(state, ({ fate }) => fate.kind === 'refused'))
		if (!entries[index].rules.isolate) known[index].fate = WAITING;
	const unknown = closeFates(state);
	const queues = new Map<string, number[]>();
	for (const index of [...entries.keys()].reverse()) {
		const { group } = entries[index];
		const queue = queues.get(group);
		if (queue === undefined) queues.set(group, [index]);
		else queue.push(index);
	}
	// The group of the first entry goes first, so its queue stands last.
	state.queues = [...queues.values()].sort((one, other) => (other.at(-1) ?? 0) - (one.at(-1) ?? 0));
	state.apart = [true, false]
		.map((isAnswered) => unknown.filter((index) => known[index].isAnswered === isAnswered))
		.filter((indices) => indices.length > 0)
		.map((indices) => newBatch<Reason>(indices));
	delete state.batch;
	delete state.refusedAlone;
	for (const one of known) delete one.named;
	state.isFresh = false;
	state.blindLooks = 0;
	state.isCompared = !comparesFirst(state);
	const open = entriesWhere(state, ({ fate: { kind } }) => kind === 'waiting' || kind === 'unknown');
	if (open.length === 0) state.isCompared = true;
	state.step = state.isCompared ? next(state, 1) : { do: 'look', lookFor: 'held' };
}

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
	const ageMs = 'dateMs' in event ? noteDate(state, event.dateMs) : 0;
	if ('tookMs' in event) state.longestMs = Math.max(state.longestMs, event.tookMs ?? 0);
	switch (event.kind) {
		case 'waited':
			return step.do === 'wait' ? afterWait(state, step) : step;
		case 'stopped':
			return step.do === 'done' || step.do === 'fail' ? step : stopped(state, event.reason);
		case 'seen':
			if (step.do !== 'look') return step;
			if (isOld(state, event.ageMs ?? 0, ageMs)) event.doubt ??= event.old;
			return afterLook(state, step.lookFor, event, random);
		case 'unseen': {
			const uncounted = entriesWhere(state, (one) => isOwed(state, one) && one.isSentAgain);
			if (step.do === 'look' && step.lookFor === 'copies') {
				return uncounted.length > 0
					? ended(state, { kind: 'uncounted', reason: event.reason, uncounted })
					: withoutCounting(state, random);
			}
			return stopped(state, event.reason);
		}
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
	if (state.serviceNowMs !== undefined) state.serviceNowMs += ms;
	return then;
}

/** @returns how old an answer is at least, by the clock of the service, which is read from its answers alone */
function noteDate(state: PushState<unknown>, dateMs: number | undefined): number {
	if (dateMs === undefined) return 0;
	const nowMs = Math.max(state.serviceNowMs ?? dateMs, dateMs);
	state.serviceNowMs = nowMs;
	return nowMs - dateMs;
}

/** Whether a look is older than the last request. HTTP writes dates in whole seconds. */
function isOld({ sinceSentMs }: PushState<unknown>, ageMs: number, byDateMs: number): boolean {
	return ageMs > sinceSentMs || byDateMs > sinceSentMs + 1500;
}

/** The plan was pushed without a fault, and cannot be read: there is nothing that is in doubt. */
function withoutCounting<Reason>(state: PushState<Reason>, random: number): Step<Reason> {
	noteCounted(state);
	return next(state, random);
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
	{ fault, reason, refusal }: { fault: Fault; reason: Reason; refusal?: Refusal },
	random: number,
): Step<Reason> {
	const { tries, waitedMs, indices } = batch;
	const decision = decide(fault, { kind: 'push', tries, waitedMs }, state.entries[indices[0]].rules, random);
	const delayMs = decision.action === 'retry' ? decision.delayMs : 0;
	batch.last = { reason, again: decision.action === 'retry', refusal };
	state.lastReason = reason;
	if (isOutcomeUnknown(fault)) {
		noteSent(state, indices, true);
		return lookAfterLoss(state, batch, random, delayMs);
	}
	// By this status the service says that somebody else pushes.
	if (fault.kind === 'status' && passingOf(fault.status) === 'migration') state.isCompared = !comparesFirst(state);
	if (isInDoubt(state, batch)) return lookAfterWait(state, batch, random, delayMs);
	setFates(state, indices, WAITING);
	if (decision.action === 'retry') {
		const then: Step<Reason> = state.isCompared ? { do: 'send', indices } : { do: 'look', lookFor: 'held' };
		return wait(batch, delayMs, then);
	}
	// Some services take the good ones of a request that they refuse.
	if (refusal !== undefined && indices.length > 1) return wait(batch, 0, { do: 'look', lookFor: 'refused' });
	return giveUp(state, batch, random);
}

function lookAfterLoss<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	random: number,
	leastMs = 0,
): Step<Reason> {
	batch.sinceLostMs = 0;
	delete batch.evidentMs;
	return lookAfterWait(state, batch, random, leastMs);
}
