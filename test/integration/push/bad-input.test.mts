import { inspect } from 'node:util';
import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, push } from '../../support/engine/steps.mts';
import { badInputs } from './bad-input.table.mts';

const service = useService();

describe.each(badInputs)('$name', ({ step, item, words }) => {
	/** The bad item is the second of three. */
	function itemsFor(planCode: string) {
		const good = (name: string) => ({ planCode, features: [zone(name)], json: zone(name), author: 'Ann', partner: '' });
		return [good('first'), { ...good('bad'), ...item }, good('last')];
	}

	test('Stop: a clear error with the item and its path, and nothing is sent', async () => {
		const [planCode] = service.plans(1);

		const { error, success } = await runNode({ ...step, items: itemsFor(planCode), credential: service.credential() });

		expect(success).toEqual([]);
		expect(error?.message).toMatch(/ Found in (?:.*\()?item 1\)?\. .*Nothing was sent$/);
		expect(error?.message).toMatch(words);
		expect(error?.context.itemIndex).toBe(1);
		expect(service.count('push')).toBe(0);
	});

	test('Continue (using error output): the bad item leaves with its reason, the others are pushed', async () => {
		const [planCode] = service.plans(1);

		const { error, success, failed } = await runNode({
			...step,
			items: itemsFor(planCode),
			credential: service.credential(),
			onError: 'continueErrorOutput',
		});

		expect(error).toBeUndefined();
		expect(success).toMatchObject([{ json: { pushed: 2 }, pairedItem: [{ item: 0 }, { item: 2 }] }]);
		expect(failed).toHaveLength(1);
		expect(failed[0]).toMatchObject({
			json: { error: expect.stringMatching(words), details: { itemIndex: 1, safeToRetry: true } },
			pairedItem: { item: 1 },
		});
		expect(service.held(planCode)).toEqual(onceEach(zone('first'), zone('last')));
	});
});

test('the first problem is the title with its reason first, the others stand below, each once', async () => {
	const [planCode] = service.plans(1);
	const bad = (index: number) => [
		zone('bad', { zoneType: 'wrong' }),
		{ type: index < 10 ? 7 : '', geometry: `of ${index}`, [`x${index}`]: NaN, data: [] },
	];
	const items = Array.from({ length: 40 }, (_, index) => ({
		planCode,
		features: index % 2 === 0 ? zones(1) : bad(index),
	}));

	const { error } = await runNode({ ...push(), items: items as never, credential: service.credential() });

	expect(error?.message).toBe(
		'features[0].zoneType must be one of common, identified, interior, otherTenanted, presentation, private, ' +
			'tenanted. Found in 20 features: features[0] (item 1), features[0] (item 3), features[0] (item 5) and 17 more. ' +
			'23 more problems. Nothing was sent',
	);
	const lines = (error?.description ?? '').split('\n');
	expect(lines).toHaveLength(21);
	expect(lines.slice(0, 3)).toEqual([
		expect.stringMatching(/^features\[1\]\.type must be the kind.* Found in 5 features: features\[1\] \(item 1\)/),
		expect.stringMatching(/^features\[1\]\.geometry must be a polygon.* Found in 20 features/),
		"features[1].x1 is NaN, which JSON can't hold. Found in features[1] (item 1).",
	]);
	expect(lines).toContainEqual(
		expect.stringMatching(/^features\[1\]\.type is missing: set Feature Type\. Found in 15/),
	);
	expect(lines[19]).toBe('… and 4 more problems.');
	expect(lines[20]).toMatch(/^Correct these items/);
	expect(error?.context.details).toMatchObject({
		problems: expect.arrayContaining([
			expect.objectContaining({ path: 'features[0].zoneType', itemIndex: 1, position: 1, count: 20 }),
		]),
	});
	expect(service.sandbox.requests).toEqual([]);
});

test('of one item with one problem in many features the problem is reported once', async () => {
	const features = Array.from({ length: 30 }, () => ({ type: 7 }));

	const { failed } = await runNode({
		...push(),
		items: [{ planCode: 'pln', features }],
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	const { error, details } = failed[0].json;
	expect(error).toBe(
		'features[0].type must be the kind of the feature, such as zone. Found in 30 features: features[0] (item 0), ' +
			'features[1] (item 0), features[2] (item 0) and 27 more. Not pushed',
	);
	expect(details).toMatchObject({ problems: [{ itemIndex: 0, position: 0, count: 30, itemIndexes: [0] }] });
});

test('Check reports invalid features with item, path and rule, and sends nothing to the plan', async () => {
	const [planCode] = service.plans(1, zones(1));
	const items = [
		{ planCode, features: zones(2) },
		{ planCode, features: [zone('bad', { zoneType: 'wrong' })] },
	];

	const { success } = await runNode({ ...check(), items, credential: service.credential() });

	expect(success[0].json).toEqual({
		planCode,
		valid: 2,
		invalid: 1,
		existing: 1,
		new: 1,
		different: 0,
		same: 1,
		onlyOnPlan: 0,
		unclear: 1,
		problems: [
			{
				itemIndex: 1,
				position: 2,
				path: 'features[0].zoneType',
				message: expect.stringContaining('must be one of'),
				count: 1,
				itemIndexes: [1],
			},
		],
	});
	expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token', 'features']);
	expect(inspect(success, { depth: 20 })).not.toContain('Bearer');
});

test.each(['a/b', 'a b', '?x=1', '#x', 'ünï ✓', '%2e%2e', '..%2f', '....', 'a\\b', 'a;b', "'"])(
	'the plan code %j is encoded, never interpreted',
	async (planCode) => {
		service.sandbox.setFeatures(planCode, []);

		const { error } = await runNode({
			...push(),
			items: [{ planCode, features: [zone('a')] }],
			credential: service.credential(),
		});

		expect(error).toBeUndefined();
		expect(service.held(planCode)).toEqual({ a: 1 });
		const [request] = service.sandbox.requests.filter(({ route }) => route === 'push');
		expect(request.planCode).toBe(planCode);
	},
);
