import { withoutEmptyData, withoutUnsent } from '../../../../service/plan';

const entry = (name: string, value?: unknown) => ({
	key: `dfld_${'a'.repeat(25)}`,
	name,
	...(value === undefined ? {} : { value }),
});

describe('data without entries that have no value yet', () => {
	it('has only those with one, and what is no entry', () => {
		const data = [entry('A'), entry('B', null), entry('C', ''), entry('D', '0'), entry('E', 0), 'x', null];
		expect(withoutEmptyData({ type: 'zone', data })).toStrictEqual({
			type: 'zone',
			data: [entry('D', '0'), entry('E', 0), 'x', null],
		});
	});

	it.each([{ type: 'zone' }, { data: null }, { data: { value: '' } }])('is %j as it is', (feature) => {
		expect(withoutEmptyData(feature)).toBe(feature);
	});
});

describe('entries without a value', () => {
	it('are not sent; an empty text is one, and what is no entry stays', () => {
		const kept = [entry('Room', ''), { value: null }, { key: 7, value: null }, 'text', null];
		const feature = { type: 'zone', data: [{ ...entry('A'), value: null }, entry('B'), ...kept] };

		expect(withoutUnsent(feature)).toStrictEqual({ type: 'zone', data: kept });
	});

	it.each([{ data: [entry('A', 'x'), { value: null }] }, { data: [] }, { data: null }, { type: 'zone' }])(
		'are not in %j, which stays the same object',
		(feature) => {
			expect(withoutUnsent(feature)).toBe(feature);
		},
	);
});
