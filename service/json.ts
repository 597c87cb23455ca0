/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any plan, and far above what n8n itself can store without overflowing its stack. */
export const MAX_DEPTH = 200;

/** Whether objects and arrays nest deeper than `MAX_DEPTH`. */
export function nestsTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (depth >= MAX_DEPTH) return true;
	const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
	for (const member of members) {
		if (typeof member === 'object' && member !== null && nestsTooDeep(member, depth + 1)) return true;
	}
	return false;
}

/** One text for equal JSON values: members sorted by name, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
	const object: JsonObject = { ...value };
	const members = Object.keys(object)
		.filter((name) => object[name] !== undefined)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${canonicalText(object[name])}`);
	return `{${members.join(',')}}`;
}
