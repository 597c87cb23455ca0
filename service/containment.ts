import { isEmptyValue } from './data-columns';
import { Outlines, demands, entriesOf, entryOf, shapeOf, shapeText } from './feature-shape';
import type { Entries, Shape } from './feature-shape';
import type { Feature } from './features';
import type { JsonObject } from './json';
import { jsonEquals, jsonHash, mixed } from './json-equality';

/**
 * Which of the pushed features a plan holds. A plan holds a feature when some feature there has every
 * member of the pushed one, equal in depth; a pushed null `position` equals any (section 2.3, rule 1),
 * `photos` do not count, entries of `data` are compared by key, and each feature there is matched once.
 * Data values that are absent, null and empty are equal: all are "no value yet" (section 2.3, rule 3).
 * Linear in the features of both sides for each distinct set of members.
 * @returns for each pushed feature whether the plan holds it
 */
export function heldByPlan(pushed: readonly Feature[], plan: readonly Feature[]): boolean[] {
	const held = pushed.map(() => false);
	const used = plan.map(() => false);
	for (const { shape, indices } of groupByShape(pushed)) {
		const waiting = new Map<number, number[]>();
		// Backwards, as the last in a list is taken first: of equal features the earlier ones are held.
		for (const index of indices.reverse()) append(waiting, hashOf(pushed[index], shape) ?? 0, index);
		for (let there = 0; there < plan.length && waiting.size > 0; there++) {
			if (used[there] || isOtherType(plan[there], shape)) continue;
			const hash = hashOf(plan[there], shape);
			if (hash === undefined) continue;
			const index = take(waiting, hash, (candidate) => areEqual(pushed[candidate], plan[there], shape));
			if (index === undefined) continue;
			held[index] = true;
			used[there] = true;
		}
	}
	return held;
}

interface Group {
	shape: Shape;
	indices: number[];
}

/** Most demanding shape first, so that a feature that fits many does not take the only match of another. */
function groupByShape(pushed: readonly Feature[]): Group[] {
	const groups = new Map<string, Group>();
	const outlines = new Outlines<Group>();
	pushed.forEach((feature, index) => {
		const entries = entriesOf(feature.data);
		const outline = outlines.of(feature, entries);
		outline.value ??= groupOf(groups, shapeOf(feature, entries));
		outline.value.indices.push(index);
	});
	return [...groups.values()].sort((one, other) => demands(other.shape) - demands(one.shape));
}

/** Of two features with the same members in another order, too, the group is one. */
function groupOf(groups: Map<string, Group>, shape: Shape): Group {
	const text = shapeText(shape);
	const group = groups.get(text) ?? { shape, indices: [] };
	groups.set(text, group);
	return group;
}

/** Spares looking at most features; where `type` is no text, it is compared like any member. */
function isOtherType({ type }: Feature, shape: Shape): boolean {
	return typeof shape.type === 'string' && type !== shape.type;
}

/** The same for features that are equal in the compared members; undefined when one is missing. */
function hashOf(feature: Feature, shape: Shape): number | undefined {
	let hash = 0;
	for (const name of shape.members) {
		const value = ownMember(feature, name);
		if (value === undefined) return undefined;
		hash = mixed(hash, jsonHash(value));
	}
	if (shape.data.length === 0) return hash;
	const entries = entriesOf(feature.data);
	return entries === undefined ? undefined : dataHash(hash, entries, shape);
}

function dataHash(start: number, entries: Entries, { data }: Shape): number | undefined {
	let hash = start;
	for (const wanted of data) {
		const entry = entryOf(entries, wanted);
		if (entry === undefined || (wanted.noValue && !isEmptyValue(entry.value))) return undefined;
		for (const name of wanted.members) if (ownMember(entry, name) === undefined) return undefined;
		// The name of a data field says no more than its key.
		if (wanted.members.includes('value')) hash = mixed(hash, jsonHash(entry.value));
	}
	return hash;
}

/** Whether two features that have all members of a shape are equal in them. */
function areEqual(one: Feature, other: Feature, { members, data }: Shape): boolean {
	if (!members.every((name) => jsonEquals(one[name], other[name]))) return false;
	if (data.length === 0) return true;
	const [first, second] = [one.data as Entries, other.data as Entries];
	return data.every((entry) => {
		const [ours, theirs] = [entryOf(first, entry), entryOf(second, entry)];
		return entry.members.every((name) => jsonEquals(ours?.[name], theirs?.[name]));
	});
}

/** Names such as `__proto__` and `constructor` would find what every object inherits. */
function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

function append(lists: Map<number, number[]>, hash: number, index: number): void {
	const list = lists.get(hash);
	if (list === undefined) lists.set(hash, [index]);
	else list.push(index);
}

/** Takes the last of those that wait under a hash and are equal: others share a hash by chance, and seldom. */
function take(lists: Map<number, number[]>, hash: number, isEqual: (index: number) => boolean): number | undefined {
	const list = lists.get(hash);
	const at = list?.findLastIndex(isEqual) ?? -1;
	if (list === undefined || at < 0) return undefined;
	const [index] = list.splice(at, 1);
	if (list.length === 0) lists.delete(hash);
	return index;
}
