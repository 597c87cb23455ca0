import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, compare, push } from '../../support/engine/steps.mts';

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

test('gives an item for each difference, with data fields by name, and pairs it with its input', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B'), room('4', 'D')]);
	const items = [room('1', 'A'), room('2', 'X'), room('3', 'C')].map((feature) => ({ planCode, ...feature }));

	const { success } = await runNode({ ...compare({}, byRoom), items, credential: service.credential() });

	expect(success).toMatchObject([
		{
			json: {
				planCode,
				result: 'different',
				match: '2',
				changes: [
					{ field: 'name', input: '2 X', onPlan: '2 B' },
					{ field: 'Tenant', input: 'X', onPlan: 'B' },
				],
				feature: { name: '2 X' },
				onPlan: { name: '2 B' },
			},
			pairedItem: { item: 1 },
		},
		{
			json: { planCode, result: 'new', match: '3', changes: [], feature: { name: '3 C' }, onPlan: null },
			pairedItem: { item: 2 },
		},
		{
			json: { planCode, result: 'onlyOnPlan', match: '4', changes: [], feature: null, onPlan: { name: '4 D' } },
			pairedItem: [],
		},
	]);
	const columns = ['result', 'reason', 'match', 'changes', 'feature', 'onPlan', 'planCode'];
	expect(success.map(({ json }) => Object.keys(json))).toEqual(success.map(() => columns));
	expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token', 'features']);
});

test('of whole features knows new, same, what only the plan has, and what was edited by its outline', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B'), room('3', 'C')]);
	const results = ['new', 'different', 'same', 'onlyOnPlan'];

	const { success } = await run(
		compare({ results }, { source: 'item' }),
		[room('1', 'A'), room('2', 'X'), room('4', 'D')],
		planCode,
	);

	expect(success.map(({ json: { result, match } }) => [result, match])).toEqual([
		['same', null],
		['different', null],
		['new', null],
		['onlyOnPlan', null],
	]);
});

test('reports everything that is given: what breaks a rule is unclear, and nothing fails', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B'), room('WC', 'x'), room('WC', 'y')]);
	const items = [
		{ ...room('1', 'A'), type: undefined },
		{ ...room('2', 'B'), zoneType: 'wrong' },
		zone('3', { data: [{ key: ROOM, name: 'Room', value: 'WC' }] }),
		{ note: 'checked by Anna' },
	].map((feature) => ({ planCode, ...feature })) as IDataObject[];
	const results = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'];

	const { success, failed, error } = await runNode({
		...compare({ results }, byRoom),
		items: [...items, { planCode }],
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect([error, failed]).toEqual([undefined, []]);
	expect(success.map(({ json: { result, reason } }) => [result, reason])).toEqual([
		['same', null],
		['unclear', expect.stringContaining('zoneType must be one of')],
		['unclear', 'the feature has Room WC, which 2 features of the plan have'],
		['unclear', expect.stringContaining('note is neither a data field')],
		['onlyOnPlan', null],
	]);
});

test('as changes: a flat row for each change, and one for what is new, only on the plan or unclear', async () => {
	const more = (feature: IDataObject) => ({ ...feature, size: { x: 1 } });
	const [planCode] = service.plans(1, [room('1', 'A'), room('2', 'B'), room('4', 'D')]);

	const { success } = await run(
		compare({ resultFormat: 'changes' }, byRoom),
		[more(room('1', 'A')), room('2', 'X'), room('3', 'C'), zone('note')],
		planCode,
	);

	expect(success.map(({ json }) => json)).toEqual([
		{ planCode, result: 'different', reason: null, match: '1', field: 'size', input: '{"x":1}', onPlan: null },
		{ planCode, result: 'different', reason: null, match: '2', field: 'name', input: '2 X', onPlan: '2 B' },
		{ planCode, result: 'different', reason: null, match: '2', field: 'Tenant', input: 'X', onPlan: 'B' },
		{ planCode, result: 'new', reason: null, match: '3', field: null, input: '3 C', onPlan: null },
		{
			planCode,
			result: 'unclear',
			match: null,
			field: null,
			input: 'note',
			onPlan: null,
			reason: 'the feature has no value in Room, by which features are matched',
		},
		{ planCode, result: 'onlyOnPlan', reason: null, match: '4', field: null, input: null, onPlan: '4 D' },
	]);
});

test('gives items that Push understands: each difference goes to the plan as it was given', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('4', 'D')]);
	const given = [room('1', 'X'), room('3', 'C')];

	const { success, error } = await runChain({
		items: given.map((feature) => ({ planCode, ...feature })),
		credential: service.credential(),
		steps: [compare({}, byRoom), push({ existing: 'skip' }, byRoom)],
	});

	expect(error).toBeUndefined();
	expect(success[0].json).toMatchObject({ planCode, pushed: 1, skipped: 1, skippedDifferent: 1 });
	expect(service.held(planCode)).toEqual({ '1 A': 1, '4 D': 1, '3 C': 1 });
});

test("fails for a plan that can't be read alone", async () => {
	const [planCode] = service.plans(1);
	const items = [planCode, 'pln_unknown'].map((code) => ({ planCode: code, features: [zone('a')] }));

	const { success, failed } = await runNode({
		...compare(),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});
	const stopped = await runNode({ ...compare(), items, credential: service.credential() });

	expect(success.map(({ json: { result } }) => result)).toEqual(['new']);
	expect(failed).toMatchObject([{ json: { planCode: 'pln_unknown' }, pairedItem: { item: 1 } }]);
	expect(stopped.error?.message).toContain('404');
});

test('tells an agent that did not ask for it nothing of what only the plan has', async () => {
	const [planCode] = service.plans(1, [room('1', 'A'), room('4', 'D')]);
	const items = [{ planCode, features: [room('3', 'C')] }] as IDataObject[];
	const results = async (options: INodeParameters = {}) =>
		(
			await runNode({ ...compare(options), node: 'pushFeaturesTool', items, credential: service.credential() })
		).success.map(({ json }) => json.result);

	expect(await results()).toEqual(['new']);
	expect(await results({ results: ['onlyOnPlan'] })).toEqual(['onlyOnPlan', 'onlyOnPlan']);
});

test('reads Results of each item for itself, and of the first one for what only the plan has', async () => {
	const [planCode] = service.plans(1, [zone('a'), zone('b')]);
	const { success } = await runNode({
		...compare({ results: '={{ [["same", "new", "same"][$itemIndex], "onlyOnPlan"] }}' }, { source: 'item' }),
		items: [zone('a'), zone('c'), zone('d')].map((one) => ({ planCode, ...one })),
		credential: service.credential(),
	});

	expect(success.map(({ json: { result } }) => result)).toEqual(['same', 'new', 'onlyOnPlan']);
});
