import { isEmptyValue } from './data-entries';
import type { Feature } from './feature';
import { valueAtPath } from './identity';
import { isJsonObject } from '../text';

/** One difference between two states of a feature. A value that is absent or empty is null. */
export interface FieldChange {
	/** The name of a data field, or the path of a property. */
	field: string;
	before: unknown;
	after: unknown;
}

/** JSON texts by field: by the code of a data field (section 2.4) or by the path of a property. */
export type FieldValues = ReadonlyMap<string, string>;

/**
 * The values of a feature that count, without empty ones, equal where nothing changed. These are no differences: the
 * order of properties and of data entries, how numbers are written, names of data fields, whatever is null, absent or
 * empty, and the authentication parameters of photos (section 2.5).
 * @param fields all that the feature has, unless given
 */
export function valuesOf(feature: Feature, fields?: readonly string[]): Map<string, string> {
	const data = dataValues(feature);
	const values = new Map<string, string>();
	for (const field of fields ?? [...Object.keys(feature), ...data.keys()]) {
		const text = data.get(field) ?? propertyText(feature, field);
		if (text !== '') values.set(field, text);
	}
	return values;
}

/** One text of values, equal where the values are. */
export function valuesText(values: FieldValues): string {
	return [...values]
		.map(([field, text]) => `${JSON.stringify(field)}:${text}`)
		.sort()
		.join();
}

/** @param nameOf what people call a data field */
export function fieldChanges(
	before: FieldValues,
	after: FieldValues,
	nameOf: (key: string) => string | undefined,
): FieldChange[] {
	const fields = new Set([...after.keys(), ...before.keys()]);
	return [...fields].flatMap((field): FieldChange[] => {
		if (before.get(field) === after.get(field)) return [];
		return [{ field: nameOf(field) ?? field, before: parse(before.get(field)), after: parse(after.get(field)) }];
	});
}

function parse(text: string | undefined): unknown {
	return text === undefined ? null : JSON.parse(text);
}

/**
 * Values of `data` by code, without those that are empty. A code that has several values has a list of them. What is no
 * entry with a code stands under `data`.
 */
function dataValues({ data }: Feature): Map<string, string> {
	const texts = new Map<string, string[]>();
	for (const entry of Array.isArray(data) ? (data as unknown[]) : []) {
		const isEntry = isJsonObject(entry) && typeof entry.key === 'string';
		const key = isEntry ? String(entry.key) : 'data';
		const text = valueText(isEntry ? entry.value : entry);
		if (text === '') continue;
		const list = texts.get(key);
		if (list === undefined) texts.set(key, [text]);
		else list.push(text);
	}
	return new Map([...texts].map(([key, list]) => [key, list.length > 1 ? `[${list.sort().join()}]` : list[0]]));
}

function propertyText(feature: Feature, field: string): string {
	if (field === 'data' && Array.isArray(feature.data)) return '';
	const value = valueAtPath(feature, field);
	return valueText(value, isPhotos(field.slice(field.lastIndexOf('.') + 1), value));
}

/** JSON text of a value, the same for values that count as equal; empty for one that is empty. */
export function valueText(value: unknown, isPhoto = false): string {
	if (isEmptyValue(value)) return '';
	if (typeof value === 'string') return JSON.stringify(isPhoto ? unsignedUrl(value) : value);
	if (Array.isArray(value)) {
		return value.length === 0 ? '' : `[${value.map((entry) => valueText(entry, isPhoto) || 'null').join()}]`;
	}
	if (!isJsonObject(value)) return Number.isFinite(value) ? String(value) : JSON.stringify(value);
	const properties = Object.keys(value)
		.sort()
		.flatMap((name) => {
			const text = valueText(value[name], isPhoto || isPhotos(name, value[name]));
			return text === '' ? [] : [`${JSON.stringify(name)}:${text}`];
		});
	return properties.length === 0 ? '' : `{${properties.join()}}`;
}

/**
 * A JSON value in which the URLs of photos end before their authentication parameters, which differ in each response
 * and let anyone see the photo (section 2.5): `https://host/a.png?signature=1` becomes `https://host/a.png`. That goes
 * for each text in a list `photos` that reads as a URL; URLs elsewhere, such as an icon's, stay.
 */
export function withoutSignatures(value: unknown, isPhoto = false): unknown {
	if (typeof value === 'string') return isPhoto ? unsignedUrl(value) : value;
	if (Array.isArray(value)) return value.map((entry) => withoutSignatures(entry, isPhoto));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, withoutSignatures(inner, isPhoto || isPhotos(name, inner))]),
	);
}

function isPhotos(name: string, value: unknown): boolean {
	return name === 'photos' && Array.isArray(value);
}

/** Up to its query or fragment, where a dot or a slash stands before that and no space after it. */
function unsignedUrl(text: string): string {
	const start = text.search(/[?#]/);
	if (start <= 0) return text;
	const url = text.slice(0, start);
	return /[./]/.test(url) && !/\s/.test(text.slice(start)) ? url : text;
}
