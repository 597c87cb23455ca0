import { meaningByPlan, readRow, rowColumnsOf } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const KEY = `dfld_${'v'.repeat(25)}`;

/** A plan whose data field Value has these values. */
const planOf = (values: string[]): Feature[] =>
	values.map((value) => ({ type: 'zone', data: [{ key: KEY, name: 'Value', value }] }));

/** What a cell becomes in a field that has these values; undefined where it is a problem. */
function written(cell: unknown, ...values: string[]): unknown {
	const columns = rowColumnsOf(planOf(values));
	const row = { Value: cell };
	const { feature, problems } = readRow(row, meaningByPlan(columns, 'error', row), '', columns.forms);
	if (problems.length > 0) return undefined;
	return (feature.data as Feature[])[0].value;
}

const day = new Date('2024-07-01T00:00:00Z');
const local = new Date(2024, 6, 1);
const luxon = { toJSDate: () => day };

describe('a cell takes the form that its field has on the plan', () => {
	it.each<[string, unknown, string[], string | undefined]>([
		['a serial number of a workbook', 45474, ['2024-01-31'], '2024-07-01'],
		['a serial number, in German', 45474, ['31.01.2024'], '01.07.2024'],
		['a serial number, in American', 45474, ['1/31/2024'], '7/1/2024'],
		['a date of ODS', local, ['31.01.2024', '1.2.2024'], '1.7.2024'],
		['a date of a Data Table', day, ['2024-01-31'], '2024-07-01'],
		['a date of Luxon', luxon, ['31.1.24'], '1.7.24'],
		['a date with a time', new Date('2024-07-01T08:30:00Z'), ['2024-01-31T00:00:00Z'], '2024-07-01T08:30:00.000Z'],
		['a date with a time, in a field of days', new Date('2024-07-01T08:30:12.345Z'), ['2024-01-31'], undefined],
		['a date that is written otherwise', '1.7.2024', ['31.01.2024'], '01.07.2024'],
		['a German date', '01.07.2024', ['2024-01-31'], '2024-07-01'],
		['an ISO date', '2024-07-01', ['31/01/2024'], '01/07/2024'],
		['a date whose day is known', '7/31/2024', ['2024-01-31'], '2024-07-31'],
		['a date whose month is known', '31/7/2024', ['2024/01/31'], '2024/07/31'],
		['a date of either day', '7/1/2024', ['2024-01-31'], undefined],
		['a date, where the plan tells no order', day, ['3/4/2024'], undefined],
		['no date at all', '31.02.2024', ['2024-01-31'], '31.02.2024'],
		['words', 'unknown', ['2024-01-31'], 'unknown'],
		['a date of one number for day and month', '7/7/24', ['2024-01-31'], '2024-07-07'],
		['a date with points', '3.4.2024', ['1/31/2024'], '4/3/2024'],
		['a date that begins with its year', '2024/7/1', ['31.01.2024'], '01.07.2024'],
		['a date of ISO with its time', '2024-07-01T08:00:00Z', ['2024-01-31T00:00:00Z'], '2024-07-01T08:00:00.000Z'],
		['a day that the calendar has not got', '2024-02-30', ['2024-01-31'], '2024-02-30'],
		['a month that the calendar has not got', '2024-13-45T00:00:00Z', ['2024-01-31T00:00:00Z'], '2024-13-45T00:00:00Z'],
		['a time that no clock has', '2024-02-01T25:00:00Z', ['2024-01-31T00:00:00Z'], '2024-02-01T25:00:00Z'],
		['a date that begins with its year, in a German field', '2024/03/05', ['13.04.2024'], '05.03.2024'],
		['such a date with points', '2024.03.05', ['13.04.2024'], '05.03.2024'],
		['an American date', '3/25/2024', ['13.04.2024'], '25.03.2024'],
		['a date of ISO at midnight', '2024-03-05T00:00:00Z', ['13.04.2024'], '05.03.2024'],
		['a whole number among decimals', 7, ['1.5', '2'], '7'],
		['a decimal, where places differ', 4.5, ['1,25', '3,5'], '4,5'],
		['a whole number, where places differ', 4, ['1,25', '3,5'], '4'],
		['a number, where points differ', 4.5, ['1,25', '3.5'], '4.5'],
		['half a day', 45474.5, ['2024-01-31'], undefined],
		['a truth value', true, ['2024-01-31'], undefined],
		['a share', 0.5, ['25 %'], '50 %'],
		['a share of thirds', 0.07, ['12,5%'], '7%'],
		['percents of a text file', '50.00%', ['25 %'], '50 %'],
		['a share as text', '0,125', ['12,5 %'], '12,5 %'],
		['a number that is no share', 50, ['25 %'], undefined],
		['words', 'half', ['25 %'], 'half'],
		['a truth value', true, ['25 %'], undefined],
		['a truth value', true, ['Yes', 'No'], 'Yes'],
		['a truth value of a sheet', 'FALSE', ['ja'], 'nein'],
		['a German one', 'WAHR', ['true', 'false'], 'true'],
		['a truth value', true, ['TRUE'], 'TRUE'],
		['a number of a database', 0, ['yes'], 'no'],
		['any other number', 7, ['yes'], undefined],
		['words', 'maybe', ['yes'], 'maybe'],
		['a number that lost its zeros', 7, ['007', '012'], '007'],
		['one of a text file', '7', ['007', '012'], '007'],
		['a longer one', 1007, ['007', '012'], '1007'],
		['a broken one', 7.5, ['007', '012'], undefined],
		['words', '7a', ['007', '012'], '7a'],
		['a truth value', false, ['007'], undefined],
		['a number', 12.5, ['3,5', '4,25'], '12,5'],
		['a number that lost its last zero', 3.1, ['3.10', '3.11'], '3.10'],
		['a decimal comma', '12,5', ['3.5', '4.25'], '12.5'],
		['thousands', '1.234,5', ['3.5', '4.25'], '1234.5'],
		['a comma of either kind', '12,500', ['3.5'], undefined],
		['a number that lost its point', 3101, ['3.101', '3.102'], undefined],
		['a text that lost its point', '3101', ['3.101', '3.102'], undefined],
		['a huge number', 1e21, ['3.5'], undefined],
		['words', 'small', ['3.5'], 'small'],
		['a truth value', true, ['3.5'], undefined],
		['a number', 7, ['1', '12'], '7'],
		['a truth value', true, ['1', '12'], undefined],
		['a number', 7, ['Anna', '12'], '7'],
		['a truth value', true, ['Anna'], 'true'],
		['a date', day, ['Anna'], '2024-07-01'],
		['a date', day, [''], '2024-07-01'],
		['a date with a time', new Date('2024-07-01T08:30:00.500Z'), ['1'], '2024-07-01T08:30:00.500Z'],
		['an object', { a: 1 }, ['Anna'], undefined],
		['a date that is none', new Date('none'), ['Anna'], undefined],
	])('%s: %j, where values are %j, becomes %j', (_what, cell, values, text) => {
		expect(written(cell, ...values)).toBe(text);
	});

	it.each(['2024-01-31', '3/4/2024', '25 %', 'Yes', '007', '3.101', '12,5', ' 7'])(
		'the value %j of the plan stays as it is',
		(value) => {
			expect(written(value, value)).toBe(value);
		},
	);

	it('is written as it is where a field has no values, and where features have no data', () => {
		const columns = rowColumnsOf([{ type: 'room' }, { type: 'zone', data: [{ key: KEY, name: 'Value', value: 7 }] }]);
		const row = { Value: 45474 };

		expect(readRow(row, meaningByPlan(columns, 'error', row), '', columns.forms).feature.data).toEqual([
			{ key: KEY, name: 'Value', value: '45474' },
		]);
	});

	it.each([
		[day, ['Ja']],
		[day, ['25 %']],
		[day, ['007']],
		[day, ['2.5']],
	])('a date is accepted, whatever the field holds: %j, %j', (cell, values) => {
		expect(written(cell, ...values)).toBe('2024-07-01');
	});
});
