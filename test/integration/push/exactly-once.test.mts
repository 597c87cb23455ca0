import type { IDataObject } from 'n8n-workflow';
import type { Intercept } from '../../../sandbox/server.mts';
import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const slow = useListener();
withShortestWaits();

const continues = { onError: 'continueRegularOutput' } as const;

async function pushZones(count: number, options: object = {}, more: object = {}) {
	const [planCode] = service.plans(1);
	const features = zones(count);
	const outcome = await runNode({
		...push({ ...options }),
		items: [{ planCode, features }],
		credential: service.credential(),
		...continues,
		...more,
	});
	return { ...outcome, planCode, json: outcome.success[0]?.json ?? {} };
}

/** A service that takes a push only while later requests come in. Gives the names that it holds. */
function serviceAtWork(answers: number[], takesAfterPosts: number): string[] {
	const held: string[] = [];
	let posts = 0;
	const late: Array<() => void> = [];
	slow.answer = ({ method, body }, response) => {
		if (posts >= takesAfterPosts) for (const take of late.splice(0)) take();
		if (method === 'GET') {
			return void response.end(JSON.stringify({ features: held.map((name) => zone(name)) }));
		}
		posts++;
		const { features } = JSON.parse(body) as { features: IDataObject[] };
		const take = () => void held.push(...features.map(({ name }) => String(name)));
		const status = answers.shift() ?? 200;
		if (status === 504) late.push(take);
		if (status === 200) take();
		response.writeHead(status).end();
	};
	return held;
}

test.each([422, 429, 503])(
	'a lost push that arrives while status %d is waited out is found, not pushed again',
	async (status) => {
		const held = serviceAtWork([504, status, 200], 2);

		const { success } = await runNode({
			...push(),
			items: [{ planCode: 'pln', features: zones(3) }],
			credential: service.credential({ baseUrl: slow.url }),
		});

		expect(held).toEqual(zones(3).map(({ name }) => name));
		expect(success[0].json).toMatchObject({ pushed: 3, recovered: 3, requests: 2, retries: 1 });
	},
);

test('a push that arrives twice is told, with the copies', async () => {
	const held = serviceAtWork([504, 200], 2);

	const { success } = await runNode({
		...push(),
		items: [{ planCode: 'pln', features: zones(2) }],
		credential: service.credential({ baseUrl: slow.url }),
		...continues,
	});

	expect(held).toHaveLength(4);
	expect(success[0].json.error).toMatch(
		/^Plan pln: The plan holds more copies than .*zone "zone 0" of item 0 \(1 too many\), zone "zone 1" .*too many\)/,
	);
	expect(success[0].json.details).toMatchObject({
		safeToRetry: false,
		doubled: [{ itemIndex: 0, position: 0, copies: 1 }, { position: 1 }],
	});
});

test('when the tries run out after a lost answer, the item is not called safe to run again', async () => {
	service.sandbox.intercept({ route: 'push', reply: { status: 504 } });
	service.sandbox.intercept({
		route: 'push',
		times: Infinity,
		reply: { status: 422, body: '{"message":"migrating"}' },
	});

	const { json } = await pushZones(2, { maxRetries: 1 });

	expect(json.error).toMatch(
		/status 422: migrating.*not known whether zone "zone 0" of item 0, zone "zone 1" of item 0 are on the plan/,
	);
	expect(json.details).toMatchObject({
		status: 422,
		safeToRetry: false,
		unknown: [
			{ itemIndex: 0, position: 0 },
			{ itemIndex: 0, position: 1 },
		],
	});
});

const unclear: Array<[string, Intercept['reply']]> = [
	...[408, 425, 499, 503, 507, 520, 522, 524, 527].map((status): [string, Intercept['reply']] => [
		`status ${status}`,
		{ status },
	]),
];

const answered: Array<[string, Intercept['reply']]> = [
	['200 with an error', { status: 200, body: '{"error":"queue full"}' }],
	['202', { status: 202 }],
	['207', { status: 207, body: '[{"status":500}]' }],
	['a line of text', { status: 200, body: 'accepted for processing' }],
];

test.each(unclear)('after %s the plan decides whether the push took effect', async (_name, reply) => {
	service.sandbox.intercept({ route: 'push', when: 'after', reply });
	const taken = await pushZones(2);
	service.sandbox.intercept({ route: 'push', reply });
	const notTaken = await pushZones(2);

	expect(taken.json).toMatchObject({ pushed: 2, recovered: 2, requests: 1 });
	expect(notTaken.json).toMatchObject({ pushed: 2, recovered: 0, requests: 2 });
	for (const { planCode } of [taken, notTaken]) expect(service.held(planCode)).toEqual(onceEach(...zones(2)));
});

test.each(answered)('what was answered with %s is found on the plan, and never sent again', async (_name, reply) => {
	service.sandbox.intercept({ route: 'push', when: 'after', reply });
	const taken = await pushZones(2);
	service.sandbox.intercept({ route: 'push', reply });
	const notTaken = await pushZones(2);

	expect(taken.json).toMatchObject({ pushed: 2, recovered: 2, requests: 1 });
	expect(service.held(taken.planCode)).toEqual(onceEach(...zones(2)));
	expect(notTaken.json.details).toMatchObject({ pushed: 0, safeToRetry: false, unknown: [{}, {}] });
	expect(service.held(notTaken.planCode)).toEqual({});
	expect(service.count('push')).toBe(2);
});

test('an answer that says neither yes nor no, and no effect on the plan, is told in its words', async () => {
	service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 200, body: '{"error":"queue full"}' } });

	const { json } = await pushZones(1);

	expect(json.error).toMatch(/answered with status 200: queue full, which does not say that it was taken/);
	expect(json.details).toMatchObject({ safeToRetry: false, serviceMessage: 'queue full' });
});

test('a second try of Retry On Fail finds the features of the first, whatever its expressions give now', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
	service.sandbox.intercept({ route: 'features', times: 5, reply: { status: 500 } });
	const featureJson =
		'={{ JSON.stringify({ type: "zone", zoneType: "common", name: "made at " + $now.toMillis() + Math.random() }) }}';

	const { error } = await runNode({
		...push({}, { source: 'json', featureJson }),
		items: [{ planCode }],
		credential: service.credential(),
		retryOnFail: true,
		maxTries: 3,
	});

	expect(error).toBeUndefined();
	expect(service.sandbox.features(planCode)).toHaveLength(1);
});

test('Isolate tells of an item that one feature is refused and that of another it is not known', async () => {
	const [planCode] = service.plans(1);
	// The first is refused, the second has no answer, and the plan cannot be read.
	service.sandbox.intercept({ route: 'push', reply: { status: 400, body: '{"message":"a bad zone"}' } });
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500 } });

	const { success } = await runNode({
		...push({ onBatchError: 'isolate', batchSize: 1 }),
		items: [{ planCode, features: zones(2) }],
		credential: service.credential(),
		...continues,
	});

	expect(success[0].json.error).toMatch(
		/not known whether zone "zone 1" of item 0 are on the plan.*Refused: zone "zone 0" of item 0 \(a bad zone\)/,
	);
	expect(success[0].json.details).toMatchObject({
		safeToRetry: false,
		unknown: [{ itemIndex: 0, position: 1 }],
		rejected: [{ itemIndex: 0, position: 0, serviceMessage: 'a bad zone' }],
	});
});

test('On Error Stop: the error names what is refused, missing or unknown on each plan', async () => {
	const [fails, other] = service.plans(2);
	service.sandbox.intercept({
		route: 'push',
		planCode: fails,
		reply: { status: 400, body: '{"errors":[{"path":"features[1]","message":"is bad"}]}' },
	});
	service.sandbox.settings.latencyMs = 5;
	const items = [
		{ planCode: fails, features: zones(2, 'mine') },
		{ planCode: other, features: zones(30, 'theirs') },
	];

	const { error } = await runNode({ ...push({ batchSize: 2 }), items, credential: service.credential() });

	expect(error?.message).toMatch(
		/features\[1\] is bad\..* Not pushed: zone "mine 0" of item 0, zone "mine 1" of item 0/,
	);
	expect(error?.message).toMatch(new RegExp(`Not pushed to other plans: .*zone "theirs .*" of item 1.* for ${other}`));
	const { details } = Object(error?.context) as {
		details: { otherPlans: Array<{ pushed: number; notPushed: unknown[] }> };
	};
	expect(details.otherPlans[0].pushed + details.otherPlans[0].notPushed.length).toBe(30);
});

test('a plan whose partner is once written out and once left to the credential is pushed as one', async () => {
	const [planCode] = service.plans(1);
	const { partnerCode } = service.sandbox.credential;
	const items = ['', partnerCode].map((partner, index) => ({ planCode, partner, features: [zone(`item ${index}`)] }));

	const { success } = await runNode({
		...push({ partnerCode: '={{ $json.partner }}' }),
		items,
		credential: service.credential(),
	});

	expect(success).toMatchObject([
		{ json: { planCode, pushed: 2, requests: 1 }, pairedItem: [{ item: 0 }, { item: 1 }] },
	]);
});

test('requests counts the POST after a 401, too', async () => {
	service.sandbox.intercept({ route: 'push', reply: { status: 401 } });

	const { json } = await pushZones(1);

	expect(json).toMatchObject({ pushed: 1, requests: 2, retries: 0 });
	expect(service.count('push')).toBe(2);
});
