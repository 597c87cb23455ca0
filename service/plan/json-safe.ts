import type { Feature } from './feature';
import type { FeatureProblem } from './features';
import { MAX_DEPTH } from '../text';

/** The service responds with an object that holds the list of features, so a feature may nest two levels less. */
const MAX_FEATURE_DEPTH = MAX_DEPTH - 2;
const MAX_STEPS = 8;
const NONE: FeatureProblem[] = [];

/**
 * A feature as JSON writes it, so that what is sent is what is later compared with the plan. Dates, DateTimes, buffers
 * and whatever else has `toJSON` become what that gives.
 * @returns the same object where it is JSON already, and the values that JSON can't hold
 */
export function asJsonSafe(feature: Feature): { feature: Feature; problems: FeatureProblem[] } {
	if (isJson(feature, 1)) return { feature, problems: NONE };
	const problems: FeatureProblem[] = [];
	/** Steps such as `data`, `[0]` and `.value`. */
	const paths = new Map<unknown, string[]>();
	const check = function (this: Feature, key: string, value: unknown): unknown {
		const around = paths.get(this);
		const step = Array.isArray(this) ? `[${key}]` : around?.length === 0 ? key : `.${key}`;
		const path = around === undefined ? [] : [...around, step];
		if (typeof value === 'number' && !Number.isFinite(value))
			problems.push({ path: path.join(''), rule: 'jsonNumber', details: value });
		// n8n gives BigInt a toJSON, which has made a text of the value already.
		if (typeof this[key] === 'bigint') problems.push({ path: path.join(''), rule: 'noBigInt' });
		else if (typeof value !== 'object' || value === null) return value;
		else if (path.length < MAX_FEATURE_DEPTH) return paths.set(value, path) && value;
		else problems.push({ path: `${path.slice(0, MAX_STEPS).join('')}…`, rule: 'depth', details: MAX_DEPTH });
		return undefined;
	};
	try {
		return { feature: JSON.parse(JSON.stringify(feature, check) ?? '{}') as Feature, problems };
	} catch {
		return { feature: {}, problems: [{ path: '', rule: 'noCircle' }] };
	}
}

/** Whether a value is JSON already. Nearly every feature is, and stays the same object. No list is made on the way. */
function isJson(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null)
		return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	if (depth > MAX_FEATURE_DEPTH) return false;
	if (Array.isArray(value) && typeof value[0] === 'number' && areFinite(value)) return true;
	if ((value as Feature).toJSON !== undefined) return false;
	if (Array.isArray(value)) {
		for (const inner of value as unknown[]) if (!isJson(inner, depth + 1)) return false;
		return true;
	}
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return false;
	for (const name in value) {
		const property = (value as Feature)[name];
		if (property !== undefined && !isJson(property, depth + 1)) return false;
	}
	return true;
}

/** A function of its own, because most of a plan are numbers: where V8 meets nothing else, it boxes none of them. */
function areFinite(list: unknown[]): boolean {
	for (let index = 0; index < list.length; index++) if (!Number.isFinite(list[index])) return false;
	return true;
}
