import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { memberAt } from './identity';
import { isJsonObject } from '../text';

/** One difference between two states of a feature. A value that is absent or empty is null. */
export interface FieldChange {
	/** The name of a data field, or the path of a member. */
	field: string;
	before: unknown;
	after: unknown;
}

const ABSENT = 'null';

/**
 * The values of some fields as JSON texts, equal where nothing changed. These do not count as differences: the order of
 * members and of data entries, how numbers are written, the names of data fields, whatever is null, absent or empty,
 * and the authentication parameters of photos (section 2.5).
 * @param fields codes of data fields (section 2.4) or paths of members
 */
export function fieldValues(feature: Feature, fields: readonly string[]): string[] {
	const data = dataTexts(feature);
	return fields.map((field) => {
		const own = data.get(field);
		if (own !== undefined) return own;
		const value = field === 'data' && Array.isArray(feature.data) ? undefined : memberAt(feature, field);
		return fieldText(value, isPhotos(field.slice(field.lastIndexOf('.') + 1), value));
	});
}

/** One value as `fieldValues` gives it. */
export function fieldText(value: unknown, isPhoto = false): string {
	return valueText(value, isPhoto) || ABSENT;
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

/** Every data field and member that has a value in one of two states, in the order of the later one. */
export function fieldsOf(now: Feature, before: Feature = {}): string[] {
	return [...new Set([...allValues(now).keys(), ...allValues(before).keys()])];
}

/** What counts of a feature: the values of its fields as one text, equal where no field has changed. */
export function fieldsText(feature: Feature): string {
	return [...allValues(feature)]
		.map(([field, text]) => `${JSON.stringify(field)}:${text}`)
		.sort()
		.join();
}

/** What `fieldValues` gives of all fields that have a value. */
function allValues(feature: Feature): Map<string, string> {
	const values = new Map<string, string>();
	for (const [name, value] of Object.entries(feature)) {
		if (name === 'data' && Array.isArray(value)) continue;
		const text = valueText(value, isPhotos(name, value));
		if (text !== '') values.set(name, text);
	}
	for (const [key, text] of dataTexts(feature)) values.set(key, text);
	return values;
}

/**
 * Values of `data` by code, without those that are empty. A code that has several values has a list of them. What is no
 * entry with a code stands under `data`.
 */
function dataTexts({ data }: Feature): Map<string, string> {
	const texts = new Map<string, string[]>();
	for (const entry of Array.isArray(data) ? (data as unknown[]) : []) {
		const isEntry = isJsonObject(entry) && typeof entry.key === 'string';
		const key = isEntry ? String(entry.key) : 'data';
		const text = isEntry ? valueText(entry.value) : valueText(entry);
		if (text === '') continue;
		const others = texts.get(key);
		if (others === undefined) texts.set(key, [text]);
		else others.push(text);
	}
	return new Map(
		[...texts].map(([key, several]) => [key, several.length > 1 ? `[${several.sort().join()}]` : several[0]]),
	);
}

/** JSON text of a value, the same for values that count as equal; empty for one that is empty. */
function valueText(value: unknown, isPhoto = false): string {
	if (isEmptyValue(value)) return '';
	if (typeof value === 'string') return JSON.stringify(isPhoto ? unsignedAddress(value) : value);
	if (Array.isArray(value)) {
		return value.length === 0 ? '' : `[${value.map((entry) => valueText(entry, isPhoto) || ABSENT).join()}]`;
	}
	if (!isJsonObject(value)) return Number.isFinite(value) ? String(value) : JSON.stringify(value);
	const members = Object.keys(value)
		.sort()
		.flatMap((name) => {
			const text = valueText(value[name], isPhoto || isPhotos(name, value[name]));
			return text === '' ? [] : [`${JSON.stringify(name)}:${text}`];
		});
	return members.length === 0 ? '' : `{${members.join()}}`;
}

function parseValue(text: string): unknown {
	return JSON.parse(text);
}

/**
 * A JSON value in which the addresses of photos end before their authentication parameters, which differ on each answer
 * and let anyone see the photo (section 2.5): `https://host/a.png?signature=1` becomes `https://host/a.png`. That goes
 * for each text in a list `photos` that reads as an address; addresses elsewhere, such as an icon's, are left alone.
 */
export function withoutSignatures(value: unknown, isPhoto = false): unknown {
	if (typeof value === 'string') return isPhoto ? unsignedAddress(value) : value;
	if (Array.isArray(value)) return value.map((entry) => withoutSignatures(entry, isPhoto));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, withoutSignatures(member, isPhoto || isPhotos(name, member))]),
	);
}

function isPhotos(name: string, value: unknown): boolean {
	return name === 'photos' && Array.isArray(value);
}

/** Up to its query or fragment, where it has a dot or a slash before that and no blank after it. */
function unsignedAddress(text: string): string {
	const start = text.search(/[?#]/);
	if (start <= 0) return text;
	const address = text.slice(0, start);
	return /[./]/.test(address) && !/\s/.test(text.slice(start)) ? address : text;
}
