import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** A feature as the service sends it: unknown kinds and properties kept. */
export type Feature = JsonObject;

/** An element of `data` (section 2.4), and whatever else the service puts into it. */
export type DataEntry = JsonObject & { key: string; name: string };

export function isDataEntry(entry: unknown): entry is DataEntry {
	return isJsonObject(entry) && typeof entry.key === 'string' && typeof entry.name === 'string';
}

/** The names of the data fields of a plan by their codes, in its order; the first name that a code has there counts. */
export function dataFieldsOf(features: readonly Feature[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const { data } of features)
		if (Array.isArray(data))
			for (const entry of data) if (isDataEntry(entry) && !names.has(entry.key)) names.set(entry.key, entry.name);
	return names;
}

/** Leaves out entries that have no value yet (section 2.3, rule 3): absent, null or empty. */
export function withoutEmptyData(feature: Feature): Feature {
	return withoutEntries(feature, ({ value }) => isEmptyValue(value));
}

/**
 * Leaves out entries of data without a value, before a feature is sent. The service adds these itself (section 2.3,
 * rule 3), and rejects them where it insists on text (section 2.4). An empty text is a text.
 */
export function withoutMissingValues(feature: Feature): Feature {
	return withoutEntries(feature, ({ key, value = null }) => typeof key === 'string' && value === null);
}

function withoutEntries(feature: Feature, isDropped: (entry: JsonObject) => boolean): Feature {
	const { data } = feature;
	const isKept = (entry: unknown) => !isJsonObject(entry) || !isDropped(entry);
	return !Array.isArray(data) || data.every(isKept) ? feature : { ...feature, data: data.filter(isKept) };
}

/** Whether a value stands for "no value yet" (section 2.3, rule 3). */
export function isEmptyValue(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
