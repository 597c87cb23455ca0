/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any plan. What nests this deep n8n can still store; some thousands of levels overflow a stack. */
export const MAX_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether objects and arrays nest deeper than `MAX_DEPTH`. Reading the text is far quicker than walking through
 * what is parsed from it.
 * @param text valid JSON
 */
export function nestsTooDeep(text: string): boolean {
	const { length } = text;
	let depth = 0;
	for (let at = 0; at < length; at++) {
		const sign = text.charCodeAt(at);
		if (sign === QUOTE) {
			at = text.indexOf('"', at + 1);
			if (text.charCodeAt(at - 1) === BACKSLASH) at = endOfString(text, at);
		} else if (sign < OPEN_LIST) {
			continue; // Digits and commas are most of what stands between strings.
		} else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
			if (++depth > MAX_DEPTH) return true;
		} else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
			depth--;
		}
	}
	return false;
}

/** @param quote a quote behind a backslash. @returns the first one from there on that ends the string */
function endOfString(text: string, quote: number): number {
	let end = quote;
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end;
}

/** An odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
	let before = at;
	while (text.charCodeAt(before - 1) === BACKSLASH) before--;
	return (at - before) % 2 === 1;
}

/** One text for equal JSON values: members sorted by name, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	if (Array.isArray(value)) {
		// Outlines are most of a plan, and lists of numbers have one order only.
		return value.some(holdsObject) ? `[${value.map(canonicalText).join(',')}]` : JSON.stringify(value);
	}
	const object = value as JsonObject;
	let text = '';
	for (const name of Object.keys(object).sort()) {
		if (object[name] === undefined) continue;
		text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalText(object[name])}`;
	}
	return `{${text}}`;
}

function holdsObject(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return !Array.isArray(value) || value.some(holdsObject);
}
