import { isEmptyValue } from './feature';
import type { DataEntry, Feature } from './feature';
import { canonicalText, isJsonObject } from '../text';

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
	const value = match.by === 'dataField' ? dataValueOf(feature.data, match.key) : valueAtPath(feature, match.path);
	if (isEmptyValue(value)) return undefined;
	return textOfValue(value).trim() || undefined;
}

function textOfValue(value: unknown): string {
	return typeof value === 'string' ? value : canonicalText(value);
}

/** The value of a property. The whole path may be the name of one property, dots and all. */
export function valueAtPath(feature: Feature, path: string): unknown {
	if (Object.hasOwn(feature, path)) return feature[path];
	return path
		.split('.')
		.reduce<unknown>((at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), feature);
}

/** Properties that the specification names, and the code of the plan: none of them is an identity. */
const SPECIFIED = new Set(['type', 'zoneType', 'position', 'geometry', 'icons', 'data', 'photos', 'planCode']);
const IDENTITY_NAME = /^(?:id|code|uuid|guid|key)$/i;
const IDENTITY_VALUE = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:\w+_)?[a-z\d]{16,})$/i;

/**
 * The properties by which the service itself distinguishes the features of a plan, in the order of the plan: scalar,
 * different in every feature, and called like an identity or with nothing but UUIDs or long codes as values.
 * @returns for each of them the features by their values, trimmed
 */
export function ownIdentityValues(plan: readonly Feature[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
	const identities = new Map<string, ReadonlyMap<string, number>>();
	for (const name of Object.keys(plan[0] ?? {})) {
		const values = SPECIFIED.has(name) ? undefined : distinctValues(plan, name);
		if (values !== undefined) identities.set(name, values);
	}
	return identities;
}

export function ownIdentities(plan: readonly Feature[]): string[] {
	return [...ownIdentityValues(plan).keys()];
}

function distinctValues(plan: readonly Feature[], name: string): ReadonlyMap<string, number> | undefined {
	// Of one feature every value is different.
	const isNamed = IDENTITY_NAME.test(name);
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

/** Of entries with the same key the one that comes first as text, so that their order does not count. */
function dataValueOf(data: unknown, key: string): string | undefined {
	if (!Array.isArray(data)) return undefined;
	const isFilled = (entry: unknown) => isJsonObject(entry) && entry.key === key && !isEmptyValue(entry.value);
	const [first] = (data.filter(isFilled) as DataEntry[]).map(({ value }) => textOfValue(value)).sort();
	return first;
}
