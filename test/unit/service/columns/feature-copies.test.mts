import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { FeatureCopies } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { anyJson, throughJson } from '../../../support/generators/json.mts';
import { anyName } from '../../../support/generators/text.mts';

const member = fc.oneof(
	anyName,
	fc.constantFrom('planCode', 'name', 'data', 'dataFields', '__proto__', 'constructor', '7'),
);
/** Few types, so that features of one type differ in their members, and in the order of these. */
const feature = fc
	.tuple(
		fc.constantFrom('zone', 'room', 7, null, {}),
		fc.uniqueArray(fc.tuple(member, anyJson), { selector: ([name]) => name, maxLength: 6 }),
	)
	.map(([type, members]) => throughJson(Object.fromEntries([['type', type], ...members])) as Feature);

/** What is copied from the same template. */
const withOtherValues = (original: Feature): Feature =>
	Object.fromEntries(
		Object.entries(original).map(([name, value]) => [name, name === 'type' ? value : { other: name }]),
	);

/** As written out: what stands first, the others in their order, what is added. */
function written(original: Feature, start: Feature, first: string[], changed: Feature): Feature {
	const members = new Map<string, unknown>(Object.entries(start));
	for (const name of first) if (Object.hasOwn(original, name)) members.set(name, undefined);
	for (const [name, value] of [...Object.entries(original), ...Object.entries(changed)]) members.set(name, value);
	for (const [name, value] of Object.entries(start)) members.set(name, value);
	return Object.fromEntries(members);
}

/** Jest's own equality takes a member `__proto__` for a prototype. */
function expectSame(copy: Feature, expected: Feature): void {
	deepStrictEqual(copy, expected);
	expect(Object.keys(copy)).toEqual(Object.keys(expected));
}

test('copies keep all members in order, behind what stands first and before what is added', () => {
	fc.assert(
		fc.property(fc.array(feature, { maxLength: 12 }), fc.constantFrom({}, { planCode: 'pln_a' }), (features, start) => {
			const originals = throughJson(features);
			const plain = new FeatureCopies(start);
			const columned = new FeatureCopies(start, ['name', 'data'], ['dataFields']);
			const changed = { data: { Tenant: 'A' }, dataFields: [{ column: 'Tenant' }] };
			for (const one of features.flatMap((first) => [first, withOtherValues(first)])) {
				expectSame(plain.of(one), written(one, start, [], {}));
				const withData = { ...one, data: [] };
				expectSame(columned.of(withData, changed), written(withData, start, ['name', 'data'], changed));
			}
			deepStrictEqual(features, originals);
		}),
		{ numRuns: 300 },
	);
});

test('features that each have a type of their own are copied like others', () => {
	const copies = new FeatureCopies({ planCode: 'pln_a' });
	for (let type = 0; type < 200; type++)
		expectSame(copies.of({ type, label: 'A' }), { planCode: 'pln_a', type, label: 'A' });
});
