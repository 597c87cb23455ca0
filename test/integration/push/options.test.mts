import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';

const service = useService();

async function pushed(step: ReturnType<typeof push>, features: object[], more: object = {}) {
	const [planCode] = service.plans(1);
	const outcome = await runNode({
		...step,
		items: [{ planCode, features: features as never, ...more }],
		credential: service.credential(),
	});
	return { ...outcome, planCode };
}

test('Author reaches the service as text, encoded, and is left out when it is empty', async () => {
	const author = 'Ünï & Söhne + "x"? #1/%20';
	await pushed(push({}, { author }), [zone('a')]);
	await pushed(push({}, { author: '' }), [zone('a')]);

	const [first, second] = service.sandbox.requests.filter(({ route }) => route === 'push');
	expect(first.author).toBe(author);
	expect(second.path).toMatch(/\/PushFeatures$/);
});

test('an Author that an expression gives as a number is taken as text', async () => {
	await pushed(push({}, { author: '={{ 7 }}' }), [zone('a')]);

	expect(service.sandbox.requests.at(-1)?.author).toBe('7');
});

test('items with different authors go in different requests', async () => {
	const [planCode] = service.plans(1);
	const items = ['Ann', 'Ann', 'Ben'].map((author, index) => ({ planCode, author, features: [zone(`item ${index}`)] }));

	const { success } = await runNode({
		...push({}, { author: '={{ $json.author }}' }),
		items,
		credential: service.credential(),
	});

	const requests = service.sandbox.requests.filter(({ route }) => route === 'push');
	expect(requests.map(({ author, featureCount }) => [author, featureCount])).toEqual([
		['Ann', 2],
		['Ben', 1],
	]);
	expect(success).toHaveLength(1);
});

test('Partner Code replaces that of the credential', async () => {
	const { error } = await pushed(push({ partnerCode: 'ptnr_foreign' }), [zone('a')]);

	expect(error?.message).toContain('ptnr_foreign');
	expect(error?.description).toContain('Partner Code');
});

test('items of one plan with different partners go in different requests, each with its own', async () => {
	const [planCode] = service.plans(1);
	const { partnerCode } = service.sandbox.credential;
	const items = [partnerCode, 'ptnr_foreign', ''].map((partner, index) => {
		return { planCode, partner, features: [zone(`item ${index}`)] };
	});

	const { success, failed } = await runNode({
		...push({ partnerCode: '={{ $json.partner }}' }),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success).toMatchObject([{ json: { planCode, pushed: 2 }, pairedItem: [{ item: 0 }, { item: 2 }] }]);
	expect(failed).toMatchObject([{ json: { details: { partnerCode: 'ptnr_foreign', itemIndex: 1 } } }]);
	expect(service.held(planCode)).toEqual({ 'item 0': 1, 'item 2': 1 });
});

test('no features: no request', async () => {
	const { success, planCode } = await pushed(push(), []);

	expect(success.map(({ json }) => json)).toEqual([
		{ planCode, pushed: 0, skipped: 0, requests: 0, retries: 0, confirmed: 0 },
	]);
	expect(service.sandbox.requests).toEqual([]);
});

test('Existing Features is Skip where nobody touched it: a second run adds nothing', async () => {
	const [planCode] = service.plans(1);
	const run = { items: [{ planCode, features: zones(2) }], credential: service.credential() };
	const untouched = push({}, { options: {} });

	const first = await runNode({ ...untouched, ...run });
	const second = await runNode({ ...untouched, ...run });

	expect(first.success[0].json).toMatchObject({ pushed: 2, skipped: 0 });
	expect(second.success[0].json).toMatchObject({ pushed: 0, skipped: 2, requests: 0 });
	expect(service.held(planCode)).toEqual({ 'zone 0': 1, 'zone 1': 1 });
});

test('Skip matches each feature of the plan once, and leaves out what lies where a changed one does', async () => {
	const [planCode] = service.plans(1, [zone('same'), zone('same'), zone('other', { area: 1 })]);
	const features = [zone('same'), zone('same'), zone('same'), zone('other', { area: 2 })];

	const { success } = await runNode({
		...push({ existing: 'skip' }),
		items: [{ planCode, features }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 3, skippedDifferent: 1 });
	expect(service.held(planCode)).toEqual({ same: 3, other: 1 });
});

test("the editor's Retry of Push Anyway sends equal rows once each, and what is there not again", async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	const items = ['b', 'b', 'c'].map((name) => ({ planCode, type: 'room', name }));
	const retry = async () =>
		await runNode({
			...push({ existing: 'push' }, { source: 'item' }),
			...{ items, mode: 'retry', credential: service.credential() },
		});

	expect((await retry()).success.map(({ json }) => json)).toMatchObject([{ pushed: 3, skipped: 0 }]);
	const { success, hints } = await retry();
	expect(success.map(({ json }) => json)).toMatchObject([{ pushed: 0, skipped: 3 }]);
	expect(hints).toContainEqual(expect.objectContaining({ message: expect.stringMatching(/^This is a retry/) }));
	expect(service.sandbox.features(planCode)).toHaveLength(4);
});

test('Photos: Remove pushes the rest of the feature, Error rejects it', async () => {
	const feature = zone('photographed', { photos: [{ imageUrl: 'https://x.example/1.png' }] });

	const removed = await pushed(push(), [feature]);
	expect(service.held(removed.planCode)).toEqual(onceEach(feature));

	service.sandbox.clearRequests();
	const refused = await pushed(push({ photos: 'error' }), [zone('plain', { photos: [] }), feature]);
	expect(refused.error?.message).toMatch(
		/^features\[1\]\.photos can't be pushed.* Found in zone photographed \(item 0\)/,
	);
	expect(service.sandbox.requests).toEqual([]);
});

test('a further item of Get that nobody changed is sent without photos and data without a value', async () => {
	const [first, second] = Object.values(dataFields).map(({ key, name }) => ({ key, name }));
	const data = [{ ...first, value: 'A' }, second];
	const feature = zone('photographed', { photos: [{ imageUrl: 'https://x.example/1.png' }], data });
	const [planCode] = service.plans(1, [feature]);

	const { success } = await runChain({
		items: [{ planCode }, { planCode }],
		steps: [getMany(), push({ existing: 'skip' }, { source: 'item' })],
		credential: service.credential(),
	});

	expect(success.map(({ json }) => json)).toMatchObject([{ pushed: 1, skipped: 1 }]);
	const [, added] = service.sandbox.features(planCode);
	expect(added).toMatchObject({ name: 'photographed', data: expect.arrayContaining([{ ...first, value: 'A' }]) });
	expect(added.photos ?? []).toEqual([]);
});

test('Validate off sends what the specification rules out, and the service has the last word', async () => {
	const feature = { ...zone('odd'), data: [{ key: 'my own key', name: 'x', value: 'y' }] };

	const { error } = await pushed(push({ validate: false }), [feature]);

	expect(service.count('push')).toBe(1);
	expect(error?.message).toMatch(/status 400: .*data\[0\]\.key must match/);
});

test.each([{ dataFields: [] }, { type: '', dataFields: [] }, { photos: [{ imageUrl: '/a.png' }], dataFields: [] }])(
	'Validate off with Skip neither sends nor takes for equal what says nothing: %j',
	async (feature) => {
		const { error } = await pushed(push({ existing: 'skip', validate: false }), [zone('a'), feature]);

		expect(error?.message).toMatch(/^features\[1\] says nothing by which it could be known.*Nothing was sent$/);
		expect(service.count('push')).toBe(0);
	},
);
