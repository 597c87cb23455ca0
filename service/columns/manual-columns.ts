import { isEmptyValue } from '../plan';
import { scalarText } from './data-columns';
import type { DataColumn } from './data-columns';
import type { Feature, FeatureProblem } from '../plan';
import type { JsonObject } from '../text';
import { withEntries } from './rows-by-name';

/**
 * Moves columns of a row into `data`, replacing the entry of the same key. A column that the row does not have gives no
 * entry; an emptied one empties the field.
 * @param table the columns of the table: a cell that the row lacks is an emptied one, for the reason that `rowByName`
 * gives
 */
export function withColumnsAsData(
	row: Feature,
	columns: readonly DataColumn[],
	table: ReadonlySet<string> = new Set(),
): { feature: Feature; problems: FeatureProblem[] } {
	const isEmptied = (column: string) => isEmptyValue(row.data) && table.has(column);
	const present = columns.filter(
		({ column }) => (Object.hasOwn(row, column) && row[column] !== undefined) || isEmptied(column),
	);
	if (present.length === 0) return { feature: row, problems: [] };
	const problems: FeatureProblem[] = [];
	const { data, ...members } = row;
	const added = new Map<string, JsonObject>();
	for (const { column, key, name } of present) {
		delete members[column];
		const value = isEmptyValue(row[column]) ? '' : scalarText(row[column], column, problems);
		added.set(key, { key, name, value });
	}
	const merged = withEntries(data, added);
	if (merged === undefined) problems.push({ path: 'data', rule: 'listOfEntries' });
	return { feature: { ...members, data: merged ?? data }, problems };
}

/**
 * What is wrong with the rows of Data Columns themselves, whatever an item holds.
 * @param known the columns that items of the run have
 */
export function columnProblems(columns: readonly DataColumn[], known: ReadonlySet<string>): FeatureProblem[] {
	return columns.flatMap(({ column, key }, index): FeatureProblem[] => {
		const first = columns.findIndex((other) => other.key === key);
		if (first < index) return [{ path: column, rule: 'secondRow', given: columns[first].column }];
		if (column === '' || known.has(column)) return [];
		return [{ path: column, rule: 'itemColumn', given: { name: column, known } }];
	});
}
