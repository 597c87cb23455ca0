import { configure } from 'safe-stable-stringify';

/** A JSON object whose properties are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the end of JSON is missing, which a parser finds out after up to a second where 20 MB stand before it. */
export function isCutJson(text: string): boolean {
	const whole = text.trim();
	return (whole.startsWith('{') && !whole.endsWith('}')) || (whole.startsWith('[') && !whole.endsWith(']'));
}

/** JSON, or undefined. */
export function parseJson(text: string): unknown {
	if (isCutJson(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** No plan nests so deep. n8n can still store what does; some thousands of levels overflow a stack. */
export const MAX_DEPTH = 200;

const QUOTE = 34; // "
const BACKSLASH = 92;
const OPENING = 123; // {
const CLOSING = 125;
/** In this bit alone `[` differs from `{`, and `]` from `}`. */
const BRACE_BIT = 32;

/** How deep objects and arrays nest in JSON, which comes in chunks of UTF-8. */
export class JsonDepth {
	/** Whether that is deeper than `MAX_DEPTH` anywhere. */
	isTooDeep = false;
	private depth = 0;
	private isInString = false;
	/** How many bytes of the next chunk belong to an escape sequence. */
	private escaped = 0;

	add(bytes: Uint8Array): this {
		const { length } = bytes;
		let { depth, isInString, escaped: at } = this;
		for (; at < length; at++) {
			if (isInString) {
				while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
				if (at >= length) break;
				isInString = false;
				continue;
			}
			const kind = bytes[at] | BRACE_BIT;
			if (kind === QUOTE) isInString = true;
			else if (kind === OPENING && ++depth > MAX_DEPTH) this.isTooDeep = true;
			else if (kind === CLOSING) depth--;
		}
		this.escaped = at - length;
		this.depth = depth;
		this.isInString = isInString;
		return this;
	}
}

const stringify = configure({ deterministic: true, circularValue: Error });

/** One text for equal JSON values: properties sorted by name, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
	return stringify(value) ?? 'null';
}

/** The same of what values are replaced by, without those that are undefined, which are null in a list. */
export function contentTextOf(value: unknown, replace: (value: unknown) => unknown): string {
	return stringify(value, (_name, inner: unknown) => replace(inner)) ?? 'null';
}

/** Whether two JSON values are deeply equal. As in JSON an undefined property is absent, an undefined entry null. */
export function isJsonEqual(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
		return (one ?? null) === (other ?? null);
	if (Array.isArray(one) || Array.isArray(other)) {
		const areLists = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
		return areLists && one.every((entry, index) => isJsonEqual(entry, other[index]));
	}
	return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
		const [inOne, inOther] = [(one as JsonObject)[name], (other as JsonObject)[name]];
		return (inOne === undefined) === (inOther === undefined) && isJsonEqual(inOne, inOther);
	});
}
