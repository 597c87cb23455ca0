import type { JsonObject } from './json';

/** Of longer texts only so many characters at each end count. */
const TEXT_END = 24;

/** Numbers are told apart by their bits. */
const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * A number that is the same for equal JSON values, whatever the order of their members, and seldom so for
 * others. It is cheap rather than thorough: of a long text it sees the ends, of a list its length, first
 * and middle. Whether values of one hash are equal is for `jsonEquals` to say.
 */
export function jsonHash(value: unknown): number {
	switch (typeof value) {
		case 'string':
			return textHash(value);
		case 'number':
			// Adding 0 makes the two zeros one.
			float[0] = value + 0;
			return mixed(bits[0], bits[1]);
		case 'boolean':
			return value ? 1 : 2;
		case 'object':
			if (value === null) return 3;
			return Array.isArray(value) ? listHash(value) : objectHash(value as JsonObject);
		default:
			return 3;
	}
}

/** One hash of two, which depends on their order. */
export function mixed(one: number, other: number): number {
	const hash = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) + Math.imul(other ^ (other >>> 13), 0x297a2d39);
	return (hash ^ (hash >>> 16)) | 0;
}

function textHash(text: string): number {
	const { length } = text;
	let hash = length;
	for (let at = 0; at < length && at < TEXT_END; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	for (let at = Math.max(TEXT_END, length - TEXT_END); at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash;
}

function listHash(list: unknown[]): number {
	const { length } = list;
	if (length === 0) return 4;
	return mixed(mixed(length, jsonHash(list[0])), length < 3 ? 0 : jsonHash(list[length >> 1]));
}

/** A sum, so that the order of members does not count. */
function objectHash(object: JsonObject): number {
	let hash = 5;
	for (const name in object) {
		const member = object[name];
		if (member !== undefined) hash = (hash + mixed(textHash(name), jsonHash(member))) | 0;
	}
	return hash;
}

/** Whether two JSON values are equal in depth. Members that are undefined count as absent, as JSON leaves them out. */
export function jsonEquals(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return isNothing(one) && isNothing(other);
	if (Array.isArray(one)) return Array.isArray(other) && listsEqual(one, other);
	return !Array.isArray(other) && objectsEqual(one as JsonObject, other as JsonObject);
}

function listsEqual(one: unknown[], other: unknown[]): boolean {
	if (one.length !== other.length) return false;
	for (let index = 0; index < one.length; index++) if (!jsonEquals(one[index], other[index])) return false;
	return true;
}

/** @param ignored a member that does not count */
export function objectsEqual(one: JsonObject, other: JsonObject, ignored?: string): boolean {
	let left = 0;
	for (const name in other) if (other[name] !== undefined && name !== ignored) left++;
	for (const name in one) {
		if (one[name] === undefined || name === ignored) continue;
		if (!Object.hasOwn(other, name) || !jsonEquals(one[name], other[name])) return false;
		left--;
	}
	return left === 0;
}

/** JSON has no undefined: in a list it is written as null. */
function isNothing(value: unknown): boolean {
	return value === null || value === undefined;
}
