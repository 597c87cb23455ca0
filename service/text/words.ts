import type { Secrets } from './secrets';

const LONGEST_WORDS = 300;

/** So much of a text is looked at. Words that begin later are not worth the wait. */
const WINDOW = 20_000;

/**
 * Text of the service as words for a person: inert, one line, at most 300 characters, without secrets.
 * This is the only way from an answer to words. Secrets are looked for before anything is taken out or cut, because
 * half a secret could not be found any more.
 */
export function wordsOf(text: string, secrets: Secrets): string {
	return inertText(secrets.hide(text.slice(0, WINDOW)));
}

/** The same for a text that is not the service's: a name in an item, a code that was typed. */
export function inertText(text: string): string {
	return cut(plainText(text.slice(0, WINDOW)));
}

/** Most lines are plain, and need no second look. */
const MAYBE_ACTIVE = /[^ -~]|[<>]| {2}/;

/** A text in one line that no page and no terminal takes for more, as long as it is. */
export function inertLine(text: string): string {
	if (!MAYBE_ACTIVE.test(text)) return text.trim();
	return text.replace(/[<>\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

function cut(words: string): string {
	return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS - 1)}…` : words;
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
