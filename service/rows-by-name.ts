import { parseJson } from './words';
import { isEmptyValue, scalarText } from './data-columns';
import type { Feature, FeatureProblem } from './features';
import type { JsonObject } from './json';
import { insteadOf } from './near-name';
import type { MemberType, PlanColumns } from './plan-columns';

/** What becomes of columns that are neither a data field of the plan nor a member of a feature. */
export type OtherColumns = 'error' | 'drop' | 'keep';

/**
 * The feature that a row of a table describes: columns named as a data field of the plan become that field (an emptied cell empties it),
 * the others are members. A spreadsheet gives text for most things, so a cell becomes what the member is on the plan: an object or
 * list from JSON text, a number, a text.
 */
export function rowByName(
	row: Feature,
	columns: PlanColumns,
	others: OtherColumns,
): { feature: Feature; problems: FeatureProblem[] } {
	const problems: FeatureProblem[] = [];
	const feature: Feature = {};
	const added = new Map<string, JsonObject>();
	for (const [column, cell] of Object.entries(row)) {
		if (cell === undefined) continue;
		const types = columns.members.get(column);
		const field = types === undefined ? fieldNamed(column, columns) : undefined;
		if (field !== undefined) {
			if (added.has(field.key)) problems.push({ path: column, message: `is the second column for the data field ${field.name}` });
			added.set(field.key, { key: field.key, name: field.name, value: scalarText(cell, column, problems) ?? '' });
		} else if (types !== undefined) {
			const value = cell === '' && !columns.alwaysText.has(column) ? undefined : asMember(cell, types);
			if (value !== undefined) feature[column] = value;
		} else if (others === 'keep') {
			feature[column] = cell;
		} else if (others === 'error') {
			problems.push({ path: column, message: unknownColumn(column, columns) });
		}
	}
	const { data, ...members } = feature;
	if (added.size === 0) return { feature, problems };
	const merged = withEntries(data, added);
	if (merged === undefined) problems.push({ path: 'data', message: 'is no list of entries, and the data columns would replace it' });
	return { feature: { ...members, data: merged ?? data }, problems };
}

/** @returns undefined where `data` holds something that would be lost */
export function withEntries(data: unknown, added: ReadonlyMap<string, JsonObject>): unknown[] | undefined {
	if (isEmptyValue(data)) return [...added.values()];
	if (!Array.isArray(data)) return undefined;
	const kept = data.filter((entry: unknown) => !added.has(String(Object(entry).key)));
	return [...kept, ...added.values()];
}

function fieldNamed(column: string, { fields }: PlanColumns) {
	const wanted = column.trim().toLowerCase();
	const named = (text: string) => text.trim().toLowerCase() === wanted;
	return fields.find((field) => named(field.column) || field.key === wanted) ?? fields.find(({ name }) => named(name));
}

function asMember(cell: unknown, types: ReadonlySet<MemberType>): unknown {
	if (typeof cell === 'number' || typeof cell === 'boolean') {
		return types.has('string') && !types.has(typeof cell as MemberType) ? String(cell) : cell;
	}
	if (typeof cell !== 'string') return cell;
	const isTyped = (value: unknown) => value !== null && types.has(typeof value as MemberType);
	const json = types.has('string') && types.size === 1 ? undefined : parseJson(cell);
	return json === null || isTyped(json) ? json : cell;
}

function unknownColumn(column: string, { fields, members }: PlanColumns): string {
	const names = [...fields.map((field) => field.column), ...members.keys()];
	return `is neither a data field of the plan nor a member of a feature${insteadOf(column, names)}`;
}

/** Columns that say that objects or lists were taken apart, as n8n does for spreadsheets: nothing puts them together again. */
export function flattenedProblems(row: Feature): FeatureProblem[] {
	const flat: string[] = [];
	for (const column in row) if (column.includes('.') && FLATTENED.test(column) && !isEmptyValue(row[column])) flat.push(column);
	if (flat.length === 0) return [];
	const more = flat.length === 1 ? '' : ` (as are ${flat.length - 1} more columns)`;
	const message = `is a part of a value that was taken apart into columns${more}. Get the features with Data Format set to Table, which keeps such values whole, and set Data Mapping to By Name`;
	return [{ path: flat[0], message }];
}

const FLATTENED = /^(geometry|position|icons|data|dataFields|photos)\./;
