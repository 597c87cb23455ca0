import { identityOf } from '../../../../service/plan';
import type { IdentifyingMatch } from '../../../../service/plan';

const KEY = `dfld_${'n'.repeat(25)}`;
const byNumber: IdentifyingMatch = { by: 'dataField', key: KEY };
const given = (...values: unknown[]) => ({ data: values.map((value) => ({ key: KEY, name: 'Number', value })) });

describe('a feature with several values in one data field', () => {
	it('is known by one of them, in whichever order they come', () => {
		const known = identityOf(given('7', '8'), byNumber);

		expect(known).toMatch(/7/);
		expect(identityOf(given('8', '7'), byNumber)).toBe(known);
		expect(identityOf(given('8', '9'), byNumber)).not.toBe(known);
	});

	it('is known by the one that is not empty', () => {
		expect(identityOf(given('', '7', null), byNumber)).toBe('7');
	});
});
