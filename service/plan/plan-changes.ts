import { createHash } from 'crypto';
import { fieldValues, fieldsText } from './feature-changes';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { IdentifyingMatch, MatchBy } from './identity';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** One difference between two states of a plan, by positions in its lists of marks. */
export type PlanChange =
	| { change: 'added'; now: number }
	| { change: 'changed'; before: number; now: number }
	| { change: 'removed'; before: number };

/**
 * What changed between two states of a plan: removed features in the order they had, then changed and then added ones
 * in the order they have now, so that who applies the events one by one does not remove what was just added. Equal
 * features are counted; features that share an identity are matched by content first, the rest of them one to one.
 * Linear.
 */
export function planChanges(before: readonly FeatureMark[], now: readonly FeatureMark[]): PlanChange[] {
	const left = new Set(before.keys());
	const take = (positions: number[] | undefined): number | undefined => {
		const position = positions?.pop();
		if (position !== undefined) left.delete(position);
		return position;
	};
	const same = positionsBy([...left], (position) => before[position].identity + before[position].content);
	const fresh = [...now.keys()].filter((position) => {
		const { identity, content } = now[position];
		return take(same.get(identity + content)) === undefined;
	});
	const identified = [...left].filter((position) => before[position].identity !== '');
	const alike = positionsBy(identified, (position) => before[position].identity);
	const changes = fresh.map((position): PlanChange => {
		const match = take(alike.get(now[position].identity));
		return match === undefined
			? { change: 'added', now: position }
			: { change: 'changed', before: match, now: position };
	});
	const removed = [...left].map((position): PlanChange => ({ change: 'removed', before: position }));
	const [changed, added] = (['changed', 'added'] as const).map((kind) =>
		changes.filter(({ change }) => change === kind),
	);
	return [...removed, ...changed, ...added];
}

/** A plan with fewer features may well have been emptied on purpose. */
const MANY_FEATURES = 5;

/**
 * Whether an empty answer should be seen twice before all features count as removed: a service that has lost its way
 * answers so too, and a workflow would act on every feature.
 * @param before how many features the plan had
 */
export function isDoubtfullyEmpty(before: number, now: number): boolean {
	return now === 0 && before >= MANY_FEATURES;
}

/**
 * Whether all features have other identities and the contents are as they were: then the service has made new
 * identities, and no feature has changed.
 */
export function areIdentitiesRemade(before: readonly FeatureMark[], now: readonly FeatureMark[]): boolean {
	const known = before.filter(({ identity }) => identity !== '');
	const identities = new Set(now.map(({ identity }) => identity));
	if (known.length < MANY_FEATURES || known.some(({ identity }) => identities.has(identity))) return false;
	const [contents, contentsNow] = [before, now].map((marks) => marks.map(({ content }) => content).sort());
	if (contents.join() === contentsNow.join()) return true;
	const [distinct, distinctNow] = [new Set(contents), new Set(contentsNow)];
	const left = [...distinct].filter((content) => distinctNow.has(content));
	return distinct.size >= MANY_FEATURES && left.length > distinct.size / 2;
}

/** Whether there are as many features as before, and all of them are other ones. */
export function areAllReplaced(before: readonly FeatureMark[], now: readonly FeatureMark[]): boolean {
	const known = new Set(before.map(nameOf));
	return before.length >= MANY_FEATURES && before.length === now.length && !now.some((mark) => known.has(nameOf(mark)));
}

function nameOf({ identity, content }: FeatureMark): string {
	return identity || content;
}

/**
 * Positions by key. Each list runs backwards, because `pop` takes its last entry and the lowest position is wanted
 * first.
 */
function positionsBy(positions: number[], keyOf: (position: number) => string): Map<string, number[]> {
	const lists = new Map<string, number[]>();
	for (const position of positions.reverse()) {
		const key = keyOf(position);
		const list = lists.get(key);
		if (list === undefined) lists.set(key, [position]);
		else list.push(position);
	}
	return lists;
}

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
