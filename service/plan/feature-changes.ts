import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { memberAt } from './identity';
import { canonicalText, isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { withoutSignatures } from './photo-addresses';

/** One difference between two states of a feature. A value that is absent or empty is null. */
export interface FieldChange {
	/** The name of a data field, or the path of a member. */
	field: string;
	before: unknown;
	after: unknown;
}

/**
 * The values of some fields as JSON texts. No difference are: the order of members, absent and empty values, and the
 * authentication parameters of photos (section 2.5).
 * @param fields codes of data fields (section 2.4) or paths of members
 */
export function fieldValues(feature: Feature, fields: readonly string[]): string[] {
	return fields.map((field) => {
		const entry = dataEntryOf(feature, field);
		const value = entry === undefined ? memberAt(feature, field) : entry.value;
		// The name of the member tells that there are photos in it.
		return isEmptyValue(value)
			? 'null'
			: withoutSignatures(canonicalText({ [nameOf(field)]: value })).slice(nameOf(field).length + 4, -1);
	});
}

function nameOf(field: string): string {
	const name = field.slice(field.lastIndexOf('.') + 1);
	return name === 'photos' ? name : '';
}

/**
 * @param before what `fieldValues` gave of the earlier state
 * @param nameOf what people call a data field
 */
export function fieldChanges(
	fields: readonly string[],
	before: readonly string[],
	feature: Feature,
	nameOf: (key: string) => string | undefined,
): FieldChange[] {
	const after = fieldValues(feature, fields);
	return fields.flatMap((field, index): FieldChange[] => {
		if (before[index] === after[index]) return [];
		return [{ field: nameOf(field) ?? field, before: parseValue(before[index]), after: parseValue(after[index]) }];
	});
}

/** Every data field and member that one of two states has, in the order of the later one. */
export function fieldsOf(now: Feature, before: Feature): string[] {
	const fields = [now, before].flatMap((feature) =>
		Object.keys(feature).flatMap((name) =>
			name === 'data' && Array.isArray(feature.data) ? keysOf(feature.data) : [name],
		),
	);
	return [...new Set(fields)];
}

function keysOf(data: unknown[]): string[] {
	return data.flatMap((entry) => (isJsonObject(entry) && typeof entry.key === 'string' ? [entry.key] : []));
}

/** Of entries with the same key the first that has a value. */
function dataEntryOf({ data }: Feature, key: string): JsonObject | undefined {
	if (!Array.isArray(data)) return undefined;
	const entries = data.filter((entry): entry is JsonObject => isJsonObject(entry) && entry.key === key);
	return entries.find(({ value }) => !isEmptyValue(value)) ?? entries[0];
}

function parseValue(text: string): unknown {
	return JSON.parse(text);
}
