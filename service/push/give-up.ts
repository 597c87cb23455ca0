import { closeFates, newBatch } from './state';
import type { Batch, PushState } from './state';
import { choose, end } from './steps';

/** A batch that failed is not sent again as it is: the push ends, or (Isolate) goes on with its parts. */
export function giveUp<Reason>(state: PushState<Reason>, batch: Batch<Reason>, random: number): void {
	const { last, indices, tries } = batch;
	if (last === undefined) return;
	const { refusal, reason } = last;
	const { isolate } = state.entries[indices[0]].rules;
	const named = refusal?.named ?? [];
	for (const { index, message } of named) state.fates[indices[index]] = { kind: 'refused', words: message };
	if (refusal === undefined || !isolate)
		return end(state, { kind: 'failed', reason, tries, unknown: closeFates(state) });
	if (indices.length === 1) {
		state.fates[indices[0]] = { kind: 'refused', words: refusal.words };
	} else if (named.length > 0) {
		setApart(state, batch, indices);
	} else {
		const half = indices.length >> 1;
		setApart(state, batch, indices.slice(half));
		setApart(state, batch, indices.slice(0, half));
	}
	choose(state, random);
}

function setApart<Reason>(state: PushState<Reason>, { looks }: Batch<Reason>, indices: number[]): void {
	const open = indices.filter((index) => state.fates[index].kind === 'waiting');
	if (open.length > 0) state.apart.push(newBatch(open, looks));
}
