/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any plan. What nests this deep n8n can still store; some thousands of levels overflow a stack. */
export const MAX_DEPTH = 200;

/**
 * Whether objects and arrays nest deeper than `MAX_DEPTH`. It goes no deeper than that itself.
 * @param value parsed JSON
 */
export function nestsTooDeep(value: unknown, room = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (room === 0) return true;
	// Asked here for what is no object, because a call for each number of an outline would take most of the time.
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index++) {
			const entry: unknown = value[index];
			if (typeof entry === 'object' && entry !== null && nestsTooDeep(entry, room - 1)) return true;
		}
		return false;
	}
	for (const name in value) {
		const member = (value as JsonObject)[name];
		if (typeof member === 'object' && member !== null && nestsTooDeep(member, room - 1)) return true;
	}
	return false;
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
