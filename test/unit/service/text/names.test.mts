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

it('of one or two letters is a name in other letter case alone', () => {
	expect(nearestName('x', ['y', 'xy'])).toBeUndefined();
	expect(nearestName('no', ['na', 'nor'])).toBeUndefined();
	expect(nearestName('NO', ['na', 'no'])).toBe('no');
});

it('is compared by its first sixty letters', () => {
	const [long, longer] = ['a'.repeat(60), `${'a'.repeat(60)}${'b'.repeat(100)}`];
	expect(nearestName(longer, [long])).toBe(long);
	expect(nearestName(long, [longer])).toBe(longer);
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
	expect(suggestName('Colour', ['x'.repeat(134), 'Tenant'])).toBe(`. Known are ${'x'.repeat(134)}, Tenant`);
	expect(suggestName('Colour', ['x'.repeat(135), 'Tenant'])).toBe(`. Known are ${'x'.repeat(135)} and 1 more`);
});

it('is suggested beside twelve names at most', () => {
	expect(suggestName('Colour', [...'abcdefghijklmn'])).toBe(
		'. Known are a, b, c, d, e, f, g, h, i, j, k, l and 2 more',
	);
});

test.each([
	[[], ''],
	[[1, 2], '<1>, <2>'],
	[[1, 2, 3], '<1>, <2> and 1 more'],
])('the first two of %j are told as "%s"', (all, words) => {
	expect(joinFirst<number>(2, all, (one) => `<${one}>`)).toBe(words);
});
