import fc from 'fast-check';
import { DateTime } from 'luxon';

import { MAX_DEPTH, asJsonSafe } from '../../../../service/text';
import type { Feature } from '../../../../service/plan';
import { featureWithData } from '../../../support/generators/features.mts';
import { inWords } from '../../../support/problems.mts';

function nested(levels: number): Feature {
	let at: Feature = {};
	for (let level = 1; level < levels; level++) at = { a: at };
	return at;
}

describe('a feature as it is sent', () => {
	it('is the same object where it is JSON already', () => {
		fc.assert(
			fc.property(featureWithData, (feature) => {
				expect(asJsonSafe(feature).value).toBe(feature);
				expect(inWords(asJsonSafe(feature).problems)).toEqual([]);
			}),
		);
	});

	it.each<[string, Feature]>([
		['texts, numbers, truth values and null', { type: 'zone', size: 1.5, isOpen: false, label: null }],
		['what JSON leaves out', { type: 'zone', label: undefined }],
		[
			'lists and objects',
			{
				type: 'zone',
				icons: [],
				data: [{ key: 'a', value: null }],
				geometry: { coordinates: [[[1, 2]], [true, 'a']] },
			},
		],
		['no prototype', Object.assign(Object.create(null) as Feature, { type: 'zone' })],
		['as many levels as there may be', nested(MAX_DEPTH - 2)],
	])('with %s takes nothing in memory beside: all of them share one empty list of problems', (_what, feature) => {
		const { value: sent, problems } = asJsonSafe(feature);
		expect(sent).toBe(feature);
		expect(problems).toBe(asJsonSafe({}).problems);
	});

	class Room {
		constructor(public name: string) {}

		label = () => this.name;
	}

	it.each<[string, unknown]>([
		['a Date', new Date(0)],
		['an invalid Date', new Date(NaN)],
		['a DateTime of Luxon', DateTime.fromMillis(0)],
		['a Buffer', Buffer.from('ab')],
		['a Map', new Map([[1, 2]])],
		['an object of a class', new Room('A')],
		['an object that inherits', Object.create({ inherited: 1 })],
		['a boxed text', Object('text')],
		['a boxed number', Object(7)],
		['an object that says how it is written', { toJSON: () => ({ at: new Date(0) }) }],
		['an object whose toJSON is no function', { toJSON: 'text', at: new Date(0) }],
		['an object that is written as its own name', { toJSON: (name: string) => name }],
		['an object whose toJSON is not listed', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'written' })],
		["null beside what JSON can't hold", { at: new Date(0), none: null }],
		['a function', () => 1],
		['a symbol', Symbol('a')],
		['undefined', undefined],
		['a list with holes for JSON', [undefined, () => 1, new Date(0), 1]],
		['a member that is called __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
	])('with %s is what JSON writes, at any depth', (_what, value) => {
		const feature = { type: 'zone', value, list: [{ value }], same: [1, 2, { a: 'b' }] };
		const { value: sent, problems } = asJsonSafe(feature);
		expect(problems).toEqual([]);
		expect(JSON.stringify(sent)).toBe(JSON.stringify(feature));
		expect(sent).toEqual(JSON.parse(JSON.stringify(feature)));
	});

	it.each<[string, unknown, string]>([
		['NaN', NaN, "is NaN, which JSON can't hold"],
		['an infinite number', -Infinity, "is -Infinity, which JSON can't hold"],
		['a BigInt', 7n, "is a BigInt, which JSON can't hold; make it a text or a number"],
	])("can't hold %s: the problem names the place", (_what, value, message) => {
		const problems = [
			{ path: 'size', message },
			{ path: 'data[1].value', message },
		];
		expect(inWords(asJsonSafe({ size: value, data: [{}, { value }] }).problems)).toEqual(problems);
	});

	it('may say itself how it is written', () => {
		const written = { type: 'zone', name: 'a' };

		expect(asJsonSafe({ toJSON: (key: string) => ({ ...written, key }) })).toEqual({
			value: { ...written, key: '' },
			problems: [],
		});
	});

	it("can't hold itself", () => {
		const circular: Feature = { type: 'zone', data: [] };
		circular.data = [{ of: circular, too: circular }];
		const deep: Feature = { position: {} };
		(deep.position as Feature).list = [deep.position];
		expect(inWords(asJsonSafe(circular).problems)).toEqual([
			{ path: '', message: "holds itself, which JSON can't write" },
		]);
		expect(inWords(asJsonSafe(deep).problems)).toEqual([{ path: '', message: "holds itself, which JSON can't write" }]);
	});

	it('nests no deeper than the response of its plan may', () => {
		expect(inWords(asJsonSafe(nested(198)).problems)).toEqual([]);
		expect(inWords(asJsonSafe(nested(199)).problems)).toEqual([
			{ path: 'a.a.a.a.a.a.a.a…', message: expect.stringContaining('could have more than 200 levels') },
		]);
	});

	it('is as deep where it is copied', () => {
		const dated = (levels: number) => ({ ...nested(levels), at: new Date(0) });
		expect(inWords(asJsonSafe(dated(198)).problems)).toEqual([]);
		expect(inWords(asJsonSafe(dated(199)).problems)).toEqual([
			{ path: expect.any(String), message: expect.stringContaining('nests too deep') },
		]);
	});

	it('may hold more objects than levels', () => {
		const icons = Array.from({ length: 300 }, (_none, index) => ({ index, at: new Date(0) }));
		expect(inWords(asJsonSafe({ type: 'zone', icons }).problems)).toEqual([]);
	});

	it('may hold one object twice', () => {
		const shared = { x: 1 };
		expect(inWords(asJsonSafe({ a: shared, b: [shared, shared] }).problems)).toEqual([]);
	});
});
