import { isOnPlan } from './fate';
import type { PushState } from './state';

/** What a push reports of a plan: features, but for `requests` (POSTs) and `retries` (further tries). */
export interface PushCounts {
	pushed: number;
	skipped: number;
	requests: number;
	retries: number;
	recovered: number;
	/** Of those that were left out: they differ from the plan's feature of the same field or member. */
	skippedDifferent: number;
}

export function countsOf({ fates, requests, retries }: PushState<unknown>): PushCounts {
	const counts = { pushed: 0, skipped: 0, requests, retries, recovered: 0, skippedDifferent: 0 };
	for (const fate of fates) {
		if (isOnPlan(fate)) counts.pushed++;
		if (fate.kind === 'recovered') counts.recovered++;
		if (fate.kind !== 'held') continue;
		counts.skipped++;
		if (fate.differs) counts.skippedDifferent++;
	}
	return counts;
}

/** Entries by what a person has to be told of them. Indices of entries, in input order. */
export interface Sorted {
	/** On the plan by this run, and as often as asked for. */
	onPlan: number[];
	/** It is not known whether the plan has these. */
	unknown: number[];
	refused: number[];
	/** Certainly not taken, because the push ended before. */
	notPushed: number[];
	/** On the plan more often than asked for. */
	doubled: number[];
	/** Sent again after a lost answer; whether it came twice could not be seen. */
	uncounted: number[];
}

/** @param indices all entries when left out */
export function sortedByFate(state: PushState<unknown>, indices: Iterable<number> = state.fates.keys()): Sorted {
	const { fates, doubled, uncounted } = state;
	const sorted: Sorted = { onPlan: [], unknown: [], refused: [], notPushed: [], doubled: [], uncounted: [] };
	for (const index of indices) {
		const { kind } = fates[index];
		if (kind === 'held') continue;
		if (kind === 'refused') sorted.refused.push(index);
		else if (kind === 'waiting') sorted.notPushed.push(index);
		else if (kind === 'unknown' || kind === 'underWay') sorted.unknown.push(index);
		else if (doubled.has(index)) sorted.doubled.push(index);
		else if (uncounted.has(index)) sorted.uncounted.push(index);
		else sorted.onPlan.push(index);
	}
	return sorted;
}

/** Whether these can be pushed once more with no chance that one is then on the plan twice. */
export function isSafeToRepeat({ fates, lost }: PushState<unknown>, indices: Iterable<number>): boolean {
	for (const index of indices) {
		const { kind } = fates[index];
		if (lost.has(index) || (kind !== 'waiting' && kind !== 'held' && kind !== 'refused')) return false;
	}
	return true;
}
