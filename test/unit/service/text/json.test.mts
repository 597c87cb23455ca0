import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { JsonDepth, MAX_DEPTH, isJsonEqual } from '../../../../service/text';
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

function depthOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Texts, as the indentation of 200 levels would be most of what is read. */
const wraps = {
	arrays: (inner: string) => `[0, ${inner},\n"]"]`,
	objects: (inner: string) => `{"{\\"": null,\t"b\\\\" : ${inner} }`,
};

function wrapped(value: unknown, times: number, wrap: (inner: string) => string): string {
	let text = JSON.stringify(value, null, times % 3);
	for (let level = 0; level < times; level++) text = wrap(text);
	return text;
}

/** Strings that look like JSON, or end where they seem not to. */
const tricky = fc.constantFrom('"', '\\', '\\"', '[[[', '{"a":[', ']', '}}', '\\\\"[', '\u2028', '');
/** How many bytes its pieces have, by turns. */
const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });

function isTooDeep(text: string, sizes: readonly number[]): boolean {
	const bytes = Buffer.from(text);
	const depth = new JsonDepth();
	for (let at = 0, turn = 0; at < bytes.length; turn++) {
		const size = sizes[turn % sizes.length];
		depth.add(bytes.subarray(at, at + size));
		at += size;
	}
	return depth.isTooDeep;
}

const anyValue = fc.oneof(anyJson, fc.array(tricky), fc.dictionary(tricky, fc.array(tricky)), tricky);

describe.each(Object.entries(wraps))('the depth of JSON in %s', (_kind, wrap) => {
	it('is bounded, whatever the names and texts in it', () => {
		fc.assert(
			fc.property(anyValue, anySizes, (value, sizes) => {
				const room = MAX_DEPTH - depthOf(value);
				expect(isTooDeep(wrapped(value, room, wrap), sizes)).toBe(false);
				expect(isTooDeep(wrapped(value, room + 1, wrap), sizes)).toBe(true);
			}),
		);
	});
});

test.each(['1', '"text"', 'null', 'true', '"[[["'])('the depth of %s is nothing', (text) => {
	expect(isTooDeep(text, [100])).toBe(false);
});
