import type { IPollFunctions } from 'n8n-workflow';

/**
 * What this process remembers of the polls of one node. Other processes do not know it and a restart forgets it,
 * so it only saves time and requests: no event depends on it.
 */
export interface PollNotes {
	/** The poll under way, if any. */
	current?: symbol;
	/** When a poll last handed something to n8n, which stores it a moment later. */
	handedOverAt: number;
	/** The age of the state that was handed over then. */
	handedOverAge: number;
	/** The last poll ended with a failure, although some plans were well. */
	hasFailed: boolean;
	/** By plan code: polls in a row that the plan kept waiting. */
	readonly missed: Map<string, number>;
}

/** The nodes that were polled last; more than one n8n has. */
const MOST_NODES = 10_000;

const notesByNode = new Map<string, PollNotes>();

export function notesOf(context: IPollFunctions): PollNotes {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const notes = notesByNode.get(key) ?? {
		handedOverAt: -Infinity,
		handedOverAge: 0,
		hasFailed: false,
		missed: new Map<string, number>(),
	};
	notesByNode.delete(key);
	notesByNode.set(key, notes);
	for (const [oldest, { current }] of notesByNode) {
		if (notesByNode.size <= MOST_NODES) break;
		if (current === undefined && oldest !== key) notesByNode.delete(oldest);
	}
	return notes;
}
