/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

/** A feature as it was pushed: unknown kinds and members are kept. */
export type Feature = JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
