import { filterFeatures, whyMissed } from '../../../../service/plan';
import type { DataCondition } from '../../../../service/plan';

describe('a filter', () => {
	const zone = { type: 'zone', zoneType: 'common' };
	it.each([
		[[], [], true],
		[['zone'], [], true],
		[['room', 'zone'], [], true],
		[['room'], [], false],
		[[], ['common'], true],
		[[], ['private', 'common'], true],
		[[], ['private'], false],
		[['zone'], ['common'], true],
		[['zone'], ['private'], false],
		[['room'], ['common'], false],
	])('of types %j and zone types %j passes a common zone: %j', (types, zoneTypes, passes) => {
		expect(filterFeatures([zone], { types, zoneTypes, data: [] })).toEqual(passes ? [zone] : []);
	});

	it('of zone types passes nothing that has none', () => {
		expect(filterFeatures([{ type: 'room' }], { types: [], zoneTypes: ['common'], data: [] })).toEqual([]);
	});

	const key = `dfld_${'t'.repeat(25)}`;
	const withTenant = (value: unknown) => ({
		type: 'zone',
		data: [
			{ key, name: 'Tenant', value },
			{ key: `dfld_${'u'.repeat(25)}`, name: 'Use', value: 'x' },
		],
	});
	it.each<[DataCondition['operator'], string, unknown, boolean]>([
		['is', ' Acme ', 'Acme', true],
		['is', 'Acme', ' Acme', true],
		['is', 'acme', 'Acme', false],
		['is', '', null, true],
		['is', '', 'Acme', false],
		['is', '7', 7, true],
		['is', 'true', true, true],
		['is', '', {}, true],
		['isNot', 'Acme', 'Acme', false],
		['isNot', 'Acme', '', true],
		['isNot', '', 'Acme', true],
		['isNot', '', ' ', false],
		['contains', 'cm', 'Acme', true],
		['contains', 'x', 'Acme', false],
		['contains', 'x', null, false],
		['contains', '', 'Acme', true],
		['contains', '', null, false],
		['isEmpty', '', ' ', true],
		['isEmpty', '', undefined, true],
		['isEmpty', '', 'Acme', false],
		['isNotEmpty', '', 'Acme', true],
		['isNotEmpty', '', null, false],
	])('of data that %s %j passes the value %j: %j', (operator, wanted, value, passes) => {
		const data = [{ field: key, operator, value: wanted }];
		expect(filterFeatures([withTenant(value)], { types: [], zoneTypes: [], data })).toHaveLength(passes ? 1 : 0);
	});

	it.each<[DataCondition['operator'], string, boolean]>([
		['is', 'aCME', true],
		['isNot', 'ACME', false],
		['contains', 'CM', true],
		['contains', 'x', false],
	])('of data that %s %j in any case passes Acme: %j', (operator, value, passes) => {
		const filter = { types: [], zoneTypes: [], data: [{ field: key, operator, value }], ignoreCase: true };

		expect(filterFeatures([withTenant(' Acme')], filter)).toHaveLength(passes ? 1 : 0);
	});

	it('of data takes a feature without the data field for one without a value, and wants all conditions', () => {
		const conditions = (...data: DataCondition[]) =>
			filterFeatures([{ type: 'room' }, withTenant('Acme')], { types: [], zoneTypes: [], data });

		expect(conditions({ field: key, operator: 'isEmpty', value: '' })).toEqual([{ type: 'room' }]);
		expect(
			conditions(
				{ field: key, operator: 'is', value: 'Acme' },
				{ field: `dfld_${'u'.repeat(25)}`, operator: 'is', value: 'y' },
			),
		).toEqual([]);
	});

	it.each([
		[['Room'], [], '"Room" in type. It has "zone", "room"'],
		[['zone', 'Room', 'desk'], [], '"Room" in type. It has "zone", "room"'],
		[[], ['private'], '"private" in zoneType. It has "common", "tenanted"'],
		[['zone'], ['private'], '"private" in zoneType. It has "common", "tenanted"'],
	])(
		'of types %j and zone types %j names the first that no feature has, and what the plan has',
		(types, zoneTypes, has) => {
			const zones = ['common', 'tenanted', 'tenanted'].map((zoneType) => ({ type: 'zone', zoneType }));
			const plan = [...zones, { type: 'room' }];

			for (const passing of [[], zones])
				expect(whyMissed(plan, passing, { types, zoneTypes, data: [] })).toBe(`No feature of the plan has ${has}`);
		},
	);

	it('misses nothing where some features pass, and says so where none does though each value is there', () => {
		const plan = [{ type: 'zone', zoneType: 'common' }, { type: 'room' }];
		const filter = { types: ['room'], zoneTypes: ['common'], data: [] };

		expect(whyMissed([], [], filter)).toBe('The plan has no features');
		expect(whyMissed(plan, [], filter)).toBe('No feature of the plan passes all filters');
		expect(whyMissed(plan, plan, filter)).toBeUndefined();
	});

	describe('that nothing passes for a value', () => {
		const plan = [withTenant('Acme'), withTenant('Beta'), withTenant('Acme'), { type: 'room' }];
		const is = (value: string): DataCondition => ({ field: key, operator: 'is', value });
		const contains = (value: string): DataCondition => ({ field: key, operator: 'contains', value });
		const filterOf = (...data: DataCondition[]) => ({ types: [], zoneTypes: [], data });

		it('names the values of that data field, each once', () => {
			expect(whyMissed(plan, [], filterOf(is('Gamma')))).toBe(
				'No feature of the plan has "Gamma" in Tenant. It has "Acme", "Beta"',
			);
		});

		it('names the first value that no feature has, whatever the other conditions', () => {
			expect(whyMissed(plan, [], filterOf(contains('cm'), is('Acme'), is('Delta'), is('Gamma')))).toMatch(
				/^No feature of the plan has "Delta" in Tenant\./,
			);
			expect(whyMissed(plan, [], filterOf(contains('Gamma'), is('Delta')))).toBe(
				'No feature of the plan has "Gamma" in Tenant. It has "Acme", "Beta"',
			);
		});

		it('takes capitals for a difference, unless the filter ignores them', () => {
			const filter = { ...filterOf(is('acme')), types: ['room'] };

			expect(whyMissed(plan, [], filter)).toMatch(/^No feature of the plan has "acme" in Tenant\./);
			expect(whyMissed(plan, [], { ...filter, ignoreCase: true })).toMatch(
				/^No feature of the plan passes all filters/,
			);
		});

		it('says where the plan has no value of that data field at all, by its code where it has no name', () => {
			expect(whyMissed([withTenant('')], [], filterOf(is('Acme')))).toBe(
				'No feature of the plan has a value in Tenant',
			);
			expect(whyMissed([{ type: 'room' }], [], filterOf(is('Acme')))).toBe(
				`No feature of the plan has a value in ${key}`,
			);
		});

		it('names ten values at most, and of long ones the first sixty characters', () => {
			const many = Array.from({ length: 12 }, (_none, index) => withTenant(`value ${index}`));
			const long = (letter: string, length: number) => letter.repeat(length);

			expect(whyMissed(many, [], filterOf(is('Acme')))).toMatch(/"value 8", "value 9" and 2 more$/);
			expect(whyMissed([withTenant(long('a', 61))], [], filterOf(is(long('b', 61))))).toBe(
				`No feature of the plan has "${long('b', 60)}" in Tenant. It has "${long('a', 60)}"`,
			);
		});
	});
});
