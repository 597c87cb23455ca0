import fc from 'fast-check';
import { Limiter, RunQueue, limiterOf } from '../../../nodes/shared/limiter';
import { timer } from '../../support/wait/timer.mts';
import { until } from '../../support/wait/until.mts';

/** Calls of one run that stay under way until they are ended. */
class Calls {
	readonly numbers: number[] = [];

	readonly outcomes: Array<Promise<unknown>> = [];

	readonly queue: RunQueue;

	private readonly ends: Array<(failed: boolean) => void> = [];

	constructor(
		readonly limiter = new Limiter(),
		most = 64,
		alone = false,
	) {
		this.queue = new RunQueue(most, alone);
	}

	endProbe(): void {
		this.limiter.endProbe(this.queue);
	}

	release(): void {
		this.limiter.release(this.queue);
	}

	get underWay(): number {
		return this.ends.length;
	}

	async start(count: number): Promise<this> {
		for (let call = 0; call < count; call++) {
			const outcome = this.limiter.run(
				this.queue,
				async (started) =>
					await new Promise<number>((resolve, reject) => {
						this.numbers.push(started);
						this.ends.push((failed) => (failed ? reject(new Error(`call ${started}`)) : resolve(started)));
					}),
			);
			outcome.catch(() => undefined);
			this.outcomes.push(outcome);
		}
		await settled();
		return this;
	}

	async end(count = 1, failed = false): Promise<void> {
		for (const end of this.ends.splice(0, count)) end(failed);
		await settled();
	}

	/** Rejects the last calls that are under way. */
	async refuse(count: number, retryAfterMs?: number): Promise<void> {
		for (const call of this.numbers.slice(-count)) {
			this.limiter.throttled(call, retryAfterMs);
			await this.end();
		}
	}
}

async function settled(): Promise<void> {
	await new Promise((passed) => setImmediate(passed));
}

describe('calls of one run', () => {
	it('are 16 at first, no more than its Concurrency, and one until the way is clear', async () => {
		expect((await new Calls().start(100)).underWay).toBe(16);
		expect((await new Calls(undefined, 3).start(100)).underWay).toBe(3);

		const alone = await new Calls(undefined, 64, true).start(100);
		expect(alone.underWay).toBe(1);
		alone.endProbe();
		await settled();
		expect(alone.underWay).toBe(16);
	});

	it('become more while the service answers well', async () => {
		const calls = await new Calls().start(100);
		for (let answer = 0; answer < 16; answer++) {
			calls.limiter.succeeded(calls.queue);
			await calls.end();
		}
		expect(calls.underWay).toBe(64);
	});

	it('become fewer as far as the service rejects them, down to half in one round', async () => {
		const underWay = async (refusals: number) => {
			const calls = await new Calls().start(100);
			await calls.refuse(refusals, 0);
			return calls.underWay;
		};
		expect(await Promise.all([3, 6, 16].map(underWay))).toEqual([13, 10, 8]);
	});

	it('become fewer again where the next round is rejected, and never none', async () => {
		const calls = await new Calls().start(200);
		for (const limit of [8, 4, 2, 1, 1]) {
			await calls.refuse(calls.underWay, 0);
			expect(calls.underWay).toBe(limit);
		}
	});

	it('stay as few for ten seconds, then become one more a round, and after a minute many more', async () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
		const after = async (nowMs: number) => {
			now.mockReturnValue(1000);
			const calls = await new Calls().start(200);
			await calls.refuse(6, 0);
			now.mockReturnValue(nowMs);
			for (let answer = 0; answer < 10; answer++) calls.limiter.succeeded(calls.queue);
			await calls.end();
			return calls.underWay;
		};
		expect([await after(10_999), await after(11_000), await after(61_000)]).toEqual([10, 11, 40]);
		now.mockRestore();
	});

	it('give their result or their error, and make room either way', async () => {
		const calls = await new Calls(undefined, 1).start(3);
		await calls.end(1, true);
		await calls.end();
		await calls.end();
		expect(await Promise.allSettled(calls.outcomes)).toMatchObject([
			{ reason: { message: 'call 1' } },
			{ value: 2 },
			{ value: 3 },
		]);
	});

	it('start in the order in which they were requested, each once, never more at once than allowed', async () => {
		const script = fc.array(
			fc.oneof(fc.record({ start: fc.integer({ min: 1, max: 5 }) }), fc.record({ end: fc.boolean() })),
		);
		await fc.assert(
			fc.asyncProperty(script, fc.integer({ min: 1, max: 4 }), async (steps, most) => {
				const calls = new Calls(undefined, most);
				for (const step of steps) {
					if ('start' in step) await calls.start(step.start);
					else await calls.end(1, step.end);
					expect(calls.underWay).toBeLessThanOrEqual(most);
				}
				while (calls.underWay > 0) await calls.end();
				expect(calls.numbers).toEqual(calls.outcomes.map((_outcome, index) => index + 1));
			}),
		);
	});
});

describe('runs of one process', () => {
	it('share one limiter for each service', () => {
		expect(limiterOf('https://one')).toBe(limiterOf('https://one'));
		expect(limiterOf('https://one')).not.toBe(limiterOf('https://two'));
	});

	it('share what the service takes, in turns, and each keeps its own Concurrency', async () => {
		const service = new Limiter();
		const [first, second, narrow] = [new Calls(service), new Calls(service), new Calls(service, 2)];
		await first.start(100);
		await first.refuse(6);
		expect(first.underWay).toBe(10);

		await second.start(100);
		await narrow.start(100);
		expect([second.underWay, narrow.underWay]).toEqual([0, 0]);
		for (let ended = 0; ended < 10; ended++) await first.end();

		expect(narrow.underWay).toBe(2);
		expect(Math.abs(first.underWay - second.underWay)).toBeLessThanOrEqual(1);
		expect(first.underWay + second.underWay).toBe(8);
	});

	it('never wait for the slow calls of another one while nothing is rejected', async () => {
		const service = new Limiter();
		await new Calls(service).start(100);

		expect((await new Calls(service).start(5)).underWay).toBe(1);
	});

	it('all wait as long as the service asks one of them to', async () => {
		const service = new Limiter();
		const [first, second] = [await new Calls(service).start(100), new Calls(service)];
		const shorter = timer(290);
		await first.refuse(6, 300);
		await second.start(1);
		await first.end(10);
		expect([first.underWay, second.underWay]).toEqual([0, 0]);

		await until('the second run has its turn', () => second.underWay > 0);
		expect(shorter.isOver).toBe(true);
	});

	it('do not wait again and again for a service that gives no good response', async () => {
		const calls = await new Calls().start(100);
		await calls.refuse(16, 50);
		await new Promise((passed) => setTimeout(passed, 80));
		expect(calls.underWay).toBe(8);

		await calls.refuse(8, 60_000);
		expect(calls.underWay).toBeGreaterThan(0);
	});

	it('leave a wait that is requested to each call where it is longer than 30 s', async () => {
		const calls = await new Calls().start(100);
		await calls.refuse(6, 31_000);
		await calls.end();

		expect(calls.underWay).toBe(10);
	});

	it('that are over find so at once, and take no room', async () => {
		const service = new Limiter();
		const [first, second] = [await new Calls(service).start(20), new Calls(service)];
		await first.refuse(1, 10_000);
		first.release();
		await settled();
		await first.start(1);
		expect(first.numbers.slice(16)).toEqual([0, 0, 0, 0, 0]);

		await first.end(20);
		await second.start(1);
		expect(second.underWay).toBe(0);
	});
});
