import fc from 'fast-check';
import { JsonDepth, MAX_DEPTH } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';

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
