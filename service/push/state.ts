import type { Feature } from '../plan';
import { UNKNOWN, isOnPlan } from './fate';
import type { Fate, PushEntry } from './fate';

/** Entries that go together in one request: indices into the entries of the plan. */
export interface Batch<Reason> {
	indices: number[];
	/** How often it was sent. */
	tries: number;
	/** Time spent waiting, for further tries and for looks. */
	waitedMs: number;
	/** Looks at the plan since an answer was lost. */
	looks: number;
	/** The most of it that a look has found. */
	found: number;
	/** What became of the last try. */
	last?: Failed<Reason>;
}

/** A try of a push that failed. `Reason` belongs to whoever runs the machine. */
export interface Failed<Reason> {
	reason: Reason;
	/** Whether the batch may be sent again. */
	again: boolean;
	/** What the service refused (status 400), in its words. */
	refusal?: Refusal;
}

export interface Refusal {
	words: string;
	/** The features that the service names, by position in the batch. */
	named: Array<{ index: number; message: string }>;
}

/** Why the push of a plan ended early. The lists hold indices of entries. */
export type Ending<Reason> =
	/**
	 * The service would not take it, or the run ended. `unknown`: an answer of these was lost, and no look has found
	 * them.
	 */
	| { kind: 'failed'; reason: Reason; tries: number; unknown: number[] }
	/** An answer was lost, and the plan could not be looked at. */
	| { kind: 'unread'; reason: Reason; unknown: number[] }
	/** An answer was lost, and the plan has only a part of the batch. */
	| { kind: 'partly'; there: number[]; missing: number[] }
	/** Sent again after a lost answer, and the plan could not be looked at for copies. */
	| { kind: 'uncounted'; reason: Reason; uncounted: number[] }
	/** The plan has more copies than were asked for. */
	| { kind: 'doubled'; doubled: number[] };

/** What to do next. */
export type Step<Reason> =
	| { do: 'wait'; ms: number; then: Step<Reason> }
	| { do: 'send'; indices: number[] }
	/** Read the plan, to leave out what it holds, to find a lost push on it, or to count copies. */
	| { do: 'look'; lookFor: 'held' | 'lost' | 'copies' }
	| { do: 'done' }
	| { do: 'fail'; ending: Ending<Reason> };

/** Everything that is known of the push of one plan. Counts and flags are derived from it (`outcome.ts`). */
export interface PushState<Reason> {
	readonly entries: readonly PushEntry[];
	/** One for each entry. */
	readonly fates: Fate[];
	/** Entries of which an answer was lost, and that no look has found since: they may still arrive. */
	readonly lost: Set<number>;
	/** Entries of which more than one request may have had its effect: each later look counts their copies. */
	readonly sentAgain: Set<number>;
	/** Those of them whose copies no look has counted yet. */
	readonly uncounted: Set<number>;
	/** How many copies more than were asked for the plan has of an entry. */
	readonly doubled: Map<number, number>;
	/**
	 * Batches to be sent before others, the next one last: halves of what was refused, and what an earlier run left
	 * unknown.
	 */
	readonly apart: Array<Batch<Reason>>;
	/** No entry before this one is waiting. */
	from: number;
	/** The plan was compared, for Skip. */
	compared: boolean;
	/** The plan was looked at after the last request had gone out. */
	fresh: boolean;
	/** A batch of which the plan has only a part. */
	partly?: { there: number[]; missing: number[] };
	batch?: Batch<Reason>;
	/** POSTs, also the one after a 401. */
	requests: number;
	/** Further tries. */
	retries: number;
	step: Step<Reason>;
}

export function newBatch<Reason>(indices: number[], looks = 0): Batch<Reason> {
	return { indices, tries: 0, waitedMs: 0, looks, found: 0 };
}

export function setFates({ fates }: PushState<unknown>, indices: readonly number[], fate: Fate): void {
	for (const index of indices) fates[index] = fate;
}

export function featuresOf({ entries }: PushState<unknown>, indices: readonly number[]): Feature[] {
	return indices.map((index) => entries[index].feature);
}

/** What this run put on the plan, and what it left out because the plan held it, in input order. */
export function knownOnPlan({ fates }: PushState<unknown>): number[] {
	return [...fates.keys()].filter((index) => fates[index].kind === 'held' || isOnPlan(fates[index]));
}

/** A request of these may have had its effect. Where an answer had been lost before, the plan may now hold two. */
export function noteSecond({ lost, sentAgain, uncounted }: PushState<unknown>, indices: readonly number[]): void {
	for (const index of indices) {
		if (!lost.has(index)) continue;
		sentAgain.add(index);
		uncounted.add(index);
	}
}

/** The answer of a request of these was lost. */
export function noteLost(state: PushState<unknown>, indices: readonly number[]): void {
	noteSecond(state, indices);
	for (const index of indices) state.lost.add(index);
}

/** Those of the entries that this run put on the plan, in input order. */
export function onPlanOf({ fates }: PushState<unknown>, entries: ReadonlySet<number>): number[] {
	return [...entries].filter((index) => isOnPlan(fates[index])).sort((one, other) => one - other);
}

/** Nothing is under way any more: what is not certain is unknown. @returns the unknown entries */
export function closeFates(state: PushState<unknown>): number[] {
	const { fates, lost } = state;
	const indices = [...fates.keys()];
	noteLost(
		state,
		indices.filter((index) => fates[index].kind === 'underWay'),
	);
	const unknown = indices.filter((index) => {
		const { kind } = fates[index];
		return kind === 'underWay' || kind === 'unknown' || (kind === 'waiting' && lost.has(index));
	});
	setFates(state, unknown, UNKNOWN);
	return unknown;
}
