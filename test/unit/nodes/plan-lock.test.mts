import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { isCurrent, withPlanLock } from '../../../nodes/PushFeatures/operations/push.operation';
import { rejectionOf } from '../thrown.mts';

/** Of executions that nobody stops. */
const NEVER = new AbortController().signal;

/** A piece of work that lasts until it is ended. */
function work() {
	let end = () => {};
	let begun = false;
	const lasts = new Promise<void>((resolve) => (end = resolve));
	const run = async () => {
		begun = true;
		await lasts;
		return 'done';
	};
	return { run, end: () => end(), hasBegun: () => begun };
}

async function settled(): Promise<void> {
	await new Promise((passed) => setImmediate(passed));
}

describe('pushes of one plan', () => {
	it('never overlap, and take their turns in order', async () => {
		const turns = fc.array(fc.record({ plan: fc.constantFrom('one', 'other'), ms: fc.nat(2), fails: fc.boolean() }), {
			maxLength: 12,
		});
		await fc.assert(
			fc.asyncProperty(turns, async (pushes) => {
				const log: string[] = [];
				const held = pushes.map(
					async ({ plan, ms, fails }, index) =>
						await withPlanLock(plan, NEVER, async () => {
							log.push(`${plan} ${index} begins`);
							await new Promise((passed) => setTimeout(passed, ms));
							log.push(`${plan} ${index} ends`);
							if (fails) throw new Error(`push ${index}`);
							return index;
						}),
				);
				const outcomes = await Promise.allSettled(held);
				expect(outcomes.map(({ status }) => status)).toEqual(
					pushes.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
				);
				for (const one of ['one', 'other']) {
					const expected = pushes.flatMap(({ plan }, index) =>
						plan === one ? [`${one} ${index} begins`, `${one} ${index} ends`] : [],
					);
					expect(log.filter((line) => line.startsWith(`${one} `))).toEqual(expected);
				}
			}),
			{ numRuns: 30 },
		);
	});

	it('make older what was read of their plan before, and of no other', async () => {
		const readAtMs = performance.now();
		await new Promise((passed) => setTimeout(passed, 2));
		expect(isCurrent('read', readAtMs)).toBe(true);

		await withPlanLock('read', NEVER, async () => await Promise.reject(new Error('503'))).catch(() => undefined);

		expect(isCurrent('read', readAtMs)).toBe(false);
		expect(isCurrent('unread', readAtMs)).toBe(true);
		await new Promise((passed) => setTimeout(passed, 2));
		expect(isCurrent('read', performance.now())).toBe(true);
	});

	it('read again what was read half a minute ago, because other processes push, too', () => {
		expect(isCurrent('P', performance.now() - 29_000)).toBe(true);
		expect(isCurrent('P', performance.now() - 31_000)).toBe(false);
	});

	it('give what their work gives, and fail as it fails', async () => {
		expect(await withPlanLock('P', NEVER, () => Promise.resolve(7))).toBe(7);
		expect(await rejectionOf(withPlanLock('P', NEVER, () => Promise.reject(new Error('broken'))))).toMatchObject({
			message: 'broken',
		});
	});
});

describe('pushes of several plans', () => {
	it('go side by side', async () => {
		const [one, other] = [work(), work()];
		const both = [withPlanLock('P1', NEVER, one.run), withPlanLock('P2', NEVER, other.run)];
		await settled();
		expect([one.hasBegun(), other.hasBegun()]).toEqual([true, true]);
		one.end();
		other.end();
		expect(await Promise.all(both)).toEqual(['done', 'done']);
	});
});

describe('a push that waits for its plan', () => {
	it('ends at once when its execution is stopped, and never begins', async () => {
		const [first, second, third] = [work(), work(), work()];
		const controller = new AbortController();
		const held = withPlanLock('P', NEVER, first.run);
		const stopped = withPlanLock('P', controller.signal, second.run);
		const next = withPlanLock('P', NEVER, third.run);
		await settled();
		controller.abort();
		expect(await stopped).toBeUndefined();
		await settled();
		expect([second.hasBegun(), third.hasBegun()]).toEqual([false, false]);
		first.end();
		third.end();
		expect(await Promise.all([held, next])).toEqual(['done', 'done']);
		expect(second.hasBegun()).toBe(false);
	});

	it('keeps its place behind the one at work when another that waits is stopped, also if it comes later', async () => {
		const [first, second, third] = [work(), work(), work()];
		const controller = new AbortController();
		const held = withPlanLock('P', NEVER, first.run);
		const stopped = withPlanLock('P', controller.signal, second.run);
		controller.abort();
		await stopped;
		const next = withPlanLock('P', NEVER, third.run);
		await settled();
		expect(third.hasBegun()).toBe(false);
		first.end();
		await settled();
		expect(third.hasBegun()).toBe(true);
		third.end();
		expect(await Promise.all([held, next])).toEqual(['done', 'done']);
	});

	it('does not begin when its execution was stopped before', async () => {
		const stopped = work();
		expect(await withPlanLock('P', AbortSignal.abort(), stopped.run)).toBeUndefined();
		expect(stopped.hasBegun()).toBe(false);
	});

	it('begins when it is its turn, and leaves no listener behind', async () => {
		const [first, second] = [work(), work()];
		const { signal } = new AbortController();
		const held = [withPlanLock('P', NEVER, first.run), withPlanLock('P', signal, second.run)];
		await settled();
		expect(second.hasBegun()).toBe(false);
		first.end();
		await settled();
		expect(second.hasBegun()).toBe(true);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		second.end();
		await Promise.all(held);
	});
});
