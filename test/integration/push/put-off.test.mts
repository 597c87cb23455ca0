import type { Intercept } from '../../../tools/sandbox/server.mts';
import { onceEach, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
withShortestWaits();

async function pushThree(options: object = {}) {
	const [planCode] = service.plans(1);
	const features = zones(3);
	const outcome = await runNode({
		...push({ ...options }),
		items: [{ planCode, features }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});
	return { planCode, features, json: outcome.success[0].json };
}

test('a migration is waited for, and the retries are counted', async () => {
	service.sandbox.intercept({ route: 'push', times: 3, reply: { status: 422, body: '{"message":"migrating"}' } });

	const { planCode, features, json } = await pushThree();

	expect(json).toEqual({ planCode, pushed: 3, skipped: 0, requests: 4, retries: 3, confirmed: 0 });
	expect(service.held(planCode)).toEqual(onceEach(...features));
});

test('a plan that really migrates takes the push in the end', async () => {
	service.sandbox.settings.migration = true;
	service.sandbox.settings.migrationMs = 100;

	const { planCode, features } = await pushThree();

	expect(service.held(planCode)).toEqual(onceEach(...features));
});

test.each([
	[422, 0],
	[422, 2],
	[429, 2],
	[503, 2],
])('status %d is met with %d retries when Max Retries says so', async (status, maxRetries) => {
	service.sandbox.intercept({
		route: 'push',
		times: Infinity,
		reply: { status, headers: { 'retry-after': '0' }, body: '{"message":"not now"}' },
	});

	const { planCode, json } = await pushThree({ maxRetries });

	expect(service.count('push')).toBe(maxRetries + 1);
	expect(json.error).toContain(`status ${status}: not now`);
	expect(json.details).toMatchObject({ status, planCode, safeToRetry: true, serviceMessage: 'not now' });
	expect(service.held(planCode)).toEqual({});
});

test('the default is five retries', async () => {
	service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 422 } });

	await pushThree();

	expect(service.count('push')).toBe(6);
});

test.each([
	['403', { status: 403, body: '{"message":"not your plan"}' }, /403 for partner \S+: not your plan/],
	['404', { status: 404 }, /404/],
	['409', { status: 409 }, /409/],
	['413', { status: 413 }, /413/],
] as Array<[string, Intercept['reply'], RegExp]>)(
	'status %s ends the push at once and says what was pushed',
	async (_name, reply, words) => {
		service.sandbox.intercept({ route: 'push', times: Infinity, reply });

		const { json } = await pushThree();

		expect(service.count('push')).toBe(1);
		expect(json.error).toMatch(words);
		expect(json.error).toContain('0 of 3 features for this plan were pushed');
	},
);

test('a later batch that fails tells which items are on the plan and which are not', async () => {
	const [planCode] = service.plans(1);
	const items = zones(6).map((feature) => ({ planCode, features: [feature] }));
	const options = { batchSize: 2 };
	const credential = service.credential();
	let pushes = 0;
	const { requests } = service.sandbox;
	// The third batch is rejected: the first two are through by then.
	const watch = setInterval(() => {
		pushes = requests.filter(({ route, status }) => route === 'push' && status === 200).length;
		if (pushes >= 2) service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 403 } });
	}, 1);
	service.sandbox.settings.latencyMs = 40;

	const { success, failed } = await runNode({ ...push(options), items, credential, onError: 'continueErrorOutput' });
	clearInterval(watch);

	expect(success).toHaveLength(1);
	expect(success[0]).toMatchObject({
		json: { pushed: 4, requests: 3 },
		pairedItem: [0, 1, 2, 3].map((item) => ({ item })),
	});
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 4 }, { item: 5 }]);
	for (const { json } of failed) expect(json.details).toMatchObject({ status: 403, planCode, notPushed: [{}] });
	expect(service.held(planCode)).toEqual(onceEach(...zones(4)));
});
