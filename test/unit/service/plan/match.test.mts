import { PlanIndex, matchFeatures, matchedIndices } from '../../../../service/plan';
import type { Feature, IdentifyingMatch, Match } from '../../../../service/plan';

const NUMBER = `dfld_${'n'.repeat(25)}`;
const TENANT = `dfld_${'t'.repeat(25)}`;
const byNumber: IdentifyingMatch = { by: 'dataField', key: NUMBER };
const byTenant: IdentifyingMatch = { by: 'dataField', key: TENANT };

const square = (x: number, y = 0) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, y],
			[x + 1, y],
			[x + 1, y + 1],
			[x, y],
		],
	],
});
const withData = (number: unknown, tenant: unknown, others: Feature = {}): Feature => ({
	type: 'room',
	data: [
		{ key: NUMBER, name: 'Number', value: number },
		{ key: TENANT, name: 'Tenant', value: tenant },
	],
	...others,
});
const numbered = (value: unknown, others: Feature = {}): Feature => ({
	type: 'room',
	data: [{ key: NUMBER, name: 'Number', value }],
	...others,
});
const room = (value: string, at: number): Feature => numbered(value, { code: `c-${at}`, geometry: square(at * 2) });

const plan = [room('3.101', 0), room('3.102', 1), room('Café', 2), room('WC', 3), room('WC', 4)];
const results = (matches: readonly Match[]) =>
	matches.map((match) => (match.kind === 'existing' ? match.index : match.kind));
const reasons = (matches: readonly Match[]) =>
	matches.map((match) => (match.kind === 'ambiguous' ? match.reason : match.kind));
const isRow = () => true;

test.each<[string, (ring: number[][]) => object]>([
	['turns the other way', (ring) => ({ coordinates: [[...ring].reverse()] })],
	['begins at another corner', ([a, b, c]) => ({ coordinates: [[b, c, a, b]] })],
	['has heights', (ring) => ({ coordinates: [ring.map((corner) => [...corner, 0])] })],
	['has a bbox and a crs', (ring) => ({ coordinates: [ring], bbox: [4, 0, 5, 1], crs: { type: 'name' } })],
])('an outline that %s is the same', (_what, written) => {
	const outlines = [square(0), square(4), square(8)].map((geometry): Feature => ({ type: 'zone', geometry }));
	const geometry = { type: 'Polygon', ...written(square(4).coordinates[0]) };

	expect(matchFeatures([{ type: 'zone', geometry }], outlines)).toEqual([{ kind: 'existing', index: 1, isSame: true }]);
	expect(matchFeatures([{ type: 'zone', geometry: square(5) }], outlines)).toEqual([{ kind: 'new' }]);
});

test('two icons that stand close together leave the tolerance of a plan in metres as it is', () => {
	const icon = (x: number, y: number): Feature => ({ type: 'fixedIcon', position: [x, y] });
	const icons = [icon(0, 0), icon(0.06, 0), icon(0.06, 0)];
	const zone: Feature = { type: 'zone', geometry: square(600, 600) };
	const moved: Feature = { type: 'zone', geometry: square(600.004, 600.004) };

	expect(results(matchFeatures([moved], [...icons, zone]))).toEqual([3]);
	expect(results(matchFeatures([icon(0.02, 0)], [...icons, zone]))).toEqual(['new']);
});

test('a mark at 0, 0 makes no icons of a plan in degrees one', () => {
	const icon = (east: number): Feature => ({ type: 'fixedIcon', position: [153.17 + east * 1e-5, -27.66] });
	const icons = [1, 2, 3, 4, 5].map(icon);
	const lost: Feature = { type: 'assemblyArea', position: [0, 0] };
	const others = [11, 12, 13, 14, 15].map(icon);
	expect(results(matchFeatures([...others, lost], [...icons, lost]))).toEqual([...others.map(() => 'new'), 5]);
});

describe('with match columns', () => {
	const match = (input: Feature) => matchFeatures([input], plan, { columns: [byNumber] })[0];

	it.each<[string, Feature, number, boolean]>([
		['has the value', numbered('3.101'), 0, true],
		['has the value in another Unicode form and case', numbered('CAFE\u0301 '), 2, false],
		['has the value in full-width digits', numbered('３.１０１'), 0, false],
		['shares its value, and has the identity of one', numbered('WC', { code: 'c-4' }), 4, true],
		['shares its value, and has the outline of one', numbered('WC', { geometry: square(6), area: 3 }), 3, false],
		['has no type', { ...room('3.101', 0), type: undefined }, 0, true],
		['was given another outline', numbered('3.101', { geometry: square(90) }), 0, false],
	])('an input is the feature when it %s', (_what, input, index, isSame) => {
		expect(match(input)).toEqual({ kind: 'existing', index, isSame });
	});

	it.each<[string, Feature]>([
		['its value, identity and outline are unknown', room('4.001', 9)],
		['the outline is that of a feature of another kind', { ...room('4.001', 0), code: undefined, type: 'zone' }],
		['the value is that of a feature of another kind', { ...room('3.101', 0), type: 'zone' }],
		['it has an empty outline', numbered('4.001', { geometry: [] })],
	])('an input is new when %s', (_what, input) => {
		expect(match(input)).toEqual({ kind: 'new' });
	});

	it.each<[string, Feature, number[]]>([
		['is new by Number 3.999, but has the identity of 3.101', room('3.999', 0), [0]],
		['is new by Number 3.999, but has the outline of 3.101', numbered('3.999', { geometry: square(0) }), [0]],
		['is 3.102 by Number, but has the identity of 3.101', numbered('3.102', { code: 'c-0' }), [0, 1]],
		['has Number WC, which 2 features of the plan have', numbered('WC', { area: 1 }), [3, 4]],
		['has no value in Number, by which features are matched', numbered(' '), []],
		['has no value in Number, by which features are matched', numbered('', { code: 'c-3' }), [3]],
	])('an input is ambiguous: it %s', (reason, input, candidates) => {
		const found = match(input);
		expect(found).toMatchObject({ kind: 'ambiguous', reason });
		expect([...matchedIndices([found])].sort()).toEqual(candidates);
	});

	it('several must all agree, and each must have a value', () => {
		const twice = [withData('1', 'A'), withData('1', 'B'), withData('2', 'A')];
		const columns = [byNumber, byTenant];
		const inputs = [withData('1', 'B', { area: 1 }), withData('2', 'B'), withData('2', '')];
		expect(reasons(matchFeatures(inputs, twice, { columns }))).toEqual([
			'existing',
			'new',
			'has no value in Number and Tenant, by which features are matched',
		]);
		expect(results(matchFeatures(inputs, twice, { columns }))[0]).toBe(1);
	});

	it('two inputs with one value are ambiguous, unless they are equal features', () => {
		const given = [numbered('a–1'), numbered('A-1'), numbered('A-2'), numbered('A-3'), numbered('A-3')];
		const once = 'is new, and given 2 times (feature 1, feature 2); give it once';
		expect(reasons(matchFeatures(given, [], { columns: [byNumber] }))).toEqual([once, once, 'new', 'new', 'new']);
		expect(reasons(matchFeatures(given, [], { columns: [byNumber], isRow })).slice(3)).toEqual(
			Array(2).fill('is new, and given 2 times (feature 4, feature 5); give it once'),
		);
		const labelOf = (index: number) => `row ${index + 2}`;
		const edited = [numbered('3.101', { area: 1 }), numbered('3.102'), numbered('3.101', { area: 2 })];
		expect(reasons(matchFeatures(edited, plan, { columns: [byNumber], labelOf }))).toEqual([
			'is the same feature of the plan as row 4; give it once',
			'existing',
			'is the same feature of the plan as row 2; give it once',
		]);
	});
});

describe('as a whole', () => {
	const match = (...inputs: Feature[]) => matchFeatures(inputs, plan);

	it('an input is the feature that it equals, but for what services change', () => {
		const matches = match(room('3.102', 1), numbered('cafe\u0301'), numbered('WC'), numbered('WC'));
		expect(results(matches)).toEqual([1, 2, 3, 4]);
		expect(matches.map((one) => one.kind === 'existing' && one.isSame)).toEqual([true, false, true, true]);
	});

	it('the feature of its identity or its outline, whatever was edited', () => {
		const matches = match(room('9', 0), numbered('8', { code: 'c-1' }), numbered('7', { geometry: square(4) }));
		expect(matches).toEqual([0, 1, 2].map((index) => ({ kind: 'existing', index, isSame: false })));
	});

	it('the identity of a service says nothing of what was pushed', () => {
		expect(results(match({ ...room('3.101', 0), code: 'other plan' }))).toEqual([0]);
	});

	it('inputs that give more take their features first', () => {
		const tenants = [withData('5', 'Acme'), withData('6', 'Acme')];
		const less: Feature = { type: 'room', data: [{ key: TENANT, name: 'Tenant', value: 'Acme' }] };
		expect(results(matchFeatures([less, withData('5', 'Acme')], tenants))).toEqual([1, 0]);
	});

	it('n equal inputs take n equal features; further features are new, further rows ambiguous', () => {
		const three = [numbered('WC'), numbered('WC'), numbered('WC')];
		expect(results(match(...three))).toEqual([3, 4, 'new']);
		expect(reasons(matchFeatures(three, plan, { isRow }))[2]).toBe(
			'is the same feature of the plan as feature 1; give it once',
		);
	});

	it('the index of a plan gives the same each time', () => {
		const index = new PlanIndex(plan);
		const rooms = [numbered('WC'), numbered('3.101'), numbered('WC')];
		expect(results(matchFeatures(rooms, index))).toEqual([3, 0, 4]);
		expect(results(matchFeatures(rooms, index))).toEqual([3, 0, 4]);
	});

	it('rows that are equal to each other and new are ambiguous, in the same words', () => {
		const twice = [room('9', 9), room('9', 9), room('8', 8)];
		const reason = 'is new, and given 2 times (feature 1, feature 2); give it once';
		expect(reasons(matchFeatures(twice, plan, { isRow }))).toEqual([reason, reason, 'new']);
		expect(reasons(matchFeatures(twice, plan))).toEqual(['new', 'new', 'new']);
	});

	it('an input is ambiguous where identity and outline lead to two features', () => {
		expect(reasons(match(numbered('x', { code: 'c-0', geometry: square(2) })))).toEqual([
			'has the identity of feature 1 of the plan, but has the outline of feature 2 of the plan',
		]);
	});
});

describe('a key of the plan', () => {
	const rooms = ['100', '101'].map((number, at) => withData(number, 'Acme', { geometry: square(at * 2) }));

	it('makes a new row ambiguous, and says which column to match on', () => {
		const [found] = matchFeatures([withData('100', 'Beta')], rooms, { isRow });
		expect(found).toMatchObject({
			reason: 'is new, but room 100 is on the plan',
			keyField: 'Number',
			candidates: [0],
		});
		expect(results(matchFeatures([{ ...withData('100', 'Beta'), type: null }], rooms, { isRow }))).toEqual([
			'ambiguous',
		]);
	});

	it.each<[string, Feature, Feature[], boolean]>([
		['for features that are no rows', withData('100', 'Beta'), rooms, false],
		['where it leads nowhere', withData('150', 'Beta'), rooms, true],
		['where one feature of the kind lacks it', withData('100', 'Beta'), [...rooms, withData('', 'C')], true],
		['where it comes twice', withData('100', 'Beta'), [...rooms, withData('101', 'C')], true],
		['where the kind has one feature', withData('100', 'Beta'), rooms.slice(0, 1), true],
		['for another kind', withData('100', 'Beta', { type: 'zone' }), rooms, true],
	])('says nothing %s', (_what, input, features, areRows) => {
		expect(results(matchFeatures([input], features, { isRow: () => areRows }))).toEqual(['new']);
	});
});

describe('the place of an icon', () => {
	const desk = (position: unknown, number: string, others: Feature = {}) =>
		numbered(number, { type: 'fixedIcon', position, ...others });
	const at = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

	it('leads to it where nothing that both have differs', () => {
		const icons = [desk(at(153.1, -27.6), ''), desk(at(153.2, -27.5), '')];
		const named = desk(at(153.1, -27.6), '7');
		expect(matchFeatures([named], icons)).toEqual([{ kind: 'existing', index: 0, isSame: false }]);
		expect(results(matchFeatures([named], [desk(at(153.1, -27.6), '8')]))).toEqual(['new']);
	});

	it('says nothing where the plan has two icons', () => {
		const icons = [desk(at(1, 1), '', { note: 'a' }), desk(at(1, 1), '', { note: 'b' })];
		expect(results(matchFeatures([desk(at(1, 1), '7')], icons))).toEqual(['new']);
	});

	it('is not that of another kind', () => {
		expect(results(matchFeatures([desk(at(1, 1), '7', { type: 'evacSign' })], [desk(at(1, 1), '')]))).toEqual(['new']);
	});

	it.each([
		['153° east', 153.175478227279, -27.66615223738529],
		['118° west', -118.2854782272789, 34.06615223738528],
		['13° east', 13.37547822727897, 52.51615223738528],
		['0°', 0.00012345678901, 51.4778],
	])('moved by 0.7 m is another one at %s, and rounded to seven decimals the same', (_where, x, y) => {
		const desks = Array.from({ length: 20 }, (_none, index) => desk([x + index * 1e-5, y], ''));
		const moved = Array.from({ length: 20 }, (_none, index) => desk([x + index * 1e-5 + 7e-6, y], ''));
		const rounded = desks.map((one) => ({
			...one,
			position: (one.position as number[]).map((number) => Number(number.toFixed(7))),
		}));
		expect(results(matchFeatures(moved, desks))).toEqual(Array(20).fill('new'));
		expect(matchFeatures(desks, rounded)).toEqual(
			desks.map((_desk, index) => ({ kind: 'existing', index, isSame: true })),
		);
	});
});
