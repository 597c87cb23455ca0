import type { ServerResponse } from 'node:http';
import type { Intercept } from '../../../tools/sandbox/server.mts';
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

const NO_RESPONSE: Array<[string, Intercept['reply']]> = [
	...[408, 425, 499, 500, 502, 503, 504, 507, 520, 522, 524, 527].map((status): [string, Intercept['reply']] => [
		`status ${status}`,
		{ status },
	]),
	['502 with a web page', { status: 502, body: '<h1>Bad gateway</h1>' }],
	['a reset', 'reset'],
	['no response in time', 'hang'],
	['a web page with status 200', { status: 200, body: '<!doctype html><p>Sign in</p>' }],
	['200 with an error', { status: 200, body: '{"error":"queue full"}' }],
	['202', { status: 202 }],
	['207', { status: 207, body: '[{"status":500}]' }],
	['a line of text', { status: 200, body: 'accepted for processing' }],
];

const SKIP = { existing: 'skip' };

async function pushZones(planCode: string, count: number, options: object = SKIP, more: Partial<NodeRun> = {}) {
	const features = zones(count);
	const outcome = await runNode({
		...push({ timeoutSeconds: 30, ...options }),
		items: [{ planCode, features }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
		...more,
	});
	return { ...outcome, json: outcome.success[0]?.json ?? {}, features };
}

const at = (...positions: number[]) => positions.map((position) => ({ itemIndex: 0, position }));

describe.each(NO_RESPONSE)('after %s, with Skip', (_name, reply) => {
	test('a push that took effect is confirmed by reading the plan back', async () => {
		const [planCode] = service.plans(1, [zone('before')]);
		service.sandbox.intercept({ route: 'push', when: 'after', reply });

		const { json, features } = await pushZones(planCode, 5);

		expect(json).toEqual({ planCode, pushed: 5, skipped: 0, requests: 1, retries: 0, confirmed: 5 });
		expect(service.held(planCode)).toEqual(onceEach(zone('before'), ...features));
	});

	test('a push that took no effect is not sent again, and the next run after two minutes completes it', async () => {
		const [planCode] = service.plans(1, [zone('before')]);
		service.sandbox.intercept({ route: 'push', reply });

		const { json, features } = await pushZones(planCode, 5);

		expect(service.count('push')).toBe(1);
		// One before, and four to read it back.
		expect(service.count('features')).toBe(5);
		expect(json.error).toMatch(/The node can't tell whether these features were added: zone "zone 0" of item 0, zone/);
		expect(json.message).toMatch(/Then run again with Existing Features set to Skip/);
		expect(json.details).toMatchObject({ code: 'outcomeUnknown', safeToRetry: false, unknown: at(0, 1, 2, 3, 4) });

		jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 121_000);
		expect((await pushZones(planCode, 5)).json).toMatchObject({ pushed: 5, requests: 1, confirmed: 0 });
		expect(service.held(planCode)).toEqual(onceEach(zone('before'), ...features));
	});
});

test('every read of a plan that is pushed to asks for more than a cache has', async () => {
	const [planCode] = service.plans(1, [zone('before')]);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });

	await pushZones(planCode, 1);

	const reads = service.sandbox.requests.filter(({ route }) => route === 'features');
	expect(reads.map(({ headers }) => headers['cache-control'])).toEqual(Array(5).fill('no-cache'));
});

test.each(ON_ERROR)('confirmed, unknown and not pushed are reported: %s', async (onError) => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });
	const others = until('the push is there', () => service.count('push') === 1).then(() =>
		service.sandbox.setFeatures(planCode, [zone('zone 1')]),
	);

	const outcome = await pushZones(planCode, 3, { ...SKIP, batchSize: 2 }, { onError });
	await others;

	expect(service.count('push')).toBe(1);
	const [words] = failureWords(outcome);
	expect(words).toMatch(/whether these features were added: zone "zone 0" of item 0\. Not pushed: zone "zone 2"/);
	expect(words).toContain('Found on the plan by reading it back: zone "zone 1" of item 0');
	if (onError === 'continueRegularOutput')
		expect(outcome.json.details).toMatchObject({ unknown: at(0), confirmed: at(1), notPushed: at(2) });
});

test('with Push Anyway the plan is not read, and nothing more is sent', async () => {
	const [planCode] = service.plans(1, [zone('zone 0')]);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });

	const { json } = await pushZones(planCode, 4, { existing: 'push', batchSize: 2 });

	expect([service.count('push'), service.count('features')]).toEqual([1, 0]);
	expect(json.details).toMatchObject({ code: 'outcomeUnknown', unknown: at(0, 1), notPushed: at(2, 3) });
});

test('a second call of the process within two minutes does not send what is in doubt', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });
	await pushZones(planCode, 2, { existing: 'push' });

	const { json } = await pushZones(planCode, 3);

	expect(service.count('push')).toBe(1);
	expect(json.error).toMatch(/^Plan \S+: An earlier push of these features got no response/);
	expect(json.details).toMatchObject({ code: 'outcomeUnknown', unknown: at(0, 1), notPushed: at(2) });

	service.sandbox.setFeatures(planCode, zones(2));
	expect((await pushZones(planCode, 3)).json).toMatchObject({ pushed: 1, skipped: 2, confirmed: 0 });
	expect(service.held(planCode)).toEqual(onceEach(...zones(3)));
});

test("when the plan can't be read back, the outcome is unknown", async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
	const breaks = until('the push is there', () => service.count('push') === 1).then(() =>
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500 } }),
	);

	const { json } = await pushZones(planCode, 2);
	await breaks;

	expect(service.count('push')).toBe(1);
	expect(service.count('features')).toBe(5);
	expect(json.details).toMatchObject({ safeToRetry: false, unknown: at(0, 1) });
});

test('of many features of unknown outcome twenty come in words, without names and kinds by what they are', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });
	const features = [{ type: 'diagram' }, { note: 'a kind that nobody knows', data: [] }, ...zones(20)];

	const { success } = await runNode({
		...push({ validate: false }),
		items: [{ planCode, features }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});

	expect(success[0].json.error).toMatch(
		/added: diagram of item 0, feature of item 0, zone "zone 0" of .*"zone 17" of item 0 and 2 more/,
	);
	expect(Object(success[0].json.details)).toHaveProperty('unknown.length', 22);
});

test('a response that says neither yes nor no is reported in its words', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: { status: 200, body: '{"error":"queue full"}' } });

	const { json } = await pushZones(planCode, 1, { existing: 'push' });

	expect(json.error).toMatch(/The response to the push has status 200 and says: queue full\. That does not say/);
	expect(json.details).toMatchObject({ safeToRetry: false, serviceMessage: 'queue full' });
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
		...push(SKIP),
		items: [{ planCode, features } as never],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 2, confirmed: 2 });
	expect(service.count('push')).toBe(1);
});

test('a feature that was left out as existing is not taken for an equal one whose push got no response', async () => {
	const [planCode] = service.plans(1, [zone('same')]);
	service.sandbox.intercept({ route: 'push', reply: 'reset' });

	const { success } = await runNode({
		...push(SKIP),
		items: [{ planCode, features: [zone('same'), zone('same')] }],
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});

	expect(success[0].json.details).toMatchObject({ unknown: at(1) });
	expect(service.held(planCode)).toEqual({ same: 1 });
});

test('a push that broke off during the failing login of another plan is in doubt, and not called safe', async () => {
	const credential = service.credential({ baseUrl: breaking.url });
	const run = { ...push(), credential, onError: 'continueRegularOutput' } as const;
	await runNode({ ...run, items: [{ planCode: 'first', features: zones(1) }] });
	const held: ServerResponse[] = [];
	breaking.respond = ({ url }, response) => {
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
		expect.stringMatching(/The node can't tell whether these features were added/),
		expect.stringMatching(/^The authentication service does not know this API key/),
	]);
	expect(success[0].json.details).toMatchObject({ safeToRetry: false });
});
