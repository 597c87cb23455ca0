import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { contentTextOf, isJsonObject } from '../text';
import type { JsonObject } from '../text';

/**
 * How alike a given feature and one of the plan are. `equal`: the plan's has every member that was given, equal in
 * depth (`isFit`). `near`: it would be so once that is put aside which services are known to change in what they store
 * (`nearForm`).
 */
export type Likeness = 'equal' | 'near';

/**
 * Whether a feature of the plan may be the one that was sent: it has every member of what was sent, equal in depth. A
 * null `position` equals any position (section 2.3, rule 1). `photos` (section 2.5) and a null `data` do not count.
 * Entries of `data` are compared by key and value. A value that is absent, null or empty equals any other of these.
 * @param wanted what was sent, as JSON
 */
export function isFit(wanted: Feature, there: Feature): boolean {
	for (const name in wanted) {
		// No JSON is the same as what an object inherits.
		if (wanted[name] === there[name] || !isCompared(wanted, name)) continue;
		if (name === 'data' && areEntries(wanted.data)) {
			if (!isDataFit(wanted.data, there.data)) return false;
		} else if (!areEqual(wanted[name], Object.hasOwn(there, name) ? there[name] : undefined)) {
			return false;
		}
	}
	return true;
}

/** Whether a member of what was sent has to be on the plan, too. */
export function isCompared(wanted: Feature, name: string): boolean {
	const value = wanted[name];
	return value !== undefined && name !== 'photos' && !(value === null && (name === 'position' || name === 'data'));
}

/** Whether two JSON values are equal in depth. One that is absent, null or empty equals any other of these. */
export function areEqual(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (isEmptyValue(one) || isEmptyValue(other)) return isEmptyValue(one) && isEmptyValue(other);
	if (typeof one !== 'object' || typeof other !== 'object') return false;
	if (Array.isArray(one)) return Array.isArray(other) && areListsEqual(one, other);
	return !Array.isArray(other) && areObjectsEqual(one as JsonObject, other as JsonObject);
}

function areListsEqual(one: unknown[], other: unknown[]): boolean {
	if (one.length !== other.length) return false;
	if (typeof one[0] === 'number' && areSame(one, other)) return true;
	for (let index = 0; index < one.length; index++) if (!areEqual(one[index], other[index])) return false;
	return true;
}

/** Apart, because most of a plan are numbers: where V8 sees nothing else, it compares them without making objects. */
function areSame(one: unknown[], other: unknown[]): boolean {
	for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
	return true;
}

function areObjectsEqual(one: JsonObject, other: JsonObject): boolean {
	for (const name in one) if (!areEqual(one[name], Object.hasOwn(other, name) ? other[name] : undefined)) return false;
	for (const name in other) if (!Object.hasOwn(one, name) && !isEmptyValue(other[name])) return false;
	return true;
}

/** Entries of data can be told apart by their keys; any other `data` is compared like any member. */
export function areEntries(data: unknown): data is JsonObject[] {
	return Array.isArray(data) && data.every((entry) => isJsonObject(entry) && typeof entry.key === 'string');
}

function isDataFit(wanted: JsonObject[], there: unknown): boolean {
	if (Array.isArray(there) && isSameInPlace(wanted, there)) return true;
	const [ours, theirs] = [dataValues(wanted), dataValues(there)];
	for (const [key, value] of ours) if (!areEqual(value, theirs.get(key))) return false;
	return true;
}

/** A plan that is pushed again has the same entries in the same places. */
function isSameInPlace(wanted: JsonObject[], there: unknown[]): boolean {
	return wanted.length === there.length && wanted.every((entry, index) => isSameEntry(entry, there[index]));
}

function isSameEntry({ key, value }: JsonObject, there: unknown): boolean {
	return isJsonObject(there) && there.key === key && areEqual(value, there.value);
}

/** The value of each key, where no value is the empty text. Of a key that is given twice the last value counts. */
export function dataValues(data: unknown): Map<string, unknown> {
	const values = new Map<string, unknown>();
	if (!Array.isArray(data)) return values;
	for (const entry of data) {
		if (isJsonObject(entry)) values.set(String(entry.key), isEmptyValue(entry.value) ? '' : entry.value);
	}
	return values;
}

/**
 * What is left of a feature once that is put aside which services are known to change in what they store: blanks,
 * letter case, the Unicode form, zero-width characters and dashes of texts, ids, digits of numbers beyond float32, and
 * whether rings are closed. Two features are near when these forms of them are equal.
 */
export function nearForm(feature: Feature, rounded: (number: number) => number = Math.fround): Feature {
	const folded = (value: unknown): unknown => {
		if (typeof value === 'string') return foldText(value);
		if (typeof value === 'number') return rounded(value);
		if (Array.isArray(value)) return withoutClosing(value).map(folded);
		if (!isJsonObject(value)) return value;
		const members = Object.entries(value).filter(([name, member]) => name !== 'id' && !isEmptyValue(member));
		return Object.fromEntries(members.map(([name, member]) => [name, name === 'key' ? member : folded(member)]));
	};
	return folded(feature) as Feature;
}

/** Services that keep nine digits give neighbours of what float32 makes of a longer number. */
export function nineDigits(number: number): number {
	return Number(number.toPrecision(9));
}

const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

/** What few texts have: without these the other steps of a fold change nothing. */
const UNUSUAL = /[^ -~]| {2}/;

/** Texts that are near have one fold, without blanks, letter case, Unicode form, zero-width characters and dashes. */
export function foldText(text: string): string {
	if (!UNUSUAL.test(text)) return text.trim().toLowerCase();
	return text
		.normalize('NFKC')
		.replace(ZERO_WIDTH, '')
		.replace(DASHES, '-')
		.replace(/\s+/g, ' ')
		.trim()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFC');
}

/** A ring without its last position where that repeats the first. */
function withoutClosing(list: unknown[]): unknown[] {
	const isClosed = list.length > 1 && Array.isArray(list[0]) && areEqual(list[0], list.at(-1));
	return isClosed ? list.slice(0, -1) : list;
}

/**
 * One text for two states of a feature in which nothing but photos, names of data fields and values that are absent,
 * null or empty differ: the service changes these by itself (section 2.3, rule 3, and section 2.5).
 */
export function contentText({ data, ...members }: Feature): string {
	const values = areEntries(data) ? Object.fromEntries(dataValues(data)) : data;
	return contentTextOf({ ...members, photos: null, data: values });
}
