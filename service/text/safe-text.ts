import { distance } from 'fastest-levenshtein';
import type { Secrets } from './redaction';

const MAX_MESSAGE_LENGTH = 300;

/** So much of a text is read. Words that begin later are not worth the wait. */
const WINDOW = 20_000;

/**
 * Text of the service as words for a person: inert, one line, at most 300 characters, without secrets.
 * This is the only way from a response to words. Secrets are redacted before anything is taken out or cut.
 */
export function textOf(text: string, secrets: Secrets): string {
	return inertText(secrets.redact(text.slice(0, WINDOW)));
}

/** The same for a text that is not the service's: a name in an item, a code that was typed. */
export function inertText(text: string, max = MAX_MESSAGE_LENGTH): string {
	return cut(plainText(text.slice(0, WINDOW)), max);
}

/** Most lines are plain, and need no further check. */
const MAYBE_ACTIVE = /[^ -~]|[<>]| {2}/;

/** A text in one line that no page and no terminal takes for more, as long as it is. */
export function inertLine(text: string): string {
	if (!MAYBE_ACTIVE.test(text)) return text.trim();
	return text.replace(/[<>\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

export function cut(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Without markup and control characters, one line. */
function plainText(text: string): string {
	return text
		.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[^>]*>?/g, ' ')
		.replace(/[<>]/g, ' ')
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

/**
 * A text without the same sign over and over at its end. A search for `/+$` would start again at each `/` that is not
 * at the end.
 */
export function withoutTrailing(text: string, sign: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === sign) end--;
	return text.slice(0, end);
}

const MAX_NAME_LENGTH = 60;
const MAX_NAMES = 12;
/** Of the names together that are known: a name is reported as a whole, or counted. */
const MAX_KNOWN_LENGTH = 140;

/**
 * The name that was probably meant where a mistyped one stands: in other letter case, or with few letters changed, left
 * out or added.
 * @returns undefined where none is near
 */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
	const expected = typed.trim().toLowerCase().slice(0, MAX_NAME_LENGTH);
	let max = expected.length < 3 ? 0 : Math.max(1, Math.floor(expected.length / 4));
	let nearest: string | undefined;
	for (const name of names) {
		const changed = distance(expected, name.toLowerCase().slice(0, MAX_NAME_LENGTH));
		if (changed > max || (changed === max && nearest !== undefined)) continue;
		max = changed;
		nearest = name;
	}
	return nearest;
}

/**
 * What to write instead: `: did you mean Tenant? Known are Tenant, Area`.
 * @param isAdvised whether the nearest is searched for
 */
export function suggestName(typed: string, names: readonly string[], isAdvised = true): string {
	if (names.length === 0) return '';
	const nearest = isAdvised ? nearestName(typed, names) : undefined;
	const meant = nearest === undefined ? '.' : `: did you mean ${nearest}?`;
	let length = 0;
	const first = names.slice(0, MAX_NAMES).filter((name) => (length += name.length) <= MAX_KNOWN_LENGTH).length;
	return first === 0 ? meant : `${meant} Known are ${joinFirst(first, names, String)}`;
}

/** The first of many as text, and how many more there are: `room, zone and 3 more`. */
export function joinFirst<T>(max: number, all: readonly T[], describe: (one: T) => string, separator = ', '): string {
	const more = all.length > max ? ` and ${all.length - max} more` : '';
	return `${all
		.slice(0, max)
		.map((one) => describe(one))
		.join(separator)}${more}`;
}
