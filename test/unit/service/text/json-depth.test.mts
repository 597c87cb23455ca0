import fc from 'fast-check';
import { MAX_DEPTH, isTooDeep } from '../../../../service/text';
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
const anyValue = fc.oneof(anyJson, fc.array(tricky), fc.dictionary(tricky, fc.array(tricky)), tricky);

describe.each(Object.entries(wraps))('the depth of JSON in %s', (_kind, wrap) => {
	it('is bounded, whatever the names and texts in it', () => {
		fc.assert(
			fc.property(anyValue, (value) => {
				const room = MAX_DEPTH - depthOf(value);
				expect(isTooDeep(wrapped(value, room, wrap))).toBe(false);
				expect(isTooDeep(wrapped(value, room + 1, wrap))).toBe(true);
			}),
		);
	});
});

test.each(['1', '"text"', 'null', 'true', '"[[["'])('the depth of %s is nothing', (text) => {
	expect(isTooDeep(text)).toBe(false);
});
