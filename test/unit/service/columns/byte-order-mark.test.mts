import { withoutByteOrderMark } from '../../../../service/columns';

const MARK = '\ufeff';

describe('a byte order mark', () => {
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
