import fc from 'fast-check';
import { MAX_DEPTH, isTooDeep } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';

function depthOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const wraps = {
	arrays: (inner: unknown) => [0, inner, '[['],
	objects: (inner: unknown) => ({ '{"': null, b: inner }),
};

test.each(Object.entries(wraps))('the depth of JSON in %s is bounded', (_kind, wrap: (inner: unknown) => unknown) => {
	fc.assert(
		fc.property(anyJson, (value) => {
			let wrapped: unknown = value;
			for (let depth = depthOf(value); depth < MAX_DEPTH; depth++) wrapped = wrap(wrapped);
			expect(isTooDeep(wrapped)).toBe(false);
			expect(isTooDeep(wrap(wrapped))).toBe(true);
		}),
	);
});

test.each(['1', '"text"', 'null', 'true', '"[[["'])('the depth of %s is nothing', (text) => {
	expect(isTooDeep(JSON.parse(text))).toBe(false);
});
