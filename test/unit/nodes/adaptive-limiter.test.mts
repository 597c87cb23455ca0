import fc from 'fast-check';
import { AdaptiveLimiter } from '../../../nodes/shared/adaptive-limiter';

/** Calls that stay under way until they are ended. */
class Calls {
	readonly numbers: number[] = [];

	readonly outcomes: Array<Promise<unknown>> = [];

	private readonly ends: Array<(failed: boolean) => void> = [];

	constructor(private readonly limiter: AdaptiveLimiter) {}

	get underWay(): number {
		return this.ends.length;
	}

	async start(count: number): Promise<void> {
		for (let call = 0; call < count; call++) {
			const outcome = this.limiter.run(
				async (startedAs) =>
					await new Promise<number>((resolve, reject) => {
						this.numbers.push(startedAs);
						this.ends.push((failed) => (failed ? reject(new Error(`call ${startedAs}`)) : resolve(startedAs)));
					}),
			);
			outcome.catch(() => undefined);
			this.outcomes.push(outcome);
		}
		await settled();
	}

	async end(count = 1, failed = false): Promise<void> {
		for (const end of this.ends.splice(0, count)) end(failed);
		await settled();
	}
}

async function settled(): Promise<void> {
	await new Promise((passed) => setImmediate(passed));
}

async function startCalls(most: number, alone: boolean, count: number): Promise<{ limiter: AdaptiveLimiter; calls: Calls }> {
	const limiter = new AdaptiveLimiter(most, alone);
	const calls = new Calls(limiter);
	await calls.start(count);
	return { limiter, calls };
}

describe('calls at once', () => {
	it('are 16 at first', async () => {
		expect((await startCalls(64, false, 100)).calls.underWay).toBe(16);
	});

	it('are no more than the user allows', async () => {
		expect((await startCalls(3, false, 100)).calls.underWay).toBe(3);
	});

	it('are one until the way is clear, then as many as at first', async () => {
		const { limiter, calls } = await startCalls(64, true, 100);
		expect(calls.underWay).toBe(1);
		await calls.end();
		expect(calls.underWay).toBe(1);
		limiter.open();
		await settled();
		expect(calls.underWay).toBe(16);
	});

	it('are no more than the user allows when the way is clear', async () => {
		const { limiter, calls } = await startCalls(2, true, 10);
		limiter.open();
		await settled();
		expect(calls.underWay).toBe(2);
	});

	it('quadruple each round while the service answers well, up to what the user allows', async () => {
		const { limiter, calls } = await startCalls(200, false, 1000);
		const rounds: number[] = [];
		for (let round = 0; round < 4; round++) {
			for (let answer = calls.underWay; answer > 0; answer--) limiter.answeredWell();
			await calls.end(calls.underWay);
			rounds.push(calls.underWay);
		}
		expect(rounds).toEqual([64, 200, 200, 200]);
	});

	it('halve once a round when the service asks to slow down, however many calls it asks', async () => {
		const { limiter, calls } = await startCalls(64, false, 100);
		for (const startedAs of calls.numbers.slice()) limiter.putOff(startedAs);
		await calls.end(16);
		expect(calls.underWay).toBe(8);
		limiter.putOff(16);
		await calls.end(8);
		expect(calls.underWay).toBe(8);
		limiter.putOff(17);
		await calls.end(8);
		expect(calls.underWay).toBe(4);
	});

	it('are never fewer than one', async () => {
		const { limiter, calls } = await startCalls(1, false, 10);
		for (let call = 1; call <= 5; call++) {
			limiter.putOff(call);
			await calls.end();
		}
		expect(calls.underWay).toBe(1);
	});

	it('grow by about one a round after that', async () => {
		const { limiter, calls } = await startCalls(64, false, 100);
		limiter.putOff(1);
		await calls.end(16);
		for (let answer = 0; answer < 8; answer++) limiter.answeredWell();
		expect(calls.underWay).toBe(8);
		for (let answer = 0; answer < 2; answer++) limiter.answeredWell();
		await settled();
		expect(calls.underWay).toBe(9);
	});

	it('are not lowered again by opening', async () => {
		const { limiter, calls } = await startCalls(64, false, 100);
		for (let answer = 0; answer < 4; answer++) limiter.answeredWell();
		limiter.open();
		await settled();
		expect(calls.underWay).toBe(28);
	});
});

describe('a call', () => {
	it('gives its result or its error, and makes room either way', async () => {
		const { calls } = await startCalls(1, false, 3);
		await calls.end(1, true);
		await calls.end();
		await calls.end();
		const outcomes = await Promise.allSettled(calls.outcomes);
		expect(outcomes).toMatchObject([{ reason: { message: 'call 1' } }, { value: 2 }, { value: 3 }]);
	});

	it('starts in the order in which it was asked for, each once, never more at once than allowed', async () => {
		const script = fc.array(fc.oneof(fc.record({ start: fc.integer({ min: 1, max: 5 }) }), fc.record({ end: fc.boolean() })));
		await fc.assert(
			fc.asyncProperty(script, fc.integer({ min: 1, max: 4 }), async (steps, most) => {
				const { calls } = await startCalls(most, false, 0);
				let asked = 0;
				for (const step of steps) {
					if ('start' in step) {
						await calls.start(step.start);
						asked += step.start;
					} else {
						await calls.end(1, step.end);
					}
					expect(calls.underWay).toBeLessThanOrEqual(most);
				}
				while (calls.underWay > 0) await calls.end();
				expect(calls.numbers).toEqual(Array.from({ length: asked }, (_none, index) => index + 1));
				expect(await Promise.allSettled(calls.outcomes)).toHaveLength(asked);
			}),
		);
	});
});
