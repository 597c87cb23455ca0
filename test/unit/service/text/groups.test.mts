import { groupBy } from '../../../../service/text';

describe('groupBy', () => {
	it('keeps keys in the order of their first entry, and the entries of each in theirs', () => {
		const groups = groupBy([3, 1, 4, 1, 5, 9, 2, 6], (number) => number % 3);

		expect([...groups]).toEqual([
			[0, [3, 9, 6]],
			[1, [1, 4, 1]],
			[2, [5, 2]],
		]);
	});

	it('has no group where there is no entry', () => {
		expect(groupBy([], String).size).toBe(0);
	});
});
