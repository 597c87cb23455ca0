import { KIND, isEmptyValue, withoutEmptyData } from '../plan';
import type { DataEntry, Feature } from '../plan';
import type { JsonObject } from '../text';
import { cellFromProperty } from './properties';
import type { Column, Columns } from './columns';

export interface RowFormat {
	dropEmpty: boolean;
	/** Properties that stand before all others, in a flat row behind them. */
	start?: JsonObject | undefined;
}

/** What a person looks for first stands first in items that are made for people. */
const FIRST_PROPERTIES = ['name', ...KIND];
const FIRST_IN_ITEMS = [...FIRST_PROPERTIES, 'data'];
/** What nobody reads in a cell stands last in a row. */
const LAST_PROPERTIES = ['position', 'geometry'];

/** Makes items of features. By `dataFields` Push Plan Features knows one, also where the feature has no data. */
export function rowWriter(columns: Columns, format: RowFormat): (feature: Feature) => JsonObject {
	if (columns.as === 'table') return (feature) => flatRow(feature, columns, format);
	const { dropEmpty, start = {} } = format;
	const isList = columns.as === 'array';
	/** By the types of features, which mostly have the same properties of their own, in the same order. */
	const templates = new Map<unknown, { own: readonly string[]; item: JsonObject }>();
	return (feature) => {
		const shown = isList && dropEmpty ? withoutEmptyData(feature) : feature;
		const { data: entries } = shown;
		const dataFields = columns.fieldsIn(entries);
		if (isList || dataFields === undefined) return { ...start, ...shown, ...start, dataFields: dataFields ?? [] };
		let template = templates.get(feature.type);
		if (template === undefined || !hasProperties(feature, template.own)) {
			const own = Object.keys(feature);
			template = { own, item: emptyItem(own, start) };
			templates.set(feature.type, template);
		}
		const data = valuesOf(entries as DataEntry[], dataFields, dropEmpty);
		return { ...template.item, ...feature, ...start, data, dataFields };
	};
}

function valuesOf(entries: readonly DataEntry[], fields: readonly Column[], dropEmpty: boolean): JsonObject {
	const values: JsonObject = {};
	for (let index = 0; index < fields.length; index++) {
		const { value = null } = entries[index];
		if (!dropEmpty || !isEmptyValue(value)) values[fields[index].column] = value;
	}
	return values;
}

/** Of an entry only key, name and value are kept (section 2.4). */
function flatRow(feature: Feature, columns: Columns, { dropEmpty, start }: RowFormat): JsonObject {
	const fields = columns.fieldsIn(feature.data);
	const values = fields === undefined ? {} : valuesOf(feature.data as DataEntry[], fields, dropEmpty);
	const cells = (names: string[]) =>
		names.map((name) => [
			columns.columnOfProperty(name),
			cellFromProperty(feature[name], columns.properties.get(name)),
		]);
	const isBetween = (name: string) =>
		!FIRST_PROPERTIES.includes(name) && !LAST_PROPERTIES.includes(name) && (name !== 'data' || fields === undefined);
	const row = [
		...cells(FIRST_PROPERTIES.filter((name) => Object.hasOwn(feature, name))),
		...Object.entries(values),
		...cells(Object.keys(feature).filter(isBetween)),
		...cells(LAST_PROPERTIES.filter((name) => Object.hasOwn(feature, name))),
	];
	// Last, because n8n leaves the byte order mark in the first column's name of a CSV file.
	return { ...(Object.fromEntries(row) as JsonObject), ...start };
}

/** In n8n properties that are added one after the other take twice the memory (bench row *bare*). */
function emptyItem(own: readonly string[], start: JsonObject): JsonObject {
	const names = [...Object.keys(start), ...FIRST_IN_ITEMS.filter((name) => own.includes(name)), ...own, 'dataFields'];
	// JSON.parse gives an object no capacity that it does not need, and a property "__proto__" of its own.
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as JsonObject;
}

function hasProperties(feature: Feature, names: readonly string[]): boolean {
	let index = 0;
	for (const property in feature) if (property !== names[index++]) return false;
	return index === names.length;
}
