import { Columns, writeRow } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const data = [{ key: `dfld_${'t'.repeat(25)}`, name: 'Tenant', value: 'Acme' }];
const start = { planCode: 'pln_1' };

/** The templates from which items of features are made, one after the other. */
function templatesOf(features: Feature[]) {
	const columns = new Columns('byName', features);
	return features.map((feature) => {
		writeRow(feature, columns, { dropEmpty: false, start });
		return columns.templates.get(feature.type);
	});
}

describe('items, of which a plan has thousands', () => {
	it('share a template where features of a type have the same properties in the same order', () => {
		const [first, ...others] = templatesOf([1, 2, 3].map((id) => ({ type: 'room', id, level: 7, data })));
		for (const one of others) expect(one).toBe(first);
		expect(first?.own).toEqual(['type', 'id', 'level', 'data']);
	});

	it.each<[string, Feature]>([
		['one less', { type: 'room', id: 2, data }],
		['one more', { type: 'room', id: 2, level: 7, data, floor: 1 }],
		['another order', { type: 'room', level: 7, id: 2, data }],
		['another one', { type: 'room', id: 2, floor: 7, data }],
	])('get a new one where a feature has %s', (_what, other) => {
		const [first, second, third] = templatesOf([{ type: 'room', id: 1, level: 7, data }, other, { ...other, id: 3 }]);
		expect(second).not.toBe(first);
		expect(second?.own).toEqual(Object.keys(other));
		expect(third).toBe(second);
	});
});
