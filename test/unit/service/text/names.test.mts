import { joinFirst, nearestName, suggestName } from '../../../../service/text';

const NAMES = ['Tenant', 'Room Number', 'type', 'zoneType', 'Area'];

it.each([
	['Tenat', 'Tenant'],
	['tenant', 'Tenant'],
	['Tenants', 'Tenant'],
	['room number ', 'Room Number'],
	['RoomNumber', 'Room Number'],
	['zonetype', 'zoneType'],
	['typ', 'type'],
	['  Area\n', 'Area'],
	[`${' '.repeat(40)}Area`, 'Area'],
])('%s is %s, mistyped', (typed, name) => {
	expect(nearestName(typed, NAMES)).toBe(name);
});

it.each(['row_number', 'Teannt', 'x', 'Colour', '', 'rxea', 'xaea', 'raex', 'a'.repeat(5_000)])(
	'%s is none of the names',
	(typed) => {
		expect(nearestName(typed, NAMES)).toBeUndefined();
	},
);

it('is the nearest of several, and of equally near ones the first', () => {
	expect(nearestName('Room Numbe', ['Room Numxy', 'Room Number', 'Room Numbes'])).toBe('Room Number');
	expect(nearestName('Tenant3', ['Tenant1', 'Tenant2'])).toBe('Tenant1');
});

it('is suggested beside the names that are known, where there are any', () => {
	expect(suggestName('Tenat', NAMES)).toBe(
		': did you mean Tenant? Known are Tenant, Room Number, type, zoneType, Area',
	);
	expect(suggestName('Colour', ['Tenant'])).toBe('. Known are Tenant');
	expect(suggestName('Colour', [])).toBe('');
});

it('is suggested beside whole names, as many as a line holds', () => {
	const long = (letter: string) => letter.repeat(60);
	expect(suggestName('Colour', ['a', 'b', 'c'].map(long))).toBe(`. Known are ${long('a')}, ${long('b')} and 1 more`);
	expect(suggestName('Colour', ['x'.repeat(200), 'Tenant'])).toBe('.');
});

test.each([
	[[], ''],
	[[1, 2], '<1>, <2>'],
	[[1, 2, 3], '<1>, <2> and 1 more'],
])('the first two of %j are told as "%s"', (all, words) => {
	expect(joinFirst<number>(2, all, (one) => `<${one}>`)).toBe(words);
});
