import fc from 'fast-check';
import { anyName, anyText } from './text.mts';

/** Any JSON value, as `JSON.parse` makes it. */
export const anyJson = fc
	.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.oneof(
				anyText,
				fc.integer(),
				fc.double({ noNaN: true, noDefaultInfinity: true }),
				fc.boolean(),
				fc.constant(null),
			),
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(anyName, tie('value'), { maxKeys: 4 }),
		),
	}))
	.value.map(throughJson);

/** The same members in another order, at every level. */
export function withPropertiesReversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withPropertiesReversed);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).reverse();
	return Object.fromEntries(members.map(([name, member]) => [name, withPropertiesReversed(member)]));
}

/** A copy as it comes over the wire. */
export function throughJson(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
