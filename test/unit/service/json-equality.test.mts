import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { jsonEquals, jsonHash } from '../../../service/json-equality';
import { anyJson, throughJson, withMembersReversed } from '../generators/json.mts';

const SIMILAR: unknown[] = [
	{}, [], '', 0, -0, null, false, true, '0', 'null',
	{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, { a: '1' }, { a: null }, { a: { b: 1 } }, { a: [1, 2] }, { a: [2, 1] },
	[1, 2], [12], [1, 2, 3], [1, 2, 4], [null], [[1], 2], [{ a: 1 }], [{ a: 1 }, {}], { constructor: 1 }, { toString: null },
].map(throughJson);

const pairs = fc.oneof(fc.tuple(anyJson, anyJson), fc.tuple(fc.constantFrom(...SIMILAR), fc.constantFrom(...SIMILAR)));

describe('the equality of JSON values', () => {
	it('is that of all members in depth', () => {
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(jsonEquals(one, other)).toBe(isDeepStrictEqual(one, other));
			}),
			{ numRuns: 2000 },
		);
	});

	it('does not depend on the order of members, nor does the hash', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const reversed = withMembersReversed(value);
				expect(jsonEquals(value, reversed)).toBe(true);
				expect(jsonHash(reversed)).toBe(jsonHash(value));
			}),
		);
	});

	it('takes members that are undefined for absent', () => {
		expect(jsonEquals({ a: 1, b: undefined }, { a: 1 })).toBe(true);
		expect(jsonEquals({ a: 1 }, { a: 1, b: undefined })).toBe(true);
		expect(jsonEquals({ a: undefined }, { b: undefined })).toBe(true);
		expect(jsonEquals({ a: undefined }, { a: null })).toBe(false);
		expect(jsonEquals([undefined], [null])).toBe(true);
		expect(jsonHash([undefined])).toBe(jsonHash([null]));
		expect(jsonHash({ a: 1, b: undefined })).toBe(jsonHash({ a: 1 }));
	});
});

describe('the hash of JSON values', () => {
	it('is one for both zeros, which JSON writes alike', () => {
		expect(jsonHash(-0)).toBe(jsonHash(0));
	});

	it('is an own one for nearly every value', () => {
		const values = Array.from({ length: 20_000 }, (_, index) => [`Room ${index}`, index / 8, { x: index, y: -index }]).flat();
		expect(new Set(values.map(jsonHash)).size).toBeGreaterThan(values.length - 20);
	});

	it.each([
		['at the start of a long text', `a${'x'.repeat(200)}`, `b${'x'.repeat(200)}`],
		['at the end of a long text', `${'x'.repeat(200)}a`, `${'x'.repeat(200)}b`],
		['in the middle of a list', [1, 2, 3], [1, 4, 3]],
		['in the length of a list', [1, 2], [1, 2, 3]],
	])('tells apart what differs %s', (_where, one, other) => {
		expect(jsonHash(one)).not.toBe(jsonHash(other));
	});
});
