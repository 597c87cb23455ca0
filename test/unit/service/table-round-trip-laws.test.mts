import fc from 'fast-check';
import { ColumnNames, isFit, membersOf, planColumnsOf, rowByName, tableRow } from '../../../service';
import type { Feature } from '../../../service';
import { dataKey } from '../../support/generators/features.mts';
import { throughJson } from '../../support/generators/json.mts';
import { anyName, anyText } from '../../support/generators/text.mts';

const keys = fc.sample(dataKey, { numRuns: 4, seed: 1 });

/** Every feature has all data fields of the plan (section 2.3, rule 3); two of them share a name, and one is named as a member. */
const plan: fc.Arbitrary<Feature[]> = fc.tuple(anyName, fc.array(anyText, { minLength: 8, maxLength: 8 })).chain(([name, texts]) => {
	const names = ['Tenant', 'Tenant', 'type', name === '' ? 'x' : name];
	const text = fc.oneof(fc.constantFrom('', '007', '12', 'true', '{"a":1}', 'null', ...texts), anyText);
	const feature = fc.record(
		{
			type: fc.constantFrom('zone', 'room'),
			label: text,
			size: fc.oneof(fc.constant(null), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
			isOpen: fc.boolean(),
			geometry: fc.record({ type: fc.constant('Polygon'), coordinates: fc.array(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }))) }),
			properties: fc.record({ id: fc.integer(), tags: fc.array(text) }),
			data: fc.tuple(text, text, text, text).map((values) => values.map((value, index) => ({ key: keys[index], name: names[index], value }))),
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

function cellText(cell: unknown): string {
	return cell === null || cell === undefined ? '' : String(cell);
}

/** A workbook has numbers of its own, and makes some of what looks like one. */
function throughXlsx(rows: Feature[]): Feature[] {
	return throughCsv(rows).map((row) =>
		Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cell !== '' && String(Number(cell)) === cell ? Number(cell) : cell])),
	);
}

describe('a plan as a table', () => {
	it.each<[string, (rows: Feature[]) => Feature[]]>([
		['as items', (rows) => rows],
		['a CSV file', throughCsv],
		['a workbook', throughXlsx],
	])('comes back without a difference: %s', (_what, through) => {
		fc.assert(
			fc.property(plan, (features) => {
				const columns = new ColumnNames('byName', features, membersOf(features));
				const rows = through(features.map((feature) => tableRow(feature, columns, false)));
				const read = rows.map((row) => rowByName(row, planColumnsOf(features), 'error'));
				read.forEach(({ feature, problems }, index) => {
					expect(problems).toEqual([]);
					if (!isFit(feature, features[index])) expect(feature).toEqual(features[index]);
				});
			}),
			{ numRuns: 1000 },
		);
	});
});
