import { createHash } from 'crypto';
import { identityOf, isEmpty, noneIfEmpty, valueAtPath } from './feature';
import type { Feature, MatchBy } from './feature';
import { fieldsOf } from './feature-equality';
import { contentTextOf, groupBy, parseJson } from '../text';

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
export function valuesOf(
	feature: Feature,
	fields: readonly string[] = [],
	ignored: readonly string[] = [],
): Map<string, string> {
	const all = fieldsOf(feature, ignored);
	const values = new Map<string, string>();
	for (const field of fields.length > 0 ? fields : all.keys()) {
		const value = all.get(field) ?? (field === 'data' ? null : valueAtPath(feature, field));
		if (!isEmpty(value)) values.set(field, contentTextOf(value, noneIfEmpty));
	}
	return values;
}

/**
 * One text for two states of a feature in which nothing but photos and what is no difference differs: the service
 * changes these by itself (section 2.3, rule 3, and section 2.5).
 * @param ignored properties that don't count
 */
export function contentText(feature: Feature, ignored: readonly string[] = ['photos']): string {
	return JSON.stringify([...valuesOf(feature, [], ignored)].sort());
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

/** One difference between two snapshots of a plan, by indices in their lists of digests. */
export type PlanChange =
	| { change: 'added'; now: number }
	| { change: 'changed'; before: number; now: number }
	| { change: 'removed'; before: number };

/**
 * The differences between two snapshots of a plan: removed features in their order before, then changed and then added
 * ones in their order now, so that a reader who applies them one by one does not remove what was just added. Equal
 * features are counted; features that share an identity are matched by content first, the rest one to one. Linear.
 */
export function diffPlans(before: readonly FeatureDigest[], now: readonly FeatureDigest[]): PlanChange[] {
	const removed = new Set(before.keys());
	const take = (indices: number[] | undefined): number | undefined => {
		const index = indices?.pop();
		if (index !== undefined) removed.delete(index);
		return index;
	};
	const textOf = ({ identity, content }: FeatureDigest) => identity + content;
	// Backwards, because `pop` takes the last entry and the lowest index is wanted first.
	const backwards = [...removed].reverse();
	const equal = groupBy(backwards, (index) => textOf(before[index]));
	const others = [...now.keys()].filter((index) => take(equal.get(textOf(now[index]))) === undefined);
	const left = backwards.filter((index) => removed.has(index) && before[index].identity !== '');
	const same = groupBy(left, (index) => before[index].identity);
	const changed: PlanChange[] = [];
	const added: PlanChange[] = [];
	for (const index of others) {
		const match = take(same.get(now[index].identity));
		if (match === undefined) added.push({ change: 'added', now: index });
		else changed.push({ change: 'changed', before: match, now: index });
	}
	return [...[...removed].map((index): PlanChange => ({ change: 'removed', before: index })), ...changed, ...added];
}

/** A plan with fewer features may well have been emptied, or drawn again, on purpose. */
const MIN_FEATURES_FOR_SANITY_CHECK = 5;

/**
 * Whether two polls should see an empty plan before all its features count as removed: a service in trouble may respond
 * so, too, and a workflow would act on every feature.
 */
export function isSuspiciouslyEmpty(before: readonly unknown[], now: readonly unknown[]): boolean {
	return now.length === 0 && before.length >= MIN_FEATURES_FOR_SANITY_CHECK;
}

/** Whether all identities are new and most contents are as before: the service has made new identities. */
export function areIdsRegenerated(before: readonly FeatureDigest[], now: readonly FeatureDigest[]): boolean {
	const identities = new Set(now.map(({ identity }) => identity));
	const known = before.filter(({ identity }) => identity !== '');
	if (known.length < MIN_FEATURES_FOR_SANITY_CHECK || known.some(({ identity }) => identities.has(identity)))
		return false;
	const contents = new Set(uniqueContents(now));
	const unchanged = uniqueContents(before).filter((content) => contents.has(content));
	return unchanged.length > before.length / 2;
}

/** Others prove nothing: many rooms have the same watched values, or none. */
function uniqueContents(digests: readonly FeatureDigest[]): string[] {
	const groups = groupBy(digests, ({ content }) => content);
	return [...groups].flatMap(([content, { length }]) => (length === 1 ? [content] : []));
}

/** What is stored of one feature: short digests, never the feature. */
export interface FeatureDigest {
	/** Empty for a feature that has no identity, which is then recognized by its content. */
	identity: string;
	content: string;
}

/** Characters of a digest in base64. */
export const DIGEST_LENGTH = 16;

/**
 * The rules by which digests are made. Another number gives each watched plan a new baseline; without it, a release
 * that digests values in another way would report every feature of every plan as changed.
 */
export const DIGEST_VERSION = 6;

/**
 * The identity of a feature, and the other values that count, see `valuesOf`: of watched fields only these, but all of
 * a feature that has no identity, because a change of it is seen by nothing else.
 */
export function featureDigest(feature: Feature, match: MatchBy, watchedFields: readonly string[] = []): FeatureDigest {
	const identity = match.by === 'feature' ? undefined : identityOf(feature, match);
	const values = valuesOf(feature, identity === undefined ? [] : watchedFields);
	// So that a feature with a new identity can be distinguished from another feature.
	if (match.by !== 'feature' && identity !== undefined && watchedFields.length === 0)
		values.delete(match.by === 'property' ? match.path : match.key);
	return {
		identity: identity === undefined ? '' : digest(identity),
		content: digest(JSON.stringify([...values].sort())),
	};
}

/** Base64 of the first 12 bytes of SHA-256. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, DIGEST_LENGTH);
}

/** Digests as one text, in the order of the plan. An identity that is missing is hyphens, which base64 doesn't have. */
export function encodeDigests(digests: readonly FeatureDigest[]): string {
	return digests.map(({ identity, content }) => identity.padEnd(DIGEST_LENGTH, '-') + content).join('');
}

export function decodeDigests(text: string): FeatureDigest[] {
	const digests = text.matchAll(/(?:-{16}|(.{16}))(.{16})/g);
	return Array.from(digests, ([, identity = '', content]) => ({ identity, content }));
}
