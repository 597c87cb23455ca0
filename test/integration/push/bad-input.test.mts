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
		expect(error?.message).toMatch(/^Nothing was sent, because 1 item is invalid\. Item 1: /);
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

test('the first problem is the title, the others stand below, equal ones once, twenty in words', async () => {
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
		'Nothing was sent, because 20 items are invalid. Items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, ' +
			'31, 33, 35, 37, 39: features[0].zoneType must be one of common, identified, interior, otherTenanted, ' +
			'presentation, private, tenanted (and 22 further problems)',
	);
	const lines = (error?.description ?? '').split('\n');
	expect(lines).toHaveLength(21);
	expect(lines.slice(0, 3)).toEqual([
		expect.stringMatching(/^Items 1, 3, .*39: features\[1\]\.type must be the kind/),
		expect.stringMatching(/^Items 1, 3, .*39: features\[1\]\.geometry must be a polygon/),
		'Item 1: features[1].x1 is NaN, which JSON cannot hold',
	]);
	expect(lines[19]).toBe('… and 3 more problems');
	expect(lines[20]).toMatch(/^Correct these items/);
	expect(error?.context.details).toMatchObject({
		invalidItems: items.flatMap((_item, index) => (index % 2 === 1 ? [index] : [])),
	});
	expect(service.sandbox.requests).toEqual([]);
});

test('neighbours with one problem come as a range', async () => {
	const items = Array.from({ length: 26 }, () => ({ planCode: 'pln', features: [{ type: 7 }] }));

	const { error } = await runNode({ ...push(), items, credential: service.credential() });

	expect(error?.message).toBe(
		'Nothing was sent, because 26 items are invalid. Items 0–25: features[0].type must be the kind of the ' +
			'feature, such as zone',
	);
});

test('of one item with many problems the first is the title, and nineteen more come below it', async () => {
	const features = Array.from({ length: 30 }, () => ({ type: 7 }));

	const { failed } = await runNode({
		...push(),
		items: [{ planCode: 'pln', features }],
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	const { error, message } = failed[0].json;
	expect(error).toBe(
		'Not pushed: features[0].type must be the kind of the feature, such as zone (and 29 further problems)',
	);
	expect(String(message).match(/features\[\d+\]\.type must/g)).toHaveLength(20);
	expect(message).toContain('… and 10 more problems');
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
		problems: [{ itemIndex: 1, path: 'features[0].zoneType', message: expect.stringContaining('must be one of') }],
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
