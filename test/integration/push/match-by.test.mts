import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey, zone, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, push } from '../../support/engine/steps.mts';

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
const byRoom: INodeParameters = { matchBy: 'dataField', matchDataField: ROOM };
const byId: INodeParameters = { matchBy: 'member', matchMember: 'ref.id' };

async function run(
	step: ReturnType<typeof push>,
	features: unknown,
	planCode: string,
	onError?: 'continueErrorOutput',
) {
	return await runNode({
		...step,
		items: [{ planCode, features } as IDataObject],
		credential: service.credential(),
		onError,
	});
}

test('Skip leaves out what has the same value, and says how many of these differ', async () => {
	const [planCode] = service.plans(1, [room(' 1', 'A'), room('2', 'B')]);

	const { success, hints } = await run(
		push({ ...byRoom, existing: 'skip' }),
		[room('1', 'A'), room('2', 'X'), room('3', 'C')],
		planCode,
	);

	// The first differs by the blank in its room and by its name.
	expect(success[0].json).toMatchObject({ planCode, pushed: 1, skipped: 2, skippedDifferent: 2 });
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Features that were skipped and differ from the plan, which cannot be changed: 2\./),
	]);
	expect(service.held(planCode)).toMatchObject({ '3 C': 1, '2 B': 1 });
	expect(service.held(planCode)['2 X']).toBeUndefined();
});

test('Skip says nothing of differences where there are none', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { success, hints } = await run(push({ ...byRoom, existing: 'skip' }), [room('1', 'A')], planCode);

	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/already has them: 1\./)]);
	expect(success[0].json).toEqual({ planCode, pushed: 0, skipped: 1, requests: 0, retries: 0, confirmed: 0 });
});

test('Check counts by it', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B')]);
	const features = [room('1', 'X'), room('3', 'C')].map((one) => ({ ...one, geometry: null }));

	const matched = await run(check(byRoom), features, planCode);
	const whole = await run(check(), features, planCode);

	expect(matched.success[0].json).toMatchObject({ valid: 2, existing: 1, problems: [] });
	expect(whole.success[0].json).toMatchObject({ valid: 2, existing: 0 });
});

test(
	'a feature without a value, a value given twice and one that stands twice on the plan are problems, and nothing ' +
		'is sent',
	async () => {
		const member = (id: unknown, name: string) => zone(name, { ref: { id } });
		const [planCode] = service.plans(1, [member('7', 'x'), member(7, 'y')]);
		const items = [
			{ planCode, features: [member(1, 'a'), member(' ', 'b'), member('1 ', 'c')] },
			{ planCode, features: [member(7, 'd'), member(1, 'e')] },
		] as IDataObject[];

		const { success } = await runNode({ ...check(byId), items, credential: service.credential() });
		const stopped = await runNode({ ...push({ ...byId, existing: 'skip' }), items, credential: service.credential() });

		const twice = (path: string) => ({ path, message: expect.stringMatching(/^has the value to match by of item /) });
		expect(success[0].json).toMatchObject({
			valid: 0,
			invalid: 5,
			unclear: 5,
			onlyOnPlan: 0,
			problems: [
				twice('features[0]'),
				{
					itemIndex: 0,
					path: 'features[1]',
					message: 'has no value in ref.id, by which features are matched',
				},
				{
					itemIndex: 0,
					path: 'features[2]',
					message: 'has the value to match by of item 0 (features[0]); give it once',
				},
				{ itemIndex: 1, path: 'features[0]', message: 'has ref.id 7, which 2 features of the plan have' },
				twice('features[1]'),
			],
		});
		expect(stopped.error?.message).toMatch(
			/^Nothing was sent, because 2 items are invalid\. Item 0: features\[0\] has the value to match by of item 0/,
		);
		expect(service.count('push')).toBe(0);
	},
);

test('Skip reads the plan in its turn once more, because others may have pushed since the check', async () => {
	const [planCode] = service.plans(1, [room('1', 'A')]);

	const { success } = await run(push({ ...byRoom, existing: 'skip' }), [room('1', 'A'), room('2', 'B')], planCode);

	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 1 });
	// The check, and the read in its turn.
	expect(service.count('features')).toBe(2);
});

test('two runs at once with Skip push a feature once: the second one reads the plan anew in its turn', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.settings.latencyMs = 50;

	const both = await Promise.all(
		[1, 2].map(async () => await run(push({ ...byRoom, existing: 'skip' }), [room('1', 'A')], planCode)),
	);

	expect(both.map(({ success }) => success[0].json.pushed).sort()).toEqual([0, 1]);
	expect(service.held(planCode)).toEqual({ '1 A': 1 });
});

test('items of one plan that are matched in different ways are problems that name the items', async () => {
	const [planCode] = service.plans(1);
	const items = ['member', 'feature', 'member'].map((way, index) => ({
		planCode,
		way,
		features: [zone(`z${index}`, { ref: { id: index } })],
	})) as IDataObject[];

	const { error } = await runNode({
		...push({ ...byId, matchBy: '={{ $json.way }}' }),
		items,
		credential: service.credential(),
	});

	expect(error?.message).toBe(
		'Nothing was sent, because 1 item is invalid. Item 1: features[0] is matched by the whole feature, but those ' +
			'of item 0 by the member ref.id; give all items of a plan the same Match By',
	);
	expect(service.count('push')).toBe(0);
});

test(
	'items of several plans and partners may be matched in different ways; a feature that breaks a rule is not asked ' +
		'for its value',
	async () => {
		const [one, other] = service.plans(2);
		const items = [
			{ planCode: one, way: 'member', partner: '', features: [{ ref: { id: ' ' } }, zone('a', { ref: { id: 1 } })] },
			{ planCode: one, way: 'feature', partner: 'ptnr_other', features: [zone('b')] },
			{ planCode: other, way: 'feature', partner: '', features: [zone('c')] },
		] as IDataObject[];
		const options = { ...byId, matchBy: '={{ $json.way }}', partnerCode: '={{ $json.partner }}' };

		const { error } = await runNode({ ...push(options), items, credential: service.credential() });

		expect(error?.message).toBe(
			'Nothing was sent, because 1 item is invalid. Item 0: features[0].type must be the kind of the feature, such ' +
				'as zone',
		);
	},
);

test('an item without a feature that could be pushed does not decide how its plan is matched', async () => {
	const [planCode] = service.plans(1);
	const items = [
		{ planCode, way: 'member', features: [{ ref: { id: 1 } }] },
		{ planCode, way: 'feature', features: [zone('a')] },
	] as IDataObject[];

	const { error } = await runNode({
		...push({ ...byId, matchBy: '={{ $json.way }}' }),
		items,
		credential: service.credential(),
	});

	expect(error?.message).toBe(
		'Nothing was sent, because 1 item is invalid. Item 0: features[0].type must be the kind of the feature, such ' +
			'as zone',
	);
});

test('a plan that cannot be read first ends the run with words that say so', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 403 } });

	const { error } = await run(push({ ...byRoom, existing: 'skip' }), [room('1', 'A')], planCode);

	expect(error?.message).toMatch(/^Nothing was sent, because a plan could not be read\. .*answered with status 403/);
});

test.each<[INodeParameters, RegExp]>([
	[{ matchBy: 'dataField' }, /Match By is Data Field, but Match Data Field is empty/],
	[{ matchBy: 'dataField', matchDataField: 'Room' }, /Match Data Field must match dfld_/],
	[{ matchBy: 'member', matchMember: ' ' }, /Match By is Member, but Match Member is empty/],
])('%j is refused in words', async (options, words) => {
	const { error } = await run(push(options), zones(1), 'pln');

	expect(error?.message).toMatch(words);
	expect(service.sandbox.requests).toEqual([]);
});
