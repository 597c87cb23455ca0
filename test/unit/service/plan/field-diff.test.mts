import { contentText, fieldChanges, valuesOf } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';

const ROOM = `dfld_${'r'.repeat(25)}`;
const nameOf = (key: string) => (key === ROOM ? 'Room' : undefined);
const changesOf = (before: Feature, now: Feature) => fieldChanges(valuesOf(before), valuesOf(now), nameOf);
const textsOf = (feature: Feature, fields?: string[]) => Object.fromEntries(valuesOf(feature, fields));

describe('the values of a feature', () => {
	it('are those of properties, and of data fields by their codes', () => {
		const data = [{ key: ROOM, name: 'Room', value: '1' }];

		expect(textsOf({ type: 'zone', data, empty: [] })).toEqual({ type: '"zone"', [ROOM]: '"1"' });
		expect(textsOf({ data: ['no entry'] })).toEqual({ data: '["no entry"]' });
		expect(textsOf({ data: 'no list' })).toEqual({ data: '"no list"' });
	});

	it('are texts of JSON, without those that are empty', () => {
		const feature = {
			label: 'A',
			size: { y: 1, x: 'two' },
			empty: '',
			data: [{ key: ROOM, name: 'Room', value: '1' }],
		};

		expect(textsOf(feature, ['label', 'size', 'size.x', 'empty', 'none', ROOM])).toEqual({
			label: '"A"',
			size: '{"x":"two","y":1}',
			'size.x': '"two"',
			[ROOM]: '"1"',
		});
	});

	it('have no value of "data" itself where all of it is data fields', () => {
		const data = [{ key: ROOM, name: 'Room', value: '1' }];

		expect(textsOf({ data }, ['data', ROOM])).toEqual({ [ROOM]: '"1"' });
		expect(textsOf({ data: { a: 1 } }, ['data', 'data.a'])).toEqual({ data: '{"a":1}', 'data.a': '1' });
	});
});

describe('the changes of a feature', () => {
	it('are fields whose values differ, where one that is absent is null', () => {
		const before = { label: 'A', size: { x: 1, y: 2 }, gone: [1] };
		const now = { label: 'A', size: { y: 2, x: 1 }, data: [{ key: ROOM, name: 'Room', value: '1' }] };

		expect(changesOf(before, now)).toEqual([
			{ field: 'Room', before: null, after: '1' },
			{ field: 'gone', before: [1], after: null },
		]);
	});

	it('are not the name of a data field, nor what is null, absent or empty', () => {
		const entry = { key: ROOM, name: 'Room', value: '1' };
		const before = { type: 'room', data: [entry, { key: 'none', name: 'None', value: null }], icons: [{ size: null }] };
		const now = { type: 'room', label: null, notes: [], data: [{ ...entry, name: 'No.' }], icons: [{}] };

		expect(changesOf(before, now)).toEqual([]);
	});
});

describe('the text of all that counts of a feature', () => {
	const entries = ['1', '2'].map((value) => ({ key: `dfld_${value}`, name: value, value }));
	const feature = { type: 'room', label: 'A', data: entries };

	it('is the same in whatever order things stand, and whatever photos there are', () => {
		const other = { data: [...entries].reverse(), label: 'A', photos: [{ imageUrl: 'a.png' }], type: 'room' };

		expect(contentText(other)).toBe(contentText(feature));
	});

	it('is another one for another value', () => {
		expect(contentText({ ...feature, label: 'B' })).not.toBe(contentText(feature));
	});
});
