import { assignOnPlan } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';

/** Whether it stands in its place, among few features that are looked at one by one, and among many that are parted. */
function holds(there: unknown, wanted: unknown): boolean {
	const feature = (data: unknown): Feature => ({ type: 'zone', data });
	const inPlace = isGiven([feature(wanted)], [feature(there)]);
	expect(isGiven([feature(wanted)], [{ type: 'room' }, feature(there)])).toBe(inPlace);
	const others = Array.from({ length: 8 }, () => ({ type: 'room', data: there }));
	expect(isGiven([feature(wanted)], [...others, feature(there)])).toBe(inPlace);
	expect(isGiven([feature(wanted)], [...others, ...others.map(() => feature(there))])).toBe(inPlace);
	return inPlace;
}

function isGiven(wanted: Feature[], plan: Feature[]): boolean {
	return assignOnPlan(wanted, plan)[0] !== undefined;
}

describe('the data of a feature that a plan holds', () => {
	it('is compared by key, whatever the order and the further entries there', () => {
		const there = [
			{ key: 'a', name: 'A', value: '1' },
			{ key: 'b', name: 'B', value: '2', unit: 'm' },
			{ key: 'c', name: 'C', value: '' },
		];
		expect(holds(there, [there[1], there[0]])).toBe(true);
		expect(holds(there, [{ key: 'b', value: '2' }])).toBe(true);
		expect(holds(there, [])).toBe(true);
	});

	it.each([
		['another value', [{ key: 'a', name: 'A', value: '2' }]],
		['no entry of the key', [{ key: 'b', name: 'A', value: '1' }]],
		['no value', [{ key: 'a', name: 'A' }]],
		['a number for a value', [{ key: 'a', name: 'A', value: 1 }]],
		['no object among the entries', [null]],
		['no array', { a: 1 }],
		['nothing', undefined],
	])('does not match where there is %s', (_what, there) => {
		expect(holds(there, [{ key: 'a', name: 'A', value: '1' }])).toBe(false);
	});

	it.each([
		['another name', [{ key: 'a', name: 'B', value: '1' }]],
		['no name', [{ key: 'a', value: '1' }]],
		['a further member', [{ key: 'a', name: 'A', value: '1', unit: 'm' }]],
	])('matches where there is %s: the key says which field it is', (_what, there) => {
		expect(holds(there, [{ key: 'a', name: 'A', value: '1' }])).toBe(true);
	});

	it.each(['', null, undefined])(
		'has no value yet with %j, whether there is an empty one, null, none, or no entry',
		(value) => {
			for (const there of ['', null, undefined])
				expect(holds([{ key: 'a', value: there }], [{ key: 'a', value }])).toBe(true);
			expect(holds([], [{ key: 'a', value }])).toBe(true);
			expect(holds(undefined, [{ key: 'a', value }])).toBe(true);
		},
	);

	it.each(['', null, undefined])('that was sent with value %j does not match one with a value', (value) => {
		expect(holds([{ key: 'a', value: 'x' }], [{ key: 'a', value }])).toBe(false);
	});

	it('that is null does not count', () => {
		expect(holds([{ key: 'a', value: 'x' }], null)).toBe(true);
		expect(holds(undefined, null)).toBe(true);
	});

	it('does not match an empty value with one that was pushed', () => {
		expect(holds([{ key: 'a', value: '' }], [{ key: 'a', value: 'x' }])).toBe(false);
		expect(holds([{ key: 'a', value: '0' }], [{ key: 'a', value: '' }])).toBe(false);
	});

	it('is told apart by entry: values of two keys cannot be exchanged', () => {
		const entries = (one: string, two: string) => [
			{ key: 'a', value: one },
			{ key: 'b', value: two },
		];
		expect(holds(entries('1', '2'), entries('2', '1'))).toBe(false);
		expect(holds(entries('1', '2').reverse(), entries('1', '2'))).toBe(true);
	});

	it.each([
		['an entry that is no object', ['a']],
		['an entry whose key is no text', [{ key: 7 }]],
		['an object', { a: 1 }],
		['a text', 'a'],
	])('that is %s is compared as it is', (_what, data) => {
		expect(holds(data, data)).toBe(true);
		expect(holds([], data)).toBe(false);
		expect(holds([{ key: 'a' }], data)).toBe(false);
	});

	it('with one key twice has the last value of it', () => {
		const twice = [
			{ key: 'a', value: '1' },
			{ key: 'a', value: '2' },
		];
		expect(holds(twice, twice)).toBe(true);
		expect(holds([twice[1]], twice)).toBe(true);
		expect(holds([twice[0]], twice)).toBe(false);
		expect(holds(twice, [twice[1]])).toBe(true);
	});

	it('with a key named like an inherited member is compared by key', () => {
		expect(holds([{ key: '__proto__', value: 'x' }], [{ key: '__proto__', value: 'x' }])).toBe(true);
		expect(holds([{ key: 'a', value: 'x' }], [{ key: '__proto__', value: 'x' }])).toBe(false);
	});
});
