import { isDataEntry } from './data-entries';
import type { Feature } from './features';
import { joinFirst } from '../text';

export const DATA_OPERATORS = ['is', 'isNot', 'contains', 'isEmpty', 'isNotEmpty'] as const;

/** What the value of a data field has to be. Texts are compared trimmed; capitals count, as in n8n's own filters. */
export interface DataCondition {
	/** Code or name of the data field; a name in any case. */
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
}

export function filterFeatures(features: Feature[], { types, zoneTypes, data }: FeatureFilter): Feature[] {
	if (types.length === 0 && zoneTypes.length === 0 && data.length === 0) return features;
	return features.filter(
		(feature) =>
			isAmong(types, feature.type) &&
			isAmong(zoneTypes, feature.zoneType) &&
			data.every((condition) => isMet(condition, feature)),
	);
}

function isAmong(wanted: readonly string[], value: unknown): boolean {
	return wanted.length === 0 || wanted.some((one) => one === value);
}

/** A feature without the data field is one that has no value in it. */
function isMet({ field, operator, value }: DataCondition, { data }: Feature): boolean {
	const wanted = value.trim();
	const values = valuesOf(field.trim(), data);
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

/** What the feature has in the data fields of this code or name: several may share a name. Without what is empty. */
function valuesOf(field: string, data: unknown): string[] {
	if (!Array.isArray(data)) return [];
	const name = field.toLowerCase();
	return data.flatMap((entry: unknown) => {
		if (!isDataEntry(entry) || (entry.key !== field && entry.name.trim().toLowerCase() !== name)) return [];
		const { value } = entry;
		const text =
			typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';
		return text === '' ? [] : [text];
	});
}

/** Why no feature of a plan passes a filter, in words: what the filter asks for and what the plan has instead. */
export function whyNoneMatch(features: readonly Feature[], { types, data }: FeatureFilter): string {
	if (features.length === 0) return 'The plan has no features';
	const has = describeTypes(features);
	const entries = features.flatMap((feature) => (Array.isArray(feature.data) ? feature.data.filter(isDataEntry) : []));
	const names = new Map(entries.map(({ key, name }) => [key, name.trim()]));
	const known = new Set([...names].flatMap(([key, name]) => [key, name.toLowerCase()]));
	const unknown = data
		.map(({ field }) => field.trim())
		.filter((field) => !known.has(field) && !known.has(field.toLowerCase()));
	const sentences = [`No feature of the plan passes the filters. It has ${types.length > 0 ? 'the types ' : ''}${has}`];
	if (unknown.length > 0)
		sentences.push(
			`It has no data field ${unknown.map((field) => `"${field}"`).join(', ')}, but ` +
				`${[...new Set(names.values())].join(', ') || 'none at all'}`,
		);
	return sentences.join('. ');
}

/** The values of `type` that features have, each with how often it comes, the most frequent first. */
export function countTypes(features: readonly Feature[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { type } of features) counts.set(String(type), (counts.get(String(type)) ?? 0) + 1);
	return new Map([...counts].sort(([, one], [, other]) => other - one));
}

const MOST_TYPES = 10;

/** Such as `room (12), zone (4)`. */
function describeTypes(features: readonly Feature[]): string {
	return joinFirst(MOST_TYPES, [...countTypes(features)], ([text, count]) => `${text} (${count})`);
}
