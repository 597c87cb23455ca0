import fc from 'fast-check';
import { readRow, rowColumnsOf, rowWriter } from '../../../../service/columns';
import { differingFields } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { dataKey } from '../../../support/generators/features.mts';
import { throughJson } from '../../../support/generators/json.mts';
import { anyName, anyText } from '../../../support/generators/text.mts';

const keys = fc.sample(dataKey, { numRuns: 5, seed: 1 });

/**
 * Every feature has all data fields of the plan (section 2.3, rule 3); two of them share a name, one differs in case
 * only, and one is named as a member.
 */
const plan: fc.Arbitrary<Feature[]> = fc
	.tuple(anyName, fc.array(anyText, { minLength: 8, maxLength: 8 }))
	.chain(([name, texts]) => {
		const names = ['Tenant', 'Tenant', 'tenant', 'type', name === '' ? 'x' : name];
		const text = fc.oneof(fc.constantFrom('', '007', '12', 'true', '{"a":1}', 'null', ...texts), anyText);
		const feature = fc.record(
			{
				type: fc.constantFrom('zone', 'room'),
				label: text,
				size: fc.oneof(fc.constant(null), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
				isOpen: fc.boolean(),
				mixed: fc.oneof(
					text.filter((some) => some !== ''),
					fc.integer(),
					fc.boolean(),
					fc.array(fc.integer()),
				),
				geometry: fc.record({
					type: fc.constant('Polygon'),
					coordinates: fc.array(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }))),
				}),
				properties: fc.record({ id: fc.integer(), tags: fc.array(text) }),
				data: fc
					.tuple(text, text, text, text, text)
					.map((values) => values.map((value, index) => ({ key: keys[index], name: names[index], value }))),
			},
			{ requiredKeys: ['type', 'data'] },
		);
		return fc.array(feature, { minLength: 1, maxLength: 6 }).map((features) => throughJson(features) as Feature[]);
	});

/** What a file of text makes of a row: every row has every column, and nothing but text. */
function throughCsv(rows: Feature[]): Feature[] {
	const columns = new Set(rows.flatMap((row) => Object.keys(row)));
	return rows.map((row) => Object.fromEntries([...columns].map((column) => [column, cellText(row[column])])));
}

/** As n8n writes it: eleven characters of a number, and truth in capitals. */
function cellText(cell: unknown): string {
	if (typeof cell === 'boolean') return String(cell).toUpperCase();
	if (typeof cell === 'number' && String(cell).length > 11) return String(Number(cell.toPrecision(6)));
	return cell === null || cell === undefined ? '' : String(cell);
}

/** As n8n reads it. */
function withoutEmptyCells(rows: Feature[]): Feature[] {
	return throughCsv(rows).map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
}

/** A workbook keeps numbers and truth values. */
function throughXlsx(rows: Feature[]): Feature[] {
	return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '' && cell !== null)));
}

/** Read by n8n, a workbook of OpenDocument has 1 and 0 for truth values. */
function throughOds(rows: Feature[]): Feature[] {
	return throughXlsx(rows).map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([column, cell]) => [column, typeof cell === 'boolean' ? Number(cell) : cell]),
		),
	);
}

/** A person's program makes numbers of some of what looks like one. */
function throughExcel(rows: Feature[]): Feature[] {
	return throughXlsx(rows).map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([column, cell]) => [
				column,
				typeof cell === 'string' && String(Number(cell)) === cell ? Number(cell) : cell,
			]),
		),
	);
}

describe('a plan as a table', () => {
	it.each<[string, (rows: Feature[]) => Feature[]]>([
		['as items', (rows) => rows],
		['a CSV file', throughCsv],
		['a CSV file without its empty cells', withoutEmptyCells],
		['a workbook', throughXlsx],
		['a workbook of OpenDocument', throughOds],
		['a workbook that a person has saved', throughExcel],
	])('comes back without a difference: %s', (_what, through) => {
		fc.assert(
			fc.property(plan, (features) => {
				const columns = rowColumnsOf(features);
				const written = features.map((feature) => rowWriter(columns, { dropEmpty: false })(feature));
				const rows = through(written);
				const read = rows.map((row) => readRow(row, columns, { extra: 'error' }));
				read.forEach(({ feature, problems }, index) => {
					expect(problems).toEqual([]);
					if (differingFields(feature, features[index]).length > 0) expect(feature).toEqual(features[index]);
					expect(propertiesWithValue(feature)).toEqual(propertiesWithValue(features[index]));
				});
			}),
			{ numRuns: 1000 },
		);
	});
});

/** An empty cell can't tell an empty text from a member that is not there. */
function propertiesWithValue(feature: Feature): string[] {
	return Object.keys(feature)
		.filter((member) => feature[member] !== '' && feature[member] !== null)
		.sort();
}
