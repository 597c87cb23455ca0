import { isEmpty, valueAtPath } from './feature';
import type { Feature } from './feature';
import { fieldsOf } from './feature-equality';
import { contentTextOf, parseJson } from '../text';

/** One difference between two states of a feature. A value that is absent or empty is null. */
export interface FieldChange {
	/** The name of a data field, or the path of a property. */
	field: string;
	before: unknown;
	after: unknown;
}

/**
 * The values of a feature that count, without empty ones, equal where nothing changed. These are no differences: the
 * order of properties and of data entries, how numbers are written, names of data fields, and whatever is null, absent
 * or empty.
 * @param fields all that the feature has, where there are none
 * @returns JSON texts by the code of a data field (section 2.4) or the path of a property
 */
export function valuesOf(feature: Feature, fields: readonly string[] = []): Map<string, string> {
	const all = fieldsOf(feature);
	const values = new Map<string, string>();
	for (const field of fields.length > 0 ? fields : all.keys()) {
		const value = all.get(field) ?? (field === 'data' ? null : valueAtPath(feature, field));
		if (!isEmpty(value)) values.set(field, contentTextOf(value, isEmpty));
	}
	return values;
}

/**
 * One text for two states of a feature in which nothing but photos and what is no difference differs: the service
 * changes these by itself (section 2.3, rule 3, and section 2.5).
 */
export function contentText(feature: Feature): string {
	return JSON.stringify([...valuesOf({ ...feature, photos: null })].sort());
}

/** @param nameOf what people call a data field */
export function fieldChanges(
	before: ReadonlyMap<string, string>,
	after: ReadonlyMap<string, string>,
	nameOf: (key: string) => string | undefined,
): FieldChange[] {
	const fields = new Set([...after.keys(), ...before.keys()]);
	return [...fields].flatMap((field): FieldChange[] => {
		const [one, other] = [before.get(field), after.get(field)];
		if (one === other) return [];
		return [{ field: nameOf(field) ?? field, before: JSON.parse(one ?? 'null'), after: JSON.parse(other ?? 'null') }];
	});
}

/**
 * A feature in which the URLs of photos end before their authentication parameters, which differ in each response and
 * let anyone see the photo (section 2.5): `https://host/a.png?signature=1` becomes `https://host/a.png`. That goes for
 * each text of its photos that reads as a URL; URLs elsewhere, such as an icon's, stay.
 */
export function withoutSignatures(feature: Feature): Feature {
	const { photos } = feature;
	// A row of a table has its lists as JSON text.
	const list = typeof photos === 'string' ? parseJson(photos) : photos;
	if (!Array.isArray(list)) return feature;
	const text = JSON.stringify(list, (_name, value: unknown) =>
		typeof value === 'string' ? unsignedUrl(value) : value,
	);
	return { ...feature, photos: typeof photos === 'string' ? text : JSON.parse(text) };
}

/** Up to its query or fragment, where a dot or a slash stands before that and no space after it. */
function unsignedUrl(text: string): string {
	return text.replace(/^([^?#]+)[?#]\S*$/, (all, url: string) => (/[./]/.test(url) ? url : all));
}
