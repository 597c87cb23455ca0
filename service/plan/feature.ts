import { canonicalText, isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** A feature as the service sends it: unknown kinds and properties kept. */
export type Feature = JsonObject;

/** An element of `data` (section 2.4), and whatever else the service puts into it. */
export type DataEntry = JsonObject & { key: string; name: string };

export function isDataEntry(entry: unknown): entry is DataEntry {
	return isJsonObject(entry) && typeof entry.key === 'string' && typeof entry.name === 'string';
}

/** The names of the data fields of a plan by their codes, in its order; the first name that a code has there counts. */
export function dataFieldsOf(features: readonly Feature[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const { data } of features)
		if (Array.isArray(data))
			for (const entry of data) if (isDataEntry(entry) && !names.has(entry.key)) names.set(entry.key, entry.name);
	return names;
}

/** What a feature has in a data field. */
export function dataValueOf({ data }: Feature, key: string): unknown {
	if (!Array.isArray(data)) return undefined;
	const entry: unknown = data.findLast((one) => isJsonObject(one) && one.key === key);
	return (entry as JsonObject | undefined)?.value;
}

/** Leaves out entries that have no value yet (section 2.3, rule 3): absent, null or empty. */
export function withoutEmptyData(feature: Feature): Feature {
	return withoutEntries(feature, ({ value }) => isEmptyValue(value));
}

/**
 * What of a feature is sent: no photos, which the service does not take (section 2.5), and no entries of data without a
 * value. The service adds these itself (section 2.3, rule 3), and rejects them where it insists on text (section 2.4).
 * An empty text is a text.
 */
export function withoutUnsent(feature: Feature): Feature {
	const sent = withoutEntries(feature, ({ key, value = null }) => typeof key === 'string' && value === null);
	// JSON leaves out what is undefined.
	return sent.photos === undefined ? sent : { ...sent, photos: undefined };
}

function withoutEntries(feature: Feature, isDropped: (entry: JsonObject) => boolean): Feature {
	const { data } = feature;
	const isKept = (entry: unknown) => !isJsonObject(entry) || !isDropped(entry);
	return !Array.isArray(data) || data.every(isKept) ? feature : { ...feature, data: data.filter(isKept) };
}

/** Whether a value stands for "no value yet" (section 2.3, rule 3). */
export function isEmptyValue(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Whether a value is empty, or a list or an object of such values. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object') return isEmptyValue(value);
	if (Array.isArray(value)) return value.length === 0;
	const object = value as JsonObject;
	for (const name in object) if (!isEmpty(object[name])) return false;
	return true;
}

/** Whether it is what people write where there is no value: it shows no format, and distinguishes nothing. */
export function isPlaceholder(text: string): boolean {
	return /^(?:[-–—?.]+|n[./]?a\.?|tbd|tbc)$/i.test(text.trim());
}

export function noneIfEmpty(value: unknown): unknown {
	return isEmpty(value) ? undefined : value;
}

/** What makes two features the same. */
export type MatchBy =
	/** The whole of it: such a feature can be added and removed, but not changed. */
	| { by: 'feature' }
	/** The value of the data field with this code. */
	| { by: 'dataField'; key: string }
	/** A property, such as `id` or `properties.id`. */
	| { by: 'property'; path: string };

/** A field or a property that a feature is known by. */
export type IdentifyingMatch = Exclude<MatchBy, { by: 'feature' }>;

/**
 * What a feature is known by: text that is trimmed and not empty, so that `7` of a spreadsheet is `"7 "` of the plan.
 * @returns undefined where the feature has no such value
 */
export function identityOf(feature: Feature, match: IdentifyingMatch): string | undefined {
	const value = match.by === 'dataField' ? dataValueOf(feature, match.key) : valueAtPath(feature, match.path);
	if (isEmptyValue(value)) return undefined;
	return (typeof value === 'string' ? value : canonicalText(value)).trim() || undefined;
}

/** The value of a property. The whole path may be the name of one property, dots and all. */
export function valueAtPath(feature: Feature, path: string): unknown {
	if (Object.hasOwn(feature, path)) return feature[path];
	return path
		.split('.')
		.reduce<unknown>((at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), feature);
}

/** Properties that section 2.3 names: the texts, and what is an object or a list. */
export const KIND: readonly string[] = ['type', 'zoneType'];
export const OBJECTS: readonly string[] = ['position', 'geometry', 'icons', 'data', 'photos'];
const NO_IDENTITIES = [...KIND, ...OBJECTS, 'planCode'];

/** Whether services call their own identity of a feature so. */
export function isIdentityName(name: string): boolean {
	return /^(?:id|code|uuid|guid|key)$/i.test(name);
}

const IDENTITY_VALUE = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:\w+_)?[a-z\d]{16,})$/i;

/**
 * The properties by which the service itself distinguishes the features of a plan, in the order of the plan: scalar,
 * different in every feature, and called like an identity or with nothing but UUIDs or long codes as values.
 * @returns for each of them the features by their values, trimmed
 */
export function ownIdentities(plan: readonly Feature[]): Map<string, ReadonlyMap<string, number>> {
	const names = Object.keys(plan[0] ?? {}).filter((name) => !NO_IDENTITIES.includes(name));
	const all = names.map((name) => [name, distinctValues(plan, name)] as const);
	return new Map(all.filter((one): one is [string, Map<string, number>] => one[1] !== undefined));
}

function distinctValues(plan: readonly Feature[], name: string): Map<string, number> | undefined {
	// Of one feature every value is different.
	const isNamed = isIdentityName(name);
	const isIdentity = (text: string) => isNamed || (plan.length > 1 && IDENTITY_VALUE.test(text));
	const values = new Map<string, number>();
	for (let index = 0; index < plan.length; index++) {
		const value = plan[index][name];
		if (typeof value !== 'string' && typeof value !== 'number') return undefined;
		const text = String(value).trim();
		if (values.has(text) || !isIdentity(text)) return undefined;
		values.set(text, index);
	}
	return values;
}
