import type { PlanEvent } from './trigger-workflow.mts';

/** Versions of the features of one plan, by id. */
export type Versions = ReadonlyMap<string, number>;

/** An event as it was told, and when the execution that told it was started, by its number. */
export interface ToldEvent extends PlanEvent {
	execution: number;
}

/** What told events make of a plan, compared with what became of it. */
export interface Verdict {
	/** Versions that a feature had at a poll, or lost, and that nobody was told of; 0 for a removal. */
	lost: Array<{ id: string; version: number }>;
	/** Events that repeat what was told before. */
	twice: ToldEvent[];
}

/**
 * Repeats the told events from the first state on. Each has to begin where the one before it has ended: an event that
 * does not tells of one that was lost, or comes twice. Polls may come at any time, so several edits may be one event.
 */
export function judge(first: Versions, told: readonly ToldEvent[], last: Versions): Verdict {
	const now = new Map(first);
	const verdict: Verdict = { lost: [], twice: [] };
	for (const event of [...told].sort((one, other) => one.execution - other.execution)) {
		const { id, version } = event.feature;
		const wasAt = event.change === 'added' ? undefined : (event.before?.version ?? version);
		const isAt = now.get(id);
		const endsAt = event.change === 'removed' ? undefined : version;
		if (isAt !== wasAt) {
			if (isAt === endsAt) {
				verdict.twice.push(event);
				continue;
			}
			verdict.lost.push({ id, version: wasAt ?? 0 });
		}
		if (endsAt === undefined) now.delete(id);
		else now.set(id, endsAt);
	}
	for (const id of new Set([...now.keys(), ...last.keys()])) {
		if (now.get(id) !== last.get(id)) verdict.lost.push({ id, version: last.get(id) ?? 0 });
	}
	return verdict;
}
