import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan } from '../../support/engine/steps.mts';

const service = useService();

async function answered(body: string, step = getMany()) {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({
		route: 'features',
		reply: { status: 200, headers: { 'content-type': 'text/plain' }, body },
	});
	return await runNode({ ...step, items: [{ planCode }], credential: service.credential() });
}

test('unknown kinds and members, numbers and order come through unchanged, whatever the content type', async () => {
	const features = [
		{ type: 'hologram', depth: 0.1, nested: { list: [1, [2, null]], empty: {} } },
		{ zoneType: 'unheard of', type: 'zone', big: 1e21, small: -0.000001 },
		{ type: 'zone', text: 'ünï ✓ \u0000 "quoted"' },
	];

	const { success } = await answered(JSON.stringify({ features, more: 'ignored' }));

	expect(success.map(({ json }) => json)).toEqual(
		features.map((feature) => ({ planCode: expect.any(String), ...feature, dataFields: [] })),
	);
});

test.each(['{"features":{}}', '{"features":null}', '{"features":[1]}', '{"features":[null]}', '{"Features":[]}'])(
	'%s holds no list of features: an error that says where',
	async (body) => {
		const { error, success } = await answered(body);

		expect(success).toEqual([]);
		expect(error?.message).toMatch(/is not what the specification says: features/);
	},
);

test('a member named __proto__ changes no object', async () => {
	const { success } = await answered(
		'{"features":[{"type":"zone","__proto__":{"polluted":true},"constructor":{"x":1}}]}',
	);

	expect(success).toHaveLength(1);
	expect(Object(success[0].json).polluted).toBeUndefined();
	expect(Object({}).polluted).toBeUndefined();
});

test('a plan without features gives no item, and one item with an empty list', async () => {
	const many = await answered('{"features":[]}');
	const plan = await answered('{"features":[]}', getPlan());

	expect(many.success).toEqual([]);
	expect(plan.success[0].json).toMatchObject({ count: 0, features: [] });
});

test('200,000 features come through in order', async () => {
	const zones = Array.from({ length: 200_000 }, (_, index) => `{"type":"zone","index":${index}}`);
	const body = `{"features":[${zones.join(',')}]}`;

	const { success } = await answered(body);

	expect(success).toHaveLength(200_000);
	expect(success.every(({ json }, index) => json.index === index)).toBe(true);
});
