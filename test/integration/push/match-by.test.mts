import type { IDataObject } from 'n8n-workflow';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, check, push } from '../../support/engine/steps.mts';

const service = useService();
const ROOM = dataKey('r');
const room = (number: string, tenant: string): IDataObject =>
	zone(number, {
		name: `${number} ${tenant}`,
		data: [
			{ key: ROOM, name: 'Room', value: number },
			{ key: dataKey('t'), name: 'Tenant', value: tenant },
		],
	});
const byRoom = byColumns('Room');
const byId = byColumns('refId');

async function run(
	step: ReturnType<typeof push>,
	features: IDataObject[],
	planCode: string,
	onError?: 'continueErrorOutput',
) {
	return await runNode({
		...step,
		items: features.map((feature) => ({ planCode, ...feature })),
		credential: service.credential(),
		onError,
	});
}

test('Skip leaves out what has the same value, and says how many of these differ', async () => {
	const [planCode] = service.plans(1, [room(' 1', 'A'), room('2', 'B')]);

	const { success, hints } = await run(
		push({ existing: 'skip' }, byRoom),
		[room('1', 'A'), room('2', 'X'), room('3', 'C')],
		planCode,
	);

	// The first differs by the blank in its room and by its name.
	expect(success[0].json).toMatchObject({ planCode, pushed: 1, skipped: 2, skippedDifferent: 2 });
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Features that were skipped and differ from the plan, which can't be changed: 2\./),
	]);
	expect(service.held(planCode)).toMatchObject({ '3 C': 1, '2 B': 1 });
	expect(service.held(planCode)['2 X']).toBeUndefined();
});

test('features to skip are matched by it, also behind features that are pushed anyway', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B')]);
	const features = [
		{ ...room('1', 'A'), existing: 'push' },
		{ ...room('2', 'X'), geometry: null, existing: 'skip' },
	];

	const step = push({ existing: '={{ $json.existing }}', extraColumns: 'ignore' }, byRoom);
	const { success } = await run(step, features, planCode);

	expect(success.map(({ json }) => json)).toEqual([
		expect.objectContaining({ planCode, pushed: 1, skipped: 1, skippedDifferent: 1 }),
	]);
});

test('Skip says nothing of differences where there are none', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { success, hints } = await run(push({ existing: 'skip' }, byRoom), [room('1', 'A')], planCode);

	expect(hints).toEqual([]);
	expect(success[0].json).toEqual({ planCode, pushed: 0, skipped: 1, requests: 0, retries: 0, confirmed: 0 });
});

test('Check counts by it', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B')]);
	const features = [room('1', 'X'), room('3', 'C')].map((one) => ({ ...one, geometry: null }));

	const matched = await run(check({}, byRoom), features, planCode);
	const whole = await run(check({}, { source: 'item' }), features, planCode);

	expect(matched.success[0].json).toMatchObject({ valid: 2, existing: 1, problems: [] });
	expect(whole.success[0].json).toMatchObject({ valid: 2, existing: 0 });
});

test(
	'a feature without a value, a value given twice and one that stands twice on the plan are problems, and nothing ' +
		'is sent',
	async () => {
		const member = (id: unknown, name: string) => zone(name, { refId: id });
		const [planCode] = service.plans(1, [member('7', 'x'), member(7, 'y')]);
		const items = [member(1, 'a'), member(' ', 'b'), member('1 ', 'c'), member(7, 'd'), member(1, 'e')].map((one) => ({
			planCode,
			...one,
		}));

		const { success } = await runNode({ ...check({}, byId), items, credential: service.credential() });
		const stopped = await runNode({ ...push({ existing: 'skip' }, byId), items, credential: service.credential() });

		expect(success[0].json).toMatchObject({
			valid: 0,
			invalid: 5,
			unclear: 5,
			onlyOnPlan: 0,
			problems: [
				{ itemIndexes: [0, 2, 4], count: 3, path: '', message: expect.stringMatching(/^is new, and given 3 times/) },
				{ itemIndex: 1, path: '', message: 'has no value in refId, by which features are matched' },
				{ itemIndex: 3, path: '', message: 'has refId 7, which 2 features of the plan have' },
			],
		});
		expect(stopped.error?.message).toMatch(
			/^the feature is new, and given 3 times.* 2 more problems\. Nothing was sent$/,
		);
		expect(service.count('push')).toBe(0);
	},
);

test('a plan whose rows are all blank is not asked for the column', async () => {
	const [first, second] = service.plans(2, [room('1', 'A')]);
	const rows = [room('1', 'A'), { planCode: second, type: 'zone', Room: '', Tenant: '' }];

	const { success, error } = await run(push({ existing: 'skip' }, byRoom), rows, first);

	expect(error).toBeUndefined();
	expect(success.map(({ json }) => json)).toMatchObject([{ skipped: 1 }, { planCode: second, pushed: 0, skipped: 0 }]);
});

test('Skip reads the plan once', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { success } = await run(push({ existing: 'skip' }, byRoom), [room('1', 'A'), room('2', 'B')], planCode);

	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 1 });
	expect(service.count('features')).toBe(1);
});

test('two runs at once with Skip push a feature once: the second one reads the plan anew in its turn', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.settings.latencyMs = 50;

	const both = await Promise.all(
		[1, 2].map(async () => await run(push({ existing: 'skip' }, byRoom), [room('1', 'A')], planCode)),
	);

	expect(both.map(({ success }) => success[0].json.pushed).sort()).toEqual([0, 1]);
	expect(service.held(planCode)).toEqual({ '1 A': 1 });
});

test("a plan that can't be read first ends the run with words that say so", async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 403 } });

	const { error } = await run(push({ existing: 'skip' }, byRoom), [room('1', 'A')], planCode);

	expect(error?.message).toMatch(/^Nothing was sent, because a plan could not be read\. .*responded with status 403/);
});

test('a column that the plan does not have is an error in words, and nothing is sent', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { error } = await run(push({ existing: 'skip' }, byColumns('Rooom')), [room('1', 'A')], planCode);

	expect(error?.message).toMatch(/Match By names Rooom, which is neither a data field .*: did you mean Room\?/);
	expect(service.count('push')).toBe(0);
});

test('of several plans a failed item names the one that does not have the column', async () => {
	const [first, second] = [service.plans(1, [room('1', 'A')])[0], service.plans(1, [zone('z')])[0]];
	const items = [first, second].map((planCode) => ({ planCode, type: 'zone', Room: '2', Tenant: 'B' }));

	const step = push({ existing: 'skip', extraColumns: 'ignore' }, byRoom);
	const { success, failed } = await runNode({
		...step,
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success.map(({ json }) => json)).toMatchObject([{ planCode: first, pushed: 1 }]);
	expect(failed.map(({ json }) => json)).toMatchObject([
		{
			error: expect.stringMatching(new RegExp(`^Plan ${second}: Match By names Room`)),
			details: { code: 'invalidInput', planCode: second, itemIndex: 1 },
		},
	]);
});

test('Push Anyway matches nothing, so it does not ask for the column either', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { success } = await run(push({}, byColumns('Rooom')), [room('1', 'A')], planCode);

	expect(success[0].json).toMatchObject({ pushed: 1 });
});

test('matched by what the service makes itself, the same feature is not added again by each run', async () => {
	const [planCode] = service.plans(
		1,
		['1', '2'].map((number) => ({ ...room(number, 'A'), code: `ftr ${number}` })),
	);
	const rows = [
		{ type: 'zone', code: 'ftr 1', Tenant: 'A' },
		{ type: 'zone', code: 'of another plan', Tenant: 'C' },
	];
	const byCode = push({ existing: 'skip' }, byColumns('code'));

	const first = await run(byCode, rows, planCode);
	const second = await run(byCode, rows, planCode);

	expect(first.success[0].json).toMatchObject({ pushed: 1, skipped: 1 });
	expect(second.error?.message).toMatch(
		/^the feature is new by code of another plan, but equals .*: the service makes code/,
	);
	expect(service.sandbox.features(planCode)).toHaveLength(3);
});

test('n equal features of Get are n equal ones of the plan in each run, matched by a field', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B')]);
	const [given] = service.sandbox.features(planCode) as IDataObject[];
	const runs = [];
	for (let count = 0; count < 3; count++) {
		const { success, error } = await run(push({ existing: 'skip' }, byRoom), [given, given], planCode);
		runs.push([error?.message, success[0]?.json.pushed, success[0]?.json.skipped]);
	}

	expect(runs).toEqual([
		[undefined, 1, 1],
		[undefined, 0, 2],
		[undefined, 0, 2],
	]);
});

test.each([undefined, 7])('`id` is the data field of that name unless features have one: %s', async (id) => {
	const numbered = (value: string): IDataObject =>
		zone(value, { ...(id === undefined ? {} : { id }), data: [{ key: ROOM, name: 'id', value }] });
	const [planCode] = service.plans(1, [numbered('101'), numbered('102')]);
	const rows = ['102', '103'].map((value) => ({ type: 'zone', zoneType: 'common', id: value }));

	const { success, error } = await run(push({ existing: 'skip' }, byColumns('id')), rows, planCode);

	if (id === undefined) expect(success).toMatchObject([{ json: { pushed: 1, skipped: 1 } }]);
	else expect(error?.message).toMatch(/^id is a property|has no value in id/);
});
