import { newBatch } from './state';
import type { Batch, PushState } from './state';

/** The next entries that may share a request: waiting ones in input order, of one group. */
export function nextBatch<Reason>(state: PushState<Reason>): Batch<Reason> | undefined {
	const { entries, fates } = state;
	while (state.from < entries.length && fates[state.from].kind !== 'waiting') state.from++;
	const indices: number[] = [];
	for (let index = state.from; index < entries.length; index++) {
		if (fates[index].kind !== 'waiting') continue;
		const { group, rules } = entries[index];
		if (indices.length > 0 && group !== entries[indices[0]].group) break;
		indices.push(index);
		if (indices.length >= rules.batchSize) break;
	}
	return indices.length === 0 ? undefined : newBatch(indices);
}
