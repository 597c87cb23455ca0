import { z } from 'zod';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { issuesOf } from '../answer';

/** Section 2.3. */
export const ZONE_TYPES = [
	'common',
	'identified',
	'interior',
	'otherTenanted',
	'presentation',
	'private',
	'tenanted',
] as const;

/** Section 2.4. */
export const DATA_KEY = /^dfld_[a-z0-9]{25}$/;

/** A feature as the service sends it: unknown kinds and members kept. */
export type Feature = JsonObject;

/** One rule that a feature breaks. `path` is empty for the feature itself, or such as `data[0].key`. */
export interface FeatureProblem {
	path: string;
	message: string;
}

const rule = (message: string) => ({ required_error: message, invalid_type_error: message });

const objectRule = z.object({}, rule('must be an object')).passthrough();

/** Section 2.4. A field that has no value yet comes without one, and goes back so (section 2.3, rule 3). */
const dataEntrySchema = z
	.object(
		{
			key: z
				.string(rule('must match dfld_ followed by 25 of a-z, 0-9'))
				.regex(DATA_KEY, 'must match dfld_ followed by 25 of a-z, 0-9'),
			name: z.string(rule('must be text that is not empty')).min(1, 'must be text that is not empty'),
			value: z.string(rule('must be text')).nullish(),
		},
		rule('must be an object with key, name and value'),
	)
	.passthrough();

/** Refuses a data key that comes twice, because nobody knows which of its two values would count. */
function refuseRepeatedKeys(entries: { key: string }[], context: z.RefinementCtx): void {
	const firsts = new Map<string, number>();
	entries.forEach(({ key }, index) => {
		const first = firsts.get(key);
		if (first === undefined) {
			firsts.set(key, index);
			return;
		}
		const message = `is that of data[${first}], too; a data field has one value, so keep one of them`;
		context.addIssue({ code: 'custom', path: [index, 'key'], message });
	});
}

/** Section 2.3. The structure of positions, icons and geometry is not specified, so it is not checked. */
export const featureSchema = z
	.object(
		{
			type: z
				.string(rule('must be the kind of the feature, such as zone'))
				.min(1, 'must be the kind of the feature, such as zone'),
			position: objectRule.nullish(),
			geometry: objectRule.nullish(),
			icons: z.array(objectRule, rule('must be an array of objects')).nullish(),
			data: z
				.array(dataEntrySchema, rule('must be an array of data entries'))
				.superRefine(refuseRepeatedKeys)
				.nullish(),
		},
		rule('must be an object'),
	)
	.passthrough();

const zoneTypeMessage = `must be one of ${ZONE_TYPES.join(', ')}`;

export const zoneSchema = featureSchema.extend({
	type: z.literal('zone'),
	zoneType: z.enum(ZONE_TYPES, { errorMap: () => ({ message: zoneTypeMessage }) }).optional(),
});

/** Section 4.3: the answer to Get features, and the body of Push features (section 4.2). */
export const planSchema = z.object({ features: z.array(z.object({}).passthrough()) });

/** The rules of section 2.3 and 2.4 that a feature to be pushed breaks; none when it may be sent. */
export function featureProblems(feature: unknown): FeatureProblem[] {
	if (isValid(feature)) return [];
	const schema = isZone(feature) ? zoneSchema : featureSchema;
	return issuesOf(schema, feature).map(({ path, message }) => ({ path: pathText(path), message }));
}

/** The rules of the schemas by hand: zod would copy every feature, so it is asked only which rule is broken. */
function isValid(feature: unknown): boolean {
	if (!isJsonObject(feature)) return false;
	const { type, zoneType, position, geometry, icons, data } = feature;
	return (
		typeof type === 'string' &&
		type !== '' &&
		(type !== 'zone' || zoneType === undefined || ZONE_TYPES.some((known) => known === zoneType)) &&
		isNullOr(isJsonObject, position) &&
		isNullOr(isJsonObject, geometry) &&
		isNullOr((list) => Array.isArray(list) && list.every(isJsonObject), icons) &&
		isNullOr((list) => Array.isArray(list) && list.every(isValidEntry) && !isKeyRepeated(list), data)
	);
}

/** Few entries are compared each with each, which takes less time than a set. Most features have few. */
function isKeyRepeated(entries: JsonObject[]): boolean {
	if (entries.length > FEW) return new Set(entries.map(({ key }) => key)).size < entries.length;
	return entries.some(({ key }, index) => {
		for (let before = 0; before < index; before++) if (entries[before].key === key) return true;
		return false;
	});
}

const FEW = 8;

function isValidEntry(entry: unknown): entry is JsonObject {
	if (!isJsonObject(entry)) return false;
	const { key, name, value } = entry;
	return (
		typeof key === 'string' &&
		DATA_KEY.test(key) &&
		typeof name === 'string' &&
		name !== '' &&
		(value === undefined || value === null || typeof value === 'string')
	);
}

function isNullOr(rule: (value: unknown) => boolean, value: unknown): boolean {
	return value === undefined || value === null || rule(value);
}

function isZone(feature: unknown): boolean {
	return typeof feature === 'object' && feature !== null && 'type' in feature && feature.type === 'zone';
}

/** Such as `data[0].key`. */
export function pathText(path: ReadonlyArray<string | number>): string {
	return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
