import type { INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany } from '../../support/engine/steps.mts';

const service = useService();
const { tenant } = dataFields;
const plan = () =>
	service.plans(
		1,
		['Acme', 'Bolt', ''].map((value) => zone(value || 'empty', { data: [{ ...tenant, value }] })),
	)[0];

async function get(planCode: unknown, parameters: object = {}, options: object = {}) {
	return await runNode({
		...getMany({ ...options }, { ...parameters, planCode: planCode as string }),
		items: [{}],
		credential: service.credential(),
	});
}

test.each([
	[{ mode: 'list', value: tenant.key }, 'is', 'Acme', ['Acme']],
	['tenant', 'isNot', 'Acme', ['Bolt', 'empty']],
	[{ mode: 'code', value: ' Tenant ' }, 'contains', 'ol', ['Bolt']],
	[`Tenant (${tenant.key})`, 'is', 'Bolt', ['Bolt']],
	['Tenant', 'isEmpty', '', ['empty']],
	['Tenant', 'isNotEmpty', '', ['Acme', 'Bolt']],
	['Tenant', 'is', '', ['empty']],
	['Tenant', 'isNot', ' ', ['Acme', 'Bolt']],
	['Tenant', 'isEmpty', '={{ $json.nothing }}', ['empty']],
])('a filter of the data field %j that %s %j', async (field, operator, value, names) => {
	const { success } = await get(plan(), { filters: { data: { conditions: [{ field, operator, value }] } } });

	expect(success.map(({ json }) => json.name)).toEqual(names);
});

test('a plan without data fields has nothing with a value, and what has none', async () => {
	const [planCode] = service.plans(1, [{ type: 'wallSegment' }]);
	const by = (operator: string, value: string) => ({
		filters: { data: { conditions: [{ field: 'Tenant', operator, value }] } },
	});
	const [none, all] = [await get(planCode, by('is', 'Acme')), await get(planCode, by('isEmpty', ''))];

	expect([none.success.length, none.hints.length, none.error]).toEqual([0, 1, undefined]);
	expect(all.success).toHaveLength(1);
});

test.each([
	['Tenat', 'is', 'Acme', 'The plan has no data field "Tenat": did you mean Tenant? Known are Tenant'],
	[`dfld_${'q'.repeat(25)}`, 'isEmpty', '', /^Plan \w+: The plan has no data field "dfld_q+"\. Known are Tenant, /],
	['', 'isNot', 'Acme', 'No data field is given'],
	['Tenant', 'is', '={{ $json.nothing }}', 'The value that Tenant is compared with is missing'],
	['Tenant', 'isNot', '={{ null }}', 'The value that Tenant is compared with is missing'],
	['Tenant', 'is', '={{ " " }}', 'The value that Tenant is compared with is missing'],
	['Tenant', 'contains', '', 'The value that Tenant is compared with is empty'],
])('a filter of the data field %j that %s %j is an error in words', async (field, operator, value, message) => {
	const { success, error } = await get(plan(), { filters: { data: { conditions: [{ field, operator, value }] } } });

	expect(success).toEqual([]);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(/^Correct (Data Field in Filters|Value)/);
});

test.each([
	['Room', 'is', 412, ['a']],
	['Area', 'is', '1250.5', ['a']],
	['Area', 'isNot', 800, ['a', 'c']],
	['Since', 'is', '2026-03-01T00:00:00.000Z', ['a']],
	['Accessible', 'is', true, ['a']],
	['Accessible', 'isNot', true, ['b', 'c']],
	['Company', 'is', 'Mu\u0308ller\u00a0GmbH ', ['a', 'b']],
	['Company', 'contains', "O'Neil", ['c']],
	['Beds', 'contains', 12, ['a', 'c']],
	['Beds', 'isEmpty', null, []],
	['Area', 'isNotEmpty', undefined, ['a', 'b']],
])('where %s %s %j, as a cell of the field: %j', async (field, operator, value, names) => {
	const columns = {
		Room: ['0412', '0413', '1001'],
		Area: ['1.250,50', '800,00', ''],
		Since: ['01.03.2026', '31.12.2025', ''],
		Accessible: ['Ja', 'Nein', ''],
		Company: ['M\u00fcller GmbH', 'Mu\u0308ller  GmbH', 'O\u2019Neil'],
		Beds: ['12', '7', '112'],
	};
	const dataOf = (row: number) =>
		Object.entries(columns).map(([name, values], at) => ({ key: dataKey('uvwxyz'[at]), name, value: values[row] }));
	const [planCode] = service.plans(
		1,
		['a', 'b', 'c'].map((name, row) => zone(name, { data: dataOf(row) })),
	);
	const data = { conditions: [{ field, operator, value: '={{ $json.value }}' }] };

	const { success } = await runNode({
		...getMany({}, { filters: { data } }),
		items: [{ planCode, value }],
		credential: service.credential(),
	});
	expect(success.map(({ json }) => json.name)).toEqual(names);
});

test('a filter of a data field without a feature on the plan gives nothing', async () => {
	const [empty] = service.plans(1, []);
	const data = { conditions: [{ field: 'Tenant', operator: 'is', value: '' }] };

	expect((await get(empty, { filters: { data } })).hints).toMatchObject([
		{ message: `${empty}: The plan has no features` },
	]);
});

test.each<['getFeatures' | 'getFeaturesTool', object, unknown[]]>([
	['getFeatures', {}, []],
	['getFeatures', { ignoreCase: true }, ['Acme']],
	['getFeaturesTool', {}, ['Acme', undefined]],
	['getFeaturesTool', { ignoreCase: false }, [undefined, undefined]],
])('as %s a filter with %j finds acme as %j', async (node, options, names) => {
	const data = { conditions: [{ field: 'Tenant', operator: 'is', value: ' acme' }] };
	const { success } = await runNode({
		...getMany({}, { filters: { data, ...options }, planCode: plan() }),
		node,
		items: [{}],
		credential: service.credential(),
	});

	expect(success.map(({ json }) => json.name)).toEqual(names);
});

test('a filter that nothing passes, and an empty plan, say so in a hint', async () => {
	const nothing = await get(plan(), { filters: { types: [' Zone '] } });
	expect(nothing.hints.map(({ message }) => message).join()).toMatch(
		/No feature of the plan has "Zone" in type\. It has "zone"/,
	);

	const [empty] = service.plans(1, []);
	expect((await get(empty)).hints.map(({ message }) => message).join()).toMatch(/The plan has no features/);
});

test('one of two types that no feature has is named in a hint', async () => {
	const { success, hints } = await get(plan(), { filters: { types: ['Room', 'zone'] } });

	expect(success).toHaveLength(3);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^pln_\w+: No feature of the plan has "Room" in type\. It has "zone"$/),
	]);
});

test('types are trimmed', async () => {
	expect((await get(plan(), { filters: { types: [' zone '] } })).success).toHaveLength(3);
});

test.each([
	['a code', (code: string) => ` ${code}\n`],
	['a locator by code', (code: string) => ({ __rl: true, mode: 'code', value: ` ${code} ` })],
	['a locator from the list', (code: string) => ({ __rl: true, mode: 'list', value: code })],
	[
		'the address of the plan',
		(code: string) => ({
			__rl: true,
			mode: 'url',
			value: `https://x/plans-embed/v1/plan?viewerToken=a%2Bb&planCode=${code}#top`,
		}),
	],
	[
		'an iframe',
		(code: string) => ({
			__rl: true,
			mode: 'url',
			value: `<iframe src="https://x/plan?viewerToken=a&amp;planCode=${code}" title="">`,
		}),
	],
])('a plan is given by %s', async (_what, given) => {
	const code = plan();
	const { success, error } = await get(given(code));

	expect(error).toBeUndefined();
	expect(success.map(({ json }) => json.planCode)).toEqual([code, code, code]);
});

test('an address that names no plan gives a clear error, and nothing is sent', async () => {
	const { error } = await get({ __rl: true, mode: 'url', value: 'https://plans.example.com' });

	expect(error?.message).toBe('The URL of the plan has no "planCode=…"');
	expect(service.sandbox.requests).toEqual([]);
});

test('as a table a feature is one flat row, with its data columns beside the members', async () => {
	const { success } = await get(
		plan(),
		{ filters: { data: { conditions: [{ field: 'Tenant', operator: 'is', value: 'Acme' }] } } },
		{ dataFormat: 'table' },
	);
	const [{ json }] = success;

	expect(Object.keys(json).slice(0, 4)).toEqual(['name (property)', 'type', 'zoneType', 'Tenant']);
	expect(Object.keys(json).at(-1)).toBe('planCode');
	expect(json).toMatchObject({ 'name (property)': 'Acme', Tenant: 'Acme' });
	expect(Object.values(json).filter((cell) => typeof cell === 'object' && cell !== null)).toEqual([]);
	expect(JSON.parse(String(json.geometry))).toMatchObject({ type: 'Polygon' });
});

test('cells of a table that no XLSX file can hold are counted in a hint', async () => {
	const ring = Array.from({ length: 4000 }, (_none, index) => [index, index]);
	const [planCode] = service.plans(1, [{ type: 'room', geometry: { type: 'Polygon', coordinates: [ring] } }]);
	const run = async (options: INodeParameters) =>
		await runNode({ ...getMany(options), items: [{ planCode }], credential: service.credential() });

	expect((await run({ dataFormat: 'table' })).hints).toMatchObject([
		{ message: expect.stringMatching(/32,767.*: 1\./) },
	]);
	expect((await run({ dataFormat: 'table', omitGeometry: true })).hints).toEqual([]);
	expect((await run({})).hints).toEqual([]);
});
