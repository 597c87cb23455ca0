import { sleep } from 'n8n-workflow';

/** Waits for a time, and ends at once when the signal aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
	if (!signal.aborted) await untilAborted(sleep(ms), signal);
}

/** Waits for something, and ends at once when the signal aborts. Whether it did is for the caller to see. */
export async function untilAborted(end: Promise<unknown>, signal: AbortSignal): Promise<void> {
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop);
		if (signal.aborted) stop();
	});
	await Promise.race([end, aborted]);
	signal.removeEventListener('abort', stop);
}

/** What runs works one at a time, in the order in which they come, also after one that fails. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return async (work) => {
		const result = last.then(work);
		last = result.catch(() => undefined);
		return await result;
	};
}

/** For so long n8n does nothing else. */
const CHUNK_MS = 20;

/**
 * Goes through a list with pauses for n8n's other work.
 * @param afterPause what it throws ends the work
 */
export async function mapInChunks<T, R>(
	list: Iterable<T>,
	work: (entry: T, index: number) => R,
	afterPause: () => void = () => {},
): Promise<R[]> {
	const results: R[] = [];
	let endsAt = performance.now() + CHUNK_MS;
	for (const entry of list) {
		if (performance.now() > endsAt) {
			await sleep(0);
			afterPause();
			endsAt = performance.now() + CHUNK_MS;
		}
		results.push(work(entry, results.length));
	}
	return results;
}
