import type { IPollFunctions } from 'n8n-workflow';

/**
 * Who asked for a poll. An activation is made when a workflow is published or n8n starts: a throw there blocks it.
 * A tick is made by n8n's durable scheduler: each has a context of its own. The scheduler in memory polls with the
 * context of the activation.
 */
export type PollKind = 'activation' | 'tick' | 'inMemory';

/** What this process remembers of the polls of one node. Other processes do not know it, and a restart forgets it. */
interface PollNotes {
	/** The poll under way, if any. */
	current?: symbol;
	/** When a poll last handed something to n8n, which stores it a moment later. */
	handedOverAt: number;
	/** The number of the state that was handed over then. */
	handedOver: number;
	/** The last poll ended with a failure, although some plans were well. */
	hasFailed: boolean;
	/** By plan code: in how many polls in a row the plan has not answered. */
	readonly missed: Map<string, number>;
}

/** One poll among others of the same node. */
export interface Turn {
	kind: PollKind;
	/** Time that n8n gives to the poll, in milliseconds. */
	budgetMs: number;
	notes: PollNotes;
	/** Whether the workflow was activated again: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** The budget of every other poll. n8n before 2.38 tells no budget and has no ticks. */
const BUDGET_WITHOUT_TICKS_MS = 300_000;

/** n8n may store what a tick hands over up to 5 s later: a tick that starts before would read the state from before. */
const STORING_MS = 5_000;

/** The nodes that were polled last; more than one n8n has. */
const MOST_NODES = 10_000;

const notesByNode = new Map<string, PollNotes>();

/** Contexts that have been polled with: the scheduler in memory uses the one of the activation again. */
const polledContexts = new WeakSet<IPollFunctions>();

/**
 * Polls of a node one at a time. A poll that meets another gives null, which leaves the state alone. An activation
 * replaces the one under way, because n8n has read the state again for it.
 */
export async function pollInTurn<T>(
	context: IPollFunctions,
	poll: (turn: Turn) => Promise<T | null>,
): Promise<T | null> {
	const notes = notesOf(context);
	const budgetMs = budgetOf(context);
	const kind = kindOf(context, budgetMs);
	if (kind !== 'activation' && notes.current !== undefined) return null;
	if (kind === 'tick' && Date.now() - notes.handedOverAt < STORING_MS) return null;
	const me = Symbol(kind);
	notes.current = me;
	const isSuperseded = () => notes.current !== me;
	try {
		const result = await poll({ kind, budgetMs, notes, isSuperseded });
		if (isSuperseded()) return null;
		if (result !== null) notes.handedOverAt = Date.now();
		return result;
	} finally {
		if (!isSuperseded()) notes.current = undefined;
	}
}

function notesOf(context: IPollFunctions): PollNotes {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const notes = notesByNode.get(key) ?? {
		handedOverAt: -Infinity,
		handedOver: 0,
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

function budgetOf(context: Partial<IPollFunctions>): number {
	return context.getPollBudgetMs?.() ?? BUDGET_WITHOUT_TICKS_MS;
}

/**
 * The budget tells a tick. Neither the context nor the activation mode does, because a tick's are those of an
 * activation.
 */
function kindOf(context: IPollFunctions, budgetMs: number): PollKind {
	if (budgetMs !== BUDGET_WITHOUT_TICKS_MS) return 'tick';
	if (polledContexts.has(context)) return 'inMemory';
	polledContexts.add(context);
	return 'activation';
}
