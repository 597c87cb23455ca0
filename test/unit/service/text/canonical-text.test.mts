import { deepStrictEqual } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { canonicalText, contentTextOf, isJsonObject } from '../../../../service/text';
import { anyJson, throughJson, withPropertiesReversed } from '../../../support/generators/json.mts';

describe('the canonical text of JSON', () => {
	it('is equal for two values exactly when they are deeply equal', () => {
		const similar = fc.oneof(
			fc.tuple(anyJson, anyJson),
			fc.tuple(fc.constantFrom(...SIMILAR), fc.constantFrom(...SIMILAR)),
		);
		fc.assert(
			fc.property(similar, ([one, other]) => {
				expect(canonicalText(one) === canonicalText(other)).toBe(isDeepStrictEqual(one, other));
			}),
			{ numRuns: 1000 },
		);
	});

	it('does not depend on the order of members', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				expect(canonicalText(withPropertiesReversed(value))).toBe(canonicalText(value));
			}),
		);
	});

	it('is JSON of the same value, without a line break', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const text = canonicalText(value);
				deepStrictEqual(JSON.parse(text), value);
				expect(text).not.toContain('\n');
			}),
		);
	});

	it('does not exist of an object that holds itself', () => {
		const itself: Record<string, unknown> = {};
		itself.member = itself;
		expect(() => canonicalText(itself)).toThrow();
	});

	it('leaves out members without a value, and writes null for a lone one', () => {
		expect(canonicalText({ b: undefined, a: 1 })).toBe('{"a":1}');
		expect(canonicalText(undefined)).toBe('null');
	});
});

describe('the text of the content of JSON', () => {
	it.each([
		[{ b: 1, a: '', c: { d: '' } }, '{"b":1,"c":{}}'],
		[['', 1], '[null,1]'],
		['', 'null'],
	])('of %j, where an empty text is no content, is %s', (value, text) => {
		expect(contentTextOf(value, (one) => (one === '' ? undefined : one))).toBe(text);
	});
});

const SIMILAR: unknown[] = [
	{},
	[],
	'',
	0,
	null,
	false,
	'0',
	'null',
	'{}',
	'[]',
	{ a: 1, b: 2 },
	{ b: 2, a: 1 },
	{ a: 1 },
	{ a: '1' },
	{ a: { b: 1 } },
	{ a: [1, 2] },
	{ a: [2, 1] },
	{ a: [12] },
	[1, 2],
	[12],
	['1,2'],
	[[1], 2],
	[{ a: 1 }],
	[{ a: 1 }, {}],
	{ 'a":1,"b': 2 },
].map(throughJson);

describe('a JSON object', () => {
	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[[], false],
		[null, false],
		['x', false],
		[1, false],
		[undefined, false],
	])('%j is one: %j', (value, is) => {
		expect(isJsonObject(value)).toBe(is);
	});
});
