import { FieldReader } from './field-reader';
import type { ColumnedField } from './field-reader';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';
import type { Feature, FeatureProblem } from '../plan';

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
		problems.push({ path: `data.${column}`, rule: 'listedColumn', given: { name: column, known: columns } });
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
	problems.push({ path, rule: 'text' });
	return value;
}
