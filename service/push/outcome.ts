import type { Known, PushState } from './state';

export function isOnPlan({ fate }: Known): boolean {
	return fate.kind === 'pushed' || fate.kind === 'recovered';
}

/** Those of all entries of which something holds, in input order. */
export function entriesWhere({ known }: PushState<unknown>, is: (one: Known) => boolean): number[] {
	const indices: number[] = [];
	for (let index = 0; index < known.length; index++) if (is(known[index])) indices.push(index);
	return indices;
}

/** What a push reports of a plan: features, but for `requests` (POSTs) and `retries` (further tries). */
export interface PushCounts {
	pushed: number;
	skipped: number;
	requests: number;
	retries: number;
	recovered: number;
	/** Of those that were left out: they differ from the plan's feature that is near, or has the same value. */
	skippedDifferent: number;
}

export function countsOf({ known, requests, retries }: PushState<unknown>): PushCounts {
	const counts: PushCounts = { pushed: 0, skipped: 0, requests, retries, recovered: 0, skippedDifferent: 0 };
	for (const one of known) {
		const { fate } = one;
		if (isOnPlan(one)) counts.pushed++;
		if (fate.kind === 'recovered') counts.recovered++;
		if (fate.kind !== 'held') continue;
		counts.skipped++;
		if (fate.differs) counts.skippedDifferent++;
	}
	return counts;
}

/** The ways in which a feature is not on its plan as it was asked for, worst first. */
export const AMISS = ['unknown', 'doubled', 'uncounted', 'refused', 'notPushed'] as const;

export type Amiss = (typeof AMISS)[number];

/** Entries by what a person has to be told of them. Indices of entries, in input order. */
export type Sorted = Record<Amiss | 'onPlan', number[]>;

/** @param indices all entries when left out */
export function sortedByFate(state: PushState<unknown>, indices: Iterable<number> = state.known.keys()): Sorted {
	const sorted: Sorted = { onPlan: [], unknown: [], refused: [], notPushed: [], doubled: [], uncounted: [] };
	for (const index of indices) {
		const one = state.known[index];
		const { kind } = one.fate;
		if (kind === 'held') continue;
		if (kind === 'refused') sorted.refused.push(index);
		else if (kind === 'waiting') sorted.notPushed.push(index);
		else if (kind === 'unknown' || kind === 'underWay') sorted.unknown.push(index);
		else if (one.copies > 0) sorted.doubled.push(index);
		else if (one.isSentAgain && !one.isCounted) sorted.uncounted.push(index);
		else sorted.onPlan.push(index);
	}
	return sorted;
}

/** Whether these can be pushed once more with no chance that one is then on the plan twice. */
export function isSafeToRepeat(state: PushState<unknown>, indices: Iterable<number>): boolean {
	for (const index of indices) {
		const { fate, mayArrive } = state.known[index];
		if (mayArrive || !['waiting', 'held', 'refused'].includes(fate.kind)) return false;
	}
	return true;
}

const AFFIRMATIVE = new Set(['', 'null', 'true', '{}', '[]', '"ok"']);

/**
 * Whether an answer to a push says plainly that it was taken. Section 4.2 gives status 200 with no body; what else may
 * come (`{"error":…}`, 202, a line of text) is judged by looks at the plan.
 */
export function isAffirmative(status: number, body: string): boolean {
	return status === 200 && body.length < 100 && AFFIRMATIVE.has(body.replace(/\s/g, '').toLowerCase());
}
