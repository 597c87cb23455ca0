import type { PlanEvent } from './trigger-workflow.mts';

/** Versions of the features of one plan, by id. */
export type Versions = ReadonlyMap<string, number>;

/** Of a feature: the version of its last edit. A later state is a greater one; no id comes back once it was removed. */
export type State = number;
const ABSENT: State = 0;
export const REMOVED: State = Infinity;

/** An event as it was told, and when the execution that told it was started, by its number. */
export interface ToldEvent extends PlanEvent {
	execution: number;
}

/** States of a feature, from the first to the last of them, that were told of wrongly. */
export interface Span {
	id: string;
	first: State;
	last: State;
}

/** What told events make of a plan, compared with what became of it. */
export interface Verdict {
	/** Nobody was told of these. */
	lost: Span[];
	/** These were told of before: n8n went back to what it knew earlier. */
	twice: Span[];
}

/**
 * Repeats the told events from the first state on. Each has to begin where the one before it has ended. An event that
 * begins later tells that one was lost, and one that begins earlier tells something again, maybe with a later edit in
 * it: polls may come at any time, so several edits may be one event.
 */
export function judge(first: Versions, told: readonly ToldEvent[], last: Versions): Verdict {
	const now = new Map<string, State>(first);
	const verdict: Verdict = { lost: [], twice: [] };
	for (const event of [...told].sort((one, other) => one.execution - other.execution)) {
		const { id, version } = event.feature;
		const begins = event.change === 'added' ? ABSENT : (event.before?.version ?? version);
		const ends = event.change === 'removed' ? REMOVED : version;
		const is = now.get(id) ?? ABSENT;
		if (begins > is) verdict.lost.push({ id, first: is + 1, last: begins });
		if (begins < is) verdict.twice.push({ id, first: begins + 1, last: is });
		now.set(id, Math.max(is, ends));
	}
	for (const id of new Set([...now.keys(), ...last.keys()])) {
		const is = now.get(id) ?? ABSENT;
		const should = last.get(id) ?? (is === ABSENT ? ABSENT : REMOVED);
		// One that was told of, forgotten and removed before the next poll was lost with the poll that told of it.
		if (is !== should) verdict.lost.push({ id, first: Math.min(is, should), last: Math.max(is, should) });
	}
	return verdict;
}
