import { onceEach, zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan, push } from '../../support/engine/steps.mts';

const service = useService();

const ODD =
	'{"type":"zone","zoneType":"common","name":"odd","__proto__":{"polluted":true},' +
	'"constructor":{"prototype":{"polluted":true}},"toString":1,' +
	'"geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,3]]],"__proto__":[]}}';

afterEach(() => {
	expect(Object({}).polluted).toBeUndefined();
});

/** The plan as the service would answer with it. */
async function answered(features: string, step = getMany()) {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 200, body: features } });
	return await runNode({
		...step,
		items: [{ planCode, features: JSON.parse(`[${ODD}]`) }],
		credential: service.credential(),
	});
}

test('of members given twice the last counts, in the response and in a feature', async () => {
	const body = '{"features":[{"type":"first"}],"features":[{"type":"zone","name":"one","name":"two"}]}';

	const { success } = await answered(body);

	expect(success.map(({ json }) => json)).toEqual([
		{ planCode: expect.any(String), type: 'zone', name: 'two', dataFields: [] },
	]);
});

test('a feature whose members are named __proto__ and constructor is pushed as it is', async () => {
	const [planCode] = service.plans(1);

	await runNode({
		...push({}, { source: 'json', featureJson: ODD }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	const [{ code, ...held }] = service.sandbox.features(planCode);
	expect(code).toBeDefined();
	expect(JSON.stringify(held)).toBe(ODD);
});

test('it is found on the plan again by Existing Features "Skip"', async () => {
	const { success } = await answered(
		`{"features":[${ODD}]}`,
		push({ existing: 'skip' }, { source: 'json', featureJson: ODD }),
	);

	expect(success[0].json).toMatchObject({ pushed: 0, skipped: 1 });
	expect(service.count('push')).toBe(0);
});

test('a plan that only inherits such members does not hold it', async () => {
	const { success } = await answered(
		'{"features":[{"type":"zone","zoneType":"common","name":"odd"}]}',
		push({ existing: 'skip' }, { source: 'json', featureJson: ODD }),
	);

	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 0 });
});

test.each(['byName', 'byKey'])('data fields of odd names survive Get (%s) and Push', async (dataFormat) => {
	const data = ['__proto__', 'constructor', 'toString'].map((name, index) => ({
		key: `dfld_${String(index).repeat(25)}`,
		name,
		value: name,
	}));
	const [from, to] = service.plans(2);
	service.sandbox.setFeatures(from, [zone('a', { data })]);

	await runChain({
		items: [{ planCode: from }],
		credential: service.credential(),
		steps: [getMany({ dataFormat, dropEmptyData: true }), push({}, { source: 'item', planCode: to })],
	});

	expect(service.held(to)).toEqual(onceEach(zone('a')));
	expect(service.sandbox.features(to)[0].data).toEqual(data);
});

test('a plan code and an item named __proto__ stay plain data', async () => {
	service.sandbox.setFeatures('__proto__', [zone('a')]);

	const { success } = await runNode({
		...getPlan(),
		items: [{ planCode: '__proto__' }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ planCode: '__proto__', count: 1 });
});
