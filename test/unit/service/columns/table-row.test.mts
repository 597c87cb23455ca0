import fc from 'fast-check';
import { readRow, rowColumnsOf, rowWriter } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { anyJson, throughJson } from '../../../support/generators/json.mts';

function rowOf(feature: Feature, dropEmpty = false) {
	return rowWriter(rowColumnsOf([feature]), { dropEmpty })(feature);
}

const key = `dfld_${'t'.repeat(25)}`;

describe('a feature as a row of a table', () => {
	it('is flat: what a person reads first, data columns, other members, geometry, lists and objects as JSON', () => {
		const feature = {
			id: 'f',
			position: null,
			geometry: { type: 'Polygon', coordinates: [] },
			type: 'zone',
			data: [
				{ key, name: 'Tenant', value: 'Acme' },
				{ key: 'k', name: 'id', value: null },
			],
			level: 3,
			zoneType: 'common',
			name: '007',
		};
		const row = rowOf(feature);

		expect(row).toStrictEqual({
			name: '007',
			type: 'zone',
			zoneType: 'common',
			Tenant: 'Acme',
			id: null,
			'id (property)': 'f',
			geometry: '{"type":"Polygon","coordinates":[]}',
			level: 3,
			position: null,
		});
		expect(Object.keys(row)).toEqual([
			'name',
			'type',
			'zoneType',
			'Tenant',
			'id',
			'id (property)',
			'level',
			'position',
			'geometry',
		]);
		expect(rowOf(feature, true)).not.toHaveProperty('id');
	});

	it('has no cell of a property that other features of the plan have', () => {
		const feature = { type: 'zone', level: 3 };
		const others = [{ name: 'A', zoneType: 'common', position: null, geometry: null, height: 2 }];

		expect(rowWriter(rowColumnsOf([feature, ...others]), { dropEmpty: false })(feature)).toStrictEqual(feature);
	});

	it("has data that columns can't stand for as JSON", () => {
		const data = [
			{ key, name: 'Tenant', value: 'Acme' },
			{ key, name: 'Tenant', value: 'Beta' },
		];

		expect(rowOf({ type: 'zone', data })).toStrictEqual({ type: 'zone', data: JSON.stringify(data) });
	});

	it('has no cell but texts, numbers, truth values and null, and the JSON text of all others', () => {
		fc.assert(
			fc.property(anyJson, (json) => {
				const member = throughJson(json);
				const { member: cell } = rowOf({ member });
				if (typeof member === 'object' && member !== null) expect(JSON.parse(String(cell))).toEqual(member);
				else if (typeof member === 'number') expect(Number(cell)).toBe(member);
				else expect(cell).toBe(member);
			}),
		);
	});

	it('has no column error, for which n8n would run the node again, and is read all the same', () => {
		const feature = { type: 'zone', error: 'x', data: [{ key, name: 'error', value: 'y' }] };
		const columns = rowColumnsOf([feature]);
		const row = rowOf(feature);

		expect(row).toEqual({ type: 'zone', 'error (property)': 'x', [`error (${key})`]: 'y' });
		expect(readRow(row, columns, { extra: 'error' })).toMatchObject({ feature, problems: [] });
		expect(rowOf({ type: 'zone', error: 'x' })).toEqual({ type: 'zone', 'error (property)': 'x' });
	});

	it('has a column for a property whatever data fields are called, and is read by it', () => {
		const names = ['label', 'label (property)'];
		const data = names.map((name, index) => ({ key: `dfld_${'uv'[index].repeat(25)}`, name, value: `of ${name}` }));
		const feature = { type: 'zone', label: 'A', data };
		const row = rowOf(feature);

		expect(row).toMatchObject({ 'label (property)': 'of label (property)', 'label (property) (property)': 'A' });
		expect(readRow(row, rowColumnsOf([feature]), { extra: 'error' })).toEqual({ feature, problems: [] });
	});

	it.each([
		['a number that a text file would cut', 12.3456789012, [], '12.3456789012'],
		['a shorter one', 12.345678, [], 12.345678],
		['a text where others are texts', '12', ['007'], '12'],
		['a text that would be taken for a number', '12', [7], '"12"'],
		['a text that would be taken for a truth value', 'TRUE', [false], '"TRUE"'],
		['a text that would be taken for a list', '[1]', [[1]], '"[1]"'],
		[
			'a list that a workbook would change',
			['&amp;', '_x0041_', 'a & b', 'x_1'],
			[],
			'["\\u0026amp;","\\u005fx0041_","a & b","x_1"]',
		],
		['a text that nothing else is written like', 'twelve', [7], 'twelve'],
	])('%s', (_what, member, others, cell) => {
		const plan: Feature[] = [member, ...others].map((value) => ({ member: value }));
		expect(rowWriter(rowColumnsOf(plan), { dropEmpty: false })(plan[0]).member).toBe(cell);
	});
});
