import { getEventListeners } from 'node:events';
import { untilAborted, wait } from '../../../nodes/shared/wait';

describe('a wait', () => {
	it('does not begin when the execution was cancelled before', async () => {
		const startedAtMs = performance.now();
		await wait(10_000, AbortSignal.abort());
		expect(performance.now() - startedAtMs).toBeLessThan(5_000);
	});

	it('handles what fails after an abort, too', async () => {
		const failing = Promise.reject(new Error('late'));
		await Promise.race([
			untilAborted(failing, AbortSignal.abort()).catch(() => undefined),
			wait(50, new AbortController().signal),
		]);
	});

	it('leaves no listener behind', async () => {
		const { signal } = new AbortController();
		const work = wait(5, signal);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		await work;
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
