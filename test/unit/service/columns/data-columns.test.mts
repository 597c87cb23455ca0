import { Columns, ItemReader, rowWriter } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { withDataArray, withDataColumns } from './columned.mts';

const KEY = 'dfld_aaaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER = 'dfld_bbbbbbbbbbbbbbbbbbbbbbbbb';
const entry = (name: string, value?: unknown, key = KEY) => ({ key, name, ...(value === undefined ? {} : { value }) });
const columnsOf = (names: Array<[string, string]>) =>
	withDataColumns({ data: names.map(([name, key]) => entry(name, 'v', key)) }, 'byName', false).dataFields as Feature[];

describe('data as columns', () => {
	const feature = { type: 'room', data: [entry('Tenant', 'Acme'), entry('Desks', '007', OTHER)], label: 'A' };

	it('by name has the names for columns, and says what each stands for', () => {
		expect(withDataColumns(feature, 'byName', false)).toStrictEqual({
			type: 'room',
			data: { Tenant: 'Acme', Desks: '007' },
			label: 'A',
			dataFields: [
				{ column: 'Tenant', key: KEY, name: 'Tenant' },
				{ column: 'Desks', key: OTHER, name: 'Desks' },
			],
		});
	});

	it('stands behind what a person looks for first, and before all other members', () => {
		const columned = withDataColumns({ label: 'A', data: feature.data, type: 'room', name: 'N' }, 'byName', false);

		expect(Object.keys(columned)).toEqual(['name', 'type', 'data', 'label', 'dataFields']);
	});

	it('by key has the keys for columns', () => {
		expect(withDataColumns(feature, 'byKey', false)).toMatchObject({
			data: { [KEY]: 'Acme', [OTHER]: '007' },
			dataFields: [{ column: KEY }, { column: OTHER }],
		});
	});

	it('keeps further properties of an entry with its column', () => {
		const data = [{ ...entry('Tenant', 'Acme'), unit: 'm' }];
		expect(withDataColumns({ data }, 'byName', false).dataFields).toStrictEqual([
			{ unit: 'm', column: 'Tenant', key: KEY, name: 'Tenant' },
		]);
	});

	it('gives an entry without a value a column of null', () => {
		expect(withDataColumns({ data: [entry('Tenant')] }, 'byName', false).data).toStrictEqual({ Tenant: null });
	});

	it('may leave out columns that have no value yet, and still lists them', () => {
		const data = [undefined, '', null, '0', ' '].map((value, index) => entry('ABCDE'[index], value, `k${index}`));
		const columns = withDataColumns({ data }, 'byName', true);
		expect(columns.data).toStrictEqual({ D: '0', E: ' ' });
		expect(columns.dataFields).toHaveLength(5);
	});

	it.each([
		[
			[
				['Tenant', KEY],
				['Tenant', OTHER],
			],
			['Tenant', `Tenant (${OTHER})`],
		],
		[
			[
				['T', 'k'],
				['T', 'k.[1]'],
			],
			['T', 'T (k__1_)'],
		],
		[
			[
				['a.b', 'k'],
				['a[b]', 'l'],
				['a_b', 'm'],
			],
			['a_b', 'a_b_', 'a_b (m)'],
		],
		[
			[
				['', 'k'],
				['__proto__', 'l'],
				['constructor', 'm'],
				['prototype', 'n'],
			],
			['_', '__proto___', 'constructor_', 'prototype_'],
		],
		[
			[
				['type', 'k'],
				['planCode', 'l'],
				['error', 'm'],
			],
			['type', 'planCode', 'error'],
		],
	] as Array<[Array<[string, string]>, string[]]>)('of %j are %j: each its own, plain column', (names, columns) => {
		expect(columnsOf(names).map(({ column }) => column)).toEqual(columns);
	});

	it.each([
		['no data', { type: 'room' }],
		['data that is no array', { data: { Tenant: 'Acme' } }],
		['an entry that is no object', { data: ['Acme'] }],
		['an entry beside what is none', { data: [entry('Tenant'), 'Acme'] }],
		['an entry without a key', { data: [{ name: 'Tenant' }] }],
		['an entry without a name', { data: [{ key: KEY }] }],
		['a code that comes twice', { data: [entry('Tenant'), entry('Area')] }],
	])('are not made of a feature with %s', (_what, other) => {
		expect(withDataColumns(other, 'byName', true)).toStrictEqual({ dataFields: [], ...other });
	});

	it('are none where a feature has no entries', () => {
		expect(withDataColumns({ data: [] }, 'byName', false)).toStrictEqual({ data: {}, dataFields: [] });
	});
});

describe('data as a list', () => {
	const feature = { type: 'room', data: [entry('Tenant', 'Acme'), entry('Desks', '', OTHER)], label: 'A' };
	const listOf = (dropEmpty: boolean) => rowWriter(new Columns('array', [feature]), { dropEmpty })(feature);
	const [tenant, desks] = [
		{ column: 'Tenant', key: KEY, name: 'Tenant' },
		{ column: 'Desks', key: OTHER, name: 'Desks' },
	];

	it('stays as it is, and says what its columns would be', () => {
		expect(listOf(false)).toStrictEqual({ ...feature, dataFields: [tenant, desks] });
	});

	it('may leave out entries that have no value yet', () => {
		expect(listOf(true)).toStrictEqual({ ...feature, data: [feature.data[0]], dataFields: [tenant] });
	});
});

describe('features of one plan', () => {
	const [room, area] = [
		{ key: 'k1', name: 'Room', value: '101' },
		{ key: 'k2', name: 'Area', value: null },
	];
	const columns = new Columns('byName', [{ data: [room, area] }]);
	const fieldsOf = (data: object[]) => rowWriter(columns, { dropEmpty: false })({ data }).dataFields as object[];

	it('share what their columns stand for where they have the same fields', () => {
		const fields = fieldsOf([room, area]);
		expect(
			fieldsOf([
				{ ...room, value: 7 },
				{ value: '', name: 'Area', key: 'k2' },
			]),
		).toBe(fields);
	});

	it.each([
		['fewer', [room]],
		['more', [room, area, { ...area, key: 'k4' }]],
		['another order', [area, room]],
		['another key', [{ ...room, key: 'k3' }, area]],
		['another name', [{ ...room, name: 'Raum' }, area]],
		['a further property', [room, { ...area, unit: 'm²' }]],
	])('are told apart where one has fields with %s', (_with, others) => {
		const fields = fieldsOf([room, area]);
		const those = fieldsOf(others);
		expect(those).not.toBe(fields);
		expect(those).toHaveLength(others.length);
	});

	it('have no further property that the one before had', () => {
		expect(fieldsOf([room, { ...area, unit: 'm²' }])).toMatchObject([{ column: 'Room' }, { unit: 'm²' }]);
		expect(fieldsOf([room, area])).toStrictEqual([
			{ column: 'Room', key: 'k1', name: 'Room' },
			{ column: 'Area', key: 'k2', name: 'Area' },
		]);
	});
});

describe('columns made data again', () => {
	const back = (data: unknown, ...fields: object[]) => withDataArray({ data, dataFields: fields });

	it('write edited values, and numbers and booleans as text', () => {
		const fields = ['A', 'B', 'C', 'D'].map((column) => ({ column, key: `k${column}`, name: column }));
		expect(back({ A: 'new', B: 7, C: false, D: null }, ...fields)).toStrictEqual({
			feature: {
				data: [
					{ key: 'kA', name: 'A', value: 'new' },
					{ key: 'kB', name: 'B', value: '7' },
					{ key: 'kC', name: 'C', value: 'false' },
					{ key: 'kD', name: 'D', value: null },
				],
			},
			problems: [],
		});
	});

	it('say nothing where they are missing', () => {
		expect(back({ A: undefined }, { column: 'A', key: 'k', name: 'A' })).toStrictEqual({
			feature: { data: [] },
			problems: [],
		});
	});

	it('leave out the entry of a removed column', () => {
		expect(back({}, { column: 'A', key: 'k', name: 'A' }).feature).toStrictEqual({ data: [] });
	});

	it('take no inherited member for a column', () => {
		expect(back({}, { column: 'toString', key: 'k', name: 'A' }).feature).toStrictEqual({ data: [] });
	});

	it('name columns that stand for no data field', () => {
		const { feature, problems } = back({ A: '1', B: '2' }, { column: 'A', key: 'k', name: 'A' });
		expect(feature.data).toStrictEqual([{ key: 'k', name: 'A', value: '1' }]);
		expect(problems).toEqual([
			{
				path: 'data.B',
				message: 'is in no entry of dataFields, so its data field is unknown. Known are A',
			},
		]);
	});

	it.each([[{ a: 1 }], [[{ a: 1 }]], [['x', 1]]])('name a column that holds %j', (value) => {
		expect(back({ A: value }, { column: 'A', key: 'k', name: 'A' }).problems).toEqual([
			{ path: 'data.A', message: expect.stringMatching(/^must be text; /) },
		]);
	});

	it.each([
		[undefined],
		['x'],
		[{ column: 'A', key: 'k', name: 'A' }],
		[[null, 'A', { key: 'k', name: 'A' }, { column: 'A', name: 'A' }, { column: 'A', key: 'k' }]],
	])('name every column where dataFields is %j', (dataFields) => {
		const { feature, problems } = withDataArray({ type: 'zone', data: { A: '1' }, dataFields });
		expect(feature).toStrictEqual({ type: 'zone', data: [] });
		expect(problems.map(({ path }) => path)).toEqual(['data.A']);
	});

	it('are read by the dataFields of their own feature, whatever the one before had', () => {
		const reader = new ItemReader();
		const fields = [{ column: 'A', key: 'k', name: 'A' }];
		const dataOf = (dataFields: object[]) => withDataArray({ data: { A: '1' }, dataFields }, reader).feature.data;
		expect(dataOf(fields)).toStrictEqual([{ key: 'k', name: 'A', value: '1' }]);
		expect(dataOf(structuredClone(fields))).toStrictEqual([{ key: 'k', name: 'A', value: '1' }]);
		expect(dataOf([{ ...fields[0], key: 'other' }])).toStrictEqual([{ key: 'other', name: 'A', value: '1' }]);
		expect(dataOf([])).toStrictEqual([]);
		expect(dataOf(fields)).toStrictEqual([{ key: 'k', name: 'A', value: '1' }]);
	});

	it('take a number for no column', () => {
		const { feature, problems } = back({ 7: '1' }, { column: 7, key: 'k', name: 'A' });
		expect(feature.data).toStrictEqual([]);
		expect(problems.map(({ path }) => path)).toEqual(['data.7']);
	});
});
