import { isEmptyValue } from '../plan';
import type { DataEntry, Feature } from '../plan';
import type { JsonObject } from '../text';
import { cellFromMember, isDataEntries } from './cells';
import type { Columns } from './columns';

export interface RowForm {
	/** One flat row for spreadsheets, every member a cell; otherwise `data` is an object of columns. */
	isFlat: boolean;
	/** Leave out columns that have no value yet. */
	dropEmpty: boolean;
	/** Members that stand before all others, in a flat row behind them. */
	start?: JsonObject;
}

/** What a person looks for first stands first in items that are made for people. */
const FIRST_MEMBERS = ['name', 'type', 'zoneType'];
const FIRST_IN_ITEMS = [...FIRST_MEMBERS, 'data'];
/** What nobody reads in a cell stands last in a row. */
const LAST_MEMBERS = ['position', 'geometry'];

const NONE: JsonObject = {};

/**
 * A feature with its data as columns. Data that is no list of entries stays a member.
 * @param columns of the whole plan
 */
export function writeRow(feature: Feature, columns: Columns, form: RowForm): JsonObject {
	return form.isFlat ? flatRow(feature, columns, form) : columnedFeature(feature, columns, form);
}

/** With `dataFields` that says what each column stands for, so that it can be undone; else the feature as it stands. */
function columnedFeature(feature: Feature, columns: Columns, { dropEmpty, start = NONE }: RowForm): JsonObject {
	const { data: entries } = feature;
	const layout = 'dataFields' in feature || !isDataEntries(entries) ? undefined : columns.layoutOf(entries);
	if (layout?.dataFields === undefined) return start === NONE ? feature : { ...start, ...feature, ...start };
	const shaped = columns.blanks.of(feature, start, FIRST_IN_ITEMS);
	for (const member in feature) shaped[member] = feature[member];
	for (const member in start) shaped[member] = start[member];
	shaped.data = valuesOf(entries as DataEntry[], layout.columns, dropEmpty);
	shaped.dataFields = layout.dataFields;
	return shaped;
}

function valuesOf(entries: readonly DataEntry[], columns: readonly string[], dropEmpty: boolean): JsonObject {
	const values: JsonObject = {};
	for (let index = 0; index < columns.length; index++) {
		const { value = null } = entries[index];
		if (!dropEmpty || !isEmptyValue(value)) values[columns[index]] = value;
	}
	return values;
}

/** Of an entry only key, name and value are kept (section 2.4). */
function flatRow(feature: Feature, columns: Columns, { dropEmpty, start }: RowForm): JsonObject {
	const { data, ...others } = feature;
	const isColumns = isDataEntries(data);
	const values = isColumns ? valuesOf(data, columns.layoutOf(data).columns, dropEmpty) : {};
	const members = isColumns ? others : feature;
	const cells = (names: string[]) =>
		names.map((name) => [
			columns.columnOfMember(name),
			cellFromMember(feature[name], columns.members.get(name)?.types),
		]);
	const row = [
		...cells(FIRST_MEMBERS.filter((name) => Object.hasOwn(feature, name))),
		...Object.entries(values),
		...cells(Object.keys(members).filter((name) => !FIRST_MEMBERS.includes(name) && !LAST_MEMBERS.includes(name))),
		...cells(LAST_MEMBERS.filter((name) => Object.hasOwn(feature, name))),
	];
	// What stands first elsewhere stands last here: n8n leaves the byte order mark in the first column's name of a CSV
	// file.
	return { ...(Object.fromEntries(row) as JsonObject), ...start };
}
