import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { isJsonEqual } from '../text';

/**
 * Whether a feature of the plan may be the one that was sent: it has every member of what was sent, equal in depth. A
 * null `position` equals any position (section 2.3, rule 1). `photos` (section 2.5) and a null `data` do not count.
 * Entries of `data` are compared by key and value, where a value that is absent, null or empty equals an entry that is
 * not there (section 2.3, rule 3).
 * @param wanted what was sent, as JSON
 */
export function isFit(wanted: Feature, there: Feature): boolean {
	for (const name in wanted) {
		if (!isCompared(wanted, name)) continue;
		if (name === 'data' && areEntries(wanted.data)) {
			if (!isDataFit(wanted.data, there.data)) return false;
		} else if (!Object.hasOwn(there, name) || there[name] === undefined || !isJsonEqual(wanted[name], there[name])) {
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

/** Entries of data can be told apart by their keys; any other `data` is compared like any member. */
export function areEntries(data: unknown): data is JsonObject[] {
	return Array.isArray(data) && data.every((entry) => isJsonObject(entry) && typeof entry.key === 'string');
}

function isDataFit(wanted: JsonObject[], there: unknown): boolean {
	if (Array.isArray(there) && isSameInPlace(wanted, there)) return true;
	const [ours, theirs] = [dataValues(wanted), dataValues(there)];
	for (const [key, value] of ours) if (!isJsonEqual(value, theirs.get(key) ?? '')) return false;
	return true;
}

/** A plan that is pushed again has the same entries in the same places. */
function isSameInPlace(wanted: JsonObject[], there: unknown[]): boolean {
	return wanted.length === there.length && wanted.every((entry, index) => isSameEntry(entry, there[index]));
}

function isSameEntry({ key, value }: JsonObject, there: unknown): boolean {
	return isJsonObject(there) && there.key === key && isJsonEqual(noneAsEmpty(value), noneAsEmpty(there.value));
}

const known = new WeakMap<object, Map<string, unknown>>();

/** The value of each key, where no value is the empty text. Of a key that is given twice the last value counts. */
export function dataValues(data: unknown): Map<string, unknown> {
	if (!Array.isArray(data)) return new Map();
	let values = known.get(data);
	if (values === undefined) {
		values = new Map();
		for (const entry of data) if (isJsonObject(entry)) values.set(String(entry.key), noneAsEmpty(entry.value));
		known.set(data, values);
	}
	return values;
}

function noneAsEmpty(value: unknown): unknown {
	return isEmptyValue(value) ? '' : value;
}
