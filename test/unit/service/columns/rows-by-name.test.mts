import {
	flattenedProblems,
	meaningByPlan,
	readRow,
	rowColumnsOf,
	withoutByteOrderMark,
} from '../../../../service/columns';
import { inWords } from '../../../support/problems.mts';
import type { OtherColumns } from '../../../../service/columns';
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
const read = (row: Feature, others: OtherColumns = 'error') => readRow(row, meaningByPlan(columns, others, row));

describe('a row by name', () => {
	it('has columns that are data fields of the plan: trimmed, in any case, or by code', () => {
		for (const column of ['Tenant', ' tenant ', 'TENANT', 'dfld_a']) {
			expect(read({ type: 'zone', [column]: 'Q' })).toEqual({
				feature: { type: 'zone', data: [{ key: 'dfld_a', name: 'Tenant', value: 'Q' }] },
				problems: [],
			});
		}
	});

	it('has a column of its own for a second field of one name, and for one named as a member', () => {
		const { feature, problems } = read({ ' tenant (DFLD_C)': 1, label: true, 'label (member)': 'A', type: 'zone' });
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
			'label (member)': 12,
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
		expect(read({ 'label (member)': '12', id: 'x', geometry: '', isOpen: '' }).feature).toEqual({
			label: '12',
			id: 'x',
		});
	});

	it('tells columns that the plan does not know, with the nearest name', () => {
		const { problems } = read({ Tenat: 'x', row_number: 2 });
		expect(inWords(problems)).toEqual([
			{
				path: 'Tenat',
				message: expect.stringMatching(
					/^is neither a data field .*: did you mean Tenant\? Known are Tenant, Area, Tenant \(dfld_c\), /,
				),
			},
			{
				path: 'row_number',
				message: expect.stringMatching(
					/^is neither a data field of the plan nor a member of a feature\. Known are Tenant, /,
				),
			},
		]);
	});

	it('leaves unknown columns out, or sends them, where that is asked for', () => {
		expect(read({ type: 'zone', row_number: 2 }, 'drop')).toEqual({ feature: { type: 'zone' }, problems: [] });
		expect(read({ type: 'zone', row_number: 2 }, 'keep')).toEqual({
			feature: { type: 'zone', row_number: 2 },
			problems: [],
		});
	});

	it('tells two columns for one field, values that are no text, and data that would be lost', () => {
		expect(inWords(read({ Tenant: 'a', tenant: 'b' }).problems)).toEqual([
			{ path: 'tenant', message: 'is the second column for the data field Tenant' },
		]);
		expect(inWords(read({ Tenant: {} }).problems)).toEqual([{ path: 'Tenant', message: 'must be text' }]);
		expect(inWords(read({ Tenant: 'a', data: 'notes' }).problems)).toEqual([
			{ path: 'data', message: 'is no list of entries, and the columns would replace it' },
		]);
	});
});

describe('columns that n8n made of the parts of a value', () => {
	it('are a problem of the first of them', () => {
		expect(flattenedProblems({ type: 'zone', 'geometry.type': 'Polygon' })).toEqual([
			{ path: 'geometry.type', rule: 'wholeValue', given: 0 },
		]);
	});

	it('are counted where there are more', () => {
		const row = { 'data.0.key': 'k', 'icons.0': 'x', 'position.x': 0 };

		expect(flattenedProblems(row)).toEqual([{ path: 'data.0.key', rule: 'wholeValue', given: 2 }]);
	});

	it.each([
		{ 'geometry.type': '' },
		{ 'data.0': null },
		{ geometry: 'x' },
		{ 'my.geometry.type': 'x' },
		{ 'name.first': 'x' },
		{},
	])('are not in %j', (row) => {
		expect(flattenedProblems(row)).toEqual([]);
	});
});

describe('a column that is called like a data field and like a member that the specification names', () => {
	const both = rowColumnsOf([{ type: 'zone', data: [{ key: 'dfld_d', name: 'type', value: '' }] }]);
	const readBoth = (row: Feature) => readRow(row, meaningByPlan(both, 'error', row));

	it('is a problem that names both', () => {
		expect(inWords(readBoth({ type: 'zone' }).problems)).toEqual([
			{
				path: 'type',
				message:
					'is a member of features and the name of a data field of this plan; call the column "type (member)" or ' +
					'"type (dfld_d)"',
			},
		]);
	});

	it('is the member where the data field has its own column, or where it says so', () => {
		const data = [{ key: 'dfld_d', name: 'type', value: 'x' }];
		expect(readBoth({ type: 'zone', 'type (dfld_d)': 'x' })).toEqual({ feature: { type: 'zone', data }, problems: [] });
		expect(readBoth({ 'type (member)': 'zone' })).toEqual({ feature: { type: 'zone' }, problems: [] });
	});
});

describe('a byte order mark', () => {
	const MARK = '\ufeff';

	it('is taken off the name of a column; the others stay, in their order', () => {
		const row = withoutByteOrderMark({ [`${MARK}Room`]: '101', Area: `${MARK}12` });

		expect(Object.entries(row)).toEqual([
			['Room', '101'],
			['Area', `${MARK}12`],
		]);
	});

	it.each([{ Room: '101', [`Area${MARK}`]: '12' }, {}])(
		'stands in no name of %j, which stays the same object',
		(row) => {
			expect(withoutByteOrderMark(row)).toBe(row);
		},
	);
});
