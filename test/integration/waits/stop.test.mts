import { setTimeout as pause } from 'node:timers/promises';
import { zone, zones } from '../engine/features.mts';
import { ON_ERROR, startNode } from '../engine/outcome.mts';
import { useService } from '../engine/service.mts';
import { getMany, push } from '../engine/steps.mts';
import type { Step } from '../engine/execution.mts';

const service = useService();

/** Stops the execution once a request has arrived, and gives the time until it has ended and the requests since. */
async function stopAfterFirst(route: string, step: Step, items: Array<{ planCode: string }>) {
	const running = startNode({ ...step, items, credential: service.credential(), retryOnFail: true, maxTries: 2 });
	while (service.count(route) === 0) await pause(5);
	await pause(30);
	const sent = service.count();
	const stoppedAt = Date.now();
	running.cancel();
	await running.done;
	const endedAfterMs = Date.now() - stoppedAt;
	await pause(300);
	return { endedAfterMs, sentAfterwards: service.count() - sent };
}

describe.each(ON_ERROR)('Stop (%s)', (onError) => {
	test('ends a wait at once, and nothing is sent afterwards', async () => {
		const items = service.plans(3).map((planCode) => ({ planCode }));
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 503, headers: { 'retry-after': '1' } } });

		const { endedAfterMs, sentAfterwards } = await stopAfterFirst('features', { ...getMany(), onError }, items);

		expect(endedAfterMs).toBeLessThan(500);
		expect(sentAfterwards).toBe(0);
	});

	test('ends a call that has no answer, and the calls in line are never made', async () => {
		const items = service.plans(40).map((planCode) => ({ planCode }));
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: 'hang' });

		const { endedAfterMs, sentAfterwards } = await stopAfterFirst('features', { ...getMany(), onError }, items);

		expect(endedAfterMs).toBeLessThan(500);
		expect(sentAfterwards).toBe(0);
	});

	test('ends a push that waits for a migration', async () => {
		const items = service.plans(3).map((planCode) => ({ planCode, features: zones(3) }));
		service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 422, headers: { 'retry-after': '1' } } });

		const { endedAfterMs, sentAfterwards } = await stopAfterFirst('push', { ...push(), onError }, items);

		expect(endedAfterMs).toBeLessThan(500);
		expect(sentAfterwards).toBe(0);
	});
});

test('a plan that waits for the push of another execution is not pushed after Stop', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'hang' });
	const credential = service.credential();
	const first = startNode({ ...push(), items: [{ planCode, features: [zone('first')] }], credential });
	while (service.count('push') === 0) await pause(5);
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

test('a push that Stop cut off is not sent again by n8n', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.settings.latencyMs = 200;
	const items = [{ planCode, features: [zone('a')] }];

	await stopAfterFirst('push', push(), items);

	expect(service.count('push')).toBe(1);
});
