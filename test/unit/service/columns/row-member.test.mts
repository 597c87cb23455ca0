import type { Feature } from '../../../../service/plan';
import { readRow, rowColumnsOf, rowWriter } from '../../../../service/columns';

type MemberType = keyof typeof VALUES;
const VALUES = { string: 'a text', number: 7, boolean: true, object: {} };

describe('the member that a cell of a table stands for', () => {
	it.each<[unknown, MemberType[], unknown]>([
		['null', ['object'], null],
		['null', ['number'], null],
		['null', ['string'], 'null'],
		[null, ['string'], null],
		[undefined, ['number'], undefined],
	])('%j is, where the plan has %j, %j', (cell, types, member) => {
		const columns = rowColumnsOf([...types.map((type) => ({ label: VALUES[type] })), { label: null }]);
		const row: Feature = { label: cell };
		expect(readRow(row, columns, { extra: 'error' }).feature.label).toEqual(member);
	});
});

describe('a member that is called like a data field, in another case', () => {
	const field = { key: `dfld_${'n'.repeat(25)}`, name: 'Name' };
	const plan = [
		{ type: 'zone', data: [{ ...field, value: '3.01' }] },
		{ type: 'leaderLineIcon', name: 'printer', data: [{ ...field, value: '' }] },
	];
	const columns = rowColumnsOf(plan);
	const read = (row: object) => readRow({ ...row }, columns, { extra: 'error' });

	it('leaves the column to the data field, however the sheet spells it', () => {
		for (const column of ['Name', 'name', ' NAME ']) {
			const { feature, problems } = read({ type: 'zone', [column]: '3.02' });
			expect({ feature, problems }).toEqual({
				feature: { type: 'zone', data: [{ ...field, value: '3.02' }] },
				problems: [],
			});
		}
	});

	it('has a column of its own, which no spreadsheet takes for the other one', () => {
		const row = rowWriter(columns, { dropEmpty: false })(plan[1]);

		expect(row).toMatchObject({ Name: '', 'name (property)': 'printer' });
		expect(Object.keys(row).filter((column) => column.toLowerCase() === 'name')).toEqual(['Name']);
		expect(read(row).feature).toEqual(plan[1]);
	});
});
