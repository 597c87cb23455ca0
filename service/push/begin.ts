import { WAITING, closeFates, comparesFirst, newBatch } from './known';
import { entriesWhere } from './outcome';
import type { PushEntry, PushState } from './state';
import { next } from './steps';

/** The push of one plan, before anything was done. */
export function newPush<Reason>(entries: readonly PushEntry[]): PushState<Reason> {
	const state: PushState<Reason> = {
		entries,
		known: entries.map(() => ({
			fate: WAITING,
			mayArrive: false,
			isAnswered: false,
			wasThere: false,
			isSentAgain: false,
			isCounted: false,
			copies: 0,
		})),
		queues: [],
		apart: [],
		isCompared: false,
		isFresh: false,
		longestMs: 0,
		blindLooks: 0,
		unshown: 0,
		isChanging: false,
		sinceSentMs: Infinity,
		requests: 0,
		retries: 0,
		step: { do: 'done' },
	};
	resume(state);
	return state;
}

/**
 * Goes on with a push that ended early, for a run that n8n repeats. What is unknown is looked for before anything is
 * sent, and the plan is compared again, because others may have pushed since. A refusal that ended the run is met
 * again.
 */
export function resume<Reason>(state: PushState<Reason>): void {
	const { entries, known } = state;
	for (const index of entriesWhere(state, ({ fate }) => fate.kind === 'refused'))
		if (!entries[index].rules.isolate) known[index].fate = WAITING;
	const unknown = closeFates(state);
	const queues = new Map<string, number[]>();
	for (let index = entries.length - 1; index >= 0; index--) {
		const { group } = entries[index];
		const queue = queues.get(group);
		if (queue === undefined) queues.set(group, [index]);
		else queue.push(index);
	}
	// The group of the first entry goes first, so its queue stands last.
	state.queues = [...queues.values()].sort((one, other) => (other.at(-1) ?? 0) - (one.at(-1) ?? 0));
	state.apart = [true, false]
		.map((isAnswered) => unknown.filter((index) => known[index].isAnswered === isAnswered))
		.filter((indices) => indices.length > 0)
		.map((indices) => newBatch<Reason>(indices));
	delete state.batch;
	delete state.ending;
	delete state.refusedAlone;
	for (const one of known) delete one.named;
	state.isFresh = false;
	state.blindLooks = 0;
	state.isCompared = !comparesFirst(state);
	const open = entriesWhere(state, ({ fate: { kind } }) => kind === 'waiting' || kind === 'unknown');
	if (open.length === 0) state.isCompared = true;
	state.step = state.isCompared ? next(state, 1) : { do: 'look', lookFor: 'held' };
}
