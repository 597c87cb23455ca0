import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, compare, push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant, use } = dataFields;
const byName = (parameters: INodeParameters = {}) => ({ source: 'item', ...parameters });

/** As a table: JSON as text, and no list of data. The column `name` is the data field Name of the sandbox. */
function asRow(row: IDataObject): IDataObject {
	const cells = Object.entries(row).filter(([column]) => column !== 'data');
	return Object.fromEntries(
		cells.map(([column, cell]) => [
			column === 'name' ? 'name (property)' : column,
			typeof cell === 'object' ? JSON.stringify(cell) : cell,
		]),
	);
}

async function pushRows(rows: unknown[], parameters: INodeParameters = {}, options: INodeParameters = {}) {
	const [planCode] = service.plans(1, [zone('old', { data: [{ ...tenant, value: 'Anna' }] })]);
	const items = rows.map((row) => ({ planCode, ...asRow(row as IDataObject) }));
	const outcome = await runNode({ ...push(options, byName(parameters)), items, credential: service.credential() });
	return { ...outcome, pushed: service.sandbox.features(planCode).slice(1) };
}

test(
	'columns that are named as a data field of the plan become that field; the plan is read once, shared with Match ' +
		'By',
	async () => {
		const { error, pushed } = await pushRows(
			[
				{ ...zone('a'), ' tenant ': 'Ben' },
				{ ...zone('b'), TENANT: 12, [use.name]: '' },
			],
			byColumns('name (property)'),
			{ existing: 'skip' },
		);

		expect(error).toBeUndefined();
		expect(pushed).toMatchObject([
			{ name: 'a', data: [{ ...tenant, value: 'Ben' }] },
			{
				name: 'b',
				data: [
					{ ...tenant, value: '12' },
					{ ...use, value: '' },
				],
			},
		]);
	},
);

test('a row of a spreadsheet: members are JSON text, and numbers where the plan has numbers', async () => {
	const { id, name, ...whole } = zone('a', { position: { x: 1 } }) as Record<string, unknown>;
	const row = Object.fromEntries(
		Object.entries(whole).map(([member, value]) => [member, typeof value === 'string' ? value : JSON.stringify(value)]),
	);

	const { error, pushed } = await pushRows([{ ...row, name: 12, icons: '', [tenant.name]: 'Ben' }]);

	expect(error).toBeUndefined();
	expect(id ?? name).toBe('a');
	expect(pushed).toMatchObject([{ ...whole, name: '12', data: [{ ...tenant, value: 'Ben' }] }]);
	expect(pushed[0]).not.toHaveProperty('icons');
});

test('the mark that a CSV file begins with is no part of a column', async () => {
	const { type, ...others } = zone('a', { data: undefined });

	const { error, pushed } = await pushRows([
		{ '\ufefftype': type, ...others, Tenant: 'Ben' },
		{ '\ufeffTenant': 'Cleo', type: 'zone' },
	]);

	expect(error).toBeUndefined();
	expect(pushed).toMatchObject([
		{ type: 'zone', name: 'a', data: [{ ...tenant, value: 'Ben' }] },
		{ type: 'zone', data: [{ value: 'Cleo' }] },
	]);
});

test.each([
	[
		'error',
		[],
		/^Tenat is neither a data field of the plan nor .*: did you mean Tenant\? .* Found in zone Office \(item 0\)\./,
	],
	['ignore', [{ zoneType: 'common' }], undefined],
	['keep', [{ zoneType: 'common', Tenat: 'Ben' }], undefined],
])('Extra Columns: %s', async (extraColumns, expected, words) => {
	const row = { type: 'zone', zoneType: 'common', [use.name]: 'Office', Tenat: 'Ben' };
	const { error, pushed, hints } = await pushRows([row], {}, { extraColumns });

	expect(pushed).toMatchObject(expected);
	expect(pushed.some((feature) => 'Tenat' in feature)).toBe(extraColumns === 'keep');
	const told = hints.map(({ message }) => message);
	expect(told.filter((words) => words.includes('Tenat (1)'))).toHaveLength(extraColumns === 'ignore' ? 1 : 0);
	if (words === undefined) expect(error).toBeUndefined();
	else expect(error?.message).toMatch(words);
});

test('Compare takes rows by name, too: an empty cell empties its field, a missing one says nothing', async () => {
	const data = (value: string) => ({
		data: [
			{ ...tenant, value },
			{ ...use, value: 'Office' },
		],
	});
	const [planCode] = service.plans(1, [zone('a', data('Anna')), zone('b', data('Ben')), zone('c', data('Cleo'))]);
	const items = [
		{ planCode, type: 'zone', name: 'a', [tenant.name]: '' },
		{ planCode, type: 'zone', name: 'b', [tenant.name]: 'Ben' },
		{ planCode, type: 'zone', name: 'c' },
	].map((row) => asRow(row as IDataObject));

	const { success } = await runNode({
		...compare({}, byColumns('name (property)')),
		items,
		credential: service.credential(),
	});

	expect(success.map(({ json: { match, changes } }) => [match, changes])).toEqual([
		['a', [{ field: tenant.name, input: null, onPlan: 'Anna' }]],
	]);
});

test("a plan that can't be read fails its items with the reason, and nothing is sent", async () => {
	const items = [{ planCode: 'pln_unknown', ...asRow(zone('a')) }];

	const stopped = await runNode({ ...push({}, byName()), items, credential: service.credential() });
	const { failed } = await runNode({
		...push({}, byName()),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(stopped.error?.message).toMatch(/status 404/);
	expect(failed).toMatchObject([
		{ json: { details: { status: 404, planCode: 'pln_unknown', safeToRetry: true } }, pairedItem: { item: 0 } },
	]);
	expect(service.count('push')).toBe(0);
});

test('entries of data without a value are left out of what is sent, an empty text is sent', async () => {
	const data = [
		{ key: dataKey('a'), name: 'A' },
		{ key: dataKey('b'), name: 'B', value: null },
		{ key: dataKey('c'), name: 'C', value: '' },
	];

	const [planCode] = service.plans(1);

	await runNode({
		...push({}, byName()),
		items: [{ planCode, ...zone('a', { data }) }],
		credential: service.credential(),
	});
	const pushed = service.sandbox.features(planCode);

	expect(pushed).toMatchObject([{ data: [data[2]] }]);
	expect(pushed[0].data).toHaveLength(1);
});
