import { entriesOf } from '../../../nodes/shared/list-search/offered-list.ts';
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

it('an expression that was chosen before stays, another one is left out and counted', () => {
	const found = [
		{ name: 'chosen', value: '={{ 1 }}', isChosen: true },
		{ name: 'other', value: '={{ 2 }}' },
	];

	expect(entriesOf({ found, notes: [] }, secrets)).toEqual([
		{ name: 'Not offered, because a code begins with "=" or repeats a secret: 1', value: '' },
		{ name: 'chosen', value: '={{ 1 }}' },
	]);
});
