import { getEventListeners } from 'node:events';
import { wait } from '../../../nodes/shared/wait';
import { timer } from '../../support/wait/timer.mts';

async function took(work: Promise<void>): Promise<number> {
	const startedAtMs = performance.now();
	await work;
	return performance.now() - startedAtMs;
}

describe('a wait', () => {
	it('takes its time', async () => {
		const shorter = timer(55);
		await wait(60, new AbortController().signal);
		expect(shorter.isOver).toBe(true);
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
