import { mapInChunks } from '../../../nodes/shared/wait';

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
		const work = mapInChunks([...Array.from({ length: 100 }).keys()], (entry) => {
			busyFor(2);
			return entry * 2;
		}).finally(() => (isDone = true));

		await Promise.all([work, others()]);
		expect(await work).toEqual(Array.from({ length: 100 }, (_, index) => index * 2));
		expect(turns).toBeGreaterThan(5);
	});

	it('ends where nobody wants it any more', async () => {
		const done: number[] = [];
		const work = mapInChunks(
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
