import { configure } from 'safe-stable-stringify';

/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No plan nests so deep. n8n can still store what does; some thousands of levels overflow a stack. */
export const MAX_DEPTH = 200;

const QUOTE = 34; // "
const BACKSLASH = 92;
const OPENING_BRACKET = 91; // [
/** `[` and `{`, as `]` and `}`, are 32 apart. */
const OPENING = 123;
const CLOSING = 125;

/**
 * Whether objects and arrays nest deeper than `MAX_DEPTH`. It looks at the text, because a walk through what was parsed
 * waits for memory that nothing has touched yet, which takes longer.
 * @param text JSON, which has been parsed before
 */
export function isTooDeep(text: string): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) {
			at = endOfString(text, at);
		} else if (code >= OPENING_BRACKET) {
			const kind = code | 32;
			if (kind === OPENING && ++depth > MAX_DEPTH) return true;
			if (kind === CLOSING) depth--;
		}
	}
	return false;
}

/** @param start index of the opening quote. @returns the index of the one that ends the string */
export function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
	let before = at - 1;
	while (text.charCodeAt(before) === BACKSLASH) before--;
	return (at - before) % 2 === 0;
}

/**
 * An object that has these members, all of them null. A copy of it (`{ ...object }`) takes no more memory than its
 * members need, because JSON.parse made the first; a member "__proto__" is its own.
 */
export function makeObjectWith(names: readonly string[]): JsonObject {
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as JsonObject;
}

const stringify = configure({ deterministic: true, circularValue: Error });

/** One text for equal JSON values: members sorted by name, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
	return stringify(value) ?? 'null';
}

/** The same, where a value that is absent, null or empty is the same everywhere. */
export function contentTextOf(value: unknown): string {
	return stringify(value, (_name, inner: unknown) => (inner === null || inner === '' ? undefined : inner)) ?? 'null';
}
