import type { JsonObject } from './json';

/** Numbers are told apart by their bits. */
const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * A number that is the same for equal JSON values, whatever the order of their members, and seldom so for
 * others: it makes no text, which for large plans costs more than all else that comparing them takes.
 */
export function jsonHash(value: unknown): number {
	switch (typeof value) {
		case 'string':
			return textHash(value);
		case 'number':
			// Adding 0 makes the two zeros one.
			float[0] = value + 0;
			return mixed(bits[0] ^ NUMBER, bits[1]);
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

const NUMBER = 0x6e;
const LIST = 0x5b;
const OBJECT = 0x7b;

function textHash(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash;
}

function listHash(list: unknown[]): number {
	let hash = LIST;
	for (const member of list) hash = mixed(hash, jsonHash(member));
	return hash;
}

/** A sum, so that the order of members does not count. */
function objectHash(object: JsonObject): number {
	let hash = OBJECT;
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
	if (Array.isArray(one)) {
		return Array.isArray(other) && one.length === other.length && one.every((member, index) => jsonEquals(member, other[index]));
	}
	return !Array.isArray(other) && objectsEqual(one as JsonObject, other as JsonObject);
}

function objectsEqual(one: JsonObject, other: JsonObject): boolean {
	let left = 0;
	for (const name in other) if (other[name] !== undefined) left++;
	for (const name in one) {
		if (one[name] === undefined) continue;
		if (!Object.hasOwn(other, name) || !jsonEquals(one[name], other[name])) return false;
		left--;
	}
	return left === 0;
}

/** JSON has no undefined: in a list it is written as null. */
function isNothing(value: unknown): boolean {
	return value === null || value === undefined;
}
