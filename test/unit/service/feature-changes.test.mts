import { fieldChanges, fieldValues, fieldsOf } from '../../../service';

const ROOM = `dfld_${'r'.repeat(25)}`;
const nameOf = (key: string) => (key === ROOM ? 'Room' : undefined);

describe('the fields of two states of a feature', () => {
	it('are those of either: members, and data fields by their codes', () => {
		const data = [{ key: ROOM, name: 'Room', value: '1' }, { name: 'without a code' }, 'no entry'];

		expect(fieldsOf({ type: 'zone', data }, { type: 'zone', label: 'A', data: 'no list' })).toEqual(['type', ROOM, 'label', 'data']);
	});

	it('differ by their values, where one that is absent is null', () => {
		const before = fieldValues({ label: 'A', size: { x: 1, y: 2 } }, [ROOM, 'label', 'size']);
		const now = { label: 'A', size: { y: 2, x: 1 }, data: [{ key: ROOM, name: 'Room', value: '1' }] };

		expect(fieldChanges([ROOM, 'label', 'size'], before, now, nameOf)).toEqual([{ field: 'Room', before: null, after: '1' }]);
	});
});
