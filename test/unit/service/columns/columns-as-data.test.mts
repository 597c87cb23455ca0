import { columnProblems, meaningByList, readRow } from '../../../../service/columns';
import type { Column } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { inWords } from '../../../support/problems.mts';

const column = (name: string, key = `k${name}`) => ({ column: name, key, name: `The ${name}` });

const withColumnsAsData = (row: Feature, columns: Column[]) => readRow(row, meaningByList(columns));

describe('columns of a row that become data', () => {
	it('leave the row and are added as entries', () => {
		expect(withColumnsAsData({ type: 'room', A: 'x', B: 7, C: true }, [column('A'), column('B')])).toStrictEqual({
			feature: {
				type: 'room',
				C: true,
				data: [
					{ key: 'kA', name: 'The A', value: 'x' },
					{ key: 'kB', name: 'The B', value: '7' },
				],
			},
			problems: [],
		});
	});

	it('replace entries of the same key and follow those of others', () => {
		const data = [{ key: 'kA', name: 'old', value: '1' }, { key: 'other' }, 'x', { value: 'no key' }];
		expect(withColumnsAsData({ data, A: '2' }, [column('A')]).feature).toStrictEqual({
			data: [{ key: 'other' }, 'x', { value: 'no key' }, { key: 'kA', name: 'The A', value: '2' }],
		});
	});

	it.each(['', null])('empty the field where they hold %j', (value) => {
		const data = [{ key: 'kA', name: 'old', value: '1' }];
		expect(withColumnsAsData({ data, A: value }, [column('A')]).feature).toStrictEqual({
			data: [{ key: 'kA', name: 'The A', value: '' }],
		});
	});

	it('give no entry where the row does not have them, inherited names included', () => {
		const columns = [column('A'), column('toString')];
		const row = { type: 'room', A: undefined, data: [{ key: 'kA', name: 'old', value: '1' }] };
		expect(withColumnsAsData(row, columns)).toEqual({ feature: row, problems: [] });
	});

	it('may be one column for two keys, or two for one key, of which the last counts', () => {
		expect(
			withColumnsAsData({ A: '1', B: '2' }, [column('A', 'k'), column('A', 'l'), column('B', 'k')]).feature,
		).toEqual({
			data: [
				{ key: 'k', name: 'The B', value: '2' },
				{ key: 'l', name: 'The A', value: '1' },
			],
		});
	});

	it('are named when they hold no scalar', () => {
		expect(inWords(withColumnsAsData({ A: [1] }, [column('A')]).problems)).toEqual([
			{ path: 'A', message: 'must be text' },
		]);
	});

	it.each([{ A: 1 }, 'notes'])('do not take the place of data that is %j', (data) => {
		const { feature, problems } = withColumnsAsData({ data, A: '1' }, [column('A')]);
		expect(feature).toStrictEqual({ data });
		expect(problems).toEqual([{ path: 'data', rule: 'listOfEntries' }]);
	});

	it('are none when none are asked for: the row is returned as it is', () => {
		const row = { A: '1' };
		expect(withColumnsAsData(row, [])).toStrictEqual({ feature: row, problems: [] });
	});

	it('do not change the row that was given', () => {
		const row = { A: '1', data: [{ key: 'kA' }] };
		withColumnsAsData(row, [column('A')]);
		expect(row).toStrictEqual({ A: '1', data: [{ key: 'kA' }] });
	});
});

describe('rows of Data Columns', () => {
	it('are problems where two name one data field, or one names a column that no item has', () => {
		const columns = [
			column('Tenant', 'k'),
			column('Tenat', 'l'),
			column('Area', 'k'),
			column('Colour', 'm'),
			column('', 'n'),
		];
		expect(inWords(columnProblems(columns, new Set(['Tenant', 'Area', 'type'])))).toEqual([
			{ path: 'Tenat', message: 'is a column that no item has, in Data Columns: did you mean Tenant?' },
			{ path: 'Area', message: 'is given for the same data field as the column Tenant' },
			{ path: 'Colour', message: 'is a column that no item has, in Data Columns' },
		]);
	});
});
