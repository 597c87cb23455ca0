import { meaningByPlan, readRow, rowColumnsOf } from '../../../../service/columns';

type MemberType = keyof typeof VALUES;
const VALUES = { string: 'a text', number: 7, boolean: true, object: {} };

describe('the member that a cell of a table stands for', () => {
	it.each<[unknown, MemberType[], unknown]>([
		[7, ['number'], 7],
		[7, ['string'], '7'],
		[7, ['string', 'number'], 7],
		[7, [], 7],
		[true, ['string'], 'true'],
		[true, ['string', 'boolean'], true],
		['7', ['string'], '7'],
		['7', ['number'], 7],
		['7', ['string', 'number'], 7],
		['x', ['number'], 'x'],
		['TRUE', ['boolean'], true],
		['False', ['boolean'], false],
		['TRUE', ['string'], 'TRUE'],
		['TRUE it is', ['boolean'], 'TRUE it is'],
		['{"a":1}', ['object'], { a: 1 }],
		['{"a":1}', ['string', 'object'], { a: 1 }],
		['{"a":1}', ['number'], '{"a":1}'],
		['null', ['object'], null],
		['null', ['number'], null],
		['null', ['string'], 'null'],
		['7', [], '7'],
		[null, ['string'], null],
		[undefined, ['number'], undefined],
	])('%j is, where the plan has %j, %j', (cell, types, member) => {
		const columns = rowColumnsOf([...types.map((type) => ({ label: VALUES[type] })), { label: null }]);
		const row = { label: cell };
		expect(readRow(row, meaningByPlan(columns, 'error', row)).feature.label).toEqual(member);
	});
});
