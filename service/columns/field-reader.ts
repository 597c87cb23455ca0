import type { DataField } from './data-columns';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { isJsonEqual } from '../text';

/** A data field: its column, and its entry of `data` but for the value. */
export interface ColumnedField {
	column: string;
	/** Where the column stands in the feature, for problems. */
	path: string;
	noValue: boolean;
	key: string;
	name: string;
	/** Members beside key, name and value, which the specification does not know. */
	others: JsonObject | undefined;
}

/** What the `dataFields` of a feature say. */
export interface ColumnedFields {
	fields: ColumnedField[];
	columns: ReadonlySet<string>;
}

/**
 * Reads `dataFields`. Nearly all features of a run have the same, so a list that equals the one before is not read
 * again.
 */
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
	const fields = listed.map(({ column, noValue = false, key, name, ...others }) => ({
		column,
		path: `data.${column}`,
		noValue,
		key,
		name,
		others: Object.keys(others).length === 0 ? undefined : others,
	}));
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
