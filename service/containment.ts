import { isEmptyValue } from './data-columns';
import { isJsonObject } from './json';
import { jsonEquals, jsonHash, mixed } from './json-equality';
import type { JsonObject } from './json';
import type { Feature } from './features';

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
	const there = plan.map(compared);
	const used = plan.map(() => false);
	for (const { shape, members } of groupByShape(pushed)) {
		const waiting = new Map<number, Pushed[]>();
		// Backwards, as the last in a list is taken first: of equal features the earlier ones are held.
		for (const one of members.reverse()) append(waiting, hashOf(one, shape) ?? 0, one);
		for (let index = 0; index < there.length && waiting.size > 0; index++) {
			if (used[index] || isOtherType(plan[index], shape)) continue;
			const hash = hashOf(there[index], shape);
			const match = hash === undefined ? undefined : take(waiting, hash, (one) => areEqual(one, there[index], shape));
			if (match === undefined) continue;
			held[match.index] = true;
			used[index] = true;
		}
	}
	return held;
}

/** A feature, and the entries of its data by key where it has such. */
interface Compared {
	feature: Feature;
	data: Map<string, JsonObject> | undefined;
}

interface Pushed extends Compared {
	index: number;
}

/** What must be equal: the feature's own members, and for each key of its data that entry's members. */
interface Shape {
	type: unknown;
	members: string[];
	data: Array<{ key: string; members: string[]; noValue: boolean }>;
}

function compared(feature: Feature): Compared {
	return { feature, data: dataByKey(feature.data) };
}

/** Spares looking at most features; where `type` is no text, it is compared like any member. */
function isOtherType({ type }: Feature, shape: Shape): boolean {
	return typeof shape.type === 'string' && type !== shape.type;
}

interface Group {
	shape: Shape;
	members: Pushed[];
}

/** Most demanding shape first, so that a feature that fits many does not take the only match of another. */
function groupByShape(pushed: readonly Feature[]): Group[] {
	const groups = new Map<string, Group>();
	const byOutline = new Map<string, Group>();
	pushed.forEach((feature, index) => {
		const one: Pushed = { feature, data: dataByKey(feature.data), index };
		const outline = outlineOf(one);
		let group = byOutline.get(outline);
		if (group === undefined) {
			const shape = shapeOf(one);
			const id = JSON.stringify(shape);
			group = groups.get(id) ?? { shape, members: [] };
			groups.set(id, group);
			byOutline.set(outline, group);
		}
		group.members.push(one);
	});
	return [...groups.values()].sort((one, other) => demands(other.shape) - demands(one.shape));
}

/** What decides the shape, in the order it has in the feature: most features of a plan have one of a few. */
function outlineOf({ feature, data }: Compared): string {
	let outline = typeof feature.type === 'string' ? `"${feature.type}"` : '';
	for (const name in feature) if (isCompared(feature, name, data)) outline += `|${name.length}:${name}`;
	if (data === undefined) return outline;
	for (const [key, entry] of data) {
		const noValue = hasNoValue(entry);
		outline += `${noValue ? '-' : '+'}${key.length}:${key}`;
		for (const name in entry) if (isComparedOfEntry(entry, name, noValue)) outline += `|${name.length}:${name}`;
	}
	return outline;
}

function isCompared(feature: Feature, name: string, data: Compared['data']): boolean {
	return (
		feature[name] !== undefined &&
		name !== 'photos' &&
		!(name === 'position' && feature.position === null) &&
		!(name === 'data' && data !== undefined)
	);
}

function hasNoValue({ value }: JsonObject): boolean {
	return value !== undefined && isEmptyValue(value);
}

function isComparedOfEntry(entry: JsonObject, name: string, noValue: boolean): boolean {
	return entry[name] !== undefined && !(noValue && name === 'value');
}

function demands({ members, data }: Shape): number {
	return members.length + data.reduce((sum, entry) => sum + 1 + entry.members.length, 0);
}

function shapeOf({ feature, data: byKey }: Compared): Shape {
	const members = Object.keys(feature).filter((name) => isCompared(feature, name, byKey));
	const data = [...(byKey ?? [])].map(([key, entry]) => {
		const noValue = hasNoValue(entry);
		return { key, members: Object.keys(entry).filter((name) => isComparedOfEntry(entry, name, noValue)).sort(), noValue };
	});
	data.sort((one, other) => (one.key < other.key ? -1 : 1));
	return { type: feature.type, members: members.sort(), data };
}

/** Undefined unless `data` is an array of entries with distinct keys: anything else is compared as it is. */
function dataByKey(data: unknown): Map<string, JsonObject> | undefined {
	if (!Array.isArray(data)) return undefined;
	const byKey = new Map<string, JsonObject>();
	for (const entry of data) {
		if (!isJsonObject(entry) || typeof entry.key !== 'string' || byKey.has(entry.key)) return undefined;
		byKey.set(entry.key, entry);
	}
	return byKey;
}

/** The same for features that are equal in the compared members; undefined when one is missing. */
function hashOf({ feature, data: byKey }: Compared, shape: Shape): number | undefined {
	let hash = 0;
	for (const name of shape.members) {
		const value = ownMember(feature, name);
		if (value === undefined) return undefined;
		hash = mixed(hash, jsonHash(value));
	}
	if (shape.data.length > 0 && byKey === undefined) return undefined;
	for (const { key, members, noValue } of shape.data) {
		const entry = byKey?.get(key);
		if (entry === undefined || (noValue && !isEmptyValue(entry.value))) return undefined;
		for (const name of members) {
			const value = ownMember(entry, name);
			if (value === undefined) return undefined;
			hash = mixed(hash, jsonHash(value));
		}
	}
	return hash;
}

/** Whether two features that have all members of a shape are equal in them. */
function areEqual(one: Compared, other: Compared, { members, data }: Shape): boolean {
	return (
		members.every((name) => jsonEquals(one.feature[name], other.feature[name])) &&
		data.every(({ key, members: names }) => {
			const [first, second] = [one.data?.get(key), other.data?.get(key)];
			return names.every((name) => jsonEquals(first?.[name], second?.[name]));
		})
	);
}

/** Names such as `__proto__` and `constructor` would find what every object inherits. */
function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

function append(lists: Map<number, Pushed[]>, hash: number, one: Pushed): void {
	const list = lists.get(hash);
	if (list === undefined) lists.set(hash, [one]);
	else list.push(one);
}

/** Takes the last of those that wait under a hash and are equal: others share a hash by chance, and seldom. */
function take(lists: Map<number, Pushed[]>, hash: number, isEqual: (one: Pushed) => boolean): Pushed | undefined {
	const list = lists.get(hash);
	const at = list?.findLastIndex(isEqual) ?? -1;
	if (list === undefined || at < 0) return undefined;
	const [one] = list.splice(at, 1);
	if (list.length === 0) lists.delete(hash);
	return one;
}
