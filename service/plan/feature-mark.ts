import { createHash } from 'crypto';
import { isEmptyValue } from './data-entries';
import { fieldValues } from './feature-changes';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { MatchBy } from './identity';
import { canonicalText, isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { withoutSignatures } from './photo-addresses';

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
 * The mark of a feature. Where fields are watched, a change of anything else is no change. Nor are: the order of
 * members and of data entries, how numbers are written, authentication parameters of photos (section 2.5) and data
 * fields without a value (section 2.3, rule 3).
 */
export function markOf(feature: Feature, match: MatchBy, watchedFields: readonly string[] = []): FeatureMark {
	const content = digest(
		watchedFields.length === 0
			? withoutSignatures(canonicalText(asComparable(feature)))
			: fieldValues(feature, watchedFields).join(),
	);
	const identity = match.by === 'feature' ? undefined : identityOf(feature, match);
	return { identity: identity === undefined ? '' : digest(identity), content };
}

/** Base64 of the first 12 bytes of SHA-256. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64');
}

/**
 * A digest of a whole answer. Answers with equal digests have equal marks. An answer that is only written
 * differently has another digest, and then the marks decide.
 */
export function answerDigest(text: string): string {
	return digest(withoutSignatures(text));
}

function asComparable(feature: Feature): JsonObject {
	const { data } = feature;
	return { ...feature, data: Array.isArray(data) ? asComparableData(data) : (data ?? []) };
}

/** As texts, so that each is made once for sorting and not again for the mark. */
function asComparableData(data: unknown[]): string[] {
	const valued = data.filter((entry) => !isJsonObject(entry) || !isEmptyValue(entry.value));
	return valued.map((entry) => withoutSignatures(canonicalText(entry))).sort();
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
