import { sleep } from 'n8n-workflow';
import { noTimeLeftFailure } from './poll-failure';

/** So much of a plan takes some 50 ms, in which n8n does nothing else. */
const AT_ONCE = 1_000;

let last: Promise<unknown> = Promise.resolve();

/** Work that holds whole plans in memory, one after another for all polls of this process. */
export async function runOneByOne<T>(work: () => Promise<T>): Promise<T> {
	const result = last.then(work);
	last = result.catch(() => undefined);
	return await result;
}

/**
 * Goes through a list with pauses, in which n8n does what else it has to do.
 * @param isOver whether the poll has ended
 * @throws ItemFailure when it has
 */
export async function mapInPieces<T, R>(
	list: readonly T[],
	isOver: () => boolean,
	work: (entry: T) => R,
): Promise<R[]> {
	const results: R[] = [];
	for (let first = 0; first < list.length; first += AT_ONCE) {
		await sleep(0);
		if (isOver()) throw noTimeLeftFailure();
		for (const entry of list.slice(first, first + AT_ONCE)) results.push(work(entry));
	}
	return results;
}
