import { createHash } from 'crypto';
import { isEmptyValue } from './data-columns';
import { canonicalText, isJsonObject } from './json';
import type { JsonObject } from './json';
import type { Feature } from './features';
import { textWithoutPhotoAddresses, withoutPhotoAddresses } from './photo-addresses';

/** How a feature is recognised in a later answer. */
export type Identity =
	/** The whole feature is its identity, so it can be added and removed but not changed. */
	| { by: 'content' }
	/** The value of the data field with this code. */
	| { by: 'dataField'; key: string }
	/** A member, such as `id` or `properties.id`. */
	| { by: 'path'; path: string };

/** What is remembered of one feature: short digests, never the feature. */
export interface FeatureMark {
	/** Digest of the identity; empty for a feature that has none, which is then recognised by its content. */
	identity: string;
	content: string;
}

const DIGEST_BYTES = 12;
/** Characters of a digest in base64. */
export const DIGEST_LENGTH = 16;

/**
 * The mark of a feature. No change are: the order of members and of data entries, how numbers are
 * written, addresses of photos (section 2.5) and data fields without a value (section 2.3, rule 3).
 */
export function markOf(feature: Feature, identity: Identity): FeatureMark {
	const content = digest(textWithoutPhotoAddresses(canonicalText(comparable(feature))));
	if (identity.by === 'content') return { identity: '', content };
	const value = identity.by === 'dataField' ? dataValue(feature, identity.key) : memberAt(feature, identity.path);
	if (isEmptyValue(value)) return { identity: '', content };
	return { identity: digest(canonicalText(value)), content };
}

/** Base64 of the first 12 bytes of SHA-256. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64');
}

/**
 * A digest of a whole answer. Where it is equal so are the marks of all features; an answer that is only
 * written differently has another one: then the features decide.
 */
export function answerDigest(text: string): string {
	return digest(textWithoutPhotoAddresses(text));
}

function comparable(feature: Feature): JsonObject {
	const { data } = feature;
	return { ...withoutPhotoAddresses(feature), data: Array.isArray(data) ? comparableData(data) : (data ?? []) };
}

/** As texts, so that each is made once for sorting and not again for the mark. */
function comparableData(data: unknown[]): string[] {
	const valued = data.filter((entry) => !isJsonObject(entry) || !isEmptyValue(entry.value));
	return valued.map((entry) => textWithoutPhotoAddresses(canonicalText(entry))).sort();
}

/** Of entries with the same key the one that comes first as text, so that their order does not count. */
function dataValue(feature: Feature, key: string): unknown {
	if (!Array.isArray(feature.data)) return undefined;
	const values = feature.data.flatMap((entry: unknown): unknown[] =>
		isJsonObject(entry) && entry.key === key && !isEmptyValue(entry.value) ? [entry.value] : [],
	);
	return values.length < 2 ? values[0] : values.map(canonicalText).sort()[0];
}

function memberAt(feature: Feature, path: string): unknown {
	return path.split('.').reduce<unknown>((at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), feature);
}

/** Marks as one text, in the order of the plan. */
export function packMarks(marks: readonly FeatureMark[]): string {
	return marks.map(({ identity, content }) => (identity || NO_IDENTITY) + content).join('');
}

export function unpackMarks(text: string): FeatureMark[] {
	const marks: FeatureMark[] = [];
	for (let at = 0; at < text.length; at += 2 * DIGEST_LENGTH) {
		const identity = text.slice(at, at + DIGEST_LENGTH);
		const content = text.slice(at + DIGEST_LENGTH, at + 2 * DIGEST_LENGTH);
		marks.push({ identity: identity === NO_IDENTITY ? '' : identity, content });
	}
	return marks;
}

/** Not base64, so no digest. */
const NO_IDENTITY = '-'.repeat(DIGEST_LENGTH);
