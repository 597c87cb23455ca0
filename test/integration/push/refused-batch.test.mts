import type { IDataObject } from 'n8n-workflow';
import { zone, zones } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const terse = useListener();

const bad = (name: string) => zone(name, { zoneType: 'no such type' });
const isolate = { existing: 'skip', validate: false, onBatchError: 'isolate' };

test('Rejected Batch: Stop pushes nothing of the batch, and names the features that were rejected', async () => {
	const [planCode] = service.plans(1);
	const items = [zone('a'), bad('b'), zone('c')].map((feature) => ({ planCode, features: [feature] }));

	const { success, failed } = await runNode({
		...push({ validate: false }),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success).toEqual([]);
	expect(service.held(planCode)).toEqual({});
	expect(service.count('push')).toBe(1);
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(failed[1].json).toMatchObject({
		error: expect.stringMatching(/zoneType must be one of/),
		details: { status: 400, planCode },
	});
});

test('Isolate pushes all but the bad features', async () => {
	const [planCode] = service.plans(1);
	const features = [zone('a'), bad('b'), zone('c'), bad('d'), zone('e')];

	const { success, failed } = await runNode({
		...push(isolate),
		items: features.map((feature) => ({ planCode, features: [feature] })),
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(service.held(planCode)).toEqual({ a: 1, c: 1, e: 1 });
	expect(success).toMatchObject([{ json: { pushed: 3 }, pairedItem: [0, 2, 4].map((item) => ({ item })) }]);
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 3 }]);
	for (const { json } of failed) {
		expect(json).toMatchObject({
			error: expect.stringMatching(/zoneType/),
			details: { status: 400, planCode, safeToRetry: true },
		});
	}
});

test('with Isolate under Stop the error names each feature that was rejected, the first one, too', async () => {
	const [planCode] = service.plans(1);

	const { error } = await runNode({
		...push(isolate),
		items: [zone('a'), bad('b'), bad('c')].map((feature) => ({ planCode, features: [feature] })),
		credential: service.credential(),
	});

	expect(error?.message).toMatch(
		/rejected 2 features: .*zoneType.*Rejected: zone "b" of item 1 \(.*zoneType.*\), zone "c" of item 2$/,
	);
	expect(service.held(planCode)).toEqual({ a: 1 });
});

test('a feature that was rejected is not looked for when a later batch gets no response', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', reply: { status: 400, body: '{"message":"no"}' } });
	service.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
	const features = [zone('same'), zone('same')];

	const { success } = await runNode({
		...push({ ...isolate, batchSize: 1 }),
		items: features.map((feature) => ({ planCode, features: [feature] })),
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success).toMatchObject([{ json: { pushed: 1, confirmed: 1 }, pairedItem: [{ item: 1 }] }]);
	expect(service.held(planCode)).toEqual({ same: 1 });
});

test('Isolate finds one bad feature among 200 that is never named, and pushes the others once, in order', async () => {
	const accepted: string[] = [];
	terse.respond = ({ method, body }, response) => {
		if (method === 'GET') return void response.end(JSON.stringify({ features: accepted.map((name) => zone(name)) }));
		const { features } = JSON.parse(body) as { features: IDataObject[] };
		const names = features.map(({ name }) => String(name));
		if (names.includes('hidden')) return void response.writeHead(400).end('something is wrong');
		accepted.push(...names);
		response.end();
	};
	const features = zones(200);
	features[137] = zone('hidden');

	const { success } = await runNode({
		...push({ ...isolate, batchSize: 64 }),
		items: [
			{ planCode: 'pln', features },
			{ planCode: 'pln', features: [zone('last')] },
		],
		credential: service.credential({ baseUrl: terse.url }),
		onError: 'continueRegularOutput',
	});

	expect(accepted).toEqual([
		...zones(200)
			.map(({ name }) => name)
			.filter((_name, index) => index !== 137),
		'last',
	]);
	expect(success.map(({ json, pairedItem }) => [json.pushed ?? json.error, pairedItem])).toEqual([
		[200, [{ item: 1 }]],
		['Plan pln: The service rejected a feature: something is wrong', { item: 0 }],
	]);
	expect(terse.heard.filter(({ method }) => method === 'POST').length).toBeLessThan(20);
});

test('Isolate with On Error: Stop ends with the rejection, after all good features were pushed', async () => {
	const [planCode] = service.plans(1);

	const { error } = await runNode({
		...push(isolate),
		items: [{ planCode, features: [bad('b'), ...zones(3)] }],
		credential: service.credential(),
		retryOnFail: true,
	});

	expect(error?.message).toMatch(/rejected a feature/);
	expect(service.held(planCode)).toEqual({ 'zone 0': 1, 'zone 1': 1, 'zone 2': 1 });
});

test('with Push Anyway, an item of which features went with an earlier request is not safe to retry', async () => {
	const [planCode, other] = service.plans(2);
	const items = [
		{ planCode, features: [zone('a'), bad('b'), zone('c')] },
		{ planCode: other, features: [bad('d')] },
	];

	const { failed } = await runNode({
		...push({ validate: false, batchSize: 1 }),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(service.held(planCode)).toEqual({ a: 1 });
	expect(failed.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			error: expect.stringMatching(/zoneType/),
			message: expect.stringMatching(/Existing Features set to Skip/),
			details: expect.objectContaining({ safeToRetry: false }),
		}),
		expect.objectContaining({ details: expect.objectContaining({ safeToRetry: true }) }),
	]);
});
