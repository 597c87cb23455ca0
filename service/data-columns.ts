import type { NamedField } from './column-names';
import { FieldReader } from './field-reader';
import type { ColumnedField } from './field-reader';
import { isJsonObject } from './json';
import type { JsonObject } from './json';
import type { Feature, FeatureProblem } from './features';
import { suggestName } from './near-name';

/** What a column of `data` stands for. Members beside key, name and value that the service sent are kept here. */
export interface DataField extends JsonObject {
	column: string;
	key: string;
	name: string;
	/** The entry came without the member `value`. */
	noValue?: true;
}

/** What a person looks for first stands first in items that are made for people. */
export const FIRST_MEMBERS = ['name', 'type', 'zoneType'];

/** A column of an item that becomes an entry of `data`. */
export interface DataColumn {
	column: string;
	key: string;
	name: string;
}

/** The data fields of a plan, each once, in the order of the plan; the first name that a code has there counts. */
export function dataFieldsOf(features: readonly Feature[]): NamedField[] {
	const names = new Map<string, string>();
	for (const { data } of features) {
		if (!Array.isArray(data)) continue;
		for (const entry of data) {
			if (isDataEntry(entry) && !names.has(entry.key)) names.set(entry.key, entry.name);
		}
	}
	return [...names].map(([key, name]) => ({ key, name }));
}

/** Leaves out entries that have no value yet (section 2.3, rule 3): absent, null or empty. */
export function withoutEmptyData(feature: Feature): Feature {
	if (!Array.isArray(feature.data)) return feature;
	const data = feature.data.filter((entry: unknown) => !isJsonObject(entry) || !isEmptyValue(entry.value));
	return { ...feature, data };
}

/**
 * Leaves out entries of data without a value, before a feature is sent. The service adds these itself (section 2.3,
 * rule 3), and refuses them where it insists on text (section 2.4). An empty text is a text.
 */
export function withoutMissingValues(feature: Feature): Feature {
	const { data } = feature;
	if (!Array.isArray(data) || !data.some(isWithoutValue)) return feature;
	return { ...feature, data: data.filter((entry: unknown) => !isWithoutValue(entry)) };
}

function isWithoutValue(entry: unknown): boolean {
	return isJsonObject(entry) && typeof entry.key === 'string' && (entry.value === undefined || entry.value === null);
}

/** Whether a value stands for "no value yet" (section 2.3, rule 3). */
export function isEmptyValue(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** An element of `data` (section 2.4), and whatever else the service puts into it. */
export interface DataEntry extends JsonObject {
	key: string;
	name: string;
}

export function isDataEntry(entry: unknown): entry is DataEntry {
	return isJsonObject(entry) && typeof entry.key === 'string' && typeof entry.name === 'string';
}

/**
 * Undoes `ColumnedFeatures`: what its object `data` stands for, as an array of entries. Numbers and booleans, which
 * sheets and Edit Fields write, become text; a removed column removes its entry.
 * @param reader that of the features before, where there are several
 * @returns the entries, and the columns that stand for no data field or hold no scalar; undefined where `data` is no
 * object
 */
export function dataFromColumns(
	{ data: given, dataFields }: Feature,
	reader = new FieldReader(),
): { data: JsonObject[]; problems: FeatureProblem[] } | undefined {
	if (!isJsonObject(given)) return undefined;
	const { fields, columns } = reader.of(dataFields);
	const problems: FeatureProblem[] = [];
	for (const column in given) {
		if (columns.has(column)) continue;
		const nearest = suggestName(column, [...columns]);
		problems.push({
			path: `data.${column}`,
			message: `is in no entry of dataFields, so its data field is unknown${nearest}`,
		});
	}
	const data = fields
		.filter(({ column }) => Object.hasOwn(given, column))
		.map((field) => entryOf(field, scalarText(given[field.column], field.path, problems)));
	return { data, problems };
}

/** Nearly all entries have these three members: a literal of them takes less memory than a copy that gets one more. */
function entryOf({ noValue, key, name, others }: ColumnedField, value: unknown): JsonObject {
	if (noValue && value === null) return { key, name, ...others };
	return others === undefined ? { key, name, value } : { key, name, ...others, value };
}

/** Numbers and booleans, which sheets give, as text. */
export function scalarText(value: unknown, path: string, problems: FeatureProblem[]): unknown {
	if (value === null || typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	problems.push({ path, message: 'must be text' });
	return value;
}
