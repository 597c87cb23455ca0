import { readRow, rowColumnsOf } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const NAMES = ['Room', 'Area', 'Note'].map((name, index) => ({ key: `dfld_${'rst'[index].repeat(25)}`, name }));

/** A plan whose rooms are called so. */
const planOf = (rooms: string[]): Feature[] =>
	rooms.map((value) => ({
		type: 'room',
		data: NAMES.map((field, index) => ({ ...field, value: index === 0 ? value : '' })),
	}));

const rulesOf = (row: Feature, rooms = ['101']): string[] =>
	readRow(row, rowColumnsOf(planOf(rooms)), { extra: 'error' }).problems.map(({ rule }) => rule);

const SUMS = [
	'Level 1 Total',
	'Grand total: 15',
	'Total rooms',
	'Total rooms: 15',
	'Count: 15',
	'Anzahl: 15',
	'Subtotal 3',
	'Insgesamt',
	...['Total Level 1', 'Summe EG', 'Zwischensumme 1. OG', 'Gesamtfläche', 'Subtotal Planta 1', 'Total étage 1'],
	...['Sous-total', 'Total m²', 'TOTAL FLOOR AREA', 'Grand Total (24)', 'Σ', 'Average'],
	...['Total Level 1:', '--- Total ---', '=== Summe ===', '– Gesamt –', 'Level 1 Total:', 'Gesamtfläche:', 'Σ ='],
	...['Total SF', 'Total sqm', 'Summe (m²)', 'Total NIA [sq ft]', 'Gesamt NUF', 'Summe BGF m²', 'Total area sqm'],
	...['Total 1st floor', 'Summe OG 1', 'Gesamt Ebene 1', 'Gesamt 1. Obergeschoss', 'Subtotal: Ground Floor'],
	...['Total for Level 3', 'Total area Level 3', 'Level 3 total area', 'Summe Nutzfläche', 'Gesamtnutzfläche'],
	...['Avg.', 'Итого', 'Razem', 'Celkem', 'Summa', 'Yhteensä', 'I alt', 'Toplam', 'Összesen', '合計'],
	...['Total rentable area: 1,250.5 sq ft', 'Total: 1 250,5 m²', 'Average area: 45.2', 'EG gesamt'],
];
const ENDS = [
	...['(15 rows)', '(1 row)', 'Applied filters:\nLevel is 1', 'Report generated on 28 Nov 2026', '3 records', '3 rows'],
	...['Stand: 30.11.2026', 'Stand 30.11.2026', 'Stand November 2026', 'Druckdatum: 30.11.2026', 'As of 11/30/2026'],
	...['Erstellt am 30.11.2026', 'Last updated: yesterday', 'Last updated November 3', 'Created by Revit 2026'],
	...['Source: Revit', 'Quelle: CAFM', '- End of report -', '*** End of Report ***', '- Page 1 of 3 -'],
	...['Prepared by: Anna'],
	...['Average rent per sqm 12.50', 'Durchschnitt je Raum: 12,5'],
];

describe('a row of a report is no room', () => {
	it.each(SUMS)('%j beside numbers', (Room) => {
		expect(rulesOf({ Room, Area: '90.5', Note: 15 })).toEqual(['totals']);
	});

	it.each([...SUMS.filter((sum) => sum.includes(':')), ...ENDS])('%j alone', (Room) => {
		expect(rulesOf({ Room, Area: '', Note: null })).toEqual(['totals']);
	});
});

describe('numbers without the value that distinguishes rooms', () => {
	const rooms = Array.from({ length: 10 }, (_none, at) => `${101 + at}`);
	it.each<[Feature, string[]]>([
		[{ Room: '', Area: 61.5 }, ['totals']],
		[{ Room: '', Area: '61,5 m²', Note: '' }, ['totals']],
		[{ Area: 61.5, Room: null }, ['totals']],
		[{ Room: '', Area: 61.5, Note: 'Shaft' }, []],
		[{ Room: '', Area: 61.5, geometry: '{"type":"Polygon","coordinates":[]}' }, []],
		[{ Room: '103', Area: 61.5 }, []],
		[{ Area: 61.5 }, []],
	])('%j: %j', (row, rules) => {
		expect(rulesOf(row, rooms)).toEqual(rules);
		expect(rulesOf(row, rooms.slice(1))).toEqual([]);
		expect(rulesOf(row, [...rooms, ''])).toEqual([]);
	});
});

describe('a room is one', () => {
	it.each([...SUMS, ...ENDS])('that the plan calls %j', (Room) => {
		expect(rulesOf({ Room, Area: '' }, ['101', Room])).toEqual([]);
	});

	it.each([
		'Total Fitness',
		'TotalEnergies',
		'Summer room 1',
		'Suma Levels',
		'Count Dracula',
		'Report room',
		'15 rows',
		'Filters: 3',
		...['Total SA', 'Total Lounge', 'Gesamtschule', 'Total Ebenezer', 'Average Joe', 'Stand 12', 'As of Now', 'Source'],
	])('of the name %j', (Room) => {
		expect(rulesOf({ Room, Area: '90.5' })).toEqual([]);
	});

	it.each(['Total', 'Total SA', 'Average Joe', 'Stand 12', 'Stand: Nord', 'Source', 'As of Now', '3 rows of seats'])(
		'of the name %j alone',
		(Room) => {
			expect(rulesOf({ Room, Area: '' })).toEqual([]);
		},
	);

	it.each(SUMS)('%j beside a text', (Room) => {
		expect(rulesOf({ Room, Note: 'Lab' })).toEqual([]);
	});

	it.each([
		[12, true],
		['  12  ', true],
		['12  m²  ', true],
		['CHF 12', true],
		['Fr. 12', true],
		['12 €', true],
		['12.5 m²', true],
		['12 sqft ', true],
		['12 sq ft', true],
		['m²', false],
		[true, false],
	])('%j stands for a number beside sums: %j', (Area, isNumber) => {
		expect(rulesOf({ Room: 'Total', Area }).includes('totals')).toBe(isNumber);
	});
});
