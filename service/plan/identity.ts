import { isEmptyValue } from './data-entries';
import type { Feature } from './feature';
import { canonicalText, isJsonObject } from '../text';

/** What makes two features the same. */
export type MatchBy =
	/** The whole of it: such a feature can be added and removed, but not changed. */
	| { by: 'feature' }
	/** The value of the data field with this code. */
	| { by: 'dataField'; key: string }
	/** A member, such as `id` or `properties.id`. */
	| { by: 'member'; path: string };

/** A field or a member that a feature is known by. */
export type IdentifyingMatch = Exclude<MatchBy, { by: 'feature' }>;

/**
 * What a feature is known by: text that is trimmed and not empty, so that `7` of a spreadsheet is `"7 "` of the plan.
 * @returns undefined where the feature has no such value
 */
export function identityOf(feature: Feature, match: IdentifyingMatch): string | undefined {
	const value = match.by === 'dataField' ? dataValueOf(feature, match.key) : valueAtPath(feature, match.path);
	if (isEmptyValue(value)) return undefined;
	return (typeof value === 'string' ? value.trim() : canonicalText(value)) || undefined;
}

/** The value of a member. The whole path may be the name of one member, dots and all. */
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
 * The properties by which the service itself tells the features of a plan apart, in the order of the plan: scalar,
 * different in every feature, and called like an identity or with nothing but UUIDs or long codes as values.
 */
export function ownIdentities(plan: readonly Feature[]): string[] {
	return Object.keys(plan[0] ?? {}).filter((name) => {
		if (SPECIFIED.has(name)) return false;
		const values = plan.map((feature) => feature[name]);
		const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
		if (texts.length < plan.length || new Set(texts).size < plan.length) return false;
		// Of one feature every value is different.
		return IDENTITY_NAME.test(name) || (plan.length > 1 && texts.every((text) => IDENTITY_VALUE.test(text)));
	});
}

/** Of entries with the same key the one that comes first as text, so that their order does not count. */
function dataValueOf(feature: Feature, key: string): unknown {
	if (!Array.isArray(feature.data)) return undefined;
	const values = feature.data.flatMap((entry: unknown): unknown[] =>
		isJsonObject(entry) && entry.key === key && !isEmptyValue(entry.value) ? [entry.value] : [],
	);
	return values.length < 2 ? values[0] : values.map(canonicalText).sort()[0];
}
