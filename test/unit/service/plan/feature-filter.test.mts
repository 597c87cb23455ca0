import { filterFeatures, whyNoneMatch } from '../../../../service/plan';
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
		['is', '7', 7, true],
		['is', 'true', true, true],
		['is', '', {}, true],
		['isNot', 'Acme', 'Acme', false],
		['isNot', 'Acme', '', true],
		['isNot', '', 'Acme', true],
		['isNot', '', ' ', false],
		['contains', 'cm', 'Acme', true],
		['contains', 'x', 'Acme', false],
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

	it('that nothing passes names what the plan has', () => {
		const none = { types: ['Room'], zoneTypes: [], data: [] };

		expect(whyNoneMatch([], none)).toBe('The plan has no features');
		expect(whyNoneMatch([{ type: 'room' }, withTenant('x'), withTenant('y')], none)).toBe(
			'No feature of the plan passes the filters. It has the types zone (2), room (1)',
		);
		expect(whyNoneMatch([{ type: 'room' }], { ...none, types: [] })).toBe(
			'No feature of the plan passes the filters. It has room (1)',
		);
	});

	it('that nothing passes names ten types of the plan at most', () => {
		const features = Array.from({ length: 12 }, (_none, index) => ({ type: `kind ${index}` }));

		expect(whyNoneMatch(features, { types: ['room'], zoneTypes: [], data: [] })).toMatch(
			/kind 8 \(1\), kind 9 \(1\) and 2 more$/,
		);
	});
});
