import { DateTime, Settings } from 'luxon';
import { FieldFormat, readRow, rowColumnsOf } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const KEY = `dfld_${'v'.repeat(25)}`;

/** A plan whose data field Value has these values. */
const planOf = (values: string[]): Feature[] =>
	values.map((value) => ({ type: 'zone', data: [{ key: KEY, name: 'Value', value }] }));

/** What a cell becomes in a field that has these values; undefined where it is a problem. */
function written(cell: unknown, values: string[], timezone?: string): unknown {
	const { feature, problems } = readRow({ Value: cell }, rowColumnsOf(planOf(values), timezone), { extra: 'error' });
	if (problems.length > 0) return undefined;
	return (feature.data as Feature[])[0].value;
}

const day = new Date('2024-07-01T00:00:00Z');
/** Midnight of the process, as a driver of a database gives it. */
const local = new Date(2024, 6, 1);
const time = new Date('2024-07-01T08:30:00Z');

describe('a cell takes the format that its field has on the plan', () => {
	it.each<[string, unknown, string[], string | undefined]>([
		['a serial number of a workbook', 45474, ['2024-01-31'], '2024-07-01'],
		['a serial number, in German', 45474, ['31.01.2024'], '01.07.2024'],
		['a serial number, in American', 45474, ['1/31/2024'], '7/1/2024'],
		['a serial number, in British', 45474, ['31/01/2024'], '01/07/2024'],
		['a serial number, with the name of the month', 45474, ['31 Dec 2026'], '01 Jul 2024'],
		['a serial number, with a short day', 45474, ['1 Dec 2026', '31 Dec 2026'], '1 Jul 2024'],
		['a serial number, in words', 45474, ['31. Dezember 2026'], '1. Juli 2024'],
		['a serial number, American in words', 45474, ['December 31, 2026'], 'July 1, 2024'],
		['a serial number as text', '45474', ['31.01.2024'], '01.07.2024'],
		['the number of a room by building and floor', '1.02.16', ['1.02.15', '1.03.07', '1.01.22'], '1.02.16'],
		['such a number with zeros', '01.02.016', ['01.02.015', '01.03.007'], '01.02.016'],
		['such a number that is no date', '1.32.15', ['1.02.15', '1.03.07'], '1.32.15'],
		['such a number with a letter', 'B.1.02', ['1.02.15', '1.03.07'], 'B.1.02'],
		['such a number with slashes', '2/03/016', ['2/03/015', '2/04/001'], '2/03/016'],
		['a room beside 1.1.01', '1.13.01', ['1.1.01', '1.2.01'], '1.13.01'],
		['a room with zeros beside 1.1.01', '01.02.05', ['1.1.01', '1.2.01'], '01.02.05'],
		['a date of the other order', '31/12/2026', ['12/31/2026'], undefined],
		['an American date of the other order', '12/31/2026', ['31/12/2026'], undefined],
		['an area in one sign', 30.5, ['10.5㎡', '11.5㎡'], '30.5㎡'],
		['an area in Cyrillic letters', '31,5', ['10,5 м²', '11,5 м²'], '31,5 м²'],
		['a number among dates in Arabic digits', 45474, ['٣١/٠١/٢٠٢٤', '٢٨/٠٢/٢٠٢٤'], undefined],
		['a quotient', 100 / 3, ['28.90', '30.25'], '33.33'],
		['a share of thirds', 1 / 3, ['33.3 %', '66.7 %'], '33.3 %'],
		['a number of two rooms', 3.1, ['3.1', '3.10'], undefined],
		['the text of one of two rooms', '3.1', ['3.1', '3.10'], '3.1'],
		['thousands among whole numbers', '1,100', ['1200', '950'], undefined],
		['decimals among whole numbers', '85,5', ['1200', '950'], '85,5'],
		['a unit among whole numbers', '85 m²', ['1200', '950'], undefined],
		['a checkbox among letters', true, ['Y', 'N'], 'Y'],
		['a word among letters', 'no', ['Y', 'N'], 'N'],
		['a letter beside names that may be ticks', 'Y', ['X'], 'Y'],
		['another letter beside names that may be ticks', 'N', ['X'], 'N'],
		['nothing in a pivot table', '(blank)', ['A', 'B'], undefined],
		['one of the opening hours', '10:30', ['9:00-10:00'], '10:30'],
		['a sum of a sheet', 28.299999999999997, [''], '28.3'],
		['a sum of a sheet, where numbers are whole', 28.299999999999997, ['12', '28'], '28.3'],
		['a number that may be a year', 2024, ['31.01.2024'], undefined],
		['a date of ODS', local, ['31.01.2024', '1.2.2024'], '1.7.2024'],
		['a date of a Data Table', day, ['2024-01-31'], '2024-07-01'],
		['a date of Luxon', DateTime.fromISO('2024-07-01', { zone: 'Pacific/Auckland' }), ['31.1.24'], '1.7.24'],
		['a date with a time', time, ['2024-01-31T00:00:00Z'], '2024-07-01T08:30:00Z'],
		['a date with a time, to the millisecond', time, ['2024-01-31T00:00:00.000Z'], '2024-07-01T08:30:00.000Z'],
		['a date with a time, in a field of days', time, ['2024-01-31'], undefined],
		['a text with an offset', '2026-11-26T00:00:00.000-05:00', ['2024-01-31'], '2026-11-26'],
		['a time of day with an offset', '2026-11-26T19:00:00.000-05:00', ['2024-01-31'], undefined],
		['a date that is written otherwise', '1.7.2024', ['31.01.2024'], '01.07.2024'],
		['a German date', '01.07.2024', ['2024-01-31'], '2024-07-01'],
		['an ISO date', '2024-07-01', ['31/01/2024'], '01/07/2024'],
		['a date whose day is known', '7/31/2024', ['2024-01-31'], '2024-07-31'],
		['a date whose month is known', '31/7/2024', ['2024/01/31'], '2024/07/31'],
		['a date of either day', '7/1/2024', ['2024-01-31'], undefined],
		['a date, where the plan tells no order', day, ['03/04/2024'], undefined],
		['no date at all', '31.02.2024', ['2024-01-31'], undefined],
		['words', 'unknown', ['2024-01-31'], undefined],
		['a date of one number for day and month', '7/7/24', ['2024-01-31'], '2024-07-07'],
		['a date with points', '3.4.2024', ['1/31/2024'], '4/3/2024'],
		['a date that begins with its year', '2024/7/1', ['31.01.2024'], '01.07.2024'],
		['a day that the calendar has not got', '2024-02-30', ['2024-01-31'], undefined],
		['a time that no clock has', '2024-02-01T25:00:00Z', ['2024-01-31T00:00:00Z'], undefined],
		['such a date with points', '2024.03.05', ['13.04.2024'], '05.03.2024'],
		['an American date', '3/25/2024', ['13.04.2024'], '25.03.2024'],
		['a date of ISO at midnight', '2024-03-05T00:00:00Z', ['13.04.2024'], '05.03.2024'],
		['a time with seconds and a zero', 0.0625, ['02:05:00 AM', '11:40:00 PM'], '01:30:00 AM'],
		['a short year and a zero', '2024-07-01', ['05-Jan-24', '31-Dec-26'], '01-Jul-24'],
		['a time of the 24th minute', '08:24:00', ['14:30'], '08:24'],
		['a time of a workbook', 0.6041666666666666, ['08:00'], '14:30'],
		['a time of a workbook, American', 0.6041666666666666, ['8:00 AM'], '2:30 PM'],
		['a time with seconds', '14:30:00', ['08:00'], '14:30'],
		['a time whose seconds would be lost', '14:30:15', ['08:00'], undefined],
		['a day in a field of times', 45474, ['08:00'], undefined],
		['a date and time of a workbook', 46387.60416666666, ['01.02.2027 08:00'], '31.12.2026 14:30'],
		['a date and time of ISO', '2026-12-31T14:30', ['01.02.2027 08:00'], '31.12.2026 14:30'],
		['a date and time in words', '31 Dec 2026 14:30', ['01.02.2027 08:00'], '31.12.2026 14:30'],
		[
			'a date and time with an offset',
			'1.7.2024 08:30+02:00',
			['2024-01-31T00:00:00+01:00'],
			'2024-07-01T08:30:00+02:00',
		],
		['a date and time with a short offset', time, ['2024-01-31 00:00+0000'], '2024-07-01 08:30+0000'],
		['a day of either order as it is written', '05/06/2024', ['03/04/2024'], '05/06/2024'],
		['a share of a day beyond it', 1.5, ['08:00'], undefined],
		['a time in a field of days', '08:00', ['2024-01-31'], undefined],
		['half a day', 45474.5, ['2024-01-31'], undefined],
		['a truth value', true, ['2024-01-31'], undefined],
		['a whole number among decimals', 7, ['1.5', '2'], '7'],
		['a decimal, where places differ', 4.5, ['1,25', '3,5'], '4,5'],
		['a share', 0.5, ['25 %'], '50 %'],
		['a share of thirds', 0.07, ['12,5%'], '7%'],
		['percents of a text file', '50.00%', ['25 %'], '50 %'],
		['a share as text', '0,125', ['12,5 %'], '12,5 %'],
		['a share so small that it would be written with an exponent', '0.0000000001', ['50 %', '12.5 %'], undefined],
		['a number that is no share', 50, ['25 %'], undefined],
		['words', 'half', ['25 %'], undefined],
		['a truth value', true, ['Yes', 'No'], 'Yes'],
		['a truth value of a sheet', 'FALSE', ['ja'], 'nein'],
		['the other word of a pair, which only one language has', 'Nej', ['Ja'], 'Nej'],
		['a truth value of words that several languages have', false, ['Ja'], 'Nein'],
		['the word that they share', 1, ['Ja'], 'Ja'],
		['a truth value in Danish', 0, ['Ja', 'Nej'], 'Nej'],
		['a truth value in Italian', true, ['Sì', 'No'], 'Sì'],
		['an Italian word without its accent', 'Si', ['Sì', 'No'], 'Sì'],
		['a truth value in Portuguese', true, ['Sim', 'Não'], 'Sim'],
		['a truth value of an Italian sheet', 'VERO', ['Yes', 'No'], 'Yes'],
		['a count beside a word', 1, ['No', '2', '4'], '1'],
		['a count as text beside a word', '1', ['No', '2', '4'], '1'],
		['a count beside words', 1, ['no', '2 spaces', '3 spaces'], undefined],
		['a word of several pairs', 'yes', ['Ja', 'Yes', 'Nein'], 'Yes'],
		['a truth value of several pairs', true, ['Yes', 'No', 'TRUE'], undefined],
		['a truth value of directions', true, ['NO', 'SW'], undefined],
		['a word of both beside another text', 'no', ['Yes', 'No', 'Partly'], 'No'],
		['a German one', 'WAHR', ['true', 'false'], 'true'],
		['a truth value', true, ['TRUE'], 'TRUE'],
		['a number of a database', 0, ['yes'], 'no'],
		['any other number', 7, ['yes'], undefined],
		['a dash', '-', ['Yes', 'No'], undefined],
		['a dash of the plan', '-', ['Yes', '-'], '-'],
		['a number that lost its zeros', 7, ['007', '012'], '007'],
		['one of a text file', '7', ['007', '012'], '007'],
		['a longer one', 1007, ['007', '012'], '1007'],
		['one beside longer ones', 7, ['007', '1234'], '007'],
		['a negative one', -108, ['007', '012'], undefined],
		['a negative one beside another', -108, ['007', '-103'], '-108'],
		['one of a text file beside another', '-108', ['110', '-103', '042', 'E153'], '-108'],
		['a shorter negative one beside another', -7, ['007', '-103'], '-007'],
		['one with decimals, such as floor and room', 1.1, ['01.05', '12.10'], '01.10'],
		['one where the zeros are unclear', 7, ['007', '12'], '007'],
		['text where the zeros are unclear', '7', ['007', '12'], '007'],
		['a number of the plan where the zeros are unclear', 12, ['007', '12'], '12'],
		['the end of a day, which Luxon takes for the beginning', '24:00', ['08:00'], undefined],
		['a broken one', 7.5, ['007', '012'], undefined],
		['a name among numbers', '7a', ['007', '012'], '7a'],
		['no name among numbers', 'n/a', ['007', '012'], undefined],
		['a number among names and such numbers', 7, ['007', '012', 'WC'], '007'],
		['a truth value', false, ['007'], undefined],
		['a number', 12.5, ['3,5', '4,25'], '12,5'],
		['a number that lost its last zero', 3.1, ['3.10', '3.11'], '3.10'],
		['a decimal comma', '12,5', ['3.5', '4.25'], '12.5'],
		['a dash among whole numbers', '-', ['4', '12'], undefined],
		['a dash among whole numbers and names', '-', ['4', 'WC'], '-'],
		['a name among whole numbers', 'WC', ['4', '12'], 'WC'],
		['a whole number of a program', '101.0', ['4', '12'], '101'],
		['a number that is no whole one', '3.10', ['4', '12'], '3.10'],
		['a whole number of a database', '12.00', ['4', '12'], '12'],
		['a whole number of a database that is new', '-13.0000', ['4', '12'], '-13'],
		['what may be a German thousand', '1.000', ['1200', '950'], '1.000'],
		['a whole number of a database, where others are whole or have decimals', '13.00', ['12.55', '7'], '13'],
		['decimals of a database', '12.5000', ['12.50', '14.25', '9.00'], '12.50'],
		['decimals of a database that are new', '13.7500', ['12.50', '14.25', '9.00'], '13.75'],
		['decimals of a database that are no zeros', '13.7550', ['12.50', '14.25', '9.00'], '13.755'],
		['decimals of a database, in German', '13.7500', ['12,50', '14,25'], '13,75'],
		['decimals of a database, where some have more', '12.5000', ['12.50', '7.125'], '12.50'],
		['a whole number of a database, where one that ends in a zero was added', '13.00', ['4', '13', '3.10'], '13'],
		['an amount of a database', '800.0000', ['1.250,00 €'], '800,00 €'],
		['an area of a database', '12.5000', ['25,50 m²', '30,00 m²'], '12,50 m²'],
		['a room, where all have one decimal', '3.10', ['3.1', '3.2'], '3.10'],
		['a negative share', -0.25, ['25 %'], '-25 %'],
		['a negative number that is no share', -50, ['25 %'], undefined],
		['a negative number that is no share, as text', '-50', ['25 %'], undefined],
		['a number that is unlike what may be thousands', 5000.5, ['1,234', '12,345'], undefined],
		['thousands', '1.234,5', ['3.5', '4.25'], '1234.5'],
		['a comma of either kind', '12,500', ['3.5'], undefined],
		['a number that lost its point', 3101, ['3.101', '3.102'], '3.101'],
		['another number that lost its point', 3103, ['3.101', '3.102'], undefined],
		['a text that lost its point', '3101', ['3.101', '3.102'], undefined],
		...[9.5, 12.5, '9,4', 0.5].map((cell): [string, unknown, string[], undefined] => [
			'a number that would be a thousand times as much',
			cell,
			['12,500', '8,250', '10,000'],
			undefined,
		]),
		['a text of such thousands', '9,400', ['12,500', '8,250', '10,000'], '9,400'],
		['a room like them', 3.105, ['3.101', '3.102'], '3.105'],
		['an area', 31.25, ['25,50 m²', '30,00 m²', '1.012,75 m²'], '31,25 m²'],
		['an area with its unit', '31.25 m²', ['25,50 m²', '30,00 m²', '1.012,75 m²'], '31,25 m²'],
		...['296 ft²', 'unknown', '31.25 kg'].map((cell): [string, unknown, string[], undefined] => [
			'what is no such area',
			cell,
			['25,50 m²', '30,00 m²', '1.012,75 m²'],
			undefined,
		]),
		['a weight', 9, ['12 kg', '8 kg'], '9 kg'],
		['a weight with decimals', '9.5 kg', ['12 kg', '8 kg'], '9.5 kg'],
		['a weight whose sign before decimals is not known', 9.5, ['12 kg', '8 kg'], undefined],
		['an area with more decimals', 31.256, ['25,50 m²', '30,00 m²'], '31,256 m²'],
		['a temperature of another scale', '77 °F', ['25 °C', '22 °C'], undefined],
		['an area with thousands', 1300, ['1,250 sq ft', '980 sq ft'], '1,300 sq ft'],
		['a room with a letter, among such rooms', '14', ['12a', '13a'], '14'],
		...['Not Placed', 'Not Enclosed', 'Redundant Room', '[m²]', 'm²', '31.22 sqm'].map(
			(cell): [string, unknown, string[], undefined] => ['what is no area', cell, ['25.53', '30.17'], undefined],
		),
		['an empty list', [], ['Anna'], ''],
		['an empty list as text', '[]', ['Anna'], ''],
		['a linked record, or a checked box', ['Cleo'], ['Anna'], 'Cleo'],
		['one as text', '["Cleo"]', ['Anna'], 'Cleo'],
		['one without a text', [null], ['Anna'], ''],
		['one number', [412], ['0413'], '0412'],
		['a list in a list', [['Cleo']], ['Anna'], undefined],
		...['recA1b2C3d4E5f6G7', '5c1d4e7a-0b2f-4a6c-9d8e-7f6a5b4c3d2e', '5C1D4E7A-0B2F-4A6C-9D8E-7F6A5B4C3D2E'].flatMap(
			(id): Array<[string, unknown, string[], string | undefined]> => [
				['the id of a linked record', [id], ['Anna'], undefined],
				['the id of a linked record, where there is no value', [id], [''], undefined],
				['the id of a linked record as JSON', `["${id}"]`, ['Anna'], undefined],
				['an id among such ids', [id], [id.replace(/\d/g, '0')], id],
				['an id as text', id, ['Anna'], id],
			],
		),
		['a name like an id of a record', ['recreation rooms'], ['Anna'], 'recreation rooms'],
		...['["A","B"]', '[{"name":"Acme"}]', '{"text":"Acme"}', '{}', ['A', 'B']].map(
			(cell): [string, unknown, string[], undefined] => ['JSON', cell, ['Anna'], undefined],
		),
		['what only begins like it', '[A] Annex', ['Anna'], '[A] Annex'],
		['JSON that the plan has', '["A"]', ['["A"]'], '["A"]'],
		['wide digits', '０１０４', ['0101', '0102'], '0104'],
		['wide digits with a point', '１２．５', ['3.5', '4.25'], '12.5'],
		['wide digits among letters', 'ビル１', ['ビル２'], 'ビル１'],
		['a number of thousands', 1500.5, ['1,234.50', '20.00'], '1,500.50'],
		['a number of German thousands', 1500.5, ['1.234,50', '20,00'], '1.500,50'],
		['a number of thousands alone', 1500, ['1,250', '800'], '1,500'],
		['an amount', 800, ['1.250,00 €'], '800,00 €'],
		['an amount of dollars', 1800, ['$1,250.00', '$800.00'], '$1,800.00'],
		['an amount of francs', 1250.5, ["CHF 1'100.00"], "CHF 1'250.50"],
		['an amount without its cents', 1500, ['800 €', '1.250 €'], '1.500 €'],
		['an amount that has more digits', 800.555, ['1.250,00 €'], undefined],
		['an amount as text', '1250', ['1.250,00 €'], '1.250,00 €'],
		['an amount as text, with its sign', '€ 5', ['1.250,00 €'], undefined],
		['a sum of a sheet', 1000.3000000000001, ['1,234.50', '20.00'], '1,000.30'],
		['a debt', -5, ['1.250,00 €'], '-5,00 €'],
		['a number', 7, ['1', '12'], '7'],
		['a truth value', true, ['1', '12'], undefined],
		['a number', 7, ['Anna', '12'], '7'],
		['a number among names', 7, ['Anna'], '7'],
		['a number among names with digits', 7, ['A12', 'B3'], undefined],
		['a number among telephones', 441234567, ['+44 1234 567'], undefined],
		['a name', 'Berta ', ['Anna'], 'Berta'],
		['a truth value in the letter case of the plan', false, ['Ja', 'teilweise', 'nein'], 'nein'],
		['a year that two digits do not hold', '31.12.9999', ['15-Mar-26', '01-Nov-27'], undefined],
		['a day of the last century', '1955-01-01', ['01.03.26', '31.12.27'], undefined],
		['a day that may be a number', 46_387, ['01.03.2026', '2027', 'unbefristet'], undefined],
		['a time that may be a number', 0.5, ['09:00', '17:30', '12.5'], undefined],
		['a number that a program filled up', '0000004711', ['4711', '4712'], '4711'],
		['such a number that the plan does not have', '0000004713', ['4711', '4712'], '0000004713'],
		['such a number where the plan has it so', '004711', ['4711', '004711'], '004711'],
		...['x', 'X', '✓', '✔', '✔️', '☑', '☒', '✅', '●'].flatMap((mark): Array<[string, unknown, string[], string]> => [
			['a truth value among marks', true, [mark], mark],
			['a truth value among marks that stand for true', false, [mark], ''],
			['a truth value of a sheet among marks', 'TRUE', [mark, ''], mark],
		]),
		...['✓ ✗', '✔ ✘', '☑ ☐', '✔ ✗'].flatMap((marks): Array<[string, unknown, string[], string]> => [
			['a truth value among marks of both kinds', true, marks.split(' '), marks[0]],
			['a truth value among marks of both kinds', false, marks.split(' '), marks[2]],
		]),
		...[
			['x', '✓'],
			['✗'],
			['☐'],
			['x', 'planned'],
			['N', 'O'],
			['N', 'S', 'E'],
			['✗', '☐', '✓'],
			['–', 'Anna'],
		].flatMap((values) =>
			[true, false].map((cell): [string, unknown, string[], undefined] => [
				'a truth value, where none or several marks stand for it',
				cell,
				values,
				undefined,
			]),
		),
		['a truth value among marks and gaps', false, ['x', '–'], ''],
		['a truth value where there is no value', true, ['–'], undefined],
		['a truth value of a sheet among several marks', 'TRUE', ['x', '✓'], undefined],
		['a word where there is no value', 'Yes', ['–'], 'Yes'],
		['a text among marks', 'planned', ['x'], 'planned'],
		['a dash among marks', '-', ['x'], '-'],
		['a count among marks', 7, ['x'], '7'],
		['a count among marks that may be a truth value', '1', ['X'], '1'],
		['nothing among marks that may be a truth value', 0, ['X'], undefined],
		...['E', 'NO', 'no', 'SW'].flatMap((cell) =>
			[
				['N', 'S'],
				['N', 'O'],
				['S', 'O'],
			].map((values): [string, unknown, string[], string] => ['a direction among directions', cell, values, cell]),
		),
		...['ceiling broken', 'x'.repeat(65), '12 spots', '2026-03-01'].flatMap((cell) =>
			['no', 'Yes', 'NEIN'].map((word): [string, unknown, string[], string] => [
				'a text beside one word of a pair',
				cell,
				[word],
				cell,
			]),
		),
		...[
			['Yes', 'No'],
			['ja', 'nein'],
			['Y', 'N'],
		].map((values): [string, unknown, string[], undefined] => [
			'a text beside both words of a pair',
			'ceiling broken',
			values,
			undefined,
		]),
		['a date among names', day, ['Anna'], '2024-07-01'],
		...[time, DateTime.fromJSDate(time)].flatMap((cell) =>
			[
				['2026-03-01', 'open', '2027-01-31'],
				['2024-01-31', 'Dec 2026'],
			].map((values): [string, unknown, string[], undefined] => ['a time among days', cell, values, undefined]),
		),
		['a midnight among days and a word', day, ['2026-03-01', 'open', '2027-01-31'], '2024-07-01'],
		['a date among names with digits', day, ['1st quarter'], undefined],
		['a date, where there is no value', day, [''], '2024-07-01'],
		['a number, where there is no value', 7.5, [''], '7.5'],
		[
			'a time that a workbook gives a millisecond too early',
			new Date('2059-12-31T22:02:59.999Z'),
			['2030-01-01 10:00'],
			'2059-12-31 22:03',
		],
		['an object', { a: 1 }, ['Anna'], undefined],
		['a date that is none', new Date('none'), ['Anna'], undefined],
		['a whole number that lost digits', 2 ** 53, [''], undefined],
		['a huge number', 1e21, ['3.50'], undefined],
		['a tiny number', 1e-7, ['3.50'], undefined],
		['a long number of a text file', '8,20252E+18', [''], undefined],
		['a number of a text file without a point', '1E+05', [''], undefined],
		['a name that only looks like one', '1E-05', [''], '1E-05'],
		['an error of a sheet', '#N/A', [''], undefined],
		['an error of a German sheet', '#WERT!', ['Anna'], undefined],
		['an error of Google Sheets', '#ERROR!', ['Anna'], undefined],
		['an error of LibreOffice', 'Err:509', ['Anna'], undefined],
		['a column that is too narrow', '#####', ['Anna'], undefined],
		['a formula that is not there yet', 'Loading...', ['Anna'], undefined],
		...[
			'NULL',
			'null',
			'(null)',
			'[NULL]',
			'<null>',
			'\\N',
			'nan',
			'undefined',
			'NaN',
			'Invalid DateTime',
			'Invalid Date',
		].map((text): [string, unknown, string[], undefined] => [
			'what a program writes for nothing',
			text,
			['Anna'],
			undefined,
		]),
		...['Null', 'Nan', 'Undefined territory'].map((text): [string, unknown, string[], string] => [
			'a name that is like it',
			text,
			['Anna'],
			text,
		]),
		['a number sign', '#12', ['Anna'], '#12'],
		['an expression as text', 'Lease of {{ $json.Tenant }}', ['Anna'], undefined],
		['a room number that Excel took for a date', '3-Jan', ['3-01', '3-10'], undefined],
		['a room number that Excel took for a month', 'Mar-10', ['3-01', '3-10'], undefined],
		['a room number that a German Excel took for a date', '03. Okt', ['3.01', '3.10'], undefined],
		['a name with a month in it', 'Marketing', ['3-01', '3-10'], 'Marketing'],
		['such a name that is short', 'Main', ['3-01', '3-10'], 'Main'],
		['a room with a letter', '3-12a', ['3-01', '3-10'], '3-12a'],
		['a month among texts', '3-Jan', ['Anna', '3-01'], '3-Jan'],
		['a text with marks that nobody sees', '\u200e3.01\u200b', ['3.01', '3.02'], '3.01'],
		['a letter that is written as two', 'Cafe\u0301', ['Caf\u00e9'], 'Caf\u00e9'],
		['an area with its unit', '28.9 m²', ['28.9', '12.5'], undefined],
		['an area of another unit', '75 sq ft', ['28.9', '12.5'], undefined],
		['a room number with a letter', '12a', ['11', '12'], '12a'],
		['an object that an expression wrote as text', 'Room [object Object]', ['Anna'], undefined],
		...[
			...['Anna &amp; Co', 'Caf&eacute;', 'M&#252;ller', '&nbsp;', 'Anna<br>Bert', '<p>Anna</p>', 'm&sup2;', '20&deg;'],
			...['O&rsquo;Neil', 'Smith &ndash; Co', '&oslash;re', '<u>x</u>', '<font color="red">x</font>', '<![CDATA[x]]>'],
		].map((text): [string, unknown, string[], undefined] => ['HTML', text, ['Anna'], undefined]),
		...['R&D', 'A & B; C', 'A&B;', 'Smith &Co; Sons', '<3', 'a < b > c', '<none>', 'Cleo <cleo@x.org>'].map(
			(text): [string, unknown, string[], string] => ['what is no HTML', text, ['Anna'], text],
		),
		...['=SUM(B2:B9)', '=B2*C2', "='Sheet 1'!A1", '=Tenants!A2', '=1+1', '="a"&B1', '=$A$1'].map(
			(text): [string, unknown, string[], undefined] => ['a formula', text, ['Anna'], undefined],
		),
		...['=> see note', '=', '== 3.01 ==', 'a=B2', '=equal'].map((text): [string, unknown, string[], string] => [
			'what is no formula',
			text,
			['Anna'],
			text,
		]),
		['HTML that the plan has', 'Anna &amp; Co', ['Anna &amp; Co'], 'Anna &amp; Co'],
		['a text of another encoding', 'M\ufffdller', ['Anna'], undefined],
		['a text of Windows-1252 read as Latin1', '700 \u0080', ['Anna'], undefined],
		...['JÃ¼rgen', 'GrÃ¶ÃŸe', '20 Â°C', 'a â€“ b', 'Ã„rzte'].map((text): [string, unknown, string[], undefined] => [
			'a text of UTF-8 read as Latin1 or Windows-1252',
			text,
			['Anna'],
			undefined,
		]),
		...['SÃO PAULO', 'Ângela', 'À côté', '70 €'].map((text): [string, unknown, string[], string] => [
			'such letters as they are meant',
			text,
			['Anna'],
			text,
		]),
		['more zeros than the others have', '0004', ['001', '002'], undefined],
		['a debt among numbers that begin with zeros', -7, ['001', '002'], undefined],
		['a number without its last zero, where some have more decimals', 8, ['12.5', '10.0', '12.55'], '8.0'],
		['a whole number of a program, where numbers end in a zero', '13.0', ['12.55', '10.0'], '13.0'],
		['a time with seconds, where the field has another text', '9:00:15', ['08:00', 'closed'], undefined],
		['a date of no format of the field, where it has another text', '05/06/2026', ['31.12.2026', 'open'], undefined],
		['a text beside them', 'by appointment', ['08:00', 'closed'], 'by appointment'],
		['a German day in a field of instants', '01.07.2026', ['2026-03-01T14:30:00Z'], '2026-07-01T00:00:00Z'],
		...['010326', '260301', '202603', 260301, 202603].map((cell): [string, unknown, string[], undefined] => [
			'digits of a date, which are no serial number',
			cell,
			['31.01.2024'],
			undefined,
		]),
		['the last serial number', 109574, ['31.01.2024'], '31.12.2199'],
		...['2026-03-04', '3/4/2026', '2026-03-04 00:00:00', '04.03.2026'].map(
			(cell): [string, unknown, string[], undefined] => [
				'a room number that a program took for a date',
				cell,
				['3-1', '3-2'],
				undefined,
			],
		),
		['a room of three parts', '3-1-2', ['3-1', '3-2'], '3-1-2'],
		['a room that only begins as a year does', '20-1', ['3-1', '3-2'], '20-1'],
		...['2026-03-04', '4 Mar 2026', '30-Dec', '9:15 AM'].map((cell): [string, unknown, string[], undefined] => [
			'a date or time among numbers',
			cell,
			['0.25', '0.5'],
			undefined,
		]),
		...['12 SF', '12,5 m^2', '12.5 m^2', '12 ft^2'].map((cell): [string, unknown, string[], undefined] => [
			'an area with its unit, where numbers have two decimals',
			cell,
			['12.50', '8.25'],
			undefined,
		]),
		['a time with a space that does not break', '9:15\u202fAM', ['8:00 AM', '12:30 PM'], '9:15 AM'],
		['a date with such spaces', '30\u00a0Dec\u00a02026', ['31 Dec 2026'], '30 Dec 2026'],
		['an instant with one', '31.12.2026\u00a014:30', ['01.02.2027 08:00'], '31.12.2026 14:30'],
		['an amount with them', '1\u202f250,00\u00a0€', ['1.250,00 €', '800,00 €'], '1.250,00 €'],
		['a name with one', 'Anna\u00a0Lind', ['Bert'], 'Anna Lind'],
		['a name with one, as the plan has it', 'Anna\u00a0Lind', ['Anna\u00a0Lind'], 'Anna\u00a0Lind'],
		['a date with them, where the plan has them', '30\u00a0Dec\u00a02026', ['31\u00a0Dec\u00a02026'], '30 Dec 2026'],
		...[
			'B\\X2\\00FC\\X0\\ro',
			'B\\X\\FCro',
			'Acme_x000D_',
			'Acme_x000A_Ltd',
			'Acme\u0000',
			'Acme\u000bLtd',
			'B√ºro',
			'B├╝ro',
		].map((text): [string, unknown, string[], undefined] => [
			'what a program made of a character',
			text,
			['Anna'],
			undefined,
		]),
		...['#N/B', '#Н/Д', '#I/T', '#YOK', '#GETTING_DATA', '#HIÁNYZIK'].map(
			(text): [string, unknown, string[], undefined] => ['an error of a sheet', text, ['Anna'], undefined],
		),
		...['C:\\X', 'C:\\XML\\a', '√2', '√ 2', 'a_x_b', '#B/1', 'A\tB', 'A\nB'].map(
			(text): [string, unknown, string[], string] => ['a text that looks like it', text, ['Anna'], text],
		),
	])('%s: %j, where values are %j, becomes %j', (_what, cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});

	it('as text, a list in ever more lists is none', () => {
		expect(written(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, ['Anna'])).toBeUndefined();
	});

	it('says of linked records that it has ids in place of names, however many there are', () => {
		const id = 'recA1b2C3d4E5f6G7';
		const problem = { rule: 'linkedRecord', details: id };
		expect([[id], [id, 'recA1b2C3d4E5f6G8']].map((cell) => new FieldFormat('Use').textOf(cell))).toEqual([
			problem,
			problem,
		]);
	});

	it.each(['2024-01-31', '3/4/2024', '25 %', 'Yes', '007', '3.101', '12,5', ' 7', '#N/A', 'NULL', 'M\ufffdller', '-'])(
		'the value %j of the plan stays as it is',
		(value) => {
			expect(written(value, [value])).toBe(value);
		},
	);

	it.each([
		['2024-07-01T04:00:00Z', 'America/New_York', '2024-07-01'],
		['2024-06-30T22:00:00.000Z', 'Europe/Berlin', '2024-07-01'],
		['2024-06-30T12:00:00.000Z', 'Pacific/Auckland', '2024-07-01'],
		['2024-07-01T12:00:00.000Z', 'Europe/Berlin', undefined],
	])('an instant is a day where it is midnight in the zone of the workflow: %s in %s', (instant, timezone, text) => {
		for (const cell of [instant, new Date(instant)]) {
			expect(written(cell, ['2024-01-31'], timezone)).toBe(text);
			// In a field with times a day is its first minute.
			if (text !== undefined) expect(written(cell, ['2024-01-31 09:15'], timezone)).toBe(`${text} 00:00`);
		}
	});

	it.each(['America/New_York', 'Asia/Tokyo'])('a day without an offset is read by no clock: %s', (clock) => {
		const { defaultZone } = Settings;
		Settings.defaultZone = clock;
		try {
			for (const cell of ['2026-07-01', '2026-07-01T00:00:00', '01.07.2026'])
				expect(written(cell, ['2026-03-01T14:30:00Z'])).toBe('2026-07-01T00:00:00Z');
		} finally {
			Settings.defaultZone = defaultZone;
		}
	});

	it('a time of day of ODS is that of the process, whatever zone the workflow has', () => {
		const cell = new Date(1899, 11, 31, 3, 55);
		for (const one of [cell, cell.toISOString()]) expect(written(one, ['14:30'], 'America/New_York')).toBe('03:55');
		for (const values of [[''], ['Anna']]) expect(written(cell, values)).toBe('03:55');
		expect(written(new Date(1899, 11, 31, 3, 55, 7), [''])).toBe('03:55:07');
	});

	const DATES = ['dd LLL yyyy', 'd LLL yyyy', 'dd LLLL yyyy', 'd LLLL yyyy', 'd. LLL yyyy', 'd. LLLL yyyy']
		.concat('dd-LLL-yyyy', 'd-LLL-yyyy', 'dd-LLL-yy', 'd-LLL-yy')
		.concat('LLL dd, yyyy', 'LLL d, yyyy', 'LLLL d, yyyy', 'LLL d yyyy', 'LLLL d yyyy');

	it.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'nb'])('a day has months in the language %s', (locale) => {
		const hasOrdinals = ['de', 'nb'].includes(locale);
		for (const format of DATES.filter((one) => hasOrdinals || !one.startsWith('d.'))) {
			const [december, january, june] = ['2026-12-31', '2026-01-01', '2026-06-05'].map((iso) =>
				DateTime.fromISO(iso).toFormat(format, { locale }),
			);
			expect(written('2026-06-05', [december, january])).toBe(june);
		}
	});

	it.each([
		['31 Dec 26', '1 Jan 27'],
		['31. Dez. 2026', '1. Jan. 2027'],
		['Thu 31 Dec 2026', 'Fri 1 Jan 2027'],
		['Thursday, December 31, 2026'],
		['31st December 2026', '1st January 2027'],
		['31/Dec/2026', '01/Jan/2027'],
		['Dec-31-2026'],
		['31 de diciembre de 2026'],
		['2026年12月31日'],
		['Dec 2026', 'Jan 2027'],
		['Q4 2026', 'Q1 2027'],
		['20261231', '20270131'],
		['101', '102'],
	])('a date of another form is none of %j', (...values) => {
		for (const cell of ['2026-06-05', '2026-06-05T10:00:00Z', '05.06.2026', new Date('2026-06-05T00:00:00Z')])
			expect(written(cell, values)).toBeUndefined();
		const alike = values[0].replace(/26|101/, '31');
		expect(values).not.toContain(alike);
		expect(written(alike, values)).toBe(alike);
	});

	it.each([
		['2026-06-05', ['Anna', 'free from 2027']],
		['2026-06-05', ['Marie 2', 'closed']],
		['INV-2031-0012', ['INV-2026-0001', 'INV-2026-0002']],
		['1.02.15', ['101', '102']],
	])('%j is a text among others: %j', (cell, values) => {
		expect(written(cell, values)).toBe(cell);
	});

	it('a day whose month has no name that all languages of a field share is one of these, as text', () => {
		const values = ['31 dic 2026', '01 mar 2026'];
		const cells = ['2026-11-05', '2026-06-05', '05 giu 2026', '05 jun 2026', '5 giu 2026'];
		expect(cells.map((cell) => written(cell, values))).toEqual([
			...['05 nov 2026', undefined, '05 giu 2026', '05 jun 2026', undefined],
		]);
	});

	it.each([
		...['HH:mm', 'H:mm', 'HH:mm:ss', 'H:mm:ss', 'HH:mm:ss.SSS'],
		...['hh:mm a', 'h:mm a', 'hh:mm:ss a', 'h:mm:ss a', 'h:mma'],
	])('a time has the form %s', (format) => {
		const shownAs = (hour: number, minute: number) => DateTime.utc(2026, 3, 1, hour, minute).toFormat(format);
		const minutes = 9 * 60 + 7;
		expect(written(minutes / (24 * 60), [shownAs(8, 5), shownAs(17, 30)])).toBe(shownAs(9, 7));
	});

	it.each([',', '.', "'", '’', ' ', '\u00a0', '\u202f'])('thousands have %j between them', (sign) => {
		const point = sign === '.' ? ',' : '.';
		expect(written(12345.5, [`1${sign}250${point}00`, `800${point}00`])).toBe(`12${sign}345${point}50`);
	});

	it.each([
		...['true false', 'yes no', 'ja nein', 'wahr falsch', 'oui non', 'vrai faux', 'si no', 'sí no', 'sì no', 'ja nee'],
		...['ja nej', 'ja nei', 'sim não', 'tak nie', 'vero falso', 'verdadero falso', 'waar onwaar', 'on off'],
		...[
			'y n',
			'j n',
			't f',
			'ano ne',
			'evet hayır',
			'да нет',
			'igen nem',
			'kyllä ei',
			'ναι όχι',
			'כן לא',
			'有 無',
			'예 아니오',
		],
	])('a truth value has the words %s', (words) => {
		const values = words.split(' ');
		expect([true, false].map((cell) => written(cell, values))).toEqual(values);
	});
});

describe('a number takes the format that all numbers of its field have', () => {
	it.each<[string, unknown, string[], string | undefined]>([
		['a debt as text', '-4.25', ['3,5', '4,25'], '-4,25'],
		['an amount that is negative behind its sign', '$-5.00', ['$1,250.00', '$800.00'], '-$5.00'],
		['nothing, as an amount', 0, ['1.250,00 €'], '0,00 €'],
		['an amount with more decimals than cents', 800.555, ['800,00 €', '5,50 €'], undefined],
		['an amount of another writing with more decimals', 800.555, ['800.00 eur', '5.50 eur'], undefined],
		['an amount as text with more decimals than cents', '800,555 €', ['1.250,00 €'], undefined],
		['an amount without the space before it', "CHF1'250.50", ["CHF 1'100.00"], "CHF 1'250.50"],
		['more decimals than numbers of thousands have', 20.555, ['1,234.50', '20.00'], undefined],
		['thousands as text', '1,300', ['1,234.50', '20.00'], '1,300.00'],
		['a name among numbers of thousands', 'WC', ['1,234.50', '20.00'], undefined],
		['a decimal, where some have a comma and some are whole', 4.5, ['1,25', '3'], '4,5'],
		['a decimal, where some have a point and some are whole', 4.55, ['1.5', '2'], '4.55'],
		['the whole as a share', 1, ['25 %'], '100 %'],
		['a share whose product ends in digits that nobody wrote', 0.07, ['25 %', '12 %'], '7 %'],
		['a share, where all have one decimal', 0.5, ['25.0 %', '12.5 %'], '50.0 %'],
		['a number, where units differ', 9, ['12 kg', '8 m²'], undefined],
		['a number, where currencies differ', 9, ['$5', '€8'], undefined],
		['a number, where one has a unit', 9, ['1.25', '8 kg'], '9'],
		['a text, where thousands are divided in two ways', '7,5', ['1,234.50', '1.234,50'], '7,5'],
		['a number without a unit, whose decimals are not known', '9.5', ['12 kg', '8 kg'], undefined],
		['a number, where all have four decimals', 7.5, ['1.1234', '2.5678'], '7.5000'],
		['a number, where five decimals come from a calculation', 7.5, ['1.12345', '2.56789'], '7.5'],
		['a number with four decimals', 31.2567, ['25.50', '30.00'], '31.2567'],
		['a number with five decimals, which comes from a calculation', 31.25678, ['25.50', '30.00'], '31.26'],
		['a quotient, where some have more decimals', 100 / 3, ['1.5', '2.25'], '33.33'],
		['a quotient that an earlier push has rounded', 100 / 3, ['33.3', '66.67'], '33.3'],
		['a quotient that an earlier push has rounded twice', 100 / 3, ['33.3', '33.33', '66.67'], '33.33'],
		['a quotient, where one has three decimals', 100 / 3, ['1.5', '2.125'], '33.333'],
		['a quotient, where one has four decimals', 100 / 3, ['1.5', '2.1234'], '33.3333'],
		['a quotient, where another one stands', 100 / 3, ['1.5', '2.12345'], '33.3333333333333'],
		['a share of thirds, where shares are whole', 1 / 3, ['25 %', '50 %'], '33 %'],
		['a whole number, where none ends in a zero', 8, ['1.5', '2.25'], '8'],
		['a whole number, where only a longer one ends in a zero', 8, ['1.5', '2.20'], '8'],
		['a whole number, where decimals begin with a zero', 8, ['1.05', '2.125'], '8'],
		['a whole number of a program, where others are whole or have decimals', '13.0', ['12.55', '7'], '13'],
		['a whole number of a program, where one ends in a zero', '13.0', ['12.50', '7'], '13.00'],
		['a whole number of a program, where all have decimals', '13.0', ['12.5', '7.25'], '13.0'],
		['a negative whole number of a program', '-13.0', ['12.55', '7'], '-13'],
		['a name that ends like a whole number of a program', 'A12.0', ['4', '12'], 'A12.0'],
		['a number with zeros in it', '10011', ['111', '112'], '10011'],
		['a name that begins with zeros', '0012a', ['12', '12a'], '0012a'],
		['a number of three digits like thousands, of two places', 3.11, ['3.101', '3.102'], '3.110'],
		['a number like thousands without a sign', 3, ['3.101', '3.102'], undefined],
		['a number like thousands with three digits before its sign', 310.5, ['3.101', '3.102'], '310.500'],
		['a number like thousands with four digits before its sign', 3101.5, ['3.101', '3.102'], undefined],
		['a number, where zeros are filled up to two lengths', 7, ['007', '0012'], '007'],
		['another number, where zeros are filled up to two lengths', 8, ['007', '0012'], undefined],
		['a number, where digits are more than any number has', 7, ['1'.repeat(65)], undefined],
		['a number beside the longest that is one', 7, ['1'.repeat(64)], '7'],
		['more digits than any number has', `${'1'.repeat(63)}.5`, ['1.5', '2.5'], undefined],
		['the longest digits that are a number', `${'1'.repeat(62)},5`, ['1.5', '2.5'], `${'1'.repeat(62)}.5`],
		['a number of two rooms that differ in a zero but for its point', 3, ['3', '30'], '3'],
	])('%s: %j, where values are %j, becomes %j', (_what, cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});
});

describe('a cell is taken or not by what the values of its field have in common', () => {
	it.each<[string, unknown, string[], string | undefined]>([
		['a checkbox among letters with a third', true, ['Y', 'N', 'M'], undefined],
		['a word of either language beside a text', 'yes', ['Yes', 'Wahr', '2 rooms'], 'yes'],
		['the other word in capitals', false, ['JA'], 'NEIN'],
		['the other word with one capital', false, ['Ja'], 'Nein'],
		['words, where one value is a dash', 'unknown', ['12,5 m²', '8,0 m²', '-'], undefined],
		['words, where a value begins with a space', 'unknown', [' 12,5 m²', '8,0 m²'], undefined],
		['a name that begins like a gap', 'Nancy', ['4', '12'], 'Nancy'],
		...['--', '...', 'NA', 'n/a', 'tbd', 'TBC'].map((cell): [string, unknown, string[], undefined] => [
			'a gap among numbers',
			cell,
			['4', '12'],
			undefined,
		]),
		['a dash where there is no value', '-', [''], '-'],
		['a dash beside a long text', '-', ['x'.repeat(65)], '-'],
		['a date in one of several forms', '1.2.2027', ['31.12.2026', 'Dec 2026'], '1.2.2027'],
		['a date where there is no value', '2026-03-04', [''], '2026-03-04'],
		['a date among names', '2026-03-04', ['Anna'], '2026-03-04'],
		['a date among numbers and names', '2026-03-04', ['101', 'Anna'], '2026-03-04'],
		['a day, where dates are in several forms', day, ['2024-01-31', 'Dec 2026'], '2024-07-01'],
		['a day, where a date lacks a digit', day, ['2024-01-3', 'Dec 2026'], undefined],
		['a day, where a date stands in a text', day, ['by 2024-01-31'], undefined],
		['a month where there is no value', '3-Jan', [''], '3-Jan'],
		['a month among rooms with a letter before', '3-Jan', ['A3-01', 'A3-10'], '3-Jan'],
		['a month among rooms with a letter behind', '3-Jan', ['3-01a', '3-10b'], '3-Jan'],
		['a month among rooms of floor 13', '13-Jan', ['13-01', '13-10'], undefined],
		['a text that may be a day or a number', '46387', ['01.03.2026', '12.5'], '46387.0'],
		['an area among numbers and names', '85 m²', ['4', 'WC'], '85 m²'],
		[
			'a time of day with one digit, as programs for tables write it',
			'2026-03-16 8:05',
			['2026-03-15 14:05'],
			'2026-03-16 08:05',
		],
		['one of the afternoon', '2026-03-16 8:05 PM', ['2026-03-15 14:05'], '2026-03-16 20:05'],
		['one of the afternoon with two digits', '2026-03-16 08:05:00 PM', ['2026-03-15 14:05'], '2026-03-16 20:05'],
		['a midnight with one digit', '2026-03-16 0:00:00', ['2026-03-15'], '2026-03-16'],
		['a midnight before noon', '2026-03-16 12:00:00 AM', ['2026-03-15'], '2026-03-16'],
		['a time with one digit among days', '2026-03-16 8:05', ['2026-03-15'], undefined],
		['what a formula gives for an empty cell, among names', 0, ['Anna', 'Ben'], undefined],
		['the same as text', '0', ['Anna', 'Ben'], undefined],
		['a number among names', 12, ['Anna', 'Ben'], '12'],
		['a calculated number among whole ones', 33.33333, ['24', '118'], undefined],
		['the same as text', '33.333333333333336', ['24', '118'], undefined],
		['a letter for yes', 'Y', ['Yes', 'No'], 'Yes'],
		['a letter for no', 'n', ['Ja', 'Nein'], 'Nein'],
		['a letter of a database', 't', ['TRUE', 'FALSE'], 'TRUE'],
		['a letter beside one word of a pair', 'Y', ['Yes'], 'Y'],
		['a letter beside words and a name', 'N', ['Yes', 'No', 'Unknown'], 'N'],
		['a room that a workbook took for a day', 46054, ['1.01', '2.02', '3.10'], undefined],
		['one of such ranges', 46054, ['4-6', '8-10', '2'], undefined],
		['a day among short dates', 46054, ['31.12.26', '15.11.25'], '01.02.26'],
		['the currency of another country', 1251.5, ['R$ 1.250,50', 'R$ 900,00'], 'R$ 1.251,50'],
		['the amount alone', '1251,50', ['R$ 1.250,50', 'R$ 900,00'], 'R$ 1.251,50'],
		['one beside a name', 46054, ['1.01', '3.10', 'WC'], undefined],
		['a hall among areas', 12345, ['12.50', '1250.00'], '12345.00'],
		['a calculated number as text', '12.3456789', ['24.50', '101.30'], '12.35'],
		['one with a decimal comma', '12,3456789', ['24,50', '1.101,30'], '12,35'],
		['one that is nearly shorter', '12.340000000000002', ['24.50', '18.00'], '12.34'],
		['one with its unit', '24.25678 m²', ['24.50 m²', '9.25 m²'], '24.26 m²'],
		['a share as text', '0.333333333', ['85%', '50%'], '33%'],
		['coordinates as text', '-27.666152237385287', ['-27.66615', '-27.66616'], '-27.666152237385287'],
		['a unit in other characters', '24.2 m2', ['24.50 m²', '9.25 m²'], '24.20 m²'],
		['a unit in another letter case', '1,241 sf', ['240 SF', '1,180 SF'], '1,241 SF'],
	])('%s: %j, where values are %j, becomes %j', (_what, cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});

	it.each<[string, string, string, string[]]>([
		['24.5 m²', '24.50', 'Area (m²)', ['24.75', '18.00']],
		['24.5 m2', '24.50', 'Area m²', ['24.75', '18.00']],
		['25 m²', '25', 'Area [m2]', ['24', '18']],
		['1,250 SF', '1,250', 'Area (sf)', ['1,350', '180']],
		['1.251,00 €', '1.251,00', 'Miete (€)', ['1.250,00', '900,00']],
	])('the unit of %j, which is %j in %s, is in the name of the field', (cell, text, name, values) => {
		expect(new FieldFormat(name, new Set(values)).textOf(cell)).toBe(text);
		expect(new FieldFormat('Other (kg)', new Set(values)).textOf(cell)).toMatchObject({ rule: 'format' });
	});

	it('a cell that does not fit is a problem with the first value that is no gap', () => {
		const area = new FieldFormat('Area', new Set(['-', '12,5 m²', '8,0 m²']));
		expect(area.textOf('unknown')).toEqual({
			rule: 'format',
			details: { name: 'Area', example: '12,5 m²', cell: 'unknown' },
		});
	});

	it('a value that is empty is none', () => {
		expect(new FieldFormat('Area', new Set(['', '12,5 m²'])).textOf('unknown')).toMatchObject({ rule: 'format' });
	});

	it('a number of two values is a problem of exactness', () => {
		const rooms = new FieldFormat('Room', new Set(['3.1', '3.10']));
		expect(rooms.textOf(3.1)).toEqual({ rule: 'exactNumber', details: '3.1' });
	});

	it.each([NaN, Infinity, -Infinity])('%d is a problem as a text', (cell) => {
		expect(new FieldFormat().textOf(cell)).toEqual({ rule: 'text' });
	});

	it('without a zone of a workflow, an instant is written by the clock of UTC', () => {
		expect(new FieldFormat('Open', new Set(['01.02.2027 08:00'])).textOf(time)).toBe('01.07.2024 08:30');
	});
});

describe('a value that nothing can mean is no example of the format of a field', () => {
	it.each<[string[], unknown, string | undefined]>([
		[['31.12.2026', '00.00.0000'], '2027-03-31', '31.03.2027'],
		[['31.12.20226', '31.12.2026'], 46477, '31.03.2027'],
		[['31.12.2026', '31.11.2026'], new Date('2027-03-31'), '31.03.2027'],
		[['08:30', '24:00'], '5:30 PM', '17:30'],
		[['24:00', '08:30'], 0.5, '12:00'],
		[['1.02.15', '1.32.15'], '1.02.16', '1.02.16'],
		[['1:20', '1:50', '1:100'], 0.042361111, undefined],
		[['1:1', '1:10', '1:12'], 0.042361111, undefined],
		[['31.12.2026', 'Dec 2026'], '1.2.2027', '1.2.2027'],
	])('%j: %j becomes %j', (values, cell, text) => {
		expect(written(cell, values)).toBe(text);
		for (const value of values) expect(written(value, values)).toBe(value);
	});

	it('a year keeps its four digits beside one of two', () => {
		for (const cell of ['31.03.2028', '2028-03-31', new Date('2028-03-31')])
			expect(written(cell, ['31.12.2026', '31.12.26'])).toBe('31.03.2028');
		expect(written('01.01.1955', ['31.12.26', '31.12.2026'])).toBe('01.01.1955');
	});

	it('a unit is written as it mostly is', () => {
		const values = ['8,25m²', '12,50 m²', '13,25 m²'];
		for (const cell of ['31.25', 31.25, '31,25m²']) expect(written(cell, values)).toBe('31,25 m²');
	});
});

describe('what a push has written is read in the same way by the next one', () => {
	it.each<[string[], unknown[], unknown]>([
		[['12.5 m²', '13.25 m²'], Array.from({ length: 60 }, (_none, at) => at + 0.5), 13],
		[['1.200,5', '1.300,25'], Array.from({ length: 60 }, (_none, at) => 1400 + at + 0.5), 1000],
		[['12.5%', '13.25%'], Array.from({ length: 60 }, (_none, at) => (at + 0.5) / 100), 0.13],
		[['12.5', '13.25', '14.5', '15.5'], Array.from({ length: 60 }, (_none, at) => at + 0.5), 7.123456],
		[['01.02.2026', '03.04.2026', '5.6.2026'], ['2026-11-10', '2026-11-20', '2026-12-24'], '2026-11-03'],
		[['15/06/2026', '20/07/2026', '01/03/2026'], ['2026-01-01', '2026-02-01', '2026-03-01'], '2026-07-01'],
		[['1.7', '1.8', '1.10', '1.11'], ['1.12', '1.13'], '1.6'],
		[['57 °C', '75 °F'], ['60 °C'], '75'],
	])('%#', (values, cells, cell) => {
		const first = written(cell, values);
		const added = cells.map((one) => String(written(one, values)));
		const all = [...values, ...added, ...(first === undefined ? [] : [String(first)])];
		expect(written(cell, all)).toBe(first);
	});
});

describe('a language that the months of a field do not show', () => {
	it.each<[unknown, string[], string | undefined]>([
		['21-may-22', ['14-sep-24', '15-nov-22'], '21-may-22'],
		['6. März 2023', ['5. April 2022', '9. August 2020', '1. September 2021'], '6. März 2023'],
		['19 Okt 2023', ['14 Jun 2021', '26 Jun 2021'], '19 Okt 2023'],
		['15 mars 2024', ['21 november 2022', '25 april 2023'], '15 mars 2024'],
		['JUN 5, 2026', ['Dec 31, 2026'], 'Jun 05, 2026'],
		[46_082, ['21 november 2022', '25 april 2023'], undefined],
		[46_082, ['5 Apr 2022', '9 Aug 2020'], '1 Mar 2026'],
		[46_082, ['5. April 2022', '9. August 2020'], '1. März 2026'],
		['19 Nonsense 2023', ['14 Jun 2021', '26 Jun 2021'], undefined],
	])('%j among %j becomes %j', (cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});
});

describe('numbers and codes of rooms', () => {
	it.each<[unknown, string[], string | undefined]>([
		['030 123 999', ['030 123 456', '030 123 457'], '030 123 999'],
		[30_123_459, ['030 123 456', '030 123 457'], undefined],
		['001.002.004', ['001.002.003', '001.002.005'], '001.002.004'],
		[1_002_006, ['001.002.003', '001.002.005'], undefined],
		["02'111", ["02'110", "02'112"], "02'111"],
		['01 103', ['01 101', '01 102'], '01 103'],
		...['1.04/05', '1.04-1.05', '1.04.1', '1.04+1.05', '1.04a', 'WC'].map((cell): [string, string[], string] => [
			cell,
			['1.01', '1.02', '1.03'],
			cell,
		]),
		['0104/0105', ['0101', '0102'], '0104/0105'],
		['3-Jan', ['3.01', '3.02'], undefined],
		['31.12.2026', ['3.01', '3.02'], undefined],
		['9:30', ['3.01', '3.02'], undefined],
		['1,234.50', ['3.01', '3.02'], '1234.50'],
		...['05.01.03a', '05.00.01', '05.01.100', 'WC', '05.01.04'].map((cell): [string, string[], string] => [
			cell,
			['05.01.01', '05.01.02'],
			cell,
		]),
		['01-02-04x', ['01-02-03', '01-02-04'], '01-02-04x'],
		['closed', ['31.12.26', '01.02.27'], undefined],
		...['2026-03-01', '31.12.2026', 46_082, new Date('2026-03-01')].map((cell): [unknown, string[], undefined] => [
			cell,
			['05.01.01', '05.01.02'],
			undefined,
		]),
		[149_000, ['149,000', '86,000', '1,331'], '149,000'],
		[150_000, ['149,000', '86,000', '1,331'], undefined],
	])('%j among %j becomes %j', (cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});

	it.each([
		['5/17/2024', ['11/7/2024', '5/5/2024']],
		['17/5/2024', ['11/7/2024', '5/5/2024']],
		['01/25/2020', ['01/02/2020', '03/04/2020']],
		['04-16-2023', ['04-05-2023', '06-07-2023']],
		['5/17/2024 9:05', ['11/7/2024 8:30', '5/5/2024 9:45']],
	])('%j stays beside dates that may have either order: %j', (cell, values) => {
		expect(written(cell, values)).toBe(cell);
	});

	it.each<[unknown, string[], string | undefined]>([
		...[80.6, '$80.60', '80.6'].map((cell): [unknown, string[], string] => [
			cell,
			['$80.60', '$89', '$1,250.50'],
			'$80.60',
		]),
		[75.5, ['$80.60', '$89', '$1,250.50'], '$75.50'],
		[89, ['$80.60', '$89', '$1,250.50'], '$89'],
		[242, ['$80.60', '$89', '$242.00'], '$242.00'],
		[75.5, ['12,50 m²', '8 m²'], '75,50 m²'],
		[-89, ['$80.60', '$89', '$1,250.50'], '-$89'],
		['$1,632', ['$225', '$352'], '$1,632'],
		['$1,632.00', ['$225', '$352'], '$1632'],
		['1,632 sq ft', ['225 sq ft', '352 sq ft'], '1,632 sq ft'],
		['4.391 €', ['783 €', '352 €'], '4.391 €'],
		['$1632', ['$225', '$352'], '$1632'],
		[1632, ['$225', '$1,632', '$352'], '$1,632'],
		// Either would show what the others are, and change how the next cell is read.
		...['900', '1,234,567', 1500].map((cell): [unknown, string[], undefined] => [cell, ['1,250', '2,400'], undefined]),
		['$1,500.00', ['$1,250', '$800'], '$1,500'],
		['1.000', ['850 €', '920 €'], undefined],
		['1.000 €', ['850 €', '920 €'], '1.000 €'],
		...['1.200 €', '1,300 €', '1.300,50 €'].map((cell): [string, string[], undefined] => [
			cell,
			['1200 €', '900 €'],
			undefined,
		]),
		['1300.5 m²', ['1200 m²', '900 m²'], '1300.5 m²'],
		['850 m²', ['1.200 m²', '2.350 m²'], '850 m²'],
		[89, ['$80.60', '$89', '$89.00'], '$89'],
		[89, ['$80.60', '$88', '$89.00'], '$89.00'],
		[1.5, ['0,750', '1,250', '2'], '1,500'],
		[3, ['0.750 m²', '1.250 m²', '2 m²'], '3 m²'],
		['13.0', ['12', '8.50', '13', '13.00'], '13.00'],
		['1 200 m²', ['12 m²', '8 m²'], '1200 m²'],
		['01.03.202', ['31.12.2026', '01.02.2027'], undefined],
		['1899-12-30T00:00:00.000Z', ['31.12.2026', '01.02.2027'], undefined],
		['0001-01-01', ['31.12.2026', '01.02.2027'], undefined],
		['2026-03-01', ['5 Apr 2022', '9 Aug 2020'], '1 Mar 2026'],
		// In Dutch juni is long, in Swedish it may be short as well.
		['2026-11-02', ['1 juni 2026'], '2 november 2026'],
		['2026-03-01 10:00', ['01.02.26 14:30', '03.04.26 08:00'], '01.03.26 10:00'],
		['$7', ['01.02.26', '03.04.27'], undefined],
		...['0012', '0099887', '0123456'].map((cell): [string, string[], string] => [
			cell,
			['5CG1234ABC', '00123456', 'MXL9'],
			cell,
		]),
		[123_456, ['5CG1234ABC', '00123456', 'MXL9'], '00123456'],
		['010', ['001', '100', '101', '099', '1', 'WC'], '010'],
		['00012345', ['036000291452', '4006381333931'], undefined],
		['1.100', ['1.09', '1.10', '1.99'], undefined],
		['1.101', ['1.09', '1.10', '1.99'], '1.101'],
		['12.5000', ['12.50', '8.00'], '12.50'],
		...['9,1', '18,55', '9.1'].map((cell): [string, string[], string] => [cell, ['12', '100', '7'], cell]),
		...['1,250', '1.200,00', '12,00', '1.250,5'].map((cell): [string, string[], undefined] => [
			cell,
			['12', '100', '7'],
			undefined,
		]),
		[123_456, ['5CG1234ABC', '00123456', '0012'], '00123456'],
		['123456', ['5CG1234ABC', '00123456', '0012'], '00123456'],
		[99, ['5CG1234ABC', '00123456', '0012'], undefined],
		['00412', ['412', '413', 'WC'], '412'],
		['07', ['50 %', '25 %', 'open'], undefined],
		['0800', ['$1,200', '$800', 'free'], undefined],
		['0412', ['EG', '12.50', '13.00'], undefined],
		['3.15', ['12,50 €', '7,95 €'], '3,15 €'],
		['3.150', ['12,50 €', '7,95 €'], undefined],
		['$3,150', ['$640.00', '$12.50'], '$3150.00'],
		['12,345', ['18.5', '23.45'], undefined],
		['12,5 %', ['25 %', '10 %'], '12,5 %'],
		...[45_352, new Date('2024-03-01'), '2024-03-01', '1-Mar-24'].map((cell): [unknown, string[], string] => [
			cell,
			['01-Jan-24', '01-Feb-24'],
			'01-Mar-24',
		]),
		['WC', ['01-Jan-24', '01-Feb-24'], undefined],
		['01.01.1900', ['31.12.2026', '01.02.2027'], '01.01.1900'],
		['13.0', ['12,5', '8,25', '1.234,50', '13,0', '8'], '13,0'],
		...['12..5', '2,000,00', '31.02.2026', 'yes', '12.5;', '(12.50)', 'Mar 2026', '9:00-17:00', '~12', '.5'].map(
			(cell): [string, string[], undefined] => [cell, ['12.5', '10.0'], undefined],
		),
		[1500.5, ['$1,250', '$800'], undefined],
		['03.04.1888', ['01.05.1890', '12.07.1975'], '03.04.1888'],
		['12:30', ['01.05.1890', '12.07.1975'], undefined],
		[0.5, ['01.05.1890', '12.07.1975'], undefined],
	])('an amount or a date: %j among %j becomes %j', (cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});

	it('an offset may have no minutes', () => {
		expect(written('2026/03/01 00:00:00+00', ['2024-01-31'])).toBe('2026-03-01');
	});
});

describe('a cell that a program has changed', () => {
	it.each([
		['TRUE among numbers', 'TRUE', ['1', '0']],
		['a range as a day', '12-Oct', ['4', '8-10', '12']],
		['a range as a date', '2026-10-12', ['4', '8-10', '12']],
		['a number that lost its zero', 3.1, ['3.2', '3.10', '3.11']],
		['an invalid date', new Date('soon'), ['2026-01-31']],
		['an invalid date of Luxon', DateTime.invalid('soon'), ['A']],
		['escapes of JSON', 'M\\u00fcller', ['A']],
		['an e-mail', 'M=C3=BCller', ['A']],
		['a part of a URL', 'M%C3%BCller%20GmbH', ['A']],
		['a lookup of SharePoint', '12;#Acme', ['A']],
		['a list of Python', "['A', 'B']", ['A']],
		['an object of Python', "{'name': 'Acme'}", ['A']],
		['lookups of SharePoint', 'Acme;#12;#Brook;#13', ['A']],
		['a list of Postgres', '{"A","B"}', ['A']],
		['a list of plain words of Postgres', '{A,B}', ['A']],
		['a list of words of Postgres', '{"A b",C}', ['A']],
		['a list of one text of Postgres', '{"A b"}', ['A']],
	])('is a problem: %s', (_what, cell, values) => {
		expect(written(cell, values)).toBeUndefined();
	});

	it.each([
		['an apostrophe of Excel', "'4711", ['4710'], '4711'],
		['a minus sign', '\u22121', ['-1', '2'], '-1'],
		['a dash before a number', '–1', ['-1', '2'], '-1'],
		['a URL', 'https://plans.example/M%C3%BCller', ['https://a.example'], 'https://plans.example/M%C3%BCller'],
		['a decade', "'90s", ['A'], "'90s"],
		['a GUID', '{0F8FAD5B-D9CB-469F-A165-70867728950E}', ['A'], '{0F8FAD5B-D9CB-469F-A165-70867728950E}'],
		['a date with spaces', '31. 12. 2026', ['01.02.2026'], '31.12.2026'],
		['a number beside its longer form in a field of two decimals', 3.1, ['3.10', '3.20'], '3.10'],
	])('is what it was: %s', (_what, cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});
});

describe('a cell is a value that the plan has, or what all formats of its field make of it, or a problem', () => {
	it.each<[unknown, string[], string | undefined]>([
		// A number that the plan has, however it is written there.
		['13', ['12', '8.50', '13.00'], '13.00'],
		// Where 3.10 is another room than 3.1, 5.0 may be another one than 5.
		['5.0', ['3.1', '3.10', '4'], '5.0'],
		['0012', ['007', '12'], '12'],
		['0012', ['007', '012'], undefined],
		['13.00', ['12 kg', '8 kg'], '13 kg'],
		['12.50 %', ['25 %', '12.5 %'], '12.5 %'],
		['0,125', ['28.90', '30.25'], '0.125'],
		[33.3, ['007', '012', 'WC'], undefined],
		// Dates that have the same text in either order.
		['2024-05-05', ['11/7/2024', '5/6/2024'], '5/5/2024'],
		['2024-05-06', ['11/7/2024', '5/5/2024'], undefined],
		['21-May-22', ['04-05-2023', '06-07-2023'], undefined],
		['Jun 5, 2026', ['31 Dec 2026'], '05 Jun 2026'],
		['2026-03-01 00:00:00.000000', ['31.12.2026'], '01.03.2026'],
		// Dates that a program has made of numbers and codes.
		['2026-03-01', ['A12', 'B3'], undefined],
		['2026-03-01', ['A12', 'open'], '2026-03-01'],
		['2026-03-01', ['05.01.01', 'open'], undefined],
		['3-Jan', ['101', '102'], undefined],
		['Mar-10', ['007', '012'], undefined],
		['Deck 12', ['1', '2'], 'Deck 12'],
		['12-Sept', ['1', '2'], undefined],
		// Words for yes and no.
		['yes', ['4', '12'], undefined],
		['FALSE', ['Ja', 'Yes', 'Nein'], undefined],
		[true, ['true', 'partly'], 'true'],
		[false, ['A', 'B'], undefined],
		[false, ['Anna'], undefined],
		[true, ['Iva', 'Le'], undefined],
		['TRUE', ['Iva', 'Le'], undefined],
		['False', ['Anna', 'Ben'], undefined],
		['False', ['Anna', 'True'], 'False'],
		[1, ['Kyllä', 'Ei'], 'Kyllä'],
		['1', ['Evet', 'Hayır'], 'Evet'],
		['0', ['ANO', 'NE'], 'NE'],
		['TRUE', ['有', '無'], '有'],
		['はい', ['Yes', 'No'], 'Yes'],
		[1, ['NE', 'NW'], '1'],
		['x', ['✓', '-'], undefined],
		[true, ['✓', '-'], '✓'],
		// Other calendars, currencies and units.
		[new Date(Date.UTC(2026, 3, 1)), ['10/01/2569', '21/01/2569'], undefined],
		[46113, ['1404/10/10', '1404/10/21'], undefined],
		['1405/01/12', ['1404/10/10', '1404/10/21'], '1405/01/12'],
		[46113, ['10.01.2026', '31.12.9999'], '01.04.2026'],
		[12345, ['10 990 руб.', '7 340 руб.'], '12 345 руб.'],
		// A defibrillator, and no dirham.
		['AED-01', ['Printer 3', 'Net internal area'], 'AED-01'],
		['AED-01', ['3.01', '3.02', 'Net internal area'], 'AED-01'],
		[33.5, ['20,5 м²', '21,5 м²'], '33,5 м²'],
		['33.5 m²', ['20.5㎡', '21.5㎡'], '33.5㎡'],
		[12345, ['1,250元', '2,400元'], '12,345元'],
		[true, [''], 'true'],
	])('%j among %j becomes %j', (cell, values, text) => {
		expect(written(cell, values)).toBe(text);
	});
});
