import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { newExecutionId } from '../../support/engine/execution.mts';
import { ON_ERROR, runNode, runNodeTimes } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
withShortestWaits();

describe.each(ON_ERROR)('with Retry On Fail (%s)', (onError) => {
	const retry = { onError, retryOnFail: true, maxTries: 4 };

	test('the plans that went through are not pushed again when another fails', async () => {
		const [first, failing, last] = service.plans(3);
		service.sandbox.intercept({ route: 'push', planCode: failing, times: Infinity, reply: { status: 403 } });
		const items = [first, failing, last].map((planCode) => ({ planCode, features: zones(3) }));

		await runNode({ ...push(), ...retry, items, credential: service.credential() });

		expect([first, failing, last].map((planCode) => service.held(planCode))).toEqual([onceEach(...zones(3)), {}, onceEach(...zones(3))]);
	});

	test('a plan that fails at first and then recovers holds each feature once', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'push', planCode, reply: { status: 403 } });

		const { success, failed, error } = await runNode({
			...push(),
			...retry,
			items: [{ planCode, features: zones(2) }],
			credential: service.credential(),
		});

		// Only Stop makes n8n run the node again: with Continue the failure goes to whoever asked for it.
		expect(service.held(planCode)).toEqual(onError === 'stopWorkflow' ? onceEach(...zones(2)) : {});
		expect(error).toBeUndefined();
		if (onError === 'stopWorkflow') expect(success[0].json).toMatchObject({ pushed: 2 });
		else expect([...success, ...failed]).toHaveLength(1);
	});

	test('a push whose outcome is unknown is not repeated blindly', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
		// The plan cannot be read in the first run of the node: five tries.
		service.sandbox.intercept({ route: 'features', times: 5, reply: { status: 500 } });

		const { success } = await runNode({
			...push(),
			...retry,
			items: [{ planCode, features: zones(3) }],
			credential: service.credential(),
		});

		expect(service.count('push')).toBe(1);
		expect(service.held(planCode)).toEqual(onceEach(...zones(3)));
		if (onError === 'stopWorkflow') expect(success[0].json).toMatchObject({ pushed: 3, recovered: 3 });
	});

	test('batches that went through stay counted, and only the rest is pushed', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.settings.latencyMs = 20;
		const items = zones(4).map((feature) => ({ planCode, features: [feature] }));
		const running = runNode({ ...push({ batchSize: 2 }), ...retry, items, credential: service.credential() });
		const succeeded = () => service.sandbox.requests.some(({ route, status }) => route === 'push' && status === 200);
		await until('a push went through', succeeded);
		service.sandbox.intercept({ route: 'push', reply: { status: 403 } });
		const { success } = await running;

		const all = onError === 'stopWorkflow' ? zones(4) : zones(2);
		expect(service.held(planCode)).toEqual(onceEach(...all));
		expect(success[0].json).toMatchObject({ pushed: all.length });
	});
});

test('the next execution, and the next run of a loop, push again', async () => {
	const [planCode] = service.plans(1);
	const run = { ...push(), items: [{ planCode, features: [zone('a')] }], credential: service.credential(), retryOnFail: true };

	const runs = await runNodeTimes({ ...run, times: 2 });
	await runNode(run);

	expect(runs).toHaveLength(2);
	expect(service.held(planCode)).toEqual({ a: 3 });
});

test('an execution that failed is not remembered by the next one', async () => {
	const [planCode, failing] = service.plans(2);
	service.sandbox.intercept({ route: 'push', planCode: failing, times: Infinity, reply: { status: 403 } });
	const items = [{ planCode, features: [zone('a')] }, { planCode: failing, features: [zone('b')] }];
	const run = { ...push(), items, credential: service.credential(), retryOnFail: true, maxTries: 2 };

	await runNode({ ...run, executionId: newExecutionId() });
	await runNode({ ...run, executionId: newExecutionId() });

	expect(service.held(planCode)).toEqual({ a: 2 });
});

test('Existing Features: Skip leaves out what an execution that broke off had pushed', async () => {
	const [planCode] = service.plans(1, [...zones(2)]);

	const { success } = await runNode({ ...push({ existing: 'skip' }), items: [{ planCode, features: zones(5) }], credential: service.credential() });

	expect(success[0].json).toEqual({ planCode, pushed: 3, skipped: 2, requests: 1, retries: 0, recovered: 0 });
	expect(service.held(planCode)).toEqual(onceEach(...zones(5)));
});

test('a batch that was refused is not pushed in part by the repetition', async () => {
	const [planCode] = service.plans(1);
	const items = [zone('a'), zone('b', { zoneType: 'no such type' }), zone('c')].map((feature) => ({ planCode, features: [feature] }));

	const { error } = await runNode({ ...push({ validate: false }), items, credential: service.credential(), retryOnFail: true, maxTries: 2 });

	expect(error?.message).toMatch(/zoneType must be one of/);
	expect(service.held(planCode)).toEqual({});
});
