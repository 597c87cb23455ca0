import type { OnError } from 'n8n-workflow';
import { dataKey, onceEach, zone, zones } from '../../support/engine/features.mts';
import { newExecutionId } from '../../support/engine/execution.mts';
import { ON_ERROR, failureWords, runChain, runNode, runNodeTimes } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
withShortestWaits();

const RETRY = { retryOnFail: true, maxTries: 4 };

describe.each(ON_ERROR)('with Retry On Fail (%s)', (onError) => {
	const retry = { onError, ...RETRY };

	test('the plans that went through are not pushed again when another fails', async () => {
		const [first, failing, last] = service.plans(3);
		service.sandbox.intercept({ route: 'push', planCode: failing, times: Infinity, reply: { status: 403 } });
		const items = [first, failing, last].map((planCode) => ({ planCode, features: zones(3) }));

		await runNode({ ...push(), ...retry, items, credential: service.credential() });

		expect([first, failing, last].map((planCode) => service.held(planCode))).toEqual([
			onceEach(...zones(3)),
			{},
			onceEach(...zones(3)),
		]);
	});

	test('a push whose outcome is unknown is not repeated blindly', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });

		await runNode({ ...push(), ...retry, items: [{ planCode, features: zones(3) }], credential: service.credential() });

		expect(service.count('push')).toBe(1);
		expect(service.held(planCode)).toEqual(onceEach(...zones(3)));
	});
});

/** Four items, pushed in two batches, of which the second one is rejected once. */
async function pushWithSecondBatchRefused(onError: OnError) {
	const [planCode] = service.plans(1);
	service.sandbox.settings.latencyMs = 20;
	const items = zones(4).map((feature) => ({ planCode, features: [feature] }));
	const running = runNode({ ...push({ batchSize: 2 }), onError, ...RETRY, items, credential: service.credential() });
	const succeeded = () => service.sandbox.requests.some(({ route, status }) => route === 'push' && status === 200);
	await until('a push went through', succeeded);
	service.sandbox.intercept({ route: 'push', reply: { status: 403 } });
	const { success } = await running;
	return { success, held: service.held(planCode) };
}

describe('with Retry On Fail and Stop, where n8n runs the node again', () => {
	const run = { onError: 'stopWorkflow', ...RETRY } as const;

	test('a plan that rejects at first gets each feature once', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'push', planCode, reply: { status: 403 } });

		const { success, error } = await runNode({
			...push(),
			...run,
			items: [{ planCode, features: zones(2) }],
			credential: service.credential(),
		});

		expect(error).toBeUndefined();
		expect(success[0].json).toMatchObject({ pushed: 2 });
		expect(service.held(planCode)).toEqual(onceEach(...zones(2)));
	});

	test('features of unknown outcome are found on the plan by the second run', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'push', reply: 'reset' });
		// It takes its effect after the four reads of the first run.
		const arrives = until('the second run reads', () => service.count('features') > 5).then(() =>
			service.sandbox.setFeatures(planCode, zones(3)),
		);

		const { success } = await runNode({
			...push({ existing: 'skip' }),
			...run,
			items: [{ planCode, features: zones(3) }],
			credential: service.credential(),
		});
		await arrives;

		expect(success[0].json).toMatchObject({ pushed: 3, confirmed: 3, requests: 1 });
	});

	test('what an attempt pushed makes nothing else ambiguous in the next one', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.settings.latencyMs = 20;
		const { geometry } = zone('a');
		const features = [zone('a'), zone('b', { geometry })];
		const isPushed = until('one is pushed', () => service.sandbox.features(planCode).length === 1).then(() =>
			service.sandbox.intercept({ route: 'push', reply: { status: 403 } }),
		);

		const { error } = await runNode({
			...push({ existing: 'skip', batchSize: 1 }),
			...run,
			items: [{ planCode, features }],
			credential: service.credential(),
		});
		await isPushed;

		expect(error).toBeUndefined();
		expect(service.held(planCode)).toEqual(onceEach(...features));
	});

	test('batches that went through stay counted, and only the rest is pushed', async () => {
		const { success, held } = await pushWithSecondBatchRefused('stopWorkflow');

		expect(held).toEqual(onceEach(...zones(4)));
		expect(success[0].json).toMatchObject({ pushed: 4 });
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'with Retry On Fail and %s, where n8n runs nothing again',
	(onError) => {
		test('a plan that rejects gets nothing, and the item fails', async () => {
			const [planCode] = service.plans(1);
			service.sandbox.intercept({ route: 'push', planCode, reply: { status: 403 } });

			const outcome = await runNode({
				...push(),
				onError,
				...RETRY,
				items: [{ planCode, features: zones(2) }],
				credential: service.credential(),
			});

			expect(failureWords(outcome)).toEqual([expect.stringContaining('403')]);
			expect(service.held(planCode)).toEqual({});
		});

		test('batches that went through stay counted', async () => {
			const { success, held } = await pushWithSecondBatchRefused(onError);

			expect(held).toEqual(onceEach(...zones(2)));
			expect(success[0].json).toMatchObject({ pushed: 2 });
		});
	},
);

test('the next execution, and the next run of a loop, push again', async () => {
	const [planCode] = service.plans(1);
	const run = {
		...push(),
		items: [{ planCode, features: [zone('a')] }],
		credential: service.credential(),
		retryOnFail: true,
	};

	const runs = await runNodeTimes({ ...run, times: 2 });
	await runNode(run);

	expect(runs).toHaveLength(2);
	expect(service.held(planCode)).toEqual({ a: 3 });
});

test('an execution that failed is not remembered by the next one', async () => {
	const [planCode, failing] = service.plans(2);
	service.sandbox.intercept({ route: 'push', planCode: failing, times: Infinity, reply: { status: 403 } });
	const items = [
		{ planCode, features: [zone('a')] },
		{ planCode: failing, features: [zone('b')] },
	];
	const run = { ...push(), items, credential: service.credential(), retryOnFail: true, maxTries: 2 };

	await runNode({ ...run, executionId: newExecutionId() });
	await runNode({ ...run, executionId: newExecutionId() });

	expect(service.held(planCode)).toEqual({ a: 2 });
});

test('an attempt whose input is invalid keeps what earlier ones sent, for two more minutes', async () => {
	const [planCode] = service.plans(1);
	const { now } = performance;
	const attempt = async (afterMs: number, features: object[]) => {
		jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + afterMs);
		return await runNode({
			...push({ batchSize: 1 }),
			...RETRY,
			items: [{ planCode, features }],
			credential: service.credential(),
			executionId,
		});
	};
	const executionId = newExecutionId();
	service.sandbox.settings.latencyMs = 5;
	const isRejected = until('one is pushed', () => service.sandbox.features(planCode).length === 1).then(() =>
		service.sandbox.intercept({ route: 'push', times: 9, reply: { status: 403 } }),
	);
	await attempt(0, zones(2));
	await isRejected;
	await attempt(119_000, [zone('a', { zoneType: 'no such type' })]);
	service.sandbox.clearIntercepts();
	await attempt(238_000, zones(2));

	expect(service.held(planCode)).toEqual(onceEach(...zones(2)));
});

test('Existing Features: Skip leaves out what an execution that broke off had pushed', async () => {
	const [planCode] = service.plans(1, [...zones(2)]);

	const { success } = await runNode({
		...push({ existing: 'skip' }),
		items: [{ planCode, features: zones(5) }],
		credential: service.credential(),
	});

	expect(success[0].json).toEqual({ planCode, pushed: 3, skipped: 2, requests: 1, retries: 0, confirmed: 0 });
	expect(service.held(planCode)).toEqual(onceEach(...zones(5)));
});

test('a batch that was rejected is not pushed in part by the repetition', async () => {
	const [planCode] = service.plans(1);
	const items = [zone('a'), zone('b', { zoneType: 'no such type' }), zone('c')].map((feature) => ({
		planCode,
		features: [feature],
	}));

	const { error } = await runNode({
		...push({ validate: false }),
		items,
		credential: service.credential(),
		retryOnFail: true,
		maxTries: 2,
	});

	expect(error?.message).toMatch(/zoneType must be one of/);
	expect(service.held(planCode)).toEqual({});
});

test.each(['byName', 'byKey', 'array', 'table'])(
	'Get (%s) reads once where features have a property called error, and Push brings it back',
	async (dataFormat) => {
		const [from, to] = service.plans(2);
		const sensor = { ...zone('sensor'), error: 'E-17', data: [{ key: dataKey('t'), name: 'Tenant', value: 'Anna' }] };
		service.sandbox.setFeatures(from, [sensor]);
		service.sandbox.setFeatures(to, [{ ...zone('other'), error: 'none', data: sensor.data }]);

		const { success } = await runChain({
			items: [{ planCode: from }],
			credential: service.credential(),
			steps: [{ ...getMany({ dataFormat }), ...RETRY }, push({ existing: 'skip' }, { source: 'item', planCode: to })],
		});

		expect(success[0].json).toMatchObject({ pushed: 1 });
		expect(service.sandbox.features(to)[1]).toMatchObject({ name: 'sensor', error: 'E-17' });
		const reads = service.sandbox.requests.filter(({ route, planCode }) => route === 'features' && planCode === from);
		expect(reads).toHaveLength(1);
	},
);
