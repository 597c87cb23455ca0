import { isEmptyValue } from '../plan';
import { scalarText } from './data-columns';
import type { Feature, FeatureProblem } from '../plan';
import type { JsonObject } from '../text';
import type { PlanColumns } from './plan-columns';
import { memberFromCell } from './row-member';

/** What becomes of columns that are neither a data field of the plan nor a member of a feature. */
export type OtherColumns = 'error' | 'drop' | 'keep';

/**
 * The feature that a row of a table describes: columns named as a data field of the plan become that field (an emptied
 * cell empties it), the others are members.
 * @param others what becomes of columns that are neither
 * @param table the columns of the table. A cell that a row lacks is an emptied one, because n8n leaves empty cells out
 * of the rows of a file; but it says nothing in a row that brings a list of data of its own.
 */
export function rowByName(
	row: Feature,
	columns: PlanColumns,
	others: OtherColumns,
	table: Iterable<string> = [],
): { feature: Feature; problems: FeatureProblem[] } {
	const problems: FeatureProblem[] = [];
	const feature: Feature = {};
	const added = new Map<string, JsonObject>();
	for (const [column, cell] of Object.entries(row)) {
		if (cell === undefined) continue;
		const types = columns.members.get(column);
		const field = types === undefined ? columns.fieldOf(column) : undefined;
		if (field !== undefined) {
			if (added.has(field.key)) problems.push({ path: column, rule: 'secondColumn', given: field.name });
			added.set(field.key, { key: field.key, name: field.name, value: scalarText(cell, column, problems) ?? '' });
		} else if (types !== undefined) {
			const value = cell === '' && !columns.alwaysText.has(column) ? undefined : memberFromCell(cell, types);
			if (value !== undefined) feature[column] = value;
		} else if (others === 'keep') {
			feature[column] = cell;
		} else if (others === 'error') {
			problems.push({ path: column, rule: 'planColumn', given: { name: column, known: columns.known() } });
		}
	}
	if (isEmptyValue(feature.data)) {
		for (const column of table) {
			const field = columns.members.has(column) ? undefined : columns.fieldOf(column);
			if (field !== undefined && !added.has(field.key))
				added.set(field.key, { key: field.key, name: field.name, value: '' });
		}
	}
	const { data, ...members } = feature;
	if (added.size === 0) return { feature, problems };
	const merged = withEntries(data, added);
	if (merged === undefined) problems.push({ path: 'data', rule: 'listOfEntries' });
	return { feature: { ...members, data: merged ?? data }, problems };
}

/** @returns undefined where `data` holds something that would be lost */
export function withEntries(data: unknown, added: ReadonlyMap<string, JsonObject>): unknown[] | undefined {
	if (isEmptyValue(data)) return [...added.values()];
	if (!Array.isArray(data)) return undefined;
	const kept = data.filter((entry: unknown) => !added.has(String(Object(entry).key)));
	return [...kept, ...added.values()];
}

/**
 * The problem of columns such as `geometry.type`: n8n takes objects apart like this for spreadsheets, and nothing puts
 * them together again.
 */
export function flattenedProblems(row: Feature): FeatureProblem[] {
	const flat: string[] = [];
	for (const column in row)
		if (column.includes('.') && FLATTENED.test(column) && !isEmptyValue(row[column])) flat.push(column);
	if (flat.length === 0) return [];
	return [{ path: flat[0], rule: 'wholeValue', given: flat.length - 1 }];
}

const FLATTENED = /^(geometry|position|icons|data|dataFields|photos)\./;
