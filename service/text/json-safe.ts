import { MAX_DEPTH } from './json';
import type { JsonObject } from './json';

/** A rule that is broken, as data: only what is reported gets a message. `path` is such as `data[0].key`, or empty. */
export type Problem<Rules> = {
	[R in keyof Rules]: Rules[R] extends undefined
		? { path: string; rule: R; details?: undefined }
		: { path: string; rule: R; details: Rules[R] };
}[keyof Rules];

/** What JSON can't hold, each rule with what a problem says beside its place. */
export interface JsonRules extends Record<'noBigInt' | 'noCircle', undefined> {
	jsonNumber: number;
	/** The most levels. */
	depth: number;
}

type JsonProblem = Problem<JsonRules>;

const NONE: readonly JsonProblem[] = [];

/** What is sent comes back in a list in an object, so it may nest two levels less. */
const MAX_SENT_DEPTH = MAX_DEPTH - 2;
const MAX_STEPS = 8;

/**
 * An object as JSON writes it, so that what is sent is what is later compared with the plan. Dates, DateTimes, buffers
 * and whatever else has `toJSON` become what that gives.
 * @returns the same object where it is JSON already, and the values that JSON can't hold
 */
export function asJsonSafe(value: JsonObject): { value: JsonObject; problems: readonly JsonProblem[] } {
	if (isJson(value, 1)) return { value, problems: NONE };
	const problems: JsonProblem[] = [];
	/** Steps such as `data`, `[0]` and `.value`. */
	const paths = new Map<unknown, string[]>();
	const check = function (this: JsonObject, key: string, inner: unknown): unknown {
		const around = paths.get(this);
		const step = Array.isArray(this) ? `[${key}]` : around?.length === 0 ? key : `.${key}`;
		const path = around === undefined ? [] : [...around, step];
		if (typeof inner === 'number' && !Number.isFinite(inner))
			problems.push({ path: path.join(''), rule: 'jsonNumber', details: inner });
		// n8n gives BigInt a toJSON, which has made a text of the value already.
		if (typeof this[key] === 'bigint') problems.push({ path: path.join(''), rule: 'noBigInt' });
		else if (typeof inner !== 'object' || inner === null) return inner;
		else if (path.length < MAX_SENT_DEPTH) return paths.set(inner, path) && inner;
		else problems.push({ path: `${path.slice(0, MAX_STEPS).join('')}…`, rule: 'depth', details: MAX_DEPTH });
		return undefined;
	};
	try {
		return { value: JSON.parse(JSON.stringify(value, check) ?? '{}') as JsonObject, problems };
	} catch {
		return { value: {}, problems: [{ path: '', rule: 'noCircle' }] };
	}
}

/** Whether a value is JSON already. Nearly all that is sent is, and stays the same object. No list is made for it. */
function isJson(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null)
		return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	if (depth > MAX_SENT_DEPTH) return false;
	if (Array.isArray(value) && typeof value[0] === 'number' && value.every(Number.isFinite)) return true;
	if ((value as JsonObject).toJSON !== undefined) return false;
	if (Array.isArray(value)) {
		for (const inner of value as unknown[]) if (!isJson(inner, depth + 1)) return false;
		return true;
	}
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return false;
	for (const name in value) {
		const property = (value as JsonObject)[name];
		if (property !== undefined && !isJson(property, depth + 1)) return false;
	}
	return true;
}
