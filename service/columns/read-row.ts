import { isEmptyValue } from '../plan';
import type { Feature, FeatureProblem } from '../plan';
import { isJsonEqual, isJsonObject, parseJson } from '../text';
import type { JsonObject } from '../text';
import { SPECIFIED_MEMBERS, copyInto, memberFromCell, textFromCell } from './cells';
import { ADDED_TO_ROWS } from './columns';
import type { Column, Columns } from './columns';
import type { FieldForms } from './forms';

/** What a cell of a row is: data, a member, nothing, or what nobody knows. */
type Meaning =
	| { fields: readonly Column[] }
	| { member: string; value: unknown }
	| { problem: FeatureProblem }
	| undefined;

/** What becomes of columns that are neither a data field of the plan nor a member of a feature. */
export type OtherColumns = 'error' | 'drop' | 'keep';

/** How the cells of one row are read. @param path where the row stands */
export type MeaningOf = (column: string, cell: unknown, path: string) => Meaning;

/**
 * The feature that a row describes: the only way from cells to entries of data. A missing cell says nothing.
 * @param path where the row stands, such as `data.`; the feature's own cells have none, and null empties their field
 * @param forms in which the fields of the plan are written, where it is known
 */
export function readRow(
	row: JsonObject,
	meaningOf: MeaningOf,
	path = '',
	forms?: FieldForms,
): { feature: Feature; problems: FeatureProblem[] } {
	const problems: FeatureProblem[] = [];
	const members: Array<[string, unknown]> = [];
	const entries: JsonObject[] = [];
	// Of a row the last column of a field counts. A feature that repeats a key has a problem of its own.
	const places = path === '' ? new Map<string, number>() : undefined;
	for (const column in row) {
		const cell = row[column];
		if (cell === undefined) continue;
		const meaning = meaningOf(column, cell, path);
		if (meaning === undefined) continue;
		if ('problem' in meaning) problems.push(meaning.problem);
		else if ('member' in meaning) members.push([meaning.member, meaning.value]);
		else {
			for (const field of meaning.fields) {
				const isText = typeof cell === 'string' && forms === undefined;
				const text = isText ? cell : textFromCell(cell, field, `${path}${column}`, forms, problems);
				const place = places?.get(field.key) ?? entries.length;
				places?.set(field.key, place);
				entries[place] = entryOf(field, places === undefined ? text : (text ?? ''));
			}
		}
	}
	const feature: Feature = Object.fromEntries(members);
	if (entries.length > 0) addEntries(feature, entries, problems);
	return { feature, problems };
}

/** Entries of the same key are replaced. */
function addEntries(feature: Feature, entries: JsonObject[], problems: FeatureProblem[]): void {
	const { data } = feature;
	if (isEmptyValue(data)) feature.data = entries;
	else if (Array.isArray(data)) {
		const keys = new Set(entries.map(({ key }) => key));
		feature.data = [...data.filter((entry: unknown) => !keys.has(Object(entry).key)), ...entries];
	} else problems.push({ path: 'data', rule: 'listOfEntries' });
}

const MEMBERS_OF_COLUMN: ReadonlySet<string> = new Set(['column', 'key', 'name', 'noValue']);

function entryOf(field: Column, value: unknown): JsonObject {
	const entry: JsonObject = { key: field.key, name: field.name };
	copyInto(entry, field, MEMBERS_OF_COLUMN);
	if (value !== null || field.noValue !== true) entry.value = value;
	return entry;
}

/** Data Columns: those that are listed are data, the others members. */
export function meaningByList(columns: readonly Column[]): MeaningOf {
	const listed = fieldsByColumn(columns);
	return (column, cell) => listed.get(column) ?? { member: column, value: cell };
}

function fieldsByColumn(columns: readonly Column[]): Map<string, { fields: Column[] }> {
	const meanings = new Map<string, { fields: Column[] }>();
	for (const column of columns) {
		const same = meanings.get(column.column);
		if (same === undefined) meanings.set(column.column, { fields: [column] });
		else same.fields.push(column);
	}
	return meanings;
}

/** An item of Get Plan Features: what its `dataFields` list. Equal lists are read once, one after the other. */
export function listedMeanings(): (dataFields: unknown) => MeaningOf {
	let given: unknown;
	let meaning = meaningByFields(undefined);
	return (dataFields) => {
		if (dataFields !== given && !isJsonEqual(dataFields, given)) {
			given = dataFields;
			meaning = meaningByFields(dataFields);
		}
		return meaning;
	};
}

function meaningByFields(dataFields: unknown): MeaningOf {
	const listed = fieldsByColumn(Array.isArray(dataFields) ? dataFields.filter(isColumn) : []);
	const known = [...listed.keys()];
	return (column, _cell, path) =>
		listed.get(column) ?? {
			problem: { path: `${path}${column}`, rule: 'listedColumn', given: { name: column, known } },
		};
}

function isColumn(field: unknown): field is Column {
	return (
		isJsonObject(field) &&
		typeof field.column === 'string' &&
		typeof field.key === 'string' &&
		typeof field.name === 'string'
	);
}

/** Whether an item is a row of columns, and no feature: it has what neither the specification nor Get names. */
export function isRow(item: JsonObject, listed: readonly Column[]): boolean {
	if (isList(item.data) || isList(item.dataFields)) return false;
	const isKnown = (column: string) =>
		SPECIFIED_MEMBERS.has(column) || ADDED_TO_ROWS.includes(column) || listed.some((one) => one.column === column);
	for (const column in item) if (item[column] !== undefined && !isKnown(column)) return true;
	return false;
}

/** A cell of a table holds a list as JSON text. */
function isList(value: unknown): boolean {
	return Array.isArray(typeof value === 'string' ? parseJson(value) : value);
}

/**
 * Data Mapping By Name, for one row: columns named as a data field of the plan are that field, the others members.
 * @param others what becomes of columns that are neither
 * @param listed columns whose data fields are given
 */
export function meaningByPlan(
	columns: Columns,
	others: OtherColumns,
	row: JsonObject,
	listed: readonly Column[] = [],
): MeaningOf {
	const given = fieldsByColumn(listed);
	const seen = new Set<string>();
	return (column, cell, at) => {
		const path = `${at}${column}`;
		const listedAs = given.get(column);
		if (listedAs !== undefined) return listedAs;
		const namesake = columns.namesake(column);
		if (namesake !== undefined && !Object.hasOwn(row, namesake.column))
			return { problem: { path, rule: 'oneMeaning', given: namesake } };
		const member = columns.membersByColumn.get(column);
		const meant = columns.find(column);
		if (member !== undefined && (meant === undefined || SPECIFIED_MEMBERS.has(column)))
			return memberMeaning(columns, member, cell);
		if (meant !== undefined) {
			if (seen.has(meant.key)) return { problem: { path, rule: 'secondColumn', given: meant.name } };
			seen.add(meant.key);
			return { fields: [meant] };
		}
		if (others === 'error') return { problem: { path, rule: 'planColumn', given: { name: column, known: columns } } };
		return others === 'keep' ? { member: column, value: cell } : undefined;
	};
}

function memberMeaning(columns: Columns, name: string, cell: unknown): Meaning {
	const member = columns.members.get(name);
	// An empty kind or id says nothing: no feature is without one.
	if (cell === '' && (name === 'type' || name === 'id' || member?.isAlwaysText !== true)) return undefined;
	return { member: name, value: member === undefined ? cell : memberFromCell(cell, member.types) };
}

/**
 * What is wrong with the rows of Data Columns themselves, whatever an item holds.
 * @param known the columns that items of the run have
 */
export function columnProblems(columns: readonly Column[], known: ReadonlySet<string>): FeatureProblem[] {
	return columns.flatMap(({ column, key }, index): FeatureProblem[] => {
		const first = columns.findIndex((other) => other.key === key);
		if (first < index) return [{ path: column, rule: 'secondRow', given: columns[first].column }];
		return column === '' || known.has(column)
			? []
			: [{ path: column, rule: 'itemColumn', given: { name: column, known } }];
	});
}
