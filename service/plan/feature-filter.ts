import { dataFieldsOf, dataValueOf } from './feature';
import type { Feature } from './feature';
import { foldText, groupBy, joinFirst, normalizeText } from '../text';

const MAX_LISTED = 10;
const MAX_LENGTH = 60;

/** Sorted by their labels, as n8n's guideline has it. */
export const DATA_OPERATORS = ['contains', 'is', 'isEmpty', 'isNot', 'isNotEmpty'] as const;

/** What the value of a data field has to be. Spaces, dashes and the Unicode form of texts don't count. */
export interface DataCondition {
	/** Code of the data field. */
	field: string;
	operator: (typeof DATA_OPERATORS)[number];
	value: string | number;
	/** The value as the field has it on the plan, where that is another text, or was at an earlier poll. */
	valuesOnPlan?: readonly string[];
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
	const conditions = data.map((condition) => conditionOf(condition, ignoreCase));
	return features.filter(
		(feature) =>
			isAmong(types, feature.type) &&
			isAmong(zoneTypes, feature.zoneType) &&
			conditions.every((isMet) => isMet(feature)),
	);
}

function isAmong(expected: readonly string[], value: unknown): boolean {
	return expected.length === 0 || expected.some((one) => one === value);
}

/** A feature without the data field is one that has no value in it. */
function conditionOf(
	{ field, operator, value, valuesOnPlan = [] }: DataCondition,
	ignoreCase: boolean,
): (feature: Feature) => boolean {
	const form = ignoreCase ? foldText : normalizeText;
	const expected = form(String(value));
	const accepted = new Set([expected, ...valuesOnPlan.map(form)]);
	const isMet: Record<DataCondition['operator'], (text: string) => boolean> = {
		contains: (text) => text !== '' && text.includes(expected),
		is: (text) => accepted.has(text),
		isEmpty: (text) => text === '',
		isNot: (text) => !accepted.has(text),
		isNotEmpty: (text) => text !== '',
	};
	return (feature) => isMet[operator](form(textOf(feature, field)));
}

/** What the feature has in the data field. */
function textOf(feature: Feature, field: string): string {
	const value = dataValueOf(feature, field);
	return typeof value === 'object' ? '' : String(value ?? '');
}

/**
 * What a filter misses on a plan, as text: a value that no feature has, and those that they have; or that no feature
 * passes all of it.
 * @param passing the features that pass the filter
 */
export function whyMissed(
	features: readonly Feature[],
	passing: readonly Feature[],
	{ types, zoneTypes, data, ignoreCase = false }: FeatureFilter,
): string | undefined {
	if (features.length === 0) return 'The plan has no features';
	const ofProperty = (name: string) => (value: string) => ({
		name,
		value,
		isMet: (feature: Feature) => feature[name] === value,
		valueOf: (feature: Feature) => String(feature[name] ?? ''),
	});
	const ofData = (condition: DataCondition) => ({
		name: dataFieldsOf(features).get(condition.field) ?? condition.field,
		value: String(condition.value),
		isMet: conditionOf(condition, ignoreCase),
		valueOf: (feature: Feature) => textOf(feature, condition.field),
	});
	const ofValues = data.filter(({ operator }) => operator === 'is' || operator === 'contains');
	const all = [...types.map(ofProperty('type')), ...zoneTypes.map(ofProperty('zoneType')), ...ofValues.map(ofData)];
	const missed = all.find(({ isMet }) => !features.some(isMet));
	if (missed === undefined) return passing.length === 0 ? 'No feature of the plan passes all filters' : undefined;
	const values = [...new Set(features.map(missed.valueOf))].filter((text) => text.trim() !== '');
	if (values.length === 0) return `No feature of the plan has a value in ${missed.name}`;
	const has = joinFirst(MAX_LISTED, values, (text) => `"${text.slice(0, MAX_LENGTH)}"`);
	return `No feature of the plan has "${missed.value.slice(0, MAX_LENGTH)}" in ${missed.name}. It has ${has}`;
}

/** The values of a property that features have, each with how often it comes, the most frequent first. */
export function countTypes(features: readonly Feature[], property: 'type' | 'zoneType' = 'type'): Map<string, number> {
	const groups = [...groupBy(features, (feature) => String(feature[property]))];
	const counts = groups.map(([type, { length }]): [type: string, count: number] => [type, length]);
	return new Map(counts.sort(([, one], [, other]) => other - one));
}
