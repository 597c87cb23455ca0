import { getEventListeners } from 'node:events';
import { wait } from '../../../nodes/shared/wait';

async function took(work: Promise<void>): Promise<number> {
	const startedAtMs = performance.now();
	await work;
	return performance.now() - startedAtMs;
}

describe('a wait', () => {
	it.each([undefined, new AbortController().signal])('takes its time', async (signal) => {
		// Node takes the time of a timer from the beginning of a turn, and on a busy machine that may be long past.
		await new Promise(setImmediate);
		expect(await took(wait(60, signal))).toBeGreaterThanOrEqual(58);
	});

	it('ends at once when the execution is cancelled', async () => {
		const controller = new AbortController();
		const work = took(wait(10_000, controller.signal));
		controller.abort();
		expect(await work).toBeLessThan(5_000);
	});

	it('does not begin when the execution was cancelled before', async () => {
		expect(await took(wait(10_000, AbortSignal.abort()))).toBeLessThan(5_000);
	});

	it('leaves no listener behind', async () => {
		const { signal } = new AbortController();
		const work = wait(5, signal);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		await work;
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
