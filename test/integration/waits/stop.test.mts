import { setTimeout as pause } from 'node:timers/promises';
import { zone, zones } from '../../support/engine/features.mts';
import { runNode, startNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';
import type { Step } from '../../support/engine/execution.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();

const RETRY_AFTER = { 'retry-after': '3' };
const RETRY_AFTER_MS = 3000;

const arrived = async (route: string, count: number) =>
	await until(`${count} ${route}`, () => service.count(route) >= count);

/** Stops the execution once so many requests have arrived. Gives the time until it ended, and what was sent since. */
async function stopAfter(count: number, route: string, step: Step, items: Array<{ planCode: string }>) {
	const credential = service.credential();
	await runNode({ ...getMany({}, { planCode: service.plans(1)[0] }), items: [{}], credential });
	service.sandbox.clearRequests();
	const running = startNode({ ...step, items, credential, retryOnFail: true, maxTries: 2 });
	await arrived(route, count);
	await pause(20);
	const sent = service.count();
	const stoppedAt = Date.now();
	running.cancel();
	await running.done;
	const endedAfterMs = Date.now() - stoppedAt;
	await pause(RETRY_AFTER_MS + 300);
	return { endedAfterMs, sentAfterwards: service.count() - sent };
}

describe.each(['stopWorkflow', 'continueErrorOutput'] as const)('Stop (%s)', (onError) => {
	test('ends a wait at once, and nothing is sent afterwards', async () => {
		const items = service.plans(3).map((planCode) => ({ planCode }));
		for (const { planCode } of items) {
			service.sandbox.intercept({
				route: 'features',
				planCode,
				times: Infinity,
				reply: { status: 503, headers: RETRY_AFTER },
			});
		}

		const { endedAfterMs, sentAfterwards } = await stopAfter(3, 'features', { ...getMany(), onError }, items);

		expect(endedAfterMs).toBeLessThan(RETRY_AFTER_MS - 100);
		expect(sentAfterwards).toBe(0);
	});

	test('ends calls that have no response, and the calls in line are never made', async () => {
		const items = service.plans(40).map((planCode) => ({ planCode }));
		for (const { planCode } of items) service.sandbox.intercept({ route: 'features', planCode, reply: 'hang' });

		const { endedAfterMs, sentAfterwards } = await stopAfter(16, 'features', { ...getMany(), onError }, items);

		expect(endedAfterMs).toBeLessThan(10_000);
		expect(sentAfterwards).toBe(0);
	});

	test('ends the download of photos, and those in line are never asked for', async () => {
		const photos = Array.from({ length: 20 }, (_, index) => ({ imageUrl: `/photos/${index}.png` }));
		const [planCode] = service.plans(1, [zone('photographed', { photos })]);
		service.sandbox.settings.latencyMs = 300;

		const { endedAfterMs, sentAfterwards } = await stopAfter(
			8,
			'photo',
			{ ...getMany({ downloadPhotos: true }), onError },
			[{ planCode }],
		);

		expect(endedAfterMs).toBeLessThan(10_000);
		expect(sentAfterwards).toBe(0);
	});

	test('ends a push that waits for a migration', async () => {
		const items = service.plans(3).map((planCode) => ({ planCode, features: zones(3) }));
		service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 422, headers: RETRY_AFTER } });

		const { endedAfterMs, sentAfterwards } = await stopAfter(3, 'push', { ...push(), onError }, items);

		expect(endedAfterMs).toBeLessThan(RETRY_AFTER_MS - 100);
		expect(sentAfterwards).toBe(0);
	});
});

test('a plan that waits for the push of another execution is not pushed after Stop', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'hang' });
	const credential = service.credential();
	const first = startNode({ ...push(), items: [{ planCode, features: [zone('first')] }], credential });
	await arrived('push', 1);
	const second = startNode({ ...push(), items: [{ planCode, features: [zone('second')] }], credential });
	await pause(50);
	second.cancel();
	await second.done;
	first.cancel();
	await first.done;
	await pause(100);

	expect(service.count('push')).toBe(1);
	expect(service.held(planCode)).toEqual({});
});

test('a push that Stop cut off is neither read back nor sent again', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'hang' });

	const { sentAfterwards } = await stopAfter(1, 'push', push(), [
		{ planCode, features: [zone('a')] } as { planCode: string },
	]);

	expect(sentAfterwards).toBe(0);
	expect(service.held(planCode)).toEqual({ a: 1 });
});
