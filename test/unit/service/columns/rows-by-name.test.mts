import { readRow, rowColumnsOf } from '../../../../service/columns';
import { inWords } from '../../../support/problems.mts';
import type { ExtraColumns, ReadFeature, UnmappedColumns } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const plan: Feature[] = [
	{
		id: 7,
		type: 'zone',
		label: 'A',
		isOpen: true,
		geometry: { type: 'Polygon' },
		data: [
			{ key: 'dfld_a', name: 'Tenant', value: 'x' },
			{ key: 'dfld_b', name: 'Area', value: '1' },
			{ key: 'dfld_c', name: 'Tenant', value: '' },
			{ key: 'dfld_d', name: 'label', value: '' },
		],
	},
];
const columns = rowColumnsOf(plan);
const read = (row: Feature, extra: ExtraColumns = 'error'): ReadFeature => readRow(row, columns, { extra });

describe('a row by name', () => {
	it('has columns that are data fields of the plan: folded, or by code', () => {
		for (const column of ['Area', ' area\n', 'AREA', 'A\u200brea', 'dfld_b', 'dfld_B']) {
			expect(read({ type: 'zone', [column]: '1' })).toEqual({
				feature: { type: 'zone', data: [{ key: 'dfld_b', name: 'Area', value: '1' }] },
				problems: [],
			});
		}
	});

	it('has a column of its own for a second field of one name, and for one named as a member', () => {
		const { feature, problems } = read({ ' tenant (DFLD_C)': 1, label: true, 'label (property)': 'A', type: 'zone' });
		expect(problems).toEqual([]);
		expect(feature).toEqual({
			type: 'zone',
			label: 'A',
			data: [
				{ key: 'dfld_c', name: 'Tenant', value: '1' },
				{ key: 'dfld_d', name: 'label', value: 'true' },
			],
		});
	});

	it.each([
		['="0412"', '0412'],
		[' ="" ', ''],
		["'+49 30 12", '+49 30 12'],
		["'s-Gravenhage", "'s-Gravenhage"],
		['="a"', '="a"', '="a"'],
	])('with %j has the text %j that was protected from programs, where the plan has %j', (cell, value, onPlan = 'x') => {
		const tenant = { key: 'dfld_a', name: 'Tenant', value: onPlan };
		expect(readRow({ Tenant: cell }, rowColumnsOf([{ data: [tenant] }]), { extra: 'error' })).toEqual({
			feature: { data: [{ ...tenant, value }] },
			problems: [],
		});
	});

	it('has the same texts as properties, those that the plan does not have, too', () => {
		const row = { name: '="Lobby"', Other: "'+1", label: '="A"' };
		expect(readRow(row, rowColumnsOf([{ label: 'A' }]), { extra: 'keep' }).feature).toEqual({
			name: 'Lobby',
			Other: '+1',
			label: 'A',
		});
	});

	it('has an error of a sheet in no name, also where no feature of the plan has a name', () => {
		const { problems } = readRow({ name: '#REF!' }, rowColumnsOf([{ label: 'A' }]), { extra: 'keep' });
		expect(problems).toEqual([{ path: 'name', rule: 'errorCell', details: '#REF!' }]);
	});

	it.each([
		['#N/A', 'errorCell'],
		['M\ufffdller', 'encoding'],
		[1e21, 'exactNumber'],
		[Number('8202522731445525542'), 'exactNumber'],
		['8,2E+18', 'exactNumber'],
	])('has cells in columns that are kept, too: %j', (cell, rule) => {
		expect(read({ type: 'zone', Other: cell }, 'keep').problems).toMatchObject([{ path: 'Other', rule }]);
		expect(read({ type: 'zone', Other: cell }, 'ignore').problems).toEqual([]);
	});

	it.each(['', ' ', null, '=""'])('has no zone type where its cell is %j', (zoneType) => {
		expect(read({ type: 'zone', zoneType, Area: '1' })).toEqual({
			feature: { type: 'zone', data: [{ key: 'dfld_b', name: 'Area', value: '1' }] },
			problems: [],
		});
	});

	it.each<[string, string, string, string]>([
		['type', 'Type', 'zone', 'room'],
		['label (property)', 'Label (Property)', 'A', 'B'],
		['isOpen', 'ISOPEN', 'true', 'false'],
	])('has no two columns for one property, %j and %j, with different values', (one, other, value, another) => {
		const name = one.replace(' (property)', '');
		const message = `is the second column for ${name}; keep one of the two`;
		expect(inWords(read({ [one]: value, [other]: another }).problems)).toEqual([{ path: other, message }]);
		expect(inWords(read({ [other]: value, [one]: another }).problems)).toEqual([{ path: one, message }]);
		const same = read({ [one]: value, [other]: value });
		expect(same.problems).toEqual([]);
		expect(same.feature).toEqual(read({ [one]: value }).feature);
	});

	it('has no two columns for an outline that differ, and may have two that are equal', () => {
		const outline = (x: number) =>
			JSON.stringify({
				type: 'Polygon',
				coordinates: [
					[
						[x, 0],
						[1, 0],
						[1, 1],
						[x, 0],
					],
				],
			});
		expect(read({ geometry: outline(0), Geometry: outline(2) }).problems).toMatchObject([{ rule: 'secondColumn' }]);
		expect(read({ geometry: outline(0), Geometry: outline(0) }).problems).toEqual([]);
	});

	it.each(['', null])('empties the field whose cell is %j', (cell) => {
		expect(read({ Tenant: cell }).feature.data).toEqual([{ key: 'dfld_a', name: 'Tenant', value: '' }]);
	});

	it('leaves a field alone whose column is not there', () => {
		const data = [
			{ key: 'dfld_a', name: 'Tenant', value: 'old' },
			{ key: 'dfld_b', name: 'Area', value: '2' },
		];
		expect(read({ data, Area: '3', Tenant: undefined }).feature.data).toEqual([data[0], { ...data[1], value: '3' }]);
	});

	it('has members as they are on the plan: numbers, texts, and objects from JSON', () => {
		const row = {
			id: '8',
			type: 'zone',
			'label (property)': 12,
			isOpen: 'false',
			geometry: '{"type":"Polygon"}',
			icons: '[]',
			position: 'null',
		};
		expect(read(row)).toEqual({
			feature: {
				id: 8,
				type: 'zone',
				label: '12',
				isOpen: false,
				geometry: { type: 'Polygon' },
				icons: [],
				position: null,
			},
			problems: [],
		});
		expect(read({ 'label (property)': '12', id: 'x', geometry: '', isOpen: '' }).feature).toEqual({
			label: '12',
			id: 'x',
		});
	});

	it('tells columns that the plan does not know, with the nearest name', () => {
		const { problems } = read({ Tenat: 'x', Colour: 2, row_number: 2 });
		expect(inWords(problems)).toEqual([
			{
				path: 'Tenat',
				message: expect.stringMatching(
					/^is neither a data field .*: did you mean Tenant\? Known are Tenant, Area, Tenant \(dfld_c\), /,
				),
			},
			{
				path: 'Colour',
				message: expect.stringMatching(
					/^is neither a data field of the plan nor a property of its features\. Known are Tenant, /,
				),
			},
		]);
	});

	it('has a column that no data field is called like, or that stands where the plan has no data fields', () => {
		const problemOf = (onPlan: Feature[]) => readRow({ Colour: 2 }, rowColumnsOf(onPlan), { extra: 'error' }).problems;

		expect(problemOf(plan)).toMatchObject([{ rule: 'planColumn', details: { hasFields: true } }]);
		expect(problemOf([{ label: 'A' }])).toMatchObject([{ rule: 'planColumn', details: { hasFields: false } }]);
	});

	it.each(['label (property)', 'label(property)', ' LABEL (Property) ', 'Label (property) (property)'])(
		'has a property in the column %j',
		(column) => {
			expect(read({ [column]: 'A' })).toEqual({ feature: { label: 'A' }, problems: [] });
		},
	);

	it('has no property that neither the plan nor the specification has', () => {
		expect(read({ 'colour (property)': 'A' }).problems).toMatchObject([
			{ path: 'colour (property)', rule: 'planColumn' },
		]);
	});

	it('leaves unknown columns out, or sends them, where that is requested', () => {
		const row = { type: 'zone', colour: 2, row_number: 2 };

		expect(read(row, 'ignore')).toEqual({ feature: { type: 'zone' }, problems: [] });
		expect(read(row, 'keep')).toEqual({ feature: { type: 'zone', colour: 2 }, problems: [] });
	});

	it('tells two columns for one field, values that are no text, and data that would be lost', () => {
		expect(inWords(read({ Area: '1', area: '2' }).problems)).toEqual([
			{ path: 'area', message: 'is the second column for Area; keep one of the two' },
		]);
		expect(inWords(read({ Tenant: {} }).problems)).toEqual([
			{ path: 'Tenant', message: expect.stringMatching(/^must be text; /) },
		]);
		// Data that is no list is a problem of the specification.
		expect(read({ Tenant: 'a', data: 'notes' }).feature.data).toBe('notes');
	});
});

describe('a column that is called like a data field and like a member that the specification names', () => {
	const both = rowColumnsOf([{ type: 'zone', data: [{ key: 'dfld_d', name: 'type', value: '' }] }]);
	const readBoth = (row: Feature) => {
		const { feature, problems } = readRow(row, both, { extra: 'error' });
		return { feature, problems };
	};

	it('is a problem that names both', () => {
		expect(inWords(readBoth({ type: 'zone' }).problems)).toEqual([
			{
				path: 'type',
				message:
					'is a property of features and the name of a data field of this plan; call the column "type (property)" or ' +
					'"type (dfld_d)"',
			},
		]);
	});

	it('is distinguished by what stands behind the name', () => {
		const data = [{ key: 'dfld_d', name: 'type', value: 'x' }];
		const row = { 'type (property)': 'zone', 'type (dfld_d)': 'x' };
		expect(readBoth(row)).toEqual({ feature: { type: 'zone', data }, problems: [] });
	});

	it.each(['Type', 'TYPE ', 'ty\u00adpe'])('is a problem as %j, too', (column) => {
		expect(readBoth({ [column]: 'zone' }).problems).toMatchObject([{ path: column, rule: 'oneMeaning' }]);
	});
});

describe('names are folded', () => {
	const names = ['Area (sq ft)', 'Dept No', 'Name short', 'Fl\u00e4che', 'tenant', 'TENANT'];
	const code = (index: number) => `dfld_${String(index).padStart(25, 'x')}`;
	const sheet = rowColumnsOf([{ data: names.map((name, index) => ({ key: code(index), name, value: '' })) }]);
	const rule = (column: string) =>
		readRow({ [column]: 'x' }, sheet, { extra: 'error' }).problems.map((one) => one.rule);

	it.each([
		'Area\n(sq ft)',
		'Dept\u00a0No',
		'Name  short',
		'Fla\u0308che',
		'Flache',
		'Flache\u0308',
		'tenant',
		'Dept (dfld_' + 'y'.repeat(25) + ')',
	])('%j is a data field', (column) => {
		expect(rule(column)).toEqual([]);
	});

	it.each([
		['Tenant', 'alikeFields'],
		['', 'noHeading'],
		['__EMPTY_1', 'noHeading'],
		['Nr;Use;Tenant', 'delimiter'],
		['Fl\ufffdche', 'encoding'],
		['Colour', 'planColumn'],
		['geometry.type', 'wholeValue'],
		['data.0.key', 'wholeValue'],
		['my.geometry.type', 'planColumn'],
	])('%j is a problem: %s', (column, problem) => {
		expect(rule(column)).toEqual([problem]);
		expect(readRow({ [column]: ' ' }, sheet, { extra: 'error' }).problems).toEqual([]);
	});

	it('a column that is spelled like several data fields is called by their codes', () => {
		const { problems } = readRow({ Tenant: 'x' }, sheet, { extra: 'error' });
		const columns = `"tenant (${code(4)})" or "TENANT (${code(5)})"`;
		expect(inWords(problems)).toEqual([
			{ path: 'Tenant', message: `is the name of several data fields; call the column ${columns}` },
		]);
	});

	it('columns that the expression of Plan reads need no meaning, and what is left out is named', () => {
		const row = { Floor: '1', Notes: 'x', Empty: '' };
		const address = new Set(['Floor']);
		const unmapped: UnmappedColumns = new Map();
		readRow(row, sheet, { extra: 'ignore', planColumns: address, unmapped });
		readRow(row, sheet, { extra: 'ignore', planColumns: address, unmapped });
		expect(Object.fromEntries(unmapped)).toEqual({
			Notes: { filled: 2, ignored: 2, kept: 0 },
			Empty: { filled: 0, ignored: 0, kept: 0 },
		});
		expect(readRow(row, sheet, { extra: 'error', planColumns: address }).problems).toMatchObject([{ path: 'Notes' }]);
	});

	it.each(['tenant', 'geometry', 'label'])(
		'a cell of %s that is longer than any sheet has is a problem, unread',
		(column) => {
			const text = `[${'{"a":1},'.repeat(200_000)}x]`;
			expect(readRow({ [column]: text }, sheet, { extra: 'keep' })).toEqual({
				feature: {},
				problems: [{ path: column, rule: 'longCell' }],
			});
			expect(readRow({ Unknown: text }, sheet, { extra: 'ignore' })).toEqual({ feature: {}, problems: [] });
		},
	);
});
