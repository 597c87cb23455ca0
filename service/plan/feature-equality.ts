import { isEmpty, isEmptyValue, noneIfEmpty } from './feature';
import type { Feature } from './feature';
import { NO_COORDINATES, isPosition } from './geometry';
import { contentTextOf, foldText, isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** How two values are compared. */
export interface EqualityLevel {
	/** The largest distance between equal coordinates, for numbers and rings that services store otherwise. */
	tolerance?: () => number;
	/** Texts are equal when they fold alike. */
	foldsTexts?: boolean;
}

/** Equal as JSON, where nothing but absent, null and empty values are alike. */
export const EXACT: EqualityLevel = {};

/**
 * The properties and data fields that an input feature gives and a feature of the plan has otherwise: the kind counts
 * where it is given, `data` by key and value. A null `position` doesn't count (section 2.3, rule 1).
 * @param ignored properties that don't count
 * @param max about how many are wanted
 */
export function differingFields(
	input: Feature,
	there: Feature,
	level: EqualityLevel = EXACT,
	ignored = NOT_COMPARED,
	max = Infinity,
): string[] {
	const fields: string[] = [];
	for (const name in input) {
		const value = input[name];
		if (value === there[name] || !isCompared(name, value) || ignored.includes(name)) continue;
		if (fields.length >= max) break;
		if (name === 'data' && areEntries(value)) {
			const values = dataValues(there.data);
			for (const [key, inner] of dataValues(value)) if (!areEqual(inner, values.get(key), level)) fields.push(key);
		} else if (!areEqual(value, ownValue(there, name), level, isLocation(name))) fields.push(name);
	}
	return fields;
}

/** Of photos the service changes the URLs (section 2.5), and no feature of a plan names the plan. */
export const NOT_COMPARED: readonly string[] = ['photos', 'planCode'];

/** Whether the value of a property says anything. */
function isCompared(name: string, value: unknown): boolean {
	if (value === undefined) return false;
	if (name === 'type' || name === 'zoneType') return !isEmptyValue(value);
	return value !== null || (name !== 'position' && name !== 'data');
}

/** Properties that hold coordinates. */
export function isLocation(name: string): boolean {
	return name === 'geometry' || name === 'position';
}

/** What a feature gives, by property or data field. @param ignored properties that don't count */
export function fieldsOf(feature: Feature, ignored: readonly string[] = []): Map<string, unknown> {
	const fields = new Map<string, unknown>();
	for (const name in feature) {
		const value = feature[name];
		if (!isCompared(name, value) || ignored.includes(name)) continue;
		if (name !== 'data' || !areEntries(value)) fields.set(name, value);
		else for (const [key, inner] of dataValues(value)) fields.set(key, inner);
	}
	return fields;
}

/** Not what an object inherits. */
function ownValue(feature: Feature, name: string): unknown {
	return Object.hasOwn(feature, name) ? feature[name] : undefined;
}

/** @param hasCoordinates its numbers are coordinates */
export function areEqual(one: unknown, other: unknown, level: EqualityLevel, hasCoordinates = false): boolean {
	if (one === other) return true;
	if (typeof one === 'number' && typeof other === 'number') return areNumbersEqual(one, other, level, hasCoordinates);
	if (typeof one === 'string' && typeof other === 'string')
		return level.foldsTexts === true && foldText(one) === foldText(other);
	if (Array.isArray(one) && Array.isArray(other)) return areListsEqual(one, other, level, hasCoordinates);
	if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
	if (!isJsonObject(one) || !isJsonObject(other)) return false;
	const leftOut = hasCoordinates ? NO_COORDINATES : [];
	for (const name in one)
		if (!areEqual(one[name], ownValue(other, name), level, hasCoordinates) && !leftOut.includes(name)) return false;
	for (const name in other)
		if (!Object.hasOwn(one, name) && !isEmpty(other[name]) && !leftOut.includes(name)) return false;
	return true;
}

function areNumbersEqual(one: number, other: number, { tolerance }: EqualityLevel, hasCoordinates: boolean): boolean {
	if (tolerance === undefined) return false;
	return hasCoordinates ? Math.abs(one - other) <= tolerance() : nineDigits(one) === nineDigits(other);
}

function areListsEqual(one: unknown[], other: unknown[], level: EqualityLevel, hasCoordinates: boolean): boolean {
	if (typeof one[0] === 'number' && typeof other[0] === 'number' && areSame(one, other)) return true;
	if (one.length === other.length && areEntriesEqual(one, other, level, hasCoordinates)) return true;
	if (!hasCoordinates || level.tolerance === undefined) return false;
	// One of two positions may have no height.
	if (isPosition(one) && isPosition(other))
		return one.length !== other.length && areEntriesEqual(one, other, level, true);
	return areRingsEqual(one, other, level);
}

/** As many as both have. Without closures, here and above: they would be garbage for each position of a plan. */
function areEntriesEqual(one: unknown[], other: unknown[], level: EqualityLevel, hasCoordinates: boolean): boolean {
	for (let at = 0; at < one.length && at < other.length; at++)
		if (!areEqual(one[at], other[at], level, hasCoordinates)) return false;
	return true;
}

/** A ring may be closed or open, begin anywhere and turn either way; programs for maps change all three. */
function areRingsEqual(one: unknown[], other: unknown[], level: EqualityLevel): boolean {
	const length = openLength(one);
	const isAnyClosed = length < one.length || length < other.length;
	if (!isAnyClosed || length !== openLength(other) || !isPosition(one[0])) return false;
	for (let start = 0, attempts = 0; start < length && attempts < MAX_STARTS; start++) {
		if (!areEqual(one[0], other[start], level, true)) continue;
		attempts++;
		for (const step of [1, -1]) {
			const along = Array.from({ length }, (_, at) => other[(start + step * at + length) % length]);
			if (areEntriesEqual(one, along, level, true)) return true;
		}
	}
	return false;
}

/** So often a ring may come past one position. */
const MAX_STARTS = 4;

/** A function of its own, because most of a plan are numbers: where V8 meets nothing else, it boxes none of them. */
function areSame(one: unknown[], other: unknown[]): boolean {
	if (one.length !== other.length) return false;
	for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
	return true;
}

/** Of a ring without the last position where that repeats the first. */
function openLength(list: unknown[]): number {
	const isRing = list.length > 1 && Array.isArray(list[0]) && areEqual(list[0], list[list.length - 1], EXACT);
	return isRing ? list.length - 1 : list.length;
}

/** Services that keep nine digits of a number give back this one. */
function nineDigits(number: number): number {
	return Number(number.toPrecision(9));
}

/** Entries of data can be distinguished by their keys; any other `data` is compared like any property. */
function areEntries(data: unknown): data is JsonObject[] {
	return Array.isArray(data) && data.every((entry) => isJsonObject(entry) && typeof entry.key === 'string');
}

/** The value of each key, null where there is none yet. Of a key that is given twice the last value counts. */
export function dataValues(data: unknown): Map<string, unknown> {
	const values = new Map<string, unknown>();
	if (Array.isArray(data))
		for (const entry of data)
			if (isJsonObject(entry)) values.set(String(entry.key), isEmptyValue(entry.value) ? null : entry.value);
	return values;
}

/** A text that values share which are equal by any level. Coordinates need the cells of a grid. */
export function foldedText(value: unknown): string {
	if (typeof value === 'string') return foldText(value);
	return isEmpty(value) ? '' : contentTextOf(value, foldValue);
}

function foldValue(value: unknown): unknown {
	if (typeof value === 'number') return nineDigits(value);
	return noneIfEmpty(typeof value === 'string' ? foldText(value) : value);
}
