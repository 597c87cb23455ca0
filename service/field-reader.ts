import type { DataField } from './data-columns';
import { isJsonObject } from './json';
import type { JsonObject } from './json';
import { isJsonEqual } from './json-equality';

/** What the `dataFields` of a feature say. */
export interface ColumnedFields {
	/** For each data field its column and its entry of `data`, which has no value here. */
	fields: Array<{ column: string; noValue: boolean; entry: JsonObject }>;
	columns: ReadonlySet<string>;
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
	const fields = listed.map(({ column, noValue = false, ...entry }) => ({ column, noValue, entry }));
	return { fields, columns: new Set(fields.map(({ column }) => column)) };
}

function isDataField(field: unknown): field is DataField {
	return (
		isJsonObject(field) &&
		typeof field.column === 'string' &&
		typeof field.key === 'string' &&
		typeof field.name === 'string'
	);
}
