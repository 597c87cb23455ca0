import { isEmptyValue } from './data-entries';
import { areEntries, areEqual, dataValues, isCompared, isFit } from './likeness';
import type { Feature } from './features';

/** One thing in which a given feature differs from the plan's. What is not there is null. */
export interface PlanDifference {
	/** The name of a data field, or of a member. */
	field: string;
	given: unknown;
	onPlan: unknown;
}

/**
 * What differs between a given feature and the one on the plan; nothing where the plan's has all that was given
 * (`isFit`).
 * @param nameOf what people call a data field
 */
export function differencesFromPlan(
	given: Feature,
	onPlan: Feature,
	nameOf: (key: string) => string | undefined,
): PlanDifference[] {
	if (isFit(given, onPlan)) return [];
	return Object.keys(given)
		.filter((name) => isCompared(given, name))
		.flatMap((name): PlanDifference[] => {
			if (name === 'data' && areEntries(given.data)) return dataDifferences(given.data, onPlan.data, nameOf);
			const there = Object.hasOwn(onPlan, name) ? onPlan[name] : undefined;
			return areEqual(given[name], there) ? [] : [{ field: name, given: given[name], onPlan: there ?? null }];
		});
}

function dataDifferences(
	given: Feature[],
	onPlan: unknown,
	nameOf: (key: string) => string | undefined,
): PlanDifference[] {
	const there = dataValues(onPlan);
	const names = new Map(given.map(({ key, name }) => [String(key), name]));
	return [...dataValues(given)].flatMap(([key, value]): PlanDifference[] => {
		const other = there.get(key) ?? '';
		if (areEqual(value, other)) return [];
		return [{ field: nameOf(key) ?? textOr(names.get(key), key), given: noneAsNull(value), onPlan: noneAsNull(other) }];
	});
}

function textOr(name: unknown, key: string): string {
	return typeof name === 'string' && name !== '' ? name : key;
}

function noneAsNull(value: unknown): unknown {
	return isEmptyValue(value) ? null : value;
}
