import { heldByPlan } from '../../../service';

function holds(there: unknown, pushed: unknown): boolean {
	// Not at the same place: what is equal there is not looked into.
	const [held] = heldByPlan([{ type: 'zone', data: pushed }], [{ type: 'room' }, { type: 'zone', data: there }]);
	return held;
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
		['another name', [{ key: 'a', name: 'B', value: '1' }]],
		['no entry of the key', [{ key: 'b', name: 'A', value: '1' }]],
		['no value', [{ key: 'a', name: 'A' }]],
		['no name', [{ key: 'a', value: '1' }]],
		['a number for a value', [{ key: 'a', name: 'A', value: 1 }]],
		['no object among the entries', [null]],
		['no array', { a: 1 }],
		['nothing', undefined],
	])('does not match where there is %s', (_what, there) => {
		expect(holds(there, [{ key: 'a', name: 'A', value: '1' }])).toBe(false);
	});

	it.each([
		['', null],
		['', undefined],
		[null, ''],
		[null, undefined],
	])('has no value yet both with %j pushed and %j there', (pushed, there) => {
		expect(holds([{ key: 'a', value: there }], [{ key: 'a', value: pushed }])).toBe(true);
		expect(holds(there === undefined ? [{ key: 'a' }] : [], [{ key: 'a', value: pushed }])).toBe(there === undefined);
	});

	it.each(['', null])('that is pushed with value %j does not match one with a value', (value) => {
		expect(holds([{ key: 'a', value: 'x' }], [{ key: 'a', value }])).toBe(false);
		expect(holds([{ key: 'a', value: 'x' }], [{ key: 'a' }])).toBe(true);
	});

	it('does not match an empty value with one that was pushed', () => {
		expect(holds([{ key: 'a', value: '' }], [{ key: 'a', value: 'x' }])).toBe(false);
		expect(holds([{ key: 'a', value: '0' }], [{ key: 'a', value: '' }])).toBe(false);
	});

	it('may have undefined members, which do not count', () => {
		expect(holds([{ key: 'a' }], [{ key: 'a', value: undefined, unit: undefined }])).toBe(true);
		expect(holds([{ key: 'b' }, { key: 'a' }], [{ key: 'a', value: undefined, unit: undefined }])).toBe(true);
	});

	it('may have members that are null, which must be there, too', () => {
		expect(holds([{ key: 'b' }, { key: 'a', unit: null }], [{ key: 'a', unit: null }])).toBe(true);
		expect(holds([{ key: 'b' }, { key: 'a' }], [{ key: 'a', unit: null }])).toBe(false);
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
		['twice the same key', [{ key: 'a' }, { key: 'a' }]],
		['an entry that is no object', ['a']],
		['an entry whose key is no text', [{ key: 7 }]],
		['null', null],
		['an object', { a: 1 }],
		['a text', 'a'],
	])('that is %s is compared as it is', (_what, data) => {
		expect(holds(data, data)).toBe(true);
		expect(holds([], data)).toBe(false);
		expect(holds([{ key: 'a' }], data)).toBe(false);
	});

	it('there with twice the same key matches no entries by key', () => {
		expect(holds([{ key: 'a' }, { key: 'a' }], [{ key: 'a' }])).toBe(false);
	});

	it('of many data fields is compared by key, too, unless a key is there twice', () => {
		const many = Array.from({ length: 12 }, (_, index) => ({ key: `k${index}`, value: String(index) }));
		const reversed = [...many].reverse();
		expect(holds(reversed, many)).toBe(true);
		expect(holds([...reversed.slice(1), { key: 'k11', value: 'x' }], many)).toBe(false);
		const repeated = [...many, many[0]];
		expect(holds(repeated, repeated)).toBe(true);
		expect(holds([...repeated].reverse(), repeated)).toBe(false);
		expect(holds(repeated, many)).toBe(false);
	});

	it('with a key named like an inherited member is compared by key', () => {
		expect(holds([{ key: '__proto__', value: 'x' }], [{ key: '__proto__', value: 'x' }])).toBe(true);
		expect(holds([{ key: 'a' }], [{ key: '__proto__' }])).toBe(false);
		expect(holds([{ key: 'a' }], [{ key: 'a', toString: null }])).toBe(false);
	});
});
