import { fieldChanges, fieldValues, fieldsOf } from '../../../../service/plan';

const ROOM = `dfld_${'r'.repeat(25)}`;
const nameOf = (key: string) => (key === ROOM ? 'Room' : undefined);

describe('the fields of two states of a feature', () => {
	it('are those of either: members, and data fields by their codes', () => {
		const data = [{ key: ROOM, name: 'Room', value: '1' }, { name: 'without a code' }, 'no entry'];

		expect(fieldsOf({ type: 'zone', data }, { type: 'zone', label: 'A', data: 'no list', empty: [] })).toEqual([
			'type',
			ROOM,
			'data',
			'label',
		]);
	});

	it('differ by their values, where one that is absent is null', () => {
		const before = fieldValues({ label: 'A', size: { x: 1, y: 2 } }, [ROOM, 'label', 'size']);
		const now = { label: 'A', size: { y: 2, x: 1 }, data: [{ key: ROOM, name: 'Room', value: '1' }] };

		expect(fieldChanges([ROOM, 'label', 'size'], before, now, nameOf)).toEqual([
			{ field: 'Room', before: null, after: '1' },
		]);
	});

	it('do not differ by the name of a data field, nor by what is null, absent or empty', () => {
		const entry = { key: ROOM, name: 'Room', value: '1' };
		const before = { type: 'room', data: [entry, { key: 'none', name: 'None', value: null }], icons: [{ size: null }] };
		const now = { type: 'room', label: null, notes: [], data: [{ ...entry, name: 'No.' }], icons: [{}] };
		const fields = [...fieldsOf(now, before), 'label', 'notes', 'none'];

		expect(fieldChanges(fields, fieldValues(before, fields), now, nameOf)).toEqual([]);
	});

	it('have no value of "data" itself where all of it is data fields', () => {
		const data = [{ key: ROOM, name: 'Room', value: '1' }];

		expect(fieldValues({ data }, ['data', ROOM])).toEqual(['null', '"1"']);
		expect(fieldValues({ data: [...data, 'no entry'] }, ['data'])).toEqual(['"no entry"']);
		expect(fieldValues({ data: { a: 1 } }, ['data', 'data.a'])).toEqual(['{"a":1}', '1']);
	});

	it('are texts of JSON, and null where there is nothing', () => {
		const feature = {
			label: 'A',
			size: { y: 1, x: 'two' },
			empty: '',
			data: [
				{ key: ROOM, name: 'Room', value: '' },
				{ key: ROOM, name: 'Room', value: '1' },
			],
		};

		expect(fieldValues(feature, ['label', 'size', 'size.x', 'empty', 'none', ROOM])).toEqual([
			'"A"',
			'{"x":"two","y":1}',
			'"two"',
			'null',
			'null',
			'"1"',
		]);
	});

	it('do not differ by how the addresses of photos are signed', () => {
		const photosOf = (signature: string) => ({
			photos: [{ imageUrl: `https://images.example.com/1.jpg?X-Amz-Signature=${signature}` }],
		});
		const photos = fieldValues(photosOf('one'), ['photos']);

		expect(fieldValues(photosOf('two'), ['photos'])).toEqual(photos);
		expect(photos[0]).toMatch(/^\[\{.*\}\]$/);
	});
});
