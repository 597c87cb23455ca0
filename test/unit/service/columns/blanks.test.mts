import { Columns, rowWriter } from '../../../../service/columns';
import type { JsonObject } from '../../../../service/text';

const data = [{ key: 'k1', name: 'Room', value: '101' }];
const columns = new Columns('byName', [{ data }]);
const shown = { data: { Room: '101' }, dataFields: [{ column: 'Room', key: 'k1', name: 'Room' }] };

function itemOf(members: JsonObject, start?: JsonObject): JsonObject {
	return rowWriter(columns, { dropEmpty: false, start })({ ...members, data });
}

describe('items of features of one plan', () => {
	it.each<[string, JsonObject[]]>([
		['fewer members', [{ type: 'zone', name: 'A' }, { type: 'zone' }, { type: 'zone', name: 'B' }]],
		['other members', [{ type: 'zone' }, { type: 'icon' }, { type: 'zone' }, {}, { type: null }]],
		['fewer members behind its data', [{ type: 'zone', data: null, label: 'A' }, { type: 'zone' }]],
		[
			'as many members, all in other places',
			[
				{ type: 'zone', label: 'A', data: null },
				{ data: null, type: 'zone', size: 7 },
			],
		],
		['a kind of its own each', Array.from({ length: 120 }, (_none, index) => ({ type: `kind ${index % 60}` }))],
	])('have no member but their own, where one has %s', (_what, features) => {
		for (const members of features) expect(itemOf(members)).toStrictEqual({ ...members, ...shown });
	});

	it('begin with what is added to each, whatever was added to those before', () => {
		for (const start of [{ planCode: 'a' }, { planCode: 'b', itemIndex: 1 }, {}, { planCode: 'a' }]) {
			const all = { ...start, type: 'zone', ...shown };
			expect(Object.entries(itemOf({ type: 'zone' }, start))).toEqual(Object.entries(all));
		}
	});

	it('keep a member that is named as what every object has', () => {
		const item = itemOf(JSON.parse('{"__proto__":{"type":"x"},"type":"zone","constructor":1}') as JsonObject);
		expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
		expect(JSON.stringify(item)).toContain('"__proto__":{"type":"x"}');
	});
});
