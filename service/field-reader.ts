import type { DataField } from './data-columns';
import { isJsonObject, makeObjectWith } from './json';
import type { JsonObject } from './json';
import { isJsonEqual } from './json-equality';

/** What the `dataFields` of a feature say. */
export interface ColumnedFields {
	fields: ColumnField[];
	columns: ReadonlySet<string>;
}

/** A data field, and the column that stands for it. */
export interface ColumnField {
	column: string;
	/** The entry came without the member `value`. */
	noValue: boolean;
	/** Its entry of `data`, which has no value here. */
	entry: JsonObject;
	/** The same with a value of null, which is replaced in its copies: an object that grows takes more memory. */
	valued: JsonObject;
}

/** Reads `dataFields`. Nearly all features of a run have the same, so a list that equals the one before is not read again. */
export class FieldReader {
	private given: unknown;

	private read = readFields(undefined);

	of(dataFields: unknown): ColumnedFields {
		if (dataFields !== this.given && !isJsonEqual(dataFields, this.given)) {
			this.given = dataFields;
			this.read = readFields(dataFields);
		}
		return this.read;
	}
}

function readFields(dataFields: unknown): ColumnedFields {
	const listed = Array.isArray(dataFields) ? dataFields.filter(isDataField) : [];
	const fields = listed.map(({ column, noValue = false, ...entry }) => ({ column, noValue, entry, valued: withRoomForValue(entry) }));
	return { fields, columns: new Set(fields.map(({ column }) => column)) };
}

function withRoomForValue(entry: JsonObject): JsonObject {
	return Object.assign(makeObjectWith([...Object.keys(entry), 'value']), entry, { value: null });
}

function isDataField(field: unknown): field is DataField {
	return (
		isJsonObject(field) &&
		typeof field.column === 'string' &&
		typeof field.key === 'string' &&
		typeof field.name === 'string'
	);
}
