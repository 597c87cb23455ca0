import { ownIdentities } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';

const namesOf = (plan: Feature[]) => [...ownIdentities(plan).keys()];

const UUIDS = ['0b5f3c1e-4a64-4b0e-9d3f-2f4d6a1c7e01', '0b5f3c1e-4a64-4b0e-9d3f-2f4d6a1c7e02'];
const CODES = ['ftr_abcdefghij0123456789abcde', 'ftr_abcdefghij0123456789abcdf'];

test.each<[string, string, unknown[]]>([
	['a code', 'code', ['a', 'b']],
	['an ID in capitals', 'ID', [1, 2]],
	['a uuid', 'uuid', ['a', 'b']],
	['a guid', 'guid', ['a', 'b']],
	['a key', 'key', ['a', 'b']],
	['codes of sixteen letters and digits', 'handle', ['abcdefghij012345', 'abcdefghij012346']],
	['UUIDs, whatever they are called', 'ref', UUIDS],
	['long codes with a prefix', 'handle', CODES],
	['long codes without one', 'handle', CODES.map((code) => code.replace('ftr_', ''))],
])('an identity that the service gives: %s', (_what, name, values) => {
	expect(namesOf(values.map((value) => ({ type: 'room', [name]: value })))).toEqual([name]);
});

test.each<[string, string, unknown[]]>([
	['one that two features share', 'code', ['a', 'a']],
	['one that a feature lacks', 'code', ['a', undefined]],
	['one that is no scalar', 'id', [{ a: 1 }, { a: 2 }]],
	['values of people', 'label', ['Reception', 'Post room']],
	['codes of fifteen letters and digits', 'handle', ['abcdefghij01234', 'abcdefghij01235']],
	['a UUID among other values', 'ref', [UUIDS[0], 'Post room']],
	['a UUID after other words', 'ref', UUIDS.map((uuid) => `Room ${uuid}`)],
	['a UUID before other words', 'ref', UUIDS.map((uuid) => `${uuid} (old)`)],
	['one that two features share but for blanks', 'code', ['a', 'a ']],
	['a name that ends like an identity', 'postcode', ['a', 'b']],
	['a name that begins like an identity', 'keyword', ['a', 'b']],
])('none: %s', (_what, name, values) => {
	expect(namesOf(values.map((value) => ({ type: 'room', [name]: value })))).toEqual([]);
});

test.each(['type', 'zoneType', 'position', 'geometry', 'icons', 'data', 'photos', 'planCode'])(
	'none: %s, which the specification names',
	(name) => {
		expect(namesOf(UUIDS.map((uuid) => ({ type: 'room', [name]: uuid })))).toEqual([]);
	},
);

test('of one feature what is called like an identity, and no UUID of another name', () => {
	expect(namesOf([{ type: 'room', ref: UUIDS[0], id: UUIDS[1] }])).toEqual(['id']);
});

test('none of a plan without features', () => {
	expect(namesOf([])).toEqual([]);
});
