import { planCodeIn } from '../../../../service/api';
import { inputProblem, thrownBy } from '../../thrown.mts';

describe('the code of a plan', () => {
	it.each([
		['https://host/plans-embed/v1/plan?viewerToken=t&planCode=pln_1', 'pln_1'],
		['<iframe src="https://host/plan?planCode=pln_1&amp;x=y"></iframe>', 'pln_1'],
		['PLANCODE=pln%5F1 and more', 'pln_1'],
		['[Level 3](https://host/plan?planCode=pln_1)', 'pln_1'],
		['<https://host/plan?planCode=pln_1|Level 3>', 'pln_1'],
		['The plan is at https://host/plan?planCode=pln_1.', 'pln_1'],
		['https://host/plan?planCode=pln.1+a', 'pln.1+a'],
		['https://host/plan?planCode=pln_1%5', 'pln_1'],
		[JSON.stringify({ html: '<iframe src="https://host/plan?planCode=pln_1">' }), 'pln_1'],
		['https://safelinks.example.com/?url=https%3A%2F%2Fhost%2Fplan%3FplanCode%3Dpln_1%26viewerToken%3Dt', 'pln_1'],
	])('is found in %j', (text, code) => {
		expect(planCodeIn(text)).toBe(code);
	});

	it.each(['pln_1', 'https://host/plan?planCode=', 7, undefined])('is not found in %j', (text) => {
		expect(thrownBy(() => planCodeIn(text))).toMatchObject(
			inputProblem('The URL of the plan has no "planCode=…"', 'planUrl'),
		);
	});

	it('that is nothing but blanks is empty', () => {
		expect(thrownBy(() => planCodeIn('planCode=%20'))).toMatchObject(inputProblem('The plan code is empty', 'code'));
	});
});
