import { createHash } from 'crypto';
import { fieldValues, fieldsText } from './feature-changes';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { IdentifyingMatch, MatchBy } from './identity';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** What is remembered of one feature: short digests, never the feature. */
export interface FeatureMark {
	/** Digest of the identity; empty for a feature that has none, which is then recognised by its content. */
	identity: string;
	content: string;
}

const DIGEST_BYTES = 12;
/** Characters of a digest in base64. */
export const DIGEST_LENGTH = 16;
/** Characters that are remembered of a feature. */
export const MARK_LENGTH = 2 * DIGEST_LENGTH;

/**
 * The mark of a feature: its identity, and what else counts of it. Where fields are watched, only these count; what
 * never counts is told at `fieldValues`.
 */
export function markOf(feature: Feature, match: MatchBy, watchedFields: readonly string[] = []): FeatureMark {
	const identity = match.by === 'feature' ? undefined : identityOf(feature, match);
	const rest = match.by === 'feature' || identity === undefined ? feature : withoutIdentity(feature, match);
	const content = watchedFields.length === 0 ? fieldsText(rest) : fieldValues(feature, watchedFields).join();
	return { identity: identity === undefined ? '' : digest(identity), content: digest(content) };
}

/** So that features whose identities alone are other ones can be told from other features. */
function withoutIdentity(feature: Feature, match: IdentifyingMatch): Feature {
	if (match.by === 'member') return withoutMember(feature, match.path);
	const { data } = feature;
	if (!Array.isArray(data)) return feature;
	const others = data.filter((entry) => !isJsonObject(entry) || entry.key !== match.key);
	// Of several entries one is the identity only.
	return others.length === data.length - 1 ? { ...feature, data: others } : feature;
}

/** As `memberAt` finds it: the whole path may be the name of one member. */
function withoutMember(object: JsonObject, path: string): JsonObject {
	const [step, ...further] = Object.hasOwn(object, path) ? [path] : path.split('.');
	const inner = object[step];
	const rest = { ...object };
	if (further.length > 0 && isJsonObject(inner)) rest[step] = withoutMember(inner, further.join('.'));
	else delete rest[step];
	return rest;
}

/** Base64 of the first 12 bytes of SHA-256. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64');
}

/** Plans have many lists of photos that are empty. */
const HAS_PHOTOS = /"photos"\s*:\s*\[\s*[^\s\]]/;

/**
 * A digest of a whole answer, by which an equal one is known at a glance. Photos have other addresses on each answer
 * (section 2.5), so an answer with photos has none: there the marks decide.
 */
export function answerDigest(text: string): string {
	return HAS_PHOTOS.test(text) ? '' : digest(text);
}

/** Marks as one text, in the order of the plan. */
export function packMarks(marks: readonly FeatureMark[]): string {
	return marks.map(({ identity, content }) => (identity || NO_IDENTITY) + content).join('');
}

export function unpackMarks(text: string): FeatureMark[] {
	const marks: FeatureMark[] = [];
	for (let at = 0; at < text.length; at += MARK_LENGTH) {
		const identity = text.slice(at, at + DIGEST_LENGTH);
		const content = text.slice(at + DIGEST_LENGTH, at + MARK_LENGTH);
		marks.push({ identity: identity === NO_IDENTITY ? '' : identity, content });
	}
	return marks;
}

/** Not base64, so no digest. */
const NO_IDENTITY = '-'.repeat(DIGEST_LENGTH);
