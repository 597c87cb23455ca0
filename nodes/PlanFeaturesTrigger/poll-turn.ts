import type { IPollFunctions } from 'n8n-workflow';
import type { TriggerState } from './trigger-state';

/**
 * Who asked for a poll. An activation is made when a workflow is published or n8n starts: a throw there blocks it.
 * A tick is made by n8n's durable scheduler: each has a context of its own. The scheduler in memory polls with the
 * context of the activation.
 */
export type PollKind = 'activation' | 'tick' | 'inMemory';

/** What this process remembers of the polls of one node. Other processes do not know it, and a restart forgets it. */
interface PollNotes {
	readonly workflowId: string | undefined;
	/** The poll under way, if any. */
	current?: symbol;
	/** What is known since the last poll: n8n may store it late, or put an older state in its place. */
	kept?: TriggerState;
	/** The last poll ended with a failure, although some plans were well. */
	hasFailed: boolean;
	/** By plan code: in how many polls in a row the plan has not answered. */
	readonly missed: Map<string, number>;
	/** By plan code: digest of a plan all of whose features were other ones, which was told. */
	readonly unsteady: Map<string, string>;
}

/** One poll among others of the same node. */
export interface Turn {
	kind: PollKind;
	/** Time that n8n gives to the poll, in milliseconds. */
	budgetMs: number;
	startedAt: number;
	notes: PollNotes;
	/** Whether the workflow was activated again: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** The budget of every other poll. n8n before 2.38 tells no budget and has no ticks. */
const BUDGET_WITHOUT_TICKS_MS = 300_000;

/** The nodes that were polled last; more than one n8n has. */
const MOST_NODES = 1_000;

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
	const budgetMs = context.getPollBudgetMs?.() ?? BUDGET_WITHOUT_TICKS_MS;
	const kind = kindOf(context, budgetMs);
	if (kind !== 'activation' && notes.current !== undefined) return null;
	const me = Symbol(kind);
	notes.current = me;
	const isSuperseded = () => notes.current !== me;
	try {
		const result = await poll({ kind, budgetMs, startedAt: Date.now(), notes, isSuperseded });
		return isSuperseded() ? null : result;
	} finally {
		if (!isSuperseded()) notes.current = undefined;
	}
}

/** What this process keeps of the nodes of a workflow. */
export function keptStates({ workflowId }: PollNotes): TriggerState[] {
	return [...notesByNode.values()].flatMap((notes) => (notes.workflowId === workflowId && notes.kept) || []);
}

function notesOf(context: IPollFunctions): PollNotes {
	const workflowId = context.getWorkflow().id;
	const key = JSON.stringify([workflowId, context.getNode().id]);
	const notes: PollNotes = notesByNode.get(key) ?? {
		workflowId,
		hasFailed: false,
		missed: new Map<string, number>(),
		unsteady: new Map<string, string>(),
	};
	notesByNode.delete(key);
	notesByNode.set(key, notes);
	for (const [oldest, { current }] of notesByNode) {
		if (notesByNode.size <= MOST_NODES) break;
		if (current === undefined && oldest !== key) notesByNode.delete(oldest);
	}
	return notes;
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
