import {
	EXACT,
	areEqual,
	dataValues,
	differingFields,
	fieldsOf,
	foldedText,
} from '../../../../service/plan/feature-equality';
import type { EqualityLevel } from '../../../../service/plan/feature-equality';
import type { Feature } from '../../../../service/plan';

const isPartialMatch = (...all: Parameters<typeof differingFields>) => differingFields(...all).length === 0;

/** Half a metre, so that numbers hold it exactly. */
const NORMALIZED: EqualityLevel = { tolerance: () => 0.5, foldsTexts: true };

const RING = [
	[0, 0],
	[4, 0],
	[4, 4],
	[0, 4],
];
/** The same ring, each position within the tolerance. */
const NEAR_RING = RING.map(([x, y]) => [x + 0.5, y - 0.5]);
const TRIANGLE = RING.slice(1);
/** More positions than the times that a ring may come past one of them. */
const LONG_RING = [...RING.slice(0, 3), [3, 6], [1, 6], RING[3]];
const closed = (ring: number[][], start = 0) => {
	const turned = [...ring.slice(start), ...ring.slice(0, start)];
	return [...turned, turned[0]];
};

/** Whether two values are equal exactly, normalized, and normalized as coordinates; in either order. */
function equality(one: unknown, other: unknown): boolean[] {
	const all = [[EXACT], [NORMALIZED], [NORMALIZED, true]] as const;
	return all.map(([level, hasCoordinates]) => {
		const found = areEqual(one, other, level, hasCoordinates);
		expect(areEqual(other, one, level, hasCoordinates)).toBe(found);
		return found;
	});
}

const [ALWAYS, NORMALLY, AS_COORDINATES, NEVER] = [
	[true, true, true],
	[false, true, true],
	[false, false, true],
	[false, false, false],
];

it.each<[unknown, unknown, boolean[]]>([
	['a', 'a', ALWAYS],
	['a', ' A ', NORMALLY],
	['a', 'b', NEVER],
	['1', 1, NEVER],
	[1, 1.000_000_000_1, NORMALLY],
	[1, 1.000_000_01, AS_COORDINATES],
	[1, 1.5, AS_COORDINATES],
	[1, 1.51, NEVER],
	[null, '', ALWAYS],
	[[], {}, ALWAYS],
	[{ a: null, b: {} }, undefined, ALWAYS],
	[0, '', NEVER],
	[false, null, NEVER],
	[{ a: 1 }, null, NEVER],
	[{ a: 1 }, 'x', NEVER],
	[{ a: 1 }, [1], NEVER],
	[[''], '', NEVER],
	[[null], [], NEVER],
	[true, false, NEVER],
	[true, 1, NEVER],
	[[1], { 0: 1 }, NEVER],
	['x', { 0: 'x' }, NEVER],
	[{ a: 1, b: '' }, { a: 1 }, ALWAYS],
	[{ a: 1, b: 2 }, { a: 1 }, NEVER],
	[{ a: 'x' }, { a: 'X' }, NORMALLY],
	[{ constructor: null, a: 1 }, { a: 1 }, ALWAYS],
	[{ constructor: 'x' }, { a: '' }, NEVER],
	[{ type: 'Polygon', bbox: [1], crs: {} }, { type: 'Polygon' }, AS_COORDINATES],
	[{ type: 'Polygon', bbox: [1] }, { type: 'Polygon', bbox: [2] }, AS_COORDINATES],
	[{ bbox: [1] }, {}, NEVER],
	[{ bbox: [1] }, true, NEVER],
	[[1, 2], [1, 2], ALWAYS],
	[[1, 2], [2, 1], NEVER],
	[['a', [1]], ['A', [1]], NORMALLY],
	[['a'], ['a', 'b'], NEVER],
	[[1, 2], [1.5, 2], AS_COORDINATES],
	[[1, 2], [1, 2, 7], AS_COORDINATES],
	[[1, 2], [1.5, 2, 7], AS_COORDINATES],
	[[1, 2], [3, 2, 7], NEVER],
	[[1, 2], [], NEVER],
	[[1, 2], [1], NEVER],
	[['a', 1], ['a', 1, 7], NEVER],
	[[1, 'a'], [1, 'a', 7], NEVER],
	[[1, 2, 7], [1, 2, 9], NEVER],
	[RING, closed(RING), AS_COORDINATES],
	[RING, closed(RING, 2), AS_COORDINATES],
	[closed(RING), closed(RING, 1), AS_COORDINATES],
	[closed(RING), closed(RING.toReversed(), 3), AS_COORDINATES],
	[[closed(RING)], [closed(RING, 1)], AS_COORDINATES],
	[closed(RING), closed(NEAR_RING, 1), AS_COORDINATES],
	[closed(LONG_RING), closed(LONG_RING, 1), AS_COORDINATES],
	[[[1, 2]], closed([[1, 2]]), AS_COORDINATES],
	[TRIANGLE.map(() => null), closed(TRIANGLE), NEVER],
	[RING, [...RING.slice(1), RING[0]], NEVER],
	[closed(RING), closed([...RING.slice(1), [9, 9]]), NEVER],
	[closed(RING), closed(RING.slice(1)), NEVER],
	[closed(RING), [...closed(RING), [9, 9]], NEVER],
	[['a', 'b', 'a'], ['a', 'b'], NEVER],
])('%j and %j are equal: exactly, normalized, as coordinates %j', (one, other, expected) => {
	expect(equality(one, other)).toEqual(expected);
});

it.each<[unknown, unknown]>([
	[RING, closed(RING)],
	[closed(RING), closed(RING, 1)],
	[
		[1, 2],
		[1, 2, 7],
	],
	[
		{ type: 'Point', coordinates: [1, 2] },
		{ type: 'Point', coordinates: [1, 2, 7] },
	],
])('coordinates %j and %j differ where there is no tolerance', (one, other) => {
	expect(areEqual(one, other, EXACT, true)).toBe(false);
	expect(areEqual(other, one, EXACT, true)).toBe(false);
	expect(areEqual(one, other, { foldsTexts: true }, true)).toBe(false);
});

it.each([
	[2, true],
	[4, true],
	[5, false],
])('a ring that comes past its first position %d times may begin at any of them: %j', (times, expected) => {
	// Spokes of different lengths, with the center between each two.
	const wheel = Array.from({ length: times }, (_, at) => [
		[0, 0],
		[at + 1, (at + 1) ** 2],
	]).flat();
	const found = wheel.map((_, start) => areEqual(closed(wheel), closed(wheel, start), NORMALIZED, true));
	expect(found.every(Boolean)).toBe(expected);
});

const entries = (...all: Array<[key: string, value?: unknown]>) =>
	all.map(([key, value]) => ({ key, name: key, value }));

describe('a feature of the plan has all of an input', () => {
	it.each<[Feature, Feature]>([
		[{ type: 'zone' }, { type: 'zone', name: 'a' }],
		[
			{ type: '', zoneType: null },
			{ type: 'zone', zoneType: 'b' },
		],
		[
			{ name: undefined, code: 'p' },
			{ name: 'a', code: 'q' },
		],
		[
			{ position: null, data: null },
			{ position: { x: 1 }, data: entries(['a', 'x']) },
		],
		[{ name: null, constructor: '' }, {}],
		[{ code: 'a' }, { code: 'b' }],
		[{ data: entries(['a', 'x'], ['b', '']) }, { data: entries(['c', 'z'], ['a', 'x']) }],
		[{ data: entries(['b', 'y'], ['a', 'x']) }, { data: entries(['a', 'x'], ['b', 'y']) }],
		[{ contacts: entries(['a', 'x']) }, { contacts: entries(['a', 'x']), data: entries(['a', 'y']) }],
		[{ data: ['x'] }, { data: ['x'] }],
		[{ data: [] }, { data: entries(['a', 'x']) }],
	])('%j in %j', (input, there) => {
		expect(isPartialMatch(input, there, EXACT, ['code'])).toBe(true);
	});

	it.each<[Feature, Feature]>([
		[{ type: 'zone' }, { type: 'room' }],
		[{ zoneType: 'a' }, { zoneType: 'b' }],
		[{ name: '' }, { name: 'a' }],
		[{ name: null }, { name: 'a' }],
		[{ geometry: null }, { geometry: { type: 'Polygon' } }],
		[{ constructor: 'x' }, {}],
		[{ id: 'a' }, { id: 'b' }],
		[{ data: entries(['a', 'x']) }, { data: entries(['a', 'y']) }],
		[{ data: entries(['a', 'x']) }, { data: entries(['b', 'x']) }],
		[{ data: entries(['a', '']) }, { data: entries(['a', 'x']) }],
		[{ contacts: entries(['a', 'x']) }, { contacts: entries(['a', 'y']), data: entries(['a', 'x']) }],
		[{ data: entries(['a', 'x']) }, { data: [null] }],
		[{ data: entries(['a', 'x']) }, { data: 'x' }],
		[{ data: entries(['a', 'x']) }, { data: ['x'] }],
		[{ data: ['x'] }, { data: ['y'] }],
		[{ data: [{ name: 'a' }] }, { data: [{ name: 'b' }] }],
	])('%j, but not in %j', (input, there) => {
		expect(isPartialMatch(input, there, EXACT, ['code'])).toBe(false);
	});

	it('but for photos, which the service changes, and the code of the plan', () => {
		expect(isPartialMatch({ photos: [1], planCode: 'p' }, { photos: [], planCode: 'q' })).toBe(true);
	});

	it('within the tolerance, where it lies', () => {
		for (const name of ['position', 'geometry'])
			expect(isPartialMatch({ [name]: { x: 1 } }, { [name]: { x: 1.5 } }, NORMALIZED)).toBe(true);
		expect(isPartialMatch({ size: 1 }, { size: 1.5 }, NORMALIZED)).toBe(false);
		expect(isPartialMatch({ data: entries(['a', 'X']) }, { data: entries(['a', 'x']) }, NORMALIZED)).toBe(true);
	});
});

it('has one text for values that are equal in any way, and another for others', () => {
	const alike = [
		['a', ' A'],
		[1, 1.000_000_000_1],
		['', null, undefined, [], {}, { a: '' }],
		[{ a: 'X', b: null }, { a: 'x' }],
		[
			['A', 1.000_000_000_1],
			['a', 1],
		],
		[true],
		[[true]],
		[2],
		[[['a', 1]]],
		[{ b: 'x' }],
	];
	const texts = alike.map((values) => [...new Set(values.map(foldedText))]);
	expect(texts.map(({ length }) => length)).toEqual(alike.map(() => 1));
	expect(new Set(texts.flat()).size).toBe(alike.length);
});

it('has the last value of a key, and null for none', () => {
	const data = [...entries(['a', 'old'], ['a', 'new'], ['b'], ['c', 0]), null, 'x'];
	expect([...dataValues(data)]).toEqual([
		['a', 'new'],
		['b', null],
		['c', 0],
	]);
	expect(dataValues({ a: 'x' }).size).toBe(0);
});

describe('the fields of a feature', () => {
	it('have only the entries of data by key', () => {
		const contacts = entries(['a', 'x']);
		expect([...fieldsOf({ contacts })]).toEqual([['contacts', contacts]]);
		expect([...fieldsOf({ data: contacts })]).toEqual([['a', 'x']]);
		expect([...fieldsOf({ data: ['x'] })]).toEqual([['data', ['x']]]);
	});

	it('leave out what is not compared', () => {
		expect([...fieldsOf({ type: '', position: null, code: 'c', id: 'd' }, ['code'])]).toEqual([['id', 'd']]);
	});
});
