import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isJsonEqual } from '../../../../service/text';
import { anyJson, throughJson, withPropertiesReversed } from '../../../support/generators/json.mts';

const SIMILAR: unknown[] = [
	{},
	[],
	'',
	0,
	-0,
	null,
	false,
	true,
	'0',
	'null',
	{ a: 1, b: 2 },
	{ b: 2, a: 1 },
	{ a: 1 },
	{ a: '1' },
	{ a: null },
	{ a: { b: 1 } },
	{ a: [1, 2] },
	{ a: [2, 1] },
	[1, 2],
	[12],
	[1, 2, 3],
	[1, 2, 4],
	[null],
	[[1], 2],
	[{ a: 1 }],
	[{ a: 1 }, {}],
	{ constructor: 1 },
	{ toString: null },
].map(throughJson);

const pairs = fc.oneof(fc.tuple(anyJson, anyJson), fc.tuple(fc.constantFrom(...SIMILAR), fc.constantFrom(...SIMILAR)));

describe('the equality of JSON values', () => {
	it('is that of all members in depth', () => {
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(isJsonEqual(one, other)).toBe(isDeepStrictEqual(one, other));
			}),
			{ numRuns: 2000 },
		);
	});

	it('does not depend on the order of members', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const reversed = withPropertiesReversed(value);
				expect(isJsonEqual(value, reversed)).toBe(true);
			}),
		);
	});

	it.each([
		[{}, []],
		[{ 0: 1, length: 1 }, [1]],
	])('knows %j from the list %j', (object, list) => {
		expect([isJsonEqual(object, list), isJsonEqual(list, object)]).toEqual([false, false]);
	});

	it('takes members that are undefined for absent', () => {
		expect(isJsonEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
		expect(isJsonEqual({ a: 1 }, { a: 1, b: undefined })).toBe(true);
		expect(isJsonEqual({ a: undefined }, { b: undefined })).toBe(true);
		expect(isJsonEqual({ a: undefined }, { a: null })).toBe(false);
		expect(isJsonEqual([undefined], [null])).toBe(true);
	});
});
