import { nearestName } from '../../../service';

const NAMES = ['Tenant', 'Room Number', 'type', 'zoneType', 'Area'];

it.each([
	['Tenat', 'Tenant'],
	['tenant', 'Tenant'],
	['Teannt', 'Tenant'],
	['Tenants', 'Tenant'],
	['room number ', 'Room Number'],
	['RoomNumber', 'Room Number'],
	['zonetype', 'zoneType'],
	['typ', 'type'],
	['Aera', 'Area'],
])('%s is %s, mistyped', (typed, name) => {
	expect(nearestName(typed, NAMES)).toBe(name);
});

it.each(['row_number', 'x', 'Colour', '', 'a'.repeat(5_000)])('%s is none of the names', (typed) => {
	expect(nearestName(typed, NAMES)).toBeUndefined();
});
