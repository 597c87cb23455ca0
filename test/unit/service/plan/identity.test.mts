import { identityOf } from '../../../../service/plan';
import type { IdentifyingMatch } from '../../../../service/plan';

const KEY = `dfld_${'n'.repeat(25)}`;
const byNumber: IdentifyingMatch = { by: 'dataField', key: KEY };
const given = (...values: unknown[]) => ({ data: values.map((value) => ({ key: KEY, name: 'Number', value })) });

describe('a feature with several values in one data field', () => {
	it('is known by one of them, in whichever order they come', () => {
		for (const values of [['7'], ['7', '7'], ['7', '8'], ['8', '7'], [8, '7']])
			expect(identityOf(given(...values), byNumber)).toBe('7');
		expect(identityOf(given('8', '9'), byNumber)).toBe('8');
	});

	it('is known by the one that is not empty', () => {
		expect(identityOf(given('', '7', null), byNumber)).toBe('7');
	});
});
