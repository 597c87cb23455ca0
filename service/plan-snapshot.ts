import { createHash } from 'crypto';
import { canonicalText, isJsonObject } from './json';
import type { JsonObject } from './json';
import type { Feature } from './features';

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
 * written, addresses of photos (their authentication parameters differ on each answer, section 2.5) and
 * data fields without a value (section 2.3, rule 3).
 */
export function markOf(feature: Feature, identity: Identity): FeatureMark {
	const content = digest(canonicalText(comparable(feature)));
	if (identity.by === 'content') return { identity: '', content };
	const value = identity.by === 'dataField' ? dataValue(feature, identity.key) : memberAt(feature, identity.path);
	if (value === undefined || value === null || value === '') return { identity: '', content };
	return { identity: digest(canonicalText(value)), content };
}

/** Base64 of the first 12 bytes of SHA-256. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64');
}

/**
 * A digest of a whole answer, equal where nothing but addresses of photos differs. An answer that is
 * only written differently has another one: then the features decide.
 */
export function answerDigest(text: string): string {
	return digest(text.replace(/"imageUrl"\s*:\s*"(?:[^"\\]|\\.)*"/g, ''));
}

function comparable(feature: Feature): JsonObject {
	const { photos, data, ...others } = feature;
	return {
		...others,
		...(Array.isArray(photos) ? { photos: photos.map(withoutAddress) } : {}),
		data: Array.isArray(data) ? comparableData(data) : (data ?? []),
	};
}

function withoutAddress(photo: unknown): unknown {
	return isJsonObject(photo) ? { ...photo, imageUrl: undefined } : photo;
}

function comparableData(data: unknown[]): unknown[] {
	return data
		.filter((entry) => !isJsonObject(entry) || (entry.value !== undefined && entry.value !== null && entry.value !== ''))
		.sort((one, other) => (canonicalText(one) < canonicalText(other) ? -1 : 1));
}

function dataValue(feature: Feature, key: string): unknown {
	if (!Array.isArray(feature.data)) return undefined;
	const entry: unknown = feature.data.find((candidate: unknown) => isJsonObject(candidate) && candidate.key === key);
	return isJsonObject(entry) ? entry.value : undefined;
}

function memberAt(feature: Feature, path: string): unknown {
	return path.split('.').reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), feature);
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
