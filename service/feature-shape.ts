import { isEmptyValue } from './data-columns';
import { isJsonObject } from './json';
import type { JsonObject } from './json';
import type { Feature } from './features';

/** What must be equal for a plan to hold a feature: its own members, and for each key of its data that entry's members. */
export interface Shape {
	type: unknown;
	members: string[];
	data: EntryShape[];
}

export interface EntryShape {
	key: string;
	/** Where the entry stands in most features. */
	at: number;
	members: string[];
	/** Whether `value` is among the members. */
	hasValue: boolean;
	/** The pushed entry says that there is no value: one there must not have any. */
	noValue: boolean;
}

/** Entries of data, where they can be told apart by their keys. */
export type Entries = readonly JsonObject[];

const FEW = 8;

/** Undefined unless `data` is an array of entries with distinct keys: anything else is compared as it is. */
export function entriesOf(data: unknown): Entries | undefined {
	if (!Array.isArray(data)) return undefined;
	for (let index = 0; index < data.length; index++) {
		const entry: unknown = data[index];
		if (!isJsonObject(entry) || typeof entry.key !== 'string') return undefined;
		if (data.length > FEW) continue;
		for (let before = 0; before < index; before++) if (Object(data[before]).key === entry.key) return undefined;
	}
	const entries = data as JsonObject[];
	return data.length > FEW && new Set(entries.map(({ key }) => key)).size < data.length ? undefined : entries;
}

/** Entries need not be objects here. */
export function entryOf(entries: Entries, { key, at }: EntryShape): JsonObject | undefined {
	return entries[at]?.key === key ? entries[at] : entries.find((entry?: JsonObject) => entry?.key === key);
}

export function shapeOf(feature: Feature, entries: Entries | undefined): Shape {
	const members = Object.keys(feature).filter((name) => isCompared(feature, name, entries));
	const data = (entries ?? []).map((entry, at) => {
		const noValue = hasNoValue(entry);
		const names = Object.keys(entry).filter((name) => isComparedOfEntry(entry, name, noValue));
		return { key: String(entry.key), at, members: names.sort(), hasValue: names.includes('value'), noValue };
	});
	data.sort((one, other) => (one.key < other.key ? -1 : 1));
	return { type: feature.type, members: members.sort(), data };
}

/** A text that is the same for equal shapes. */
export function shapeText({ type, members, data }: Shape): string {
	return JSON.stringify([type, members, data.map(({ key, members: names, noValue }) => [key, names, noValue])]);
}

/** More demanding shapes fit fewer features. */
export function demands({ members, data }: Shape): number {
	return members.length + data.reduce((sum, entry) => sum + 1 + entry.members.length, 0);
}

function isCompared(feature: Feature, name: string, entries: Entries | undefined): boolean {
	return (
		feature[name] !== undefined &&
		name !== 'photos' &&
		!(name === 'position' && feature.position === null) &&
		!(name === 'data' && entries !== undefined)
	);
}

function hasNoValue({ value }: JsonObject): boolean {
	return value !== undefined && isEmptyValue(value);
}

function isComparedOfEntry(entry: JsonObject, name: string, noValue: boolean): boolean {
	return entry[name] !== undefined && !(noValue && name === 'value');
}

const NO_TEXT = Symbol('a type that is no text');
const VALUE = Symbol('an entry');
const NO_VALUE = Symbol('an entry without a value');

/**
 * A tree of the names that features have, in their order: most features of a plan have one of a few
 * shapes, and walking down here finds what belongs to it without making the shape, or any text, anew.
 */
export class Outlines<T> {
	private readonly next = new Map<string | symbol, Outlines<T>>();

	/** What belongs to features of this outline. */
	value: T | undefined;

	of(feature: Feature, entries: Entries | undefined): Outlines<T> {
		let at = this.step(typeof feature.type === 'string' ? feature.type : NO_TEXT);
		for (const name in feature) if (isCompared(feature, name, entries)) at = at.step(name);
		for (const entry of entries ?? []) {
			const noValue = hasNoValue(entry);
			at = at.step(noValue ? NO_VALUE : VALUE).step(String(entry.key));
			for (const name in entry) if (isComparedOfEntry(entry, name, noValue)) at = at.step(name);
		}
		return at;
	}

	private step(name: string | symbol): Outlines<T> {
		let next = this.next.get(name);
		if (next === undefined) {
			next = new Outlines();
			this.next.set(name, next);
		}
		return next;
	}
}
