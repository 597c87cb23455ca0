import { isEmptyValue } from '../plan';
import type { DataEntry, Feature } from '../plan';
import type { JsonObject } from '../text';
import { cellFromProperty } from './cells';
import { isDataEntries } from './columns';
import type { Columns } from './columns';

export interface RowFormat {
	/** One flat row for spreadsheets, every property a cell; otherwise `data` is an object of columns. */
	isFlat: boolean;
	/** Leave out columns that have no value yet. */
	dropEmpty: boolean;
	/** Properties that stand before all others, in a flat row behind them. */
	start?: JsonObject;
}

/** What a person looks for first stands first in items that are made for people. */
const FIRST_PROPERTIES = ['name', 'type', 'zoneType'];
const FIRST_IN_ITEMS = [...FIRST_PROPERTIES, 'data'];
/** What nobody reads in a cell stands last in a row. */
const LAST_PROPERTIES = ['position', 'geometry'];

const NONE: JsonObject = {};

/**
 * A feature with its data as columns. Data that is no list of entries stays a property.
 * @param columns of the whole plan
 */
export function writeRow(feature: Feature, columns: Columns, format: RowFormat): JsonObject {
	return format.isFlat ? flatRow(feature, columns, format) : columnedFeature(feature, columns, format);
}

/** With `dataFields` that says what each column stands for, so that it can be undone; else the feature as it stands. */
function columnedFeature(feature: Feature, columns: Columns, { dropEmpty, start = NONE }: RowFormat): JsonObject {
	const { data: entries } = feature;
	const layout = 'dataFields' in feature || !isDataEntries(entries) ? undefined : columns.layoutOf(entries);
	if (layout?.dataFields === undefined) return start === NONE ? feature : { ...start, ...feature, ...start };
	const shaped = columns.templates.of(feature, start, FIRST_IN_ITEMS);
	for (const property in feature) shaped[property] = feature[property];
	for (const property in start) shaped[property] = start[property];
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
function flatRow(feature: Feature, columns: Columns, { dropEmpty, start }: RowFormat): JsonObject {
	const { data, ...others } = feature;
	const isColumns = isDataEntries(data);
	const values = isColumns ? valuesOf(data, columns.layoutOf(data).columns, dropEmpty) : {};
	const properties = isColumns ? others : feature;
	const cells = (names: string[]) =>
		names.map((name) => [
			columns.columnOfProperty(name),
			cellFromProperty(feature[name], columns.properties.get(name)?.types),
		]);
	const isBetween = (name: string) => !FIRST_PROPERTIES.includes(name) && !LAST_PROPERTIES.includes(name);
	const row = [
		...cells(FIRST_PROPERTIES.filter((name) => Object.hasOwn(feature, name))),
		...Object.entries(values),
		...cells(Object.keys(properties).filter(isBetween)),
		...cells(LAST_PROPERTIES.filter((name) => Object.hasOwn(feature, name))),
	];
	// What stands first elsewhere stands last here: n8n leaves the byte order mark in the first column's name of a CSV
	// file.
	return { ...(Object.fromEntries(row) as JsonObject), ...start };
}
