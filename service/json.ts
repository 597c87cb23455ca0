import { configure } from 'safe-stable-stringify';

/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No plan nests so deep. n8n can still store what does; some thousands of levels overflow a stack. */
export const MAX_DEPTH = 200;

/**
 * Whether objects and arrays nest deeper than `MAX_DEPTH`. It goes no deeper than that itself.
 * @param value parsed JSON
 */
export function isTooDeep(value: unknown, room = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (room === 0) return true;
	// Members that are no objects are passed over here, because a call for each number of an outline would take most of the time.
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index++) {
			const entry: unknown = value[index];
			if (typeof entry === 'object' && entry !== null && isTooDeep(entry, room - 1)) return true;
		}
		return false;
	}
	for (const name in value) {
		const member = (value as JsonObject)[name];
		if (typeof member === 'object' && member !== null && isTooDeep(member, room - 1)) return true;
	}
	return false;
}

/**
 * An object that has these members, all of them null. A copy of it (`{ ...object }`) takes no more memory than its members need,
 * because JSON.parse made the first; a member "__proto__" is its own.
 */
export function makeObjectWith(names: readonly string[]): JsonObject {
	return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as JsonObject;
}

const stringify = configure({ deterministic: true, circularValue: Error });

/** One text for equal JSON values: members sorted by name, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
	return stringify(value) ?? 'null';
}
