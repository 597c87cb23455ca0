import { isDataEntry } from './data-entries';
import type { Feature } from './features';
import { joinFirst } from '../text';

const MOST_TYPES = 10;

export const DATA_OPERATORS = ['is', 'isNot', 'contains', 'isEmpty', 'isNotEmpty'] as const;

/** What the value of a data field has to be. Texts are compared trimmed. */
export interface DataCondition {
	/** Code of the data field. */
	field: string;
	operator: (typeof DATA_OPERATORS)[number];
	value: string;
}

export interface FeatureFilter {
	/** Values of `type`; empty means all. */
	types: readonly string[];
	/** Values of `zoneType`; empty means all. */
	zoneTypes: readonly string[];
	/** All of them must hold. */
	data: readonly DataCondition[];
	/** Whether `acme` is Acme among values. By default capitals count, as in n8n's own filters. */
	ignoreCase?: boolean;
}

export function filterFeatures(features: Feature[], filter: FeatureFilter): Feature[] {
	const { types, zoneTypes, data, ignoreCase = false } = filter;
	if (types.length === 0 && zoneTypes.length === 0 && data.length === 0) return features;
	const form = (text: string) => (ignoreCase ? text.trim().toLowerCase() : text.trim());
	return features.filter(
		(feature) =>
			isAmong(types, feature.type) &&
			isAmong(zoneTypes, feature.zoneType) &&
			data.every((condition) => isMet(condition, feature, form)),
	);
}

function isAmong(wanted: readonly string[], value: unknown): boolean {
	return wanted.length === 0 || wanted.some((one) => one === value);
}

/** A feature without the data field is one that has no value in it. */
function isMet({ field, operator, value }: DataCondition, { data }: Feature, form: (text: string) => string): boolean {
	const wanted = form(value);
	const values = valuesOf(field, data).map(form);
	switch (operator) {
		case 'is':
			return wanted === '' ? values.length === 0 : values.includes(wanted);
		case 'isNot':
			return wanted === '' ? values.length > 0 : !values.includes(wanted);
		case 'contains':
			return values.some((one) => one.includes(wanted));
		case 'isEmpty':
			return values.length === 0;
		case 'isNotEmpty':
			return values.length > 0;
	}
}

/** What the feature has in the data field. Without what is empty. */
function valuesOf(field: string, data: unknown): string[] {
	if (!Array.isArray(data)) return [];
	return data.flatMap((entry: unknown) => {
		if (!isDataEntry(entry) || entry.key !== field) return [];
		const { value } = entry;
		const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
		return isText && String(value).trim() !== '' ? [String(value)] : [];
	});
}

/** Why no feature of a plan passes a filter, in words: what the plan has instead. */
export function whyNoneMatch(features: readonly Feature[], { types }: FeatureFilter): string {
	if (features.length === 0) return 'The plan has no features';
	const has = joinFirst(MOST_TYPES, [...countTypes(features)], ([text, count]) => `${text} (${count})`);
	return `No feature of the plan passes the filters. It has ${types.length > 0 ? 'the types ' : ''}${has}`;
}

/** The values of `type` that features have, each with how often it comes, the most frequent first. */
export function countTypes(features: readonly Feature[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { type } of features) counts.set(String(type), (counts.get(String(type)) ?? 0) + 1);
	return new Map([...counts].sort(([, one], [, other]) => other - one));
}
