import type { ServerResponse } from 'node:http';
import type { Intercept } from '../../../sandbox/server.mts';
import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { ON_ERROR, failureWords, runNode } from '../../support/engine/outcome.mts';
import type { NodeRun } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
const breaking = useListener();
withShortestWaits();

const lost: Array<[string, Intercept['reply']]> = [
	['500', { status: 500, body: '{"message":"internal"}' }],
	['502', { status: 502, body: '<h1>Bad gateway</h1>' }],
	['504', { status: 504 }],
	['a reset', 'reset'],
	['no answer in time', 'hang'],
	['a web page with status 200', { status: 200, body: '<!doctype html><p>Sign in</p>' }],
];

async function pushZones(planCode: string, count: number, reply: Intercept['reply'], more: Partial<NodeRun> = {}) {
	const features = zones(count);
	const outcome = await runNode({
		// Shorter only where the time-out is the matter: a fiftieth of it must do for a busy machine's next push.
		...push({ timeoutSeconds: reply === 'hang' ? 30 : 60 }),
		items: [{ planCode, features }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
		...more,
	});
	return { ...outcome, features };
}

describe.each(lost)('after %s', (_name, reply) => {
	test('a push that took effect is found on the plan and not sent again', async () => {
		const [planCode] = service.plans(1, [zone('before')]);
		service.sandbox.intercept({ route: 'push', when: 'after', reply });

		const { success, features } = await pushZones(planCode, 5, reply);

		expect(success[0].json).toEqual({ planCode, pushed: 5, skipped: 0, requests: 1, retries: 0, recovered: 5 });
		expect(service.count('push')).toBe(1);
		expect(service.held(planCode)).toEqual(onceEach(zone('before'), ...features));
	});

	test('a push that took no effect is sent again', async () => {
		const [planCode] = service.plans(1, [zone('before')]);
		service.sandbox.intercept({ route: 'push', reply });

		const { success, features } = await pushZones(planCode, 5, reply);

		expect(success[0].json).toEqual({ planCode, pushed: 5, skipped: 0, requests: 2, retries: 1, recovered: 0 });
		expect(service.held(planCode)).toEqual(onceEach(zone('before'), ...features));
	});

	test.each(ON_ERROR)('a push of which a part took effect is not sent again, and told: %s', async (onError) => {
		const [planCode] = service.plans(1);
		service.sandbox.setFeatures(
			planCode,
			zones(5).filter((_zone, index) => index % 2 === 1),
		);
		service.sandbox.intercept({ route: 'push', times: Infinity, reply });

		const outcome = await pushZones(planCode, 5, reply, { onError });

		expect(service.count('push')).toBe(1);
		const words =
			/On the plan: zone "zone 1" of item 0, zone "zone 3" of item 0\. Not on the plan: zone "zone 0" of item 0/;
		expect(failureWords(outcome)).toEqual([expect.stringMatching(words)]);
	});

	test('the item of a push of which a part took effect lists what is there, and what is not', async () => {
		const [planCode] = service.plans(1);
		service.sandbox.setFeatures(
			planCode,
			zones(5).filter((_zone, index) => index % 2 === 1),
		);
		service.sandbox.intercept({ route: 'push', times: Infinity, reply });

		const { success } = await pushZones(planCode, 5, reply);

		expect(success[0].json.details).toMatchObject({
			safeToRetry: false,
			onPlan: [1, 3].map((position) => ({ itemIndex: 0, position })),
			notOnPlan: [0, 2, 4].map((position) => ({ itemIndex: 0, position })),
		});
	});
});

test('each batch is judged by itself: equal features of an earlier batch are not taken for its own', async () => {
	const [planCode] = service.plans(1);
	const same = Array.from({ length: 4 }, () => zone('same'));
	service.sandbox.settings.latencyMs = 20;
	const pushing = runNode({
		...push({ batchSize: 2 }),
		items: [{ planCode, features: same }],
		credential: service.credential(),
	});
	const succeeded = () => service.sandbox.requests.some(({ route, status }) => route === 'push' && status === 200);
	await until('a push went through', succeeded);
	service.sandbox.intercept({ route: 'push', reply: { status: 502 } });

	const { success } = await pushing;

	expect(success[0].json).toMatchObject({ pushed: 4, recovered: 0, retries: 1 });
	expect(service.held(planCode)).toEqual({ same: 4 });
});

test('when the plan cannot be read back either, the error says that the outcome is unknown', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500 } });

	const { success } = await pushZones(planCode, 2, 'reset');

	expect(service.count('push')).toBe(1);
	expect(success[0].json.error).toMatch(
		/not known whether zone "zone 0" of item 0, zone "zone 1" of item 0 are on the plan/,
	);
	expect(success[0].json.details).toMatchObject({
		safeToRetry: false,
		unknown: [
			{ itemIndex: 0, position: 0 },
			{ itemIndex: 0, position: 1 },
		],
	});
});

test('of many features of unknown outcome twenty come in words, without names and kinds by what they are', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500 } });
	const features = [{ type: 'diagram' }, { note: 'a kind that nobody knows' }, ...zones(20)];

	const { success } = await runNode({
		...push({ validate: false }),
		items: [{ planCode, features }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});

	expect(success[0].json.error).toMatch(
		/whether diagram of item 0, feature of item 0, zone "zone 0" of .*"zone 17" of item 0 and 2 more are on the plan/,
	);
	expect(Object(success[0].json.details)).toHaveProperty('unknown.length', 22);
});

test('a service that loses every answer ends the push after five tries', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 502 } });

	const { success } = await pushZones(planCode, 2, 'reset');

	expect(service.count('push')).toBe(5);
	expect(success[0].json.error).toMatch(/502.*after 5 attempts/);
	expect(service.held(planCode)).toEqual({});
});

test('a null position, data without a value and photos do not hide a feature that is on the plan', async () => {
	const [planCode] = service.plans(1, [zone('before')]);
	const features = [
		{
			type: 'leaderLineIcon',
			name: 'icon',
			position: null,
			icons: [{ iconType: 'unheardOf' }],
			photos: [{ imageUrl: 'http://x/' }],
		},
		zone('data', { data: [{ key: `dfld_${'k'.repeat(25)}`, name: 'K', value: null }] }),
	];
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });

	const { success } = await runNode({
		...push(),
		items: [{ planCode, features } as never],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 2, recovered: 2 });
	expect(service.count('push')).toBe(1);
});

test('a feature that was left out as existing is not taken for an equal one whose push was lost', async () => {
	const [planCode] = service.plans(1, [zone('same')]);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });

	const { success } = await runNode({
		...push({ existing: 'skip' }),
		items: [{ planCode, features: [zone('same'), zone('same')] }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 1, recovered: 0, retries: 1 });
	expect(service.held(planCode)).toEqual({ same: 2 });
});

test('a push that broke off during the failing login of another plan is in doubt, and not called safe', async () => {
	const credential = service.credential({ baseUrl: breaking.url });
	const run = { ...push(), credential, onError: 'continueRegularOutput' } as const;
	await runNode({ ...run, items: [{ planCode: 'first', features: zones(1) }] });
	const held: ServerResponse[] = [];
	breaking.answer = ({ url }, response) => {
		if (url.includes('broken')) held.push(response);
		else response.writeHead(401).end();
	};
	service.sandbox.intercept({
		route: 'token',
		times: Infinity,
		reply: { status: 400, body: '{"error":"invalid_grant"}' },
	});

	const running = runNode({
		...run,
		items: [
			{ planCode: 'broken', features: zones(1) },
			{ planCode: 'refused', features: zones(1) },
		],
	});
	await until('both are on their way', () => service.count('token') >= 2 && held.length > 0);
	await new Promise((resolve) => setTimeout(resolve, 100));
	held[0].destroy();
	const { success } = await running;

	expect(success.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^The answer to a push was lost/),
		expect.stringMatching(/^The authentication service does not know this API key/),
	]);
	expect(success[0].json.details).toMatchObject({ safeToRetry: false });
});
