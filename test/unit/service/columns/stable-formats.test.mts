import fc from 'fast-check';
import { FieldFormat } from '../../../../service/columns/value-formats';

/** Values that a field has on a plan, and cells of one sheet. What a cell becomes is a value of the plan afterwards. */
const fields: ReadonlyArray<{ values: string[]; cells: unknown[] }> = [
	{ values: ['12.5', '10.0'], cells: [8, 12.55, '8', '12.55', '13.0', '9.123', 1000, '007', -5] },
	{ values: ['12,5', '8,25', '1.234,50'], cells: ['13.0', 8, '13.00', '7,5'] },
	{ values: ['01-Jan-24', '01-Feb-24'], cells: [45_352, '2024-03-01', '1-Mar-24', 'open', 'WC'] },
	{ values: ['0412', '0413', 'WC'], cells: ['01', 412, '412', '0414', 'EG'] },
	{ values: ['5CG1234ABC', '00123456', 'MXL9'], cells: [123_456, '0012', '123456', 'X1'] },
	{ values: ['12', '8'], cells: ['13.0', '12.5', '1.0', 7, 7.25, '0412'] },
	{ values: ['12.50', '10.00'], cells: ['8', '12.5', '9.123', 1500, 3.1, '1,234.50'] },
	{ values: ['50 %', '25 %'], cells: [1 / 3, 2 / 3, 0.125, '12.5 %'] },
	{ values: ['50.0%', '25.0%'], cells: [0.75, 0.1255, '80 %', '12.5%'] },
	{ values: ['001', '002'], cells: ['5', '0004', 13, '13.0', '-7', 1000] },
	{ values: ['12,5', '8,25', '1.234,50'], cells: [7, '7', '1234,5', 1000, '12.5'] },
	{ values: ['€ 12.50', '€ 8.00'], cells: [7, '€ 7', '7 €', 1234.5] },
	{ values: ['08:00', '17:30', 'closed'], cells: ['9:00', '9:00:15', 0.75, 'by appointment'] },
	{
		values: ['31.12.2026', '15.01.2025', 'unknown'],
		cells: ['1.3.26', '01/03/2026', '2026-03-01', 46_082, new Date('2026-03-01'), 'later'],
	},
	{ values: ['2026-03-01T14:30:00Z'], cells: ['2026-07-01', '01.07.2026 10:00', new Date('2026-07-01T10:00Z')] },
	{ values: ['yes', 'no'], cells: [true, 'NO', 1, 'unknown'] },
	{ values: [], cells: [8, 12.55, '13.0', '1.000', true, 'WC'] },
	{ values: ['Lobby', '3.01'], cells: ['3.02', 'WC', 3.1, '3-04'] },
	{ values: ['Ja', 'Nej'], cells: [true, 'nej', 0, 'Nein', 'ja'] },
	{ values: ['Ja'], cells: [true, 'Nein', 1, 'JA', 'no'] },
	{ values: ['No', '2', '4'], cells: [1, 'no', 'yes', '3', true, '2.0'] },
	{ values: ['Yes', 'No', 'Partly'], cells: [true, 'no', 'NO', 'partly', 'Half', 1] },
	{ values: ['25,50 m²', '30,00 m²'], cells: [31.25, '31.25 m²', '7 m²', 1012.75, '12 ft²', 12.345] },
	{ values: ['12 kg', '8 kg'], cells: [9, '9 kg', 9.5, '1,200 kg', 1200] },
	{ values: ['12,500', '8,250'], cells: [9400, '9,400', 9.5, 9.125, '750', '1,200,000'] },
	{ values: ['12.5', '20.0'], cells: [12.345678, 20.25, 33.333333, 8.125] },
	{ values: ['12.50', '20.00'], cells: [100 / 3, 8.125, 9.1234] },
	{ values: ['12,5 m²', '20,25 m²'], cells: [12.345678, 8.125] },
	{ values: ['01.03.2026', 'unbefristet'], cells: [46_387, '2027', new Date('2026-12-31')] },
	{ values: ['09:00', '17:30', 'closed'], cells: [0.375, '12.5', '10:00'] },
	{ values: ['x'], cells: [true, false, 'TRUE', 'X', '–'] },
	{ values: ['✓', '✗'], cells: [true, false, 'no', '✓', '-'] },
	{ values: ['N', 'S'], cells: ['E', 'NO', 'no', true] },
	{ values: ['no'], cells: ['ceiling broken', 'Yes', 'no'] },
	{ values: ['2026-03-01', 'open'], cells: [new Date('2026-07-01'), new Date('2026-07-01T10:00Z'), 'closed'] },
	{ values: ['12.50', '9.00'], cells: ['12.5000', '8.00', '7.1250', '12.500', 3] },
	{ values: ['4', '12'], cells: ['12.00', '13.00', '3.10', '1.000', 5] },
	{
		values: ['05.01.01', '05.01.02'],
		cells: ['05.01.03', '05.01.03a', 'WC', 46_082, '31.12.2026', '05.00.01', '05.02.01'],
	},
	{ values: ['3.01', '3.02'], cells: ['3.04/05', '3.03', 'WC', 3.1, '3-04', '3.04.1', '12'] },
	{ values: ['21 november 2022', '25 april 2023'], cells: ['15 mars 2024', 46_082, '2 maart 2024', '1 mei 2024'] },
	{ values: ['11/7/2024', '5/5/2024'], cells: ['5/17/2024', '17/5/2024', '1/2/2024', 46_082, '2024-05-17'] },
	{ values: ['149,000', '86,000', '1,331'], cells: [149_000, 1331, 150_000, '150,000', '1.5'] },
	{ values: ['$80.60', '$89', '$1,250.50'], cells: [80.6, 75.5, 89, 1250.5, '$1,300', 242, '$242.00', 1300] },
	{ values: ['$225', '$352'], cells: ['$1,632', '$1,700', 300, '$400.00', '$1800'] },
	{ values: ['1,250', '2,400'], cells: ['900', '1,300', 1500, '1500'] },
	{ values: ['12,5', '8,25', '1.234,50'], cells: ['13.0', 8, '13.00', '7,5'] },
	{ values: ['01-Jan-24', '01-Feb-24'], cells: [45_352, '2024-03-01', '1-Mar-24', 'open', 'WC'] },
	{ values: ['12', '8'], cells: ['13.0', '0.125', '12.5', 7] },
	{ values: ['12', '8.50'], cells: ['13.0', '13', 13, '7.5', 7.25] },
	{ values: ['12 m²', '8 m²'], cells: ['1 200 m²', 1000, '1.200 m²', 9, '9.5 m²'] },
	{ values: ['01.02.26', '03.04.27'], cells: ['05.06.26', '05.06.26a', '$7', 'open', '31.12.2026'] },
	{ values: ['3.101', '3.110'], cells: [3.105, 3.12, '3.2', 4, '3.200'] },
];

describe.each(fields)('values of a field with $values', ({ values, cells }) => {
	test('that a push adds do not change how the next push writes the same cells', () => {
		fc.assert(
			fc.property(fc.subarray(cells), (some) => {
				const written = some.map((cell) => new FieldFormat('F', new Set(values)).textOf(cell));
				const added = written.filter((text) => typeof text === 'string');
				const later = new FieldFormat('F', new Set([...values, ...added]));
				const again = some.map((cell, at) => (typeof written[at] === 'string' ? later.textOf(cell) : written[at]));
				expect(again).toEqual(written);
			}),
		);
	});
});
