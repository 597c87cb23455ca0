import { filterForPlan } from '../../../nodes/shared/filter-parameters';
import { filterFeatures, whyMissed } from '../../../service/plan';
import type { DataCondition, Feature } from '../../../service/plan';

const key = `dfld_${'v'.repeat(25)}`;
const planOf = (...values: string[]): Feature[] =>
	values.map((value) => ({ type: 'room', data: [{ key, name: 'Value', value }] }));

function found(plan: Feature[], value: string | number, operator: DataCondition['operator'] = 'is'): unknown[] {
	const filter = { types: [], zoneTypes: [], data: [{ field: 'value', operator, value }] };
	return filterFeatures(plan, filterForPlan(filter, plan, 'UTC')).map(({ data }) => (data as Feature[])[0].value);
}

it('a filter reads midnight of the workflow as its day', () => {
	const plan = planOf('2026-11-26', '2026-11-27');
	const filter = {
		types: [],
		zoneTypes: [],
		data: [{ field: 'value', operator: 'is', value: '2026-11-26T11:00:00.000Z' }],
	} as const;

	expect(filterFeatures(plan, filterForPlan(filter, plan, 'Pacific/Auckland'))).toEqual([plan[1]]);
});

describe('a filter reads its value as Push reads a cell of the field', () => {
	it.each([
		['412', ['0412', '0413']],
		['3.1', ['3.10', '3.20']],
		['46082', ['2026-03-01', '2026-03-02']],
		['1.3.2026', ['2026-03-01', '2026-03-02']],
		['2026-03-01', ['01.03.2026', '02.03.2026']],
		['0.5', ['50 %', '25 %']],
		['true', ['Yes', 'No']],
		['1250', ['1.250,00 €', '800,00 €']],
		['0.6041666666666666', ['14:30', '08:00']],
		[' Cafe\u0301\u00a0\u20111 ', ['Caf\u00e9 -1', 'Bar']],
	])('%j finds the first of %j', (value, values) => {
		const plan = planOf(...values);
		expect(found(plan, value)).toEqual([values[0]]);
		expect(found(plan, value, 'isNot')).toEqual([values[1]]);
	});

	it.each([
		[12.125, ['12,125', '12.125,000']],
		[12_125, ['12.125,000', '12,125']],
		[0.125, ['12,5 %', '25,0 %']],
		[412, ['0412', '0413']],
		[1250, ['1.250,00 €', '800,00 €']],
	])('the number %j finds the first of %j', (value, values) => {
		const plan = planOf(...values);
		expect(found(plan, value)).toEqual([values[0]]);
		expect(found(plan, value, 'isNot')).toEqual([values[1]]);
	});

	it('finds a value that is written in no format of its field, and parts of values', () => {
		expect(found(planOf('0412', 'WC', '412'), '412')).toEqual(['412']);
		expect(found(planOf('0412', '0512'), '41', 'contains')).toEqual(['0412']);
	});

	it('says what the field has where nothing is found', () => {
		const plan = planOf('0412', '0413');
		const filter = { types: [], zoneTypes: [], data: [{ field: 'Value', operator: 'is' as const, value: '9' }] };
		expect(whyMissed(plan, [], filterForPlan(filter, plan, 'UTC'))).toBe(
			'No feature of the plan has "9" in Value. It has "0412", "0413"',
		);
	});
});
