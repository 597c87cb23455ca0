import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { jsonEquals, jsonHash, mixed } from '../../../service';
import { anyJson, throughJson, withMembersReversed } from '../generators/json.mts';

/** Values that differ in one place only, or not at all. */
const SIMILAR: unknown[] = [
	null, true, false, 0, 1, 2, 3, 0.5, -1, '', '0', 'null', 'ab', 'ba', [], {}, [[]], [{}], [null], [0], ['0'], [1, 2], [2, 1], [12],
	[1, [2]], [[1], 2], { a: 1 }, { a: '1' }, { b: 1 }, { a: 1, b: 2 }, { a: 2, b: 1 }, { b: 2, a: 1 }, { a: null }, { a: {} },
	{ a: { b: 1 } }, { a: [1, 2] }, { a: [2, 1] }, [{ a: 1 }, {}], [{}, { a: 1 }], { toString: null }, { constructor: 1 },
];
const similar = fc.constantFrom(...SIMILAR);
const anyPair = fc.oneof(fc.tuple(similar, similar), fc.tuple(anyJson, anyJson), anyJson.map((value) => [value, throughJson(value)]));

describe('two JSON values', () => {
	it('are equal exactly when they are deeply equal', () => {
		fc.assert(
			fc.property(anyPair, ([one, other]) => {
				expect(jsonEquals(one, other)).toBe(isDeepStrictEqual(one, other));
			}),
			{ numRuns: 2000 },
		);
		for (const one of SIMILAR) for (const other of SIMILAR) expect(jsonEquals(one, other)).toBe(isDeepStrictEqual(one, other));
	});

	it('are equal and have the same hash whatever the order of their members', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const other = withMembersReversed(value);
				expect([jsonEquals(value, other), jsonHash(other)]).toEqual([true, jsonHash(value)]);
			}),
		);
	});

	it('count members that are undefined as absent, and an undefined value as null', () => {
		expect([jsonEquals({ a: 1, b: undefined }, { a: 1 }), jsonEquals({ a: 1 }, { b: undefined, a: 1 })]).toEqual([true, true]);
		expect([jsonEquals({ a: undefined }, { a: null }), jsonEquals({ a: null }, { a: undefined })]).toEqual([false, false]);
		expect([jsonEquals([undefined], [null]), jsonEquals(undefined, null), jsonEquals(undefined, 0)]).toEqual([true, true, false]);
		expect(jsonHash({ a: 1, b: undefined })).toBe(jsonHash({ a: 1 }));
		expect(jsonHash(undefined)).toBe(jsonHash(null));
	});

	it('may be the two zeros, which JSON writes alike', () => {
		expect([jsonEquals(0, -0), jsonHash(-0)]).toEqual([true, jsonHash(0)]);
	});
});

describe('the hash of a JSON value', () => {
	it('is a whole number', () => {
		fc.assert(fc.property(anyJson, (value) => expect(Number.isInteger(jsonHash(value))).toBe(true)));
		expect(mixed(1, 2)).not.toBe(mixed(2, 1));
	});

	it('tells values apart that differ in one place', () => {
		const hashes = SIMILAR.filter((value) => !isDeepStrictEqual(value, { b: 2, a: 1 })).map(jsonHash);
		expect(new Set(hashes).size).toBe(hashes.length);
	});

	it('seldom is the same for many values of one shape', () => {
		const hashes = new Set<number>();
		for (let one = 0; one < 100; one++) {
			for (let other = 0; other < 200; other++) hashes.add(jsonHash({ x: one / 7, y: other / 7, name: `Room ${one}.${other}` }));
		}
		expect(hashes.size).toBeGreaterThan(19_990);
	});
});
