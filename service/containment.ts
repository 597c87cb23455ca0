import { isEmptyValue } from './data-columns';
import { canonicalText, isJsonObject } from './json';
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
	const used = plan.map(() => false);
	for (const { shape, indices } of groupByShape(pushed)) {
		const waiting = new Map<string, number[]>();
		// Backwards, as the last in a list is taken first: of equal features the earlier ones are held.
		for (const index of indices.reverse()) append(waiting, projection(pushed[index], shape) ?? '', index);
		for (let there = 0; there < plan.length && waiting.size > 0; there++) {
			if (used[there] || isOtherType(plan[there], shape)) continue;
			const text = projection(plan[there], shape);
			const index = text === undefined ? undefined : take(waiting, text);
			if (index === undefined) continue;
			held[index] = true;
			used[there] = true;
		}
	}
	return held;
}

/** What must be equal: the feature's own members, and for each key of its data that entry's members. */
interface Shape {
	type: unknown;
	members: string[];
	data: Array<{ key: string; members: string[]; noValue: boolean }>;
}

/** Spares making the text of most features; where `type` is no text, the text decides. */
function isOtherType({ type }: Feature, shape: Shape): boolean {
	return typeof shape.type === 'string' && type !== shape.type;
}

/** Most demanding shape first, so that a feature that fits many does not take the only match of another. */
function groupByShape(pushed: readonly Feature[]): Array<{ shape: Shape; indices: number[] }> {
	const groups = new Map<string, { shape: Shape; indices: number[] }>();
	pushed.forEach((feature, index) => {
		const shape = shapeOf(feature);
		const id = JSON.stringify(shape);
		const group = groups.get(id);
		if (group === undefined) groups.set(id, { shape, indices: [index] });
		else group.indices.push(index);
	});
	return [...groups.values()].sort((one, other) => demands(other.shape) - demands(one.shape));
}

function demands({ members, data }: Shape): number {
	return members.length + data.reduce((sum, entry) => sum + 1 + entry.members.length, 0);
}

function shapeOf(feature: Feature): Shape {
	const byKey = dataByKey(feature.data);
	const members = Object.keys(feature).filter(
		(name) =>
			feature[name] !== undefined &&
			name !== 'photos' &&
			!(name === 'position' && feature.position === null) &&
			!(name === 'data' && byKey !== undefined),
	);
	const data = [...(byKey ?? [])].map(([key, entry]) => {
		const noValue = entry.value !== undefined && isEmptyValue(entry.value);
		const compared = (name: string) => entry[name] !== undefined && !(noValue && name === 'value');
		return { key, members: Object.keys(entry).filter(compared).sort(), noValue };
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

/** The compared members as one text, equal exactly for features that are equal in them; undefined when one is missing. */
function projection(feature: Feature, shape: Shape): string | undefined {
	const texts: string[] = [];
	for (const name of shape.members) {
		const value = ownMember(feature, name);
		if (value === undefined) return undefined;
		texts.push(canonicalText(value));
	}
	if (shape.data.length > 0) {
		const byKey = dataByKey(feature.data);
		if (byKey === undefined) return undefined;
		for (const { key, members, noValue } of shape.data) {
			const entry = byKey.get(key);
			if (entry === undefined || (noValue && !isEmptyValue(entry.value))) return undefined;
			for (const name of members) {
				const value = ownMember(entry, name);
				if (value === undefined) return undefined;
				texts.push(canonicalText(value));
			}
		}
	}
	// Canonical text holds no line break, so joined texts cannot be mistaken for others.
	return texts.join('\n');
}

/** Names such as `__proto__` and `constructor` would find what every object inherits. */
function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

function append(lists: Map<string, number[]>, key: string, index: number): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [index]);
	else list.push(index);
}

/** Takes one of the indices that wait under a key: they stand for equal features. */
function take(lists: Map<string, number[]>, key: string): number | undefined {
	const list = lists.get(key);
	const index = list?.pop();
	if (list?.length === 0) lists.delete(key);
	return index;
}
