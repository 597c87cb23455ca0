import { entriesOf } from '../../../nodes/shared/list-search.ts';
import { Secrets } from '../../../service/text';

const secrets = new Secrets(['a-long-secret-text']);

it('an entry without a name that can be shown is called by its value', () => {
	const found = [
		{ name: '\u0000', value: 'pln_one' },
		{ name: 'Level <b>2</b>', value: 'pln_two' },
	];

	expect(entriesOf({ found, notes: ['Two plans'] }, secrets)).toEqual([
		{ name: 'Two plans', value: '' },
		{ name: 'pln_one', value: 'pln_one' },
		{ name: 'Level b 2 /b', value: 'pln_two' },
	]);
});
