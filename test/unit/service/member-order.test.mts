import fc from 'fast-check';
import { MemberOrder } from '../../../service';
import type { Feature } from '../../../service';
import { anyJson } from '../../support/generators/json.mts';

const features = fc.array(fc.dictionary(fc.string(), anyJson) as fc.Arbitrary<Feature>);

test('a copy has the members of the feature and their values, whatever the features before had', () => {
	fc.assert(
		fc.property(features, (given) => {
			const order = new MemberOrder();
			expect(given.map((feature) => order.copy(feature))).toStrictEqual(given.map((feature) => ({ ...feature })));
		}),
	);
});

test('members stand in the order that is asked for, and what the start says wins', () => {
	const order = new MemberOrder({ planCode: 'pln' }, ['name', 'type'], ['dataFields']);
	const copies = [{ id: 1, type: 'room', planCode: 'other' }, { id: 2, name: 'A' }, { id: 3, name: 'B' }].map((feature) => order.copy(feature));

	expect(copies.map((copy) => JSON.stringify(copy))).toEqual([
		'{"planCode":"pln","type":"room","id":1,"dataFields":null}',
		'{"planCode":"pln","name":"A","id":2,"dataFields":null}',
		'{"planCode":"pln","name":"B","id":3,"dataFields":null}',
	]);
});

test('a member __proto__ is a member like any other', () => {
	const text = '{"id":1,"__proto__":{"type":"room"}}';
	const copy = new MemberOrder({ planCode: 'pln' }).copy(JSON.parse(text) as Feature);

	expect(JSON.stringify(copy)).toBe('{"planCode":"pln","id":1,"__proto__":{"type":"room"}}');
	expect(copy.type).toBeUndefined();
});
