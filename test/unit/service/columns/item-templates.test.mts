import { Columns, rowWriter } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const data = [{ key: `dfld_${'t'.repeat(25)}`, name: 'Tenant', value: 'Acme' }];
const start = { planCode: 'pln_1' };

/** The properties of the items, and how many templates JSON.parse made for them. */
function written(features: Feature[]) {
	const write = rowWriter(new Columns('byName', features), { dropEmpty: false, start });
	const parse = jest.spyOn(JSON, 'parse');
	try {
		return { names: features.map((feature) => Object.keys(write(feature))), templates: parse.mock.calls.length };
	} finally {
		parse.mockRestore();
	}
}

describe('items, of which a plan has thousands', () => {
	it('share a template where features of a type have the same properties in the same order', () => {
		const { names, templates } = written([1, 2, 3].map((id) => ({ type: 'room', id, level: 7, data })));
		for (const one of names) expect(one).toEqual(['planCode', 'type', 'data', 'id', 'level', 'dataFields']);
		expect(templates).toBe(1);
	});

	it.each<[string, Feature]>([
		['one less', { type: 'room', id: 2, data }],
		['one more', { type: 'room', id: 2, level: 7, data, floor: 1 }],
		['another order', { type: 'room', level: 7, id: 2, data }],
		['another one', { type: 'room', id: 2, floor: 7, data }],
	])('get a new one where a feature has %s', (_what, other) => {
		const { names, templates } = written([{ type: 'room', id: 1, level: 7, data }, other, { ...other, id: 3 }]);
		const own = Object.keys(other).filter((name) => name !== 'type' && name !== 'data');
		for (const one of names.slice(1)) expect(one).toEqual(['planCode', 'type', 'data', ...own, 'dataFields']);
		expect(templates).toBe(2);
	});

	it('keep a property that is named as what every object has', () => {
		const feature = JSON.parse('{"__proto__":{"type":"x"},"type":"zone","constructor":1}') as Feature;
		const item = rowWriter(new Columns('byName', []), { dropEmpty: false })({ ...feature, data });
		expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
		expect(JSON.stringify(item)).toContain('"__proto__":{"type":"x"}');
	});
});
