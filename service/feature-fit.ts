import { isEmptyValue } from './data-columns';
import { entriesOf, entryOf } from './feature-shape';
import type { Entries, EntryShape, Shape } from './feature-shape';
import type { Feature } from './features';
import type { JsonObject } from './json';
import { jsonEquals, jsonHash, mixed } from './json-equality';

/** Spares looking at most features; where `type` is no text, it is compared like any member. */
export function isOtherType({ type }: Feature, shape: Shape): boolean {
	return typeof shape.type === 'string' && type !== shape.type;
}

/**
 * The same for two features of which one has every compared member of the other, equal in depth. Whether a
 * member is there at all is left to `holds`: most features that share a hash are equal.
 */
export function hashOf(feature: Feature, { members, data }: Shape): number {
	let hash = 0;
	for (const name of members) hash = mixed(hash, jsonHash(feature[name]));
	if (data.length === 0 || !Array.isArray(feature.data)) return hash;
	// The name of a data field says no more than its key.
	for (const wanted of data) if (wanted.hasValue) hash = mixed(hash, jsonHash(entryOf(feature.data, wanted)?.value));
	return hash;
}

/** Whether a feature of the plan has what a shape asks for, equal to that of the pushed feature. */
export function holds(there: Feature, pushed: Feature, { members, data }: Shape): boolean {
	for (const name of members) if (!hasEqual(there, pushed, name)) return false;
	if (data.length === 0 || jsonEquals(pushed.data, there.data)) return true;
	const [ours, theirs] = [pushed.data as Entries, entriesOf(there.data)];
	return theirs !== undefined && data.every((wanted) => hasEntry(theirs, ours, wanted));
}

function hasEntry(theirs: Entries, ours: Entries, wanted: EntryShape): boolean {
	const [entry, pushed] = [entryOf(theirs, wanted), entryOf(ours, wanted)];
	if (entry === undefined || pushed === undefined) return false;
	if (wanted.noValue && !isEmptyValue(entry.value)) return false;
	return wanted.members.every((name) => hasEqual(entry, pushed, name));
}

/** Names such as `__proto__` and `constructor` would find what every object inherits. */
function hasEqual(there: JsonObject, pushed: JsonObject, name: string): boolean {
	return Object.hasOwn(there, name) && there[name] !== undefined && jsonEquals(there[name], pushed[name]);
}
