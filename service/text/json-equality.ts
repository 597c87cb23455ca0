import type { JsonObject } from './json';

/** Whether two JSON values are equal in depth. Members that are undefined count as absent, as JSON leaves them out. */
export function isJsonEqual(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
		return isNothing(one) && isNothing(other);
	if (Array.isArray(one)) return Array.isArray(other) && areListsEqual(one, other);
	return !Array.isArray(other) && areObjectsEqual(one as JsonObject, other as JsonObject);
}

function areListsEqual(one: unknown[], other: unknown[]): boolean {
	if (one.length !== other.length) return false;
	for (let index = 0; index < one.length; index++) if (!isJsonEqual(one[index], other[index])) return false;
	return true;
}

function areObjectsEqual(one: JsonObject, other: JsonObject): boolean {
	let left = 0;
	for (const name in other) if (other[name] !== undefined) left++;
	for (const name in one) {
		if (one[name] === undefined) continue;
		if (!Object.hasOwn(other, name) || !isJsonEqual(one[name], other[name])) return false;
		left--;
	}
	return left === 0;
}

/** JSON has no undefined: in a list it is written as null. */
function isNothing(value: unknown): boolean {
	return value === null || value === undefined;
}
