import type { IPollFunctions } from 'n8n-workflow';

interface Activation {
	number: number;
	isPolling: boolean;
}

/** One poll among others of the same node. */
export interface Turn {
	/** The poll that n8n makes when it activates a workflow: a throw there blocks the activation. */
	isFirst: boolean;
	/** Whether the workflow was activated anew meanwhile: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** n8n makes a context when it activates a workflow, polls with it at once, and then at the poll times. */
const activations = new WeakMap<IPollFunctions, Activation>();

/** Number of the last activation by workflow and node. */
const last = new Map<string, number>();

let count = 0;

/** Polls of one activation one at a time: n8n starts the next one even when the last takes longer. */
export async function inTurn<T>(context: IPollFunctions, poll: (turn: Turn) => Promise<T>): Promise<T | null> {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const known = activations.get(context);
	if (known?.isPolling) return null;
	const activation = known ?? { number: ++count, isPolling: false };
	if (known === undefined) {
		activations.set(context, activation);
		last.set(key, activation.number);
	}
	activation.isPolling = true;
	try {
		return await poll({
			isFirst: known === undefined,
			isSuperseded: () => last.get(key) !== activation.number,
		});
	} finally {
		activation.isPolling = false;
	}
}
