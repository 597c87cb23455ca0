import { PlanIndex, dataFieldsOf, matchFeatures as matchesOf, matchedIndices } from '../../../../service/plan';
import type { Feature, IdentifyingMatch, Match, MatchOptions } from '../../../../service/plan';
import { MatchReasons } from '../../../../nodes/PushFeatures/match-reasons';

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

/** Matches with the reasons that the node gives, without its advice. */
function matchFeatures(
	inputs: readonly Feature[],
	features: readonly Feature[] | PlanIndex,
	{ labelOf = (at) => `feature ${at + 1}`, ...options }: MatchOptions & { labelOf?: (at: number) => string } = {},
): Array<Match & { reason?: string }> {
	const onPlan = features instanceof PlanIndex ? features.plan : features;
	const names = dataFieldsOf(onPlan);
	const given = inputs.map((feature) => ({ feature }));
	const words = new MatchReasons(given, onPlan, options.columns ?? [], labelOf);
	return matchesOf(inputs, features, options).map((match, at) => {
		if (match.kind !== 'ambiguous') return match;
		const reason = words.reasonOf(at, match).replace(/ is on the plan: .*/, ' is on the plan');
		const { kind, cause, candidates } = match;
		const keyFields = cause === 'key' ? { keyFields: match.keyFields.map((key) => names.get(key)) } : {};
		return { kind, cause, reason, candidates, ...keyFields } as Match & { reason: string };
	});
}

const plan = [room('3.101', 0), room('3.102', 1), room('Café', 2), room('WC', 3), room('WC', 4)];
const results = (matches: readonly Match[]) =>
	matches.map((match) => (match.kind === 'existing' ? match.index : match.kind));
const reasons = (matches: ReadonlyArray<Match & { reason?: string }>) =>
	matches.map(({ kind, reason = kind }) => reason);
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

/** What two inputs are that lead to the first feature of the plan. */
const ONE_FEATURE = ['feature 2', 'feature 1'].map((other) => ({
	kind: 'ambiguous',
	cause: 'givenTwice',
	reason: `is the same feature of the plan as ${other}; give it once`,
	candidates: [0],
}));

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
			'has no value in Tenant, by which features are matched',
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

	it('an input is the same feature wherever it stands in both lists', () => {
		expect(match(numbered('3.102'))).toEqual({ kind: 'existing', index: 1, isSame: true });
	});

	it('what equals a feature is that one, also where another has its outline', () => {
		const rooms = [numbered('1', { geometry: square(0) }), numbered('2', { geometry: square(0) })];
		expect(matchFeatures([rooms[1]], rooms, { columns: [byNumber] })).toEqual([
			{ kind: 'existing', index: 1, isSame: true },
		]);
	});

	it('n equal inputs take n features of a value, whatever their identities say, and further ones are new', () => {
		const twice = [numbered('WC', { code: 'c-4' }), numbered('WC', { code: 'c-4' })];
		expect(results(matchFeatures(twice, plan, { columns: [byNumber] }))).toEqual([4, 3]);
		const four = ['WC', 'WC', 'WC', 'wc'].map((value) => numbered(value));
		expect(results(matchFeatures(four, plan, { columns: [byNumber] }))).toEqual([3, 4, 'new', 'new']);
	});

	it('what others leave of the features of one value is ambiguous', () => {
		const inputs = [numbered('3.101'), numbered('WC', { code: 'c-3' }), numbered('WC', { area: 1 })];
		expect(results(matchFeatures(inputs, plan, { columns: [byNumber] }))).toEqual([0, 3, 'ambiguous']);
	});

	it('more than 16 features of one value are taken as well', () => {
		const many = Array.from({ length: 17 }, (_none, at) => room('WC', at + 1));
		const found = matchFeatures([numbered('WC'), many[9]], [room('3.101', 0), ...many], { columns: [byNumber] });
		expect(found).toEqual([
			{ kind: 'existing', index: 1, isSame: true },
			{ kind: 'existing', index: 10, isSame: true },
		]);
	});

	it('inputs that lead to one feature are ambiguous, also where one has no type', () => {
		const edited = [numbered('3.101', { area: 1 }), numbered('3.101', { area: 2, type: undefined })];
		expect(matchFeatures(edited, plan, { columns: [byNumber] })).toEqual(ONE_FEATURE);
	});

	it('inputs that share the value of several features are ambiguous by that alone', () => {
		const edited = [numbered('WC', { area: 1 }), numbered('WC', { area: 2 })];
		expect(reasons(matchFeatures(edited, plan, { columns: [byNumber] }))).toEqual(
			Array(2).fill('has Number WC, which 2 features of the plan have'),
		);
	});

	it('a row and a feature that are equal and new are ambiguous, without candidates', () => {
		const twice = [numbered('4.001'), numbered('4.001')];
		expect(matchFeatures(twice, plan, { columns: [byNumber], isRow: (index) => index === 0 })).toEqual(
			Array(2).fill({
				kind: 'ambiguous',
				cause: 'givenTwice',
				reason: 'is new, and given 2 times (feature 1, feature 2); give it once',
				candidates: [],
			}),
		);
	});

	it.each<[string, string, Feature, number[]]>([
		['with the outline of a feature of another value', 'otherFeature', room('3.999', 0), [0]],
		['with the identity of another feature', 'otherFeature', numbered('3.102', { code: 'c-0' }), [1, 0]],
		['with a value that several features have', 'severalFeatures', numbered('WC', { area: 1 }), [3, 4]],
		['without a value', 'noValue', numbered(''), []],
		['without a value, with identity and outline of a feature', 'noValue', room('', 3), [3]],
	])('an input %s has the cause %s', (_what, cause, input, candidates) => {
		expect(match(input)).toMatchObject({ kind: 'ambiguous', cause, candidates });
	});

	it('an input without a value may be the feature without one that has its outline', () => {
		const rooms = [numbered('', { geometry: square(0) }), numbered('1', { geometry: square(2) })];
		expect(matchFeatures([rooms[0]], rooms, { columns: [byNumber] })).toMatchObject([
			{ cause: 'noValue', candidates: [0] },
		]);
	});

	it('an identity leads to its feature, also where another input is that one', () => {
		const inputs = [room('3.101', 0), numbered('3.102', { code: 'c-0', area: 1 })];
		expect(reasons(matchFeatures(inputs, plan, { columns: [byNumber] }))).toEqual([
			'existing',
			'is 3.102 by Number, but has the identity of 3.101',
		]);
	});

	it('reasons have the values of all columns, up to 60 characters, and names without blanks around them', () => {
		const twice = [withData('1', 'A', { area: 1 }), withData('1', 'A', { area: 2 })];
		expect(reasons(matchFeatures([withData('1', 'a', { area: 3 })], twice, { columns: [byNumber, byTenant] }))).toEqual(
			['has Number and Tenant 1, a, which 2 features of the plan have'],
		);
		const long = (area: number): Feature => ({
			area,
			data: [{ key: NUMBER, name: ' Number ', value: `${'x'.repeat(60)}y` }],
		});
		expect(reasons(matchFeatures([long(3)], [long(1), long(2)], { columns: [byNumber] }))).toEqual([
			`has Number ${'x'.repeat(60)}, which 2 features of the plan have`,
		]);
	});

	it('several columns agree one by one, not as one text', () => {
		const columns = [byNumber, byTenant];
		expect(results(matchFeatures([withData('12', '3', { area: 1 })], [withData('1', '23')], { columns }))).toEqual([
			'new',
		]);
	});

	it('a column that neither the plan nor the inputs have is called by its code', () => {
		const unknown = `dfld_${'u'.repeat(25)}`;
		expect(reasons(matchFeatures([numbered('1')], plan, { columns: [{ by: 'dataField', key: unknown }] }))).toEqual([
			`has no value in ${unknown}, by which features are matched`,
		]);
	});
});

describe('with what the service makes itself as match column', () => {
	const byCode: IdentifyingMatch = { by: 'property', path: 'code' };
	const match = (inputs: Feature[], columns: readonly IdentifyingMatch[] = [byCode]) =>
		matchFeatures(inputs, plan, { columns });

	it('an input that is new by it and equals a feature is ambiguous', () => {
		expect(match([numbered('3.102', { code: 'x-9' })])).toEqual([
			{
				kind: 'ambiguous',
				cause: 'otherFeature',
				reason: 'is new by code x-9, but equals c-1: the service makes code itself',
				candidates: [1],
			},
		]);
	});

	it('so it is where it is one of several columns', () => {
		expect(reasons(match([numbered('3.102', { code: 'x-9' })], [byCode, byNumber]))).toEqual([
			'is new by code and Number x-9, 3.102, but equals c-1, 3.102: the service makes code and Number itself',
		]);
	});

	it.each<[string, Feature[], Array<number | string>]>([
		['differs from the feature of its number', [numbered('3.101', { code: 'x-9', area: 1 })], ['new']],
		['equals what another input is', [room('3.101', 0), numbered('3.101', { code: 'x-9' })], [0, 'new']],
	])('an input is new where it %s', (_what, inputs, found) => {
		expect(results(match(inputs))).toEqual(found);
	});

	it('an input is new by a property that the service does not make', () => {
		const there = plan.map((one): Feature => ({ ...one, planCode: 'A' }));
		const moved = numbered('3.102', { planCode: 'B' });
		expect(results(matchFeatures([moved], there, { columns: [{ by: 'property', path: 'planCode' }] }))).toEqual([
			'new',
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

	it('of features that are equal to an input but for their texts, it is the one of its identity', () => {
		expect(match(numbered('wc', { code: 'c-4' }))).toEqual([{ kind: 'existing', index: 4, isSame: false }]);
	});

	it('an input is the feature with its very text before one that folds alike', () => {
		const cafes = [numbered('CAFÉ'), numbered('Café')];
		expect(matchFeatures([numbered('Café')], cafes)).toEqual([{ kind: 'existing', index: 1, isSame: true }]);
	});

	it('one input takes the first of two equal features', () => {
		expect(match(numbered('WC'))).toEqual([{ kind: 'existing', index: 3, isSame: true }]);
	});

	it('a part of a plan is found in its order, also with something new between', () => {
		const lobbies = ['WC', 'Hall', 'Lobby', 'Stairs', 'WC', 'Hall'].map((value, at) => room(value, at));
		const part = ['Lobby', 'Attic', 'WC', 'Hall'].map((value) => numbered(value));
		expect(results(matchFeatures(part, lobbies))).toEqual([2, 'new', 4, 5]);
	});

	it('properties without values count as nothing that an input gives', () => {
		const tenants = [withData('5', 'Acme'), withData('6', 'Acme')];
		const nothing = { area: null, height: '', note: [], owner: {} };
		const less: Feature = { type: 'room', data: [{ key: TENANT, name: 'Tenant', value: 'Acme' }], ...nothing };
		expect(results(matchFeatures([less, withData('5', 'Acme')], tenants))).toEqual([1, 0]);
	});

	it('a further row is the same feature as the one that has it, also in another case', () => {
		const rows = [numbered('3.101'), numbered('WC'), numbered('WC'), numbered('wc')];
		expect(matchFeatures(rows, plan, { isRow })[3]).toEqual({
			kind: 'ambiguous',
			cause: 'givenTwice',
			reason: 'is the same feature of the plan as feature 2; give it once',
			candidates: [3],
		});
	});

	it('rows that differ in the plan that they name, and in photos, are equal', () => {
		const twice = [numbered('9', { planCode: 'A' }), numbered('9', { photos: ['a.png'] })];
		expect(reasons(matchFeatures(twice, plan, { isRow }))).toEqual(
			Array(2).fill('is new, and given 2 times (feature 1, feature 2); give it once'),
		);
	});

	it('rows that differ in what the service makes itself are equal', () => {
		const twice = [room('9', 9), { ...room('9', 9), code: 'c-8' }];
		expect(reasons(matchFeatures(twice, plan, { isRow }))).toEqual(
			Array(2).fill('is new, and given 2 times (feature 1, feature 2); give it once'),
		);
	});

	it('two edited features with one identity are ambiguous', () => {
		const edited = [numbered('8', { code: 'c-0' }), numbered('9', { code: 'c-0' })];
		expect(match(...edited)).toEqual(ONE_FEATURE);
	});

	it('of two features with one outline, the one that is left has it', () => {
		const rooms = [numbered('1', { geometry: square(0) }), numbered('2', { geometry: square(0) })];
		const edited = numbered('9', { geometry: square(0) });
		expect(results(matchFeatures([numbered('1'), edited], rooms))).toEqual([0, 1]);
		expect(reasons(matchFeatures([numbered('1'), edited], rooms.slice(0, 1)))).toEqual([
			'existing',
			'is the same feature of the plan as feature 1; give it once',
		]);
	});

	it.each<[string, Feature, string]>([
		['name', { name: 'Hall', number: 3 }, 'Hall'],
		['name that is a number', { name: 7, number: 3 }, '7'],
		['number, without a name', { name: '', number: 12 }, '12'],
		['place in the plan, where its name is no text', { name: { en: 'Hall' } }, 'feature 1 of the plan'],
	])('reasons call a feature by its %s', (_what, names, title) => {
		const rooms = [{ ...room('1', 0), ...names }, room('2', 1)];
		expect(reasons(matchFeatures([numbered('x', { code: 'c-0', geometry: square(2) })], rooms))).toEqual([
			`has the identity of ${title}, but has the outline of feature 2 of the plan`,
		]);
	});

	it('an input is ambiguous where identity and outline lead to two features', () => {
		expect(reasons(match(numbered('x', { code: 'c-0', geometry: square(2) })))).toEqual([
			'has the identity of feature 1 of the plan, but has the outline of feature 2 of the plan',
		]);
	});
});

describe('inputs that are known to be on the plan', () => {
	const tenants = [withData('5', 'Acme'), withData('6', 'Acme')];
	const less: Feature = { type: 'room', data: [{ key: TENANT, name: 'Tenant', value: 'Acme' }] };

	it('take their features before those that give more', () => {
		const inputs = [less, withData('5', 'Acme'), withData('6', 'Acme')];
		expect(results(matchFeatures(inputs, tenants, { tiers: [1] }))).toEqual([0, 'new', 1]);
		expect(results(matchFeatures(inputs, tenants))).toEqual(['new', 0, 1]);
	});

	it('go one group after the other', () => {
		const inputs = [less, less, withData('6', 'Acme'), withData('5', 'Acme')];
		expect(results(matchFeatures(inputs, tenants, { tiers: [1, 1] }))).toEqual([0, 1, 'new', 'new']);
		expect(results(matchFeatures(inputs, tenants, { tiers: [1, 2] }))).toEqual([0, 'new', 1, 'new']);
	});

	it('take the features of their identities, whatever was edited, and what equals these is new', () => {
		const inputs = [numbered('8', { code: 'c-0' }), numbered('3.101')];
		expect(matchFeatures(inputs, plan, { tiers: [1] })).toEqual([
			{ kind: 'existing', index: 0, isSame: false },
			{ kind: 'new' },
		]);
	});
});

test('the features that inputs are or may be are each counted once', () => {
	const matches = matchFeatures(
		[room('3.999', 9), room('3.102', 1), numbered('WC', { area: 1 }), numbered('', { code: 'c-4' })],
		plan,
		{ columns: [byNumber] },
	);
	expect(results(matches)).toEqual(['new', 1, 'ambiguous', 'ambiguous']);
	expect(matchedIndices(matches)).toEqual(new Set([1, 3, 4]));
});

describe('a key of the plan', () => {
	const rooms = ['100', '101'].map((number, at) => withData(number, 'Acme', { geometry: square(at * 2) }));

	it('makes a new row ambiguous, and says which column to match on', () => {
		const [found] = matchFeatures([withData('100', 'Beta')], rooms, { isRow });
		expect(found).toMatchObject({
			reason: 'is new, but room 100 is on the plan',
			keyFields: ['Number'],
			candidates: [0],
		});
		expect(results(matchFeatures([{ ...withData('100', 'Beta'), type: null }], rooms, { isRow }))).toEqual([
			'ambiguous',
		]);
	});

	it('says nothing where by the match columns another row is the feature that it leads to', () => {
		const tenants = ['100', '101'].map((number, at) => withData(number, ['Acme', 'Beta'][at]));
		const rows = [...tenants, withData('102', 'Acme')];
		const found = (some: Feature[], columns: IdentifyingMatch[]) =>
			results(matchFeatures(some, tenants, { isRow, columns }));
		expect(found(rows, [byNumber])).toEqual([0, 1, 'new']);
		expect(found(rows.slice(1), [byNumber])).toEqual([1, 'ambiguous']);
		// Without one either of its keys may be wrong.
		expect(found(rows, [])).toEqual([0, 1, 'ambiguous']);
		expect(found([...tenants, withData('100', 'Coda')], [])).toEqual([0, 1, 'ambiguous']);
	});

	it('has a cause of its own, for each of two equal rows', () => {
		const twice = [withData('100', 'Beta'), withData('100', 'Beta')];
		expect(matchFeatures(twice, rooms, { isRow })).toEqual(
			Array(2).fill({
				kind: 'ambiguous',
				cause: 'key',
				reason: 'is new, but room 100 is on the plan',
				keyFields: ['Number'],
				candidates: [0],
			}),
		);
	});

	it('is no field in which a feature has what people write for no value', () => {
		for (const placeholder of ['-', 'n/a', 'TBD'])
			expect(
				results(matchFeatures([withData(placeholder, 'Beta')], [...rooms, withData(placeholder, 'Acme')], { isRow })),
			).toEqual(['new']);
	});

	it('is no field that mostly has what people write for no value', () => {
		const all = Array.from({ length: 10 }, (_none, at) => withData(`${100 + at}`, '-', { area: at }));
		const twice = ['x', 'y'].map((tenant) => withData('200', tenant));
		expect(results(matchFeatures(twice, all, { isRow }))).toEqual(['ambiguous', 'ambiguous']);
	});

	it('says nothing of rows that have what people write for no value', () => {
		const many = Array.from({ length: 12 }, (_none, at) => withData(`${100 + at}`, 'Acme', { area: at }));
		const twice = ['x', 'y'].map((tenant) => withData('-', tenant));
		expect(results(matchFeatures(twice, many, { isRow }))).toEqual(['new', 'new']);
	});

	it('stays one where a feature has what people write for no value', () => {
		const all = [...rooms, withData('-', 'Acme')];
		expect(results(matchFeatures([withData('100', 'Beta')], all, { isRow }))).toEqual(['ambiguous']);
	});

	it('counts for a row that is new by another column, and not where it is a column itself', () => {
		const columnsOf = (...columns: IdentifyingMatch[]) =>
			reasons(matchFeatures([withData('100', 'Beta')], rooms, { columns, isRow }));
		expect(columnsOf(byTenant)).toEqual(['is new, but room 100 is on the plan']);
		expect(columnsOf(byNumber, byTenant)).toEqual(['new']);
	});

	it('names no column to match on where the match columns are a key themselves', () => {
		const others = ['Acme', 'Blue'].map((tenant, at) => withData(`${100 + at}`, tenant));
		const keyFieldsOf = (features: Feature[], columns: IdentifyingMatch[] = [byNumber]) => {
			const [found] = matchFeatures([withData('150', 'Blue')], features, { columns, isRow });
			return 'keyFields' in found ? found.keyFields : found.kind;
		};
		expect(keyFieldsOf(others)).toEqual([]);
		expect(keyFieldsOf([...others, withData('', 'Coda')])).toEqual(['Tenant']);
		expect(keyFieldsOf([...others, withData('100', 'Coda')])).toEqual(['Tenant']);
		// A field that differs by chance is a key, too.
		expect(keyFieldsOf(others, [])).toEqual(['Tenant', 'Number']);
	});

	it('may be missing, or come twice, in a tenth of the features, where no column is chosen', () => {
		const many = Array.from({ length: 19 }, (_none, at) => withData(`${100 + at}`, 'Acme', { area: at }));
		for (const odd of ['', '100']) {
			const features = [...many, withData(odd, 'Acme', { area: 99 })];
			const found = (number: string, columns: IdentifyingMatch[] = []) =>
				reasons(matchFeatures([withData(number, 'Beta')], features, { isRow, columns }));
			expect(found('105')).toEqual(['is new, but room 105 is on the plan']);
			expect(found('105', [byTenant])).toEqual(['new']);
			expect(found('100')).toEqual([odd === '' ? 'is new, but room 100 is on the plan' : 'new']);
			expect(found('200')).toEqual(['new']);
		}
		expect(results(matchFeatures([withData('105', 'Beta')], [...many.slice(0, 8), many[0]], { isRow }))).toEqual([
			'new',
		]);
	});

	it('may be any of two that nearly all features have, where another value has changed', () => {
		const many = Array.from({ length: 40 }, (_none, at) =>
			withData(at < 2 ? '' : `${100 + at}`, at === 5 ? '' : `Tenant ${at}`, { area: at }),
		);
		expect(reasons(matchFeatures([withData('120', 'Beta')], many, { isRow }))).toEqual([
			'is new, but room 120 is on the plan',
		]);
	});

	it('counts beside a property that is a match column', () => {
		const columns: IdentifyingMatch[] = [{ by: 'property', path: 'name' }];
		const named = rooms.map((one, at) => ({ ...one, name: `Room ${at}` }));
		expect(reasons(matchFeatures([withData('100', 'Beta', { name: 'Room 7' })], named, { isRow, columns }))).toEqual([
			'is new, but room with Number 100 is on the plan',
		]);
	});

	it('is no property: who copies a row copies its label', () => {
		const labelled = ['100', '101'].map((number) => withData(number, 'Acme', { label: number }));
		expect(results(matchFeatures([withData('102', 'Beta', { label: '101' })], labelled, { isRow }))).toEqual(['new']);
	});

	it('says that a row is new, whatever nearly is one', () => {
		const many = Array.from({ length: 20 }, (_none, at) => withData(`${100 + at}`, `${at || 1} m²`, { area: at }));
		expect(results(matchFeatures([withData('200', '5 m²')], many, { isRow }))).toEqual(['new']);
		expect(reasons(matchFeatures([withData('', '5 m²')], many, { isRow }))).toEqual([
			'is new, but room 5 m² is on the plan',
		]);
	});

	describe('of many', () => {
		const many = Array.from({ length: 10 }, (_none, at) => withData(`${100 + at}`, 'Acme', { area: at }));
		const seats = [withData('200', 'Anna'), withData('200', 'Ben'), withData('201', 'Ben')];

		it('is given once by rows that have no places: two persons of one new room are no two rooms', () => {
			expect(results(matchFeatures(seats, many, { isRow }))).toEqual(['ambiguous', 'ambiguous', 'new']);
			expect(results(matchFeatures(seats, many))).toEqual(['new', 'new', 'new']);
			expect(results(matchFeatures(seats, many.slice(1), { isRow }))).toEqual(['new', 'new', 'new']);
		});

		it('is each one that they have, and none that many features lack', () => {
			const areas = many.map((_one, at) => withData(at === 0 ? '' : `${100 + at}`, `${at} m²`, { area: at }));
			const rooms200 = ['200', '201'].map((number) => withData(number, '50 m²'));
			expect(results(matchFeatures(rooms200, areas, { isRow }))).toEqual(['new', 'new']);
			const vacant = many.map((_one, at) => withData(`${100 + at}`, at < 3 ? '-' : `Tenant ${at}`, { area: at }));
			expect(results(matchFeatures(seats, vacant, { isRow }))).toEqual(['ambiguous', 'ambiguous', 'new']);
		});

		it('is given by as many rows as have places or kinds of their own', () => {
			const apart = seats.slice(0, 2).map((one, at) => ({ ...one, geometry: square(50 + 2 * at) }));
			expect(results(matchFeatures(apart, many, { isRow }))).toEqual(['new', 'new']);
			const zones = many.map((one) => ({ ...one, type: 'zone', zoneType: 'tenanted' }));
			const lease = { ...seats[0], type: 'zone', zoneType: 'tenanted' };
			expect(results(matchFeatures([seats[0], lease], [...many, ...zones], { isRow }))).toEqual(['new', 'new']);
		});
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

	it('is why an icon that is new by its number is ambiguous', () => {
		const icons = [desk(at(1, 1), '', { name: 'Seat 1' }), desk(at(2, 2), '8')];
		expect(matchFeatures([desk(at(1, 1), '7')], icons, { columns: [byNumber] })).toMatchObject([
			{ reason: 'is new by Number 7, but has the place of Seat 1', candidates: [0] },
		]);
	});

	it('leads to each of 20 desks that a service moves by less than a centimetre; what is given again is new', () => {
		const desks = Array.from({ length: 20 }, (_none, index) => desk([13.4 + index * 1.13e-5, 52.5], ''));
		const stored = desks.map((one, index) => ({ ...one, position: [13.4 + index * 1.13e-5 + 6e-8, 52.5 + 6e-8] }));
		expect(results(matchFeatures([...desks, ...desks], stored))).toEqual([
			...desks.map((_desk, index) => index),
			...desks.map(() => 'new'),
		]);
	});

	it('may be between two icons that are two centimetres apart: two inputs there take both', () => {
		const pairs = Array.from({ length: 40 }, (_none, index) => 13.4 + index * 1.13e-5);
		const icons = pairs.flatMap((x) => [desk([x - 8e-8, 52.5], ''), desk([x + 8e-8, 52.5], '')]);
		const between = pairs.flatMap((x) => [desk([x, 52.5], ''), desk([x, 52.5], '')]).reverse();
		expect(results(matchFeatures(between, icons)).sort()).toEqual(icons.map((_icon, index) => index).sort());
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

describe('kinds', () => {
	const zone = (zoneType: string | undefined, name: string): Feature => ({ type: 'zone', zoneType, name });
	const zones = [zone('fireCell', 'A'), zone('cleaning', 'B'), zone(undefined, 'C')];

	it.each<[string, Feature, unknown]>([
		['its zone type', zone('cleaning', 'B'), 1],
		['its zone type in other letters', zone('Cleaning', 'B'), 1],
		['another zone type', zone('fireCell', 'B'), 'new'],
		['no zone type', zone(undefined, 'B'), 1],
		['no type', { name: 'B' }, 1],
		['a type alone where the plan has one alone', zone(undefined, 'C'), 2],
		['a zone type where the plan has none', zone('cleaning', 'C'), 'new'],
		['another type', { type: 'room', name: 'B' }, 'new'],
	])('an input with %s meets what is of its kind', (_with, input, result) => {
		expect(results(matchFeatures([input], zones))).toEqual([result]);
		expect(results(matchFeatures([input], zones, { columns: [{ by: 'property', path: 'name' }] }))).toEqual([result]);
	});

	it('only rooms and zones are known by their outlines alone', () => {
		const at = (type: string, others: Feature): Feature => ({ type, geometry: square(1), ...others });
		const isNew = (type: string) =>
			results(matchFeatures([at(type, { number: '1' })], [at(type, { number: '2' })]))[0] === 'new';
		expect(['room', 'Zone', 'darkroom', 'roomSign', 'evacSign'].filter(isNew)).toEqual([
			...['darkroom', 'roomSign', 'evacSign'],
		]);
		expect(results(matchFeatures([at('room', { number: '1' })], [at('room', { position: [5, 5] })]))).toEqual([0]);
	});

	it('of a row without one may be any whose features the value distinguishes', () => {
		const rooms = ['1', '2'].map((number) => numbered(number));
		const others = ['3', '4'].map((number) => numbered(number, { type: 'zone' }));
		const reasonsOf = (features: Feature[], number: string) =>
			reasons(matchFeatures([withData(number, 'Beta', { type: '' })], features, { isRow }));
		expect(reasonsOf([...rooms, ...others], '4')).toEqual(['is new, but zone 4 is on the plan']);
		expect(reasonsOf([numbered('1'), others[0]], '3')).toEqual(['new']);
	});

	it('of features without one make no key of a number', () => {
		const plain = ['100', '101'].map((number) => numbered(number, { type: undefined }));
		const found = matchFeatures([numbered('100', { type: undefined, area: 3 })], plain, { isRow });
		expect(reasons(found)).toEqual(['new']);
	});
});

describe('the identity that the service makes', () => {
	const features = [room('1', 0), room('2', 1), room('3', 2), room('4', 3), room('5', 4)];

	it.each<[string, Feature, number[]]>([
		['leads to its feature', { code: 'c-2' }, [2]],
		['leads to it also with blanks around it', { code: ' c-2 ' }, [2]],
		['leads nowhere where it is empty', { code: undefined }, []],
		['leads nowhere where no feature has it', { code: 'c-9' }, []],
	])('%s', (_what, input, found) => {
		expect(new PlanIndex(features).byIdentity(input)).toEqual(found);
	});

	it('says nothing alone where no feature has it: it is not the same as any other feature', () => {
		const found = matchFeatures([{ code: 'c-9' }, {}, { code: 'c-1' }, { code: 'c-1' }], features);
		const nothing = 'says nothing by which it could be known';
		expect(reasons(found)).toEqual([
			nothing,
			nothing,
			'existing',
			'is the same feature of the plan as feature 3; give it once',
		]);
		const byCode: IdentifyingMatch = { by: 'property', path: 'code' };
		expect(reasons(matchFeatures([{ code: 'c-9' }], features, { columns: [byCode] }))).toEqual([nothing]);
	});

	it('is taken off an input where a feature of the plan has it', () => {
		const index = new PlanIndex(features);
		expect(index.withoutTakenIdentity({ type: 'zone', code: 'c-0' })).toEqual({ type: 'zone', code: undefined });
		expect(index.withoutTakenIdentity({ type: 'zone', code: 'c-9' })).toEqual({ type: 'zone', code: 'c-9' });
	});
});

test('numbers that the service stores otherwise are no difference', () => {
	const index = new PlanIndex([numbered(1, { geometry: square(0) }), numbered(2, { geometry: square(90) })]);
	const nameOf = () => undefined;
	expect(index.differences(numbered(1, { geometry: square(1e-4) }), 0, nameOf)).toEqual([]);
	expect(index.differences(numbered(2, { geometry: square(0) }), 0, nameOf)).toEqual([
		{ field: 'Number', input: 2, onPlan: 1 },
	]);
	expect(index.differences({ geometry: square(1) }, 0, nameOf)).toMatchObject([{ field: 'geometry' }]);
});

describe('candidates are as few as the fields of an input allow', () => {
	const many = Array.from({ length: 60 }, (_none, at) =>
		withData(`${at % 20}`, ['Acme', 'Beta', 'Core'][at % 3], { area: at % 2, geometry: square(at * 2) }),
	);
	const index = new PlanIndex(many);
	const every = (step: number, from: number) => [...many.keys()].filter((at) => at % step === from);

	it.each<[string, Feature, number[]]>([
		['those at its place, whatever else it gives', { geometry: square(14), area: 0 }, [7]],
		['those with a value that few have, before what more have', withData('7', 'Acme', { area: 1 }), every(20, 7)],
		['those of the values that all of its fields have together', { type: 'room', area: 1 }, every(2, 1)],
		['those with the value of fewest, where no feature has all', withData('', 'Acme', { area: 9, name: 'x' }), []],
		['none that has no place of its own', { type: 'room', geometry: square(999) }, []],
		['none where it gives nothing', { name: ' ', area: null, data: [] }, []],
	])('%s', (_what, input, found) => {
		expect(index.candidates(input)).toEqual(found);
	});

	it('sixteen are few enough, of seventeen fewer are looked for in other fields', () => {
		const groups = [...Array<number>(16).fill(0), ...Array<number>(17).fill(1), ...Array<number>(40).fill(2)];
		const features = groups.map((area, at): Feature => ({ type: 'room', area, note: at % 20 === 0 ? 'x' : 'y' }));
		const sizeOf = (input: Feature) => new PlanIndex(features).candidates(input).length;
		expect([0, 1].map((area) => sizeOf({ type: 'room', area, note: 'x' }))).toEqual([16, 4]);
		expect(sizeOf({ type: 'room', area: 1, note: 'z' })).toBe(0);
	});
});
