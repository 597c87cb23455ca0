import { assignOnPlan } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';

const zone = (members: Feature = {}): Feature => ({ type: 'zone', ...members });

/** Whether it stands in its place, among few features that are looked at one by one, and among many that are parted. */
function holds(there: Feature, wanted: Feature): boolean {
	const inPlace = isGiven([wanted], [there]);
	expect(isGiven([wanted], [{ other: 1 }, there])).toBe(inPlace);
	const others = Array.from({ length: 8 }, () => ({ other: 1 }));
	expect(isGiven([wanted], [...others, there])).toBe(inPlace);
	expect(isGiven([wanted], [...others, ...others.map(() => there)])).toBe(inPlace);
	return inPlace;
}

function isGiven(wanted: Feature[], plan: Feature[]): boolean {
	return assignOnPlan(wanted, plan)[0] !== undefined;
}

describe('a plan holds a feature', () => {
	it('when one there has every member of it, equal in depth, whatever else it has', () => {
		const pushed = zone({ geometry: { type: 'Polygon', coordinates: [[1, 2]] }, label: null });
		expect(holds({ id: 7, data: [], ...pushed }, pushed)).toBe(true);
		expect(holds(zone({ label: null, geometry: { coordinates: [[1, 2]], type: 'Polygon' } }), pushed)).toBe(true);
	});

	it.each([
		['differs in depth', zone({ geometry: { coordinates: [[1, 3]] } })],
		['has more within a member', zone({ geometry: { coordinates: [[1, 2]], more: 1 } })],
		['lacks a member', zone()],
		['is of another kind', { ...zone({ geometry: { coordinates: [[1, 2]] } }), type: 'room' }],
	])('but not when the one there %s', (_what, there) => {
		expect(holds(there, zone({ geometry: { coordinates: [[1, 2]] } }))).toBe(false);
	});

	it('when members of it stand in another order of arrays, no', () => {
		expect(holds(zone({ icons: [{ a: 1 }, { b: 1 }] }), zone({ icons: [{ b: 1 }, { a: 1 }] }))).toBe(false);
	});

	it('whose position is null, wherever the one there is', () => {
		const pushed = zone({ position: null, label: 'A' });
		expect(holds(zone({ position: { x: 1 }, label: 'A' }), pushed)).toBe(true);
		expect(holds(zone({ label: 'A' }), pushed)).toBe(true);
		expect(holds(zone({ position: { x: 1 }, label: 'B' }), pushed)).toBe(false);
	});

	it('whose position is given, only there', () => {
		expect(holds(zone({ position: { x: 1 } }), zone({ position: { x: 1 } }))).toBe(true);
		expect(holds(zone({ position: { x: 2 } }), zone({ position: { x: 1 } }))).toBe(false);
		expect(holds(zone({ position: null }), zone({ position: { x: 1 } }))).toBe(false);
	});

	it.each([null, ''])('with a member other than position that is %j only where there is no value', (none) => {
		expect(holds(zone({ geometry: { a: 1 } }), zone({ geometry: none }))).toBe(false);
		for (const there of [zone(), zone({ geometry: null }), zone({ geometry: '' })])
			expect(holds(there, zone({ geometry: none }))).toBe(true);
	});

	it('with what is absent, null or empty within a member the same', () => {
		const pushed = zone({ style: { line: null, fill: '', color: 'red' } });
		expect(holds(zone({ style: { color: 'red', more: null } }), pushed)).toBe(true);
		expect(holds(pushed, zone({ style: { color: 'red' } }))).toBe(true);
		expect(holds(zone({ style: { color: 'red', fill: 'x' } }), pushed)).toBe(false);
	});

	it('whatever its photos', () => {
		expect(holds(zone({ photos: [] }), zone({ photos: [{ imageUrl: 'https://one' }] }))).toBe(true);
		expect(holds(zone(), zone({ photos: [] }))).toBe(true);
	});

	it('with members that are undefined as if they were not there', () => {
		expect(holds(zone(), zone({ label: undefined }))).toBe(true);
		expect(holds(zone({ geometry: null }), zone({ label: undefined }))).toBe(true);
	});

	it('without a type by its other members', () => {
		expect(holds(zone({ label: 'A' }), { label: 'A' })).toBe(true);
		expect(holds(zone({ label: 'B' }), { label: 'A' })).toBe(false);
		expect(holds({ type: { kind: 1 } }, { type: { kind: 1 } })).toBe(true);
		expect(holds({ type: { kind: 2 } }, { type: { kind: 1 } })).toBe(false);
	});

	it.each(['constructor', 'toString', '__proto__'])('with a member named %s only where there is one', (name) => {
		const pushed = JSON.parse(`{"type":"zone","${name}":7}`) as Feature;
		expect(holds(pushed, pushed)).toBe(true);
		expect(holds(zone(), pushed)).toBe(false);
	});
});

describe('wanted features and those of a plan', () => {
	it('are given once each, earlier ones first', () => {
		expect(assignOnPlan([zone(), zone(), zone()], [zone(), zone()])).toEqual([0, 1, undefined]);
		expect(assignOnPlan([zone(), zone()], [{ type: 'room' }, zone()])).toEqual([1, undefined]);
	});

	it('follow one another also where the plan has others between them, or lacks some', () => {
		const rooms = ['A', 'B', 'C', 'D'].map((label) => zone({ label }));
		expect(assignOnPlan(rooms, [rooms[0], zone(), rooms[1], rooms[3]])).toEqual([0, 2, undefined, 3]);
	});

	it.each([
		[
			'a null position',
			zone({ position: null, label: 'A' }),
			zone({ position: { x: 1 }, label: 'A' }),
			zone({ position: { x: 2 }, label: 'A' }),
		],
		['no data', zone(), zone({ data: [{ key: 'k', value: 'x' }] }), zone({ data: [{ key: 'k' }] })],
		['fewer members', zone(), zone({ label: 'A' }), zone()],
	])(
		'that ask for little, such as %s, leave the only match of one that asks for more',
		(_what, vague, exact, other) => {
			expect(assignOnPlan([vague, exact], [exact, other])).toEqual([1, 0]);
			expect(assignOnPlan([vague, vague, exact], [exact, other])).toEqual([0, 1, undefined]);
			expect(assignOnPlan([exact, vague, vague], [exact, other])).toEqual([0, 1, undefined]);
		},
	);

	it('change hands along a whole chain where that helps the last one', () => {
		const letters = [...'abcdefghij'];
		const plan = letters.map((letter, index) => zone({ [letter]: 1, [letters[index + 1] ?? 'z']: 1 }));
		const wanted = letters.map((_letter, index) => zone({ [letters[index + 1] ?? 'z']: 1 }));
		// Each but the last fits two; what the last one needs, the one before it has, and so on.
		expect(new Set(assignOnPlan([...wanted.slice(0, 9), zone({ a: 1 })], plan)).size).toBe(10);
	});

	it('are told apart by all of their members together', () => {
		const plan = [zone({ label: 'A', size: 1 }), zone({ label: 'B', size: 2 })];
		expect(assignOnPlan([zone({ label: 'A', size: 2 }), zone({ label: 'B', size: 2 })], plan)).toEqual([undefined, 1]);
	});

	it('are none when either side is empty', () => {
		expect(assignOnPlan([], [zone()])).toEqual([]);
		expect(assignOnPlan([zone()], [])).toEqual([undefined]);
	});
});

describe('features that are matched by a field or a member', () => {
	const room = (room: unknown, tenant: string): Feature => ({ room, data: [{ key: 'k', value: tenant }] });

	it('are the same when its value is, whatever else differs, earlier ones first', () => {
		const plan = [room(' 1 ', 'A'), room(2, 'B'), room('2', 'C'), room('', 'D')];
		const wanted = [room('2', 'X'), room(2, 'Y'), room('2', 'Z'), room(1, 'A'), room('', 'D'), room(undefined, 'D')];
		expect(assignOnPlan(wanted, plan, { by: 'member', path: 'room' })).toEqual([
			1,
			2,
			undefined,
			0,
			undefined,
			undefined,
		]);
	});

	it('are compared by the value of the data field', () => {
		const plan = [room(1, 'A'), room(2, 'B')];
		expect(assignOnPlan([room(9, 'B'), room(1, 'C')], plan, { by: 'dataField', key: 'k' })).toEqual([1, undefined]);
		expect(assignOnPlan([room(9, 'B')], plan, { by: 'dataField', key: 'l' })).toEqual([undefined]);
	});
});

/** Inputs for which comparing each with each, or looking through the same again and again, takes minutes. */
const COUNT = 50_000;
const many = (make: (index: number) => Feature, count = COUNT) =>
	Array.from({ length: count }, (_none, index) => make(index));
const fields = (index: number) =>
	many((field) => ({ key: `k${field}`, value: `v${field}` }), 16_000).concat({ key: 'z', value: index });
const half = COUNT / 2;

const LARGE: Array<[string, Feature[], Feature[], number]> = [
	[
		'in another order',
		many((index) => zone({ label: `L${index}`, position: { x: index } })).reverse(),
		many((index) => zone({ label: `L${index}`, position: { x: index } })),
		COUNT,
	],
	['none of which is there', many((label) => zone({ label })), many((label) => zone({ label: -label - 1 })), 0],
	[
		'with texts that differ in the middle only',
		many((index) => zone({ text: `${'a'.repeat(50)}${index}${'b'.repeat(50)}` })).reverse(),
		many((index) => zone({ text: `${'a'.repeat(50)}${index}${'b'.repeat(50)}` })),
		COUNT,
	],
	[
		'with 16,000 data fields in another order',
		many((index) => zone({ data: fields(index).reverse() }), 10),
		many((index) => zone({ data: fields(9 - index) }), 10),
		10,
	],
	['that are all equal, more of them than there', many(() => zone()), many(() => zone({ id: 1 }), half), half],
	[
		'of which those that fit all come first',
		[...many(() => zone({ position: null }), half), ...many((x) => zone({ position: { x } }), half)],
		many((x) => zone({ position: { x } })),
		COUNT,
	],
	[
		'that are told apart by three members together',
		many((index) => zone({ a: index % 37, b: Math.floor(index / 37) % 37, c: Math.floor(index / 1369) })).reverse(),
		many((index) => zone({ a: index % 37, b: Math.floor(index / 37) % 37, c: Math.floor(index / 1369) })),
		COUNT,
	],
	[
		'that are near twins, with no data or an empty value',
		many((index) => (index % 2 ? zone() : zone({ data: [{ key: 'k', value: '' }] }))),
		many((index) => (index % 3 ? zone({ data: [{ key: 'k', value: 'x' }] }) : zone()), COUNT),
		Math.ceil(COUNT / 3) + half,
	],
	[
		'each of which must give way to one that fits all',
		[...many((label) => zone({ label }), half), ...many(() => zone({ p: 1 }), half)],
		[...many((label) => zone({ label, p: 1 }), half), ...many((label) => zone({ label }), half)],
		COUNT,
	],
];

describe('many features', () => {
	it.each(LARGE)('%s are matched in time that grows with their number', (_what, wanted, plan, expected) => {
		const startedAt = process.cpuUsage();
		const assigned = assignOnPlan(wanted, plan);
		const { user } = process.cpuUsage(startedAt);
		expect(assigned.filter((there) => there !== undefined)).toHaveLength(expected);
		expect(user / 1e6).toBeLessThan(15);
	});
});
