import { getEventListeners } from 'node:events';
import { mapInPieces, wait } from '../../../nodes/shared/wait';
import { timer } from '../../support/wait/timer.mts';

async function took(work: Promise<void>): Promise<number> {
	const startedAtMs = performance.now();
	await work;
	return performance.now() - startedAtMs;
}

describe('a wait', () => {
	it.each([undefined, new AbortController().signal])('takes its time', async (signal) => {
		const shorter = timer(55);
		await wait(60, signal);
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

describe('work on a long list', () => {
	const busyFor = (ms: number) => {
		const endsAt = performance.now() + ms;
		while (performance.now() < endsAt);
	};

	it('is done in order, and others get their turn meanwhile', async () => {
		let turns = 0;
		let isDone = false;
		const others = async () => {
			for (; !isDone; turns++) await new Promise(setImmediate);
		};
		const work = mapInPieces([...Array.from({ length: 100 }).keys()], (entry) => {
			busyFor(2);
			return entry * 2;
		}).finally(() => (isDone = true));

		await Promise.all([work, others()]);
		expect(await work).toEqual(Array.from({ length: 100 }, (_, index) => index * 2));
		expect(turns).toBeGreaterThan(5);
	});

	it('ends where nobody wants it any more', async () => {
		const done: number[] = [];
		const work = mapInPieces(
			[1, 2, 3],
			(entry) => {
				busyFor(30);
				done.push(entry);
			},
			() => {
				throw new Error('The poll is over');
			},
		);

		await expect(work).rejects.toThrow('The poll is over');
		expect(done).toEqual([1]);
	});
});
