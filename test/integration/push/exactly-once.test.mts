import { zone, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
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

test('a second try of Retry On Fail does not send what the first one sent, whatever its expressions give', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.settings.latencyMs = 5;
	const featureJson =
		'={{ JSON.stringify([1, 2].map(() => ({ type: "zone", zoneType: "common", name: "made " + Math.random() }))) }}';
	const rejects = until('a push went through', () => service.sandbox.features(planCode).length === 1).then(() =>
		service.sandbox.intercept({ route: 'push', reply: { status: 403 } }),
	);

	const { error, success } = await runNode({
		...push({ batchSize: 1 }, { source: 'json', featureJson }),
		items: [{ planCode }],
		credential: service.credential(),
		retryOnFail: true,
		maxTries: 3,
	});
	await rejects;

	expect(error).toBeUndefined();
	expect(success[0].json).toMatchObject({ pushed: 2, requests: 3 });
	expect(service.sandbox.features(planCode)).toHaveLength(2);
});

test('Isolate reports of an item that one feature is rejected and that of another it is not known', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: { status: 400, body: '{"message":"a bad zone"}' } });
	service.sandbox.intercept({ route: 'push', reply: 'reset' });

	const { success } = await runNode({
		...push({ existing: 'skip', onBatchError: 'isolate', batchSize: 1 }),
		items: [{ planCode, features: zones(2) }],
		credential: service.credential(),
		...continues,
	});

	expect(success[0].json.error).toMatch(
		/these features were added: zone "zone 1" of item 0\. Rejected: zone "zone 0" of item 0 \(a bad zone\)/,
	);
	expect(success[0].json.details).toMatchObject({
		safeToRetry: false,
		unknown: [{ itemIndex: 0, position: 1 }],
		rejected: [{ itemIndex: 0, position: 0, serviceMessage: 'a bad zone' }],
	});
});

test('On Error Stop: the error names what is not pushed on each plan', async () => {
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
	expect(error?.message).toMatch(
		new RegExp(`Other plans: ${other} \\(\\d pushed\\)\\. Not pushed: zone "theirs .*" of item 1`),
	);
	const { details } = Object(error?.context) as {
		details: { otherPlans: Array<{ pushed?: unknown[]; notPushed: unknown[] }> };
	};
	const [{ pushed = [], notPushed }] = details.otherPlans;
	expect(pushed.length + notPushed.length).toBe(30);
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
