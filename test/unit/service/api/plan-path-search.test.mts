import { planFinder } from '../../../../service/api';

const plans = [
	['park', 'Acme', 'Harbour Park'],
	['h1', 'Acme', 'Harbour Park', 'Harbour House', 'Level 1'],
	['h2', 'Acme', 'Harbour Park', 'Harbour House', 'Level 2'],
	['q2', 'Acme', 'Harbour Park', 'Quay', 'Level 2'],
	['one', 'Acme', 'Yard', 'Shed', 'Ground'],
	['m', 'Acme', 'Main', 'Main', 'Main'],
	['t1', 'Acme', 'Twin', 'House', 'Attic'],
	['t2', 'Acme', 'Twin', 'House', 'Attic'],
].map(([planCode, ...path]) => ({ planCode, path }));
const names = planFinder(plans);

test('a floor that has no plan is named, and no other is taken for it', () => {
	const ofAnnex = { planCode: 'a', path: ['Acme', 'Headquarters', 'Annex', 'Ground'] };
	const campus = planFinder([ofAnnex, { planCode: '', path: ['Acme', 'Headquarters', 'Headquarters', 'Ground'] }]);

	expect(campus('Headquarters › Ground')).toBe(
		'"Headquarters › Ground" may be one that has no plan: Acme › Headquarters › Headquarters › Ground',
	);
	expect(campus('Annex › Ground')).toBe(campus('Headquarters › Annex › Ground'));
	expect(campus('Annex › Ground')).toMatchObject({ planCode: 'a' });
});

test('a campus that has no plan is named, and none of its floors is taken for it', () => {
	const floor = { planCode: 'a', path: ['Acme', 'Park', 'House', 'Level 1'] };
	const park = planFinder([floor, { planCode: '', path: ['Acme', 'Park'] }]);

	expect(planFinder([floor, { planCode: '', path: ['Acme', 'Park', 'House', 'Level 2'] }])('House › Level 2')).toBe(
		'"House › Level 2" has no plan, or none for this API Key: Acme › Park › House › Level 2',
	);
	expect(park('Park')).toBe('"Park" may be one that has no plan: Acme › Park');
	for (const text of ['Park › House', 'House', 'Park › Level 1']) expect(park(text)).toMatchObject(floor);
});

test.each([
	['Harbour House › Level 2', 'h2'],
	[' level  2 >harbour house', 'h2'],
	['LEVEL 2 › acme › Quay', 'q2'],
	['Level 1', 'h1'],
	['Harbour Park', 'park'],
	['Shed', 'one'],
	['Main › Main › Main', 'm'],
])('%j is the plan %s', (text, planCode) => {
	expect(names(text)).toMatchObject({ planCode });
});

test.each([
	[
		'Level 2',
		/^"Level 2" may be one of several plans: Acme › .*House › Level 2 \(h2\), Acme › .*Quay › Level 2 \(q2\)$/,
	],
	['Harbour House', /^"Harbour House" may be one of several plans: .*Level 1 \(h1\), .*Level 2 \(h2\)$/],
	['Attic', /^"Attic" may be one of several plans: .*\(t1\), .*\(t2\)$/],
	[
		'Harbour Hose › Level 2',
		/^Nothing that has a plan is called "Harbour Hose": did you mean Harbour House\? Known are/,
	],
	['Quay › Level 1', /^No plan has all of the names "Quay › Level 1"\. There are Acme › .*\(/],
	['Quay › Quay', /^No plan has all of the names/],
	['Quay ›', /^"Quay ›" has an empty part$/],
	['› Quay › › Level 2', /has an empty part$/],
	['Harbour › Level 2', /^Nothing that has a plan is called "Harbour"/],
])('%j is told in words', (text, words) => {
	expect(names(text)).toMatch(words);
});

test('a name with a separator is found by its pieces', () => {
	const odd = planFinder([
		{ planCode: 'a', path: ['Acme', 'East > West', 'Level 1'] },
		{ planCode: 'b', path: ['Acme', 'North', 'Level 1'] },
	]);

	expect(odd('East > West › Level 1')).toMatchObject({ planCode: 'a' });
	expect(odd('West › Level 1')).toMatchObject({ planCode: 'a' });
	expect(odd(`${'East >'.repeat(50_000)} South`)).toMatch(/^Nothing that has a plan is called "South"/);
});

test('five plans are told whole, however long their names are', () => {
	const long = 'A long name of a building '.repeat(5);
	const many = Array.from({ length: 9 }, (_, at) => ({ planCode: `pln_${at}`, path: [long, long, 'Level 1'] }));

	expect(planFinder(many)('Level 1')).toMatch(/\(pln_0\).*\(pln_4\) and 4 more$/);
});

test('a service that lists no plan says so', () => {
	expect(planFinder([])('Level 1')).toBe(
		'Nothing that has a plan is called "Level 1", because the service lists no plan',
	);
});

test('a plan that is listed twice, or below two clients, is one', () => {
	const plan = (client: string) => ({ planCode: 'p', path: [client, 'Park', 'Level 1'] });
	const find = planFinder([plan('Acme'), plan('Acme'), plan('Blue')]);
	for (const text of ['Level 1', 'Blue › Level 1', 'Park › Level 1'])
		expect(find(text)).toMatchObject({ planCode: 'p' });
});
