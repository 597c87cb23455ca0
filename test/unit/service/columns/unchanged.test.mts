import fc from 'fast-check';
import { isUnchanged } from '../../../../service/columns';
import { contentText, isEmpty, isEmptyValue } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { featureWithData } from '../../../support/generators/features.mts';
import { anyJson, throughJson } from '../../../support/generators/json.mts';
import { withDataArray, withDataColumns } from './columned.mts';

const format = fc.constantFrom('byName' as const, 'byKey' as const, 'array' as const);
const DATA = [
	{ key: `dfld_${'a'.repeat(25)}`, name: 'Tenant', value: 'Acme' },
	{ key: `dfld_${'b'.repeat(25)}`, name: 'Use' },
];
const room: Feature = { id: 'f-1', type: 'room', geometry: { coordinates: [[[0, 0.5]]] }, photos: [], data: DATA };

function itemOf(feature: Feature, to: 'byName' | 'byKey' | 'array' = 'byName'): Feature {
	return throughJson({ planCode: 'pln_1', ...withDataColumns(feature, to, false) }) as Feature;
}

describe('an item of Get that nobody changed', () => {
	it('is known in each format', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				expect(isUnchanged(itemOf(feature, to), feature)).toBe(typeof feature.type === 'string' && feature.type !== '');
			}),
		);
	});

	it('reads as its feature, whatever was changed, added or left out', () => {
		let unchanged = 0;
		// An empty object is no value either.
		const value = fc.option(anyJson, { nil: undefined }).filter((one) => !isEmpty(one) || isEmptyValue(one));
		const change = fc.record({ at: fc.nat(), inData: fc.boolean(), value });
		fc.assert(
			fc.property(featureWithData, format, fc.array(change, { maxLength: 2 }), (feature, to, changes) => {
				const item = itemOf(feature, to);
				for (const { at, inData, value: other } of changes) {
					const inner = inData && typeof item.data === 'object' ? ((item.data ?? item) as Feature) : item;
					const names = [...Object.keys(inner), 'added'].filter((name) => name !== 'dataFields');
					inner[names[at % names.length]] = other;
				}
				if (!isUnchanged(item, feature)) return;
				unchanged++;
				const read = withDataArray(item).feature;
				expect(contentText(read)).toBe(contentText(feature));
			}),
			{ numRuns: 2000 },
		);
		expect(unchanged).toBeGreaterThan(200);
	});

	it.each<[string, Feature]>([
		['another value', { data: { Tenant: 'Other', Use: null } }],
		['a value that was empty', { data: { Tenant: 'Acme', Use: 'Office' } }],
		['a value less', { data: { Tenant: 'Acme' } }],
		['a column more', { data: { Tenant: 'Acme', Use: null, Floor: '3' } }],
		['another outline', { geometry: { coordinates: [[[0, 0.25]]] } }],
		['another identity', { id: 'f-2' }],
		['a property more', { color: 'red' }],
		['another property in place of one', { id: undefined, color: '' }],
		['another column in place of one without a value', { data: { Tenant: 'Acme', Floor: '' } }],
		['no list of its data fields', { dataFields: undefined }],
	])('is no more itself with %s', (_what, changed) => {
		expect(isUnchanged(itemOf(room), room)).toBe(true);
		expect(isUnchanged(throughJson({ ...itemOf(room), ...changed }) as Feature, room)).toBe(false);
	});

	it('is read where its feature has a property that Get adds, or one that the item lacks', () => {
		expect(isUnchanged(itemOf(room), { ...room, planCode: null })).toBe(false);
		expect(isUnchanged(itemOf(room), { ...room, color: 'red' })).toBe(false);
	});
});
