import type { IPollFunctions } from 'n8n-workflow';
import { notesOf } from './poll-notes';
import type { PollNotes } from './poll-notes';

/**
 * Who asked for a poll. An activation is made when a workflow is published or n8n starts: a throw there blocks it.
 * A tick is made by n8n's durable scheduler: each has a context of its own. The scheduler in memory polls with the
 * context of the activation.
 */
export type PollKind = 'activation' | 'tick' | 'inMemory';

/** One poll among others of the same node. */
export interface Turn {
	kind: PollKind;
	/** Time that n8n gives to the poll, in milliseconds. */
	budgetMs: number;
	notes: PollNotes;
	/** Whether the workflow was activated anew meanwhile: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** What every poll has that is no tick of the durable scheduler. n8n before 2.38 tells no budget and has no ticks. */
const BUDGET_WITHOUT_TICKS_MS = 300_000;

/** n8n stores what a tick hands over at its leisure: a tick that starts before would read the state from before. */
const STORING_MS = 5_000;

/** Contexts that have been polled with: the scheduler in memory uses the one of the activation again. */
const known = new WeakSet<IPollFunctions>();

/**
 * Polls of a node one at a time. Of two polls the older one goes on and the other gives null, which leaves the state
 * alone; but an activation takes the place of a poll under way, because n8n has read the state anew for it.
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

function budgetOf(context: Partial<IPollFunctions>): number {
	return context.getPollBudgetMs?.() ?? BUDGET_WITHOUT_TICKS_MS;
}

/**
 * The budget tells a tick. Neither the context nor the activation mode does, because a tick's are those of an
 * activation.
 */
function kindOf(context: IPollFunctions, budgetMs: number): PollKind {
	if (budgetMs !== BUDGET_WITHOUT_TICKS_MS) return 'tick';
	if (known.has(context)) return 'inMemory';
	known.add(context);
	return 'activation';
}
