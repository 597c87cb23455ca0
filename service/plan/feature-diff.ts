import { isEmptyValue } from './data-entries';
import { areEntries, dataValues, isPartialMatch, ownValue } from './feature-equality';
import type { Feature } from './feature';
import { PlanIndex } from './plan-index';

/** One thing in which an input feature differs from the plan's. What is not there is null. */
export interface PlanDifference {
	/** The name of a data field, or of a property. */
	field: string;
	input: unknown;
	onPlan: unknown;
}

/**
 * What differs between an input feature and one on the plan; nothing where they are the same (`Match.isSame`).
 * @param nameOf what people call a data field
 */
export function differencesFromPlan(
	input: Feature,
	onPlan: Feature,
	nameOf: (key: string) => string | undefined,
	{ normalized: { tolerance }, identity }: PlanIndex = new PlanIndex([]),
): PlanDifference[] {
	const differs = (part: Feature) => !isPartialMatch(part, onPlan, { tolerance }, identity);
	return Object.entries(input).flatMap(([name, value]): PlanDifference[] => {
		if (!differs({ [name]: value })) return [];
		if (name !== 'data' || !areEntries(value))
			return [{ field: name, input: value, onPlan: ownValue(onPlan, name) ?? null }];
		const names = new Map(value.map((entry) => [entry.key, entry.name]));
		const values = dataValues(onPlan.data);
		return [...dataValues(value)].flatMap(([key, given]): PlanDifference[] => {
			if (!differs({ data: [{ key, value: given }] })) return [];
			const field = nameOf(key) ?? textOr(names.get(key), key);
			return [{ field, input: noneAsNull(given), onPlan: noneAsNull(values.get(key)) }];
		});
	});
}

function textOr(name: unknown, key: string): string {
	return typeof name === 'string' && name !== '' ? name : key;
}

function noneAsNull(value: unknown): unknown {
	return isEmptyValue(value) ? null : value;
}
