import { isEmptyValue } from './data-entries';
import { areEntries, areEqual, dataValues, isCompared, isLocation, ownValue } from './feature-equality';
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
	const level = { tolerance };
	return Object.keys(input)
		.filter((name) => isCompared(name, input[name]) && !identity.includes(name))
		.flatMap((name): PlanDifference[] => {
			const [value, there] = [input[name], ownValue(onPlan, name)];
			if (name === 'data' && areEntries(value)) return dataDifferences(value, there);
			if (areEqual(value, there, level, isLocation(name))) return [];
			return [{ field: name, input: value, onPlan: there ?? null }];
		});

	function dataDifferences(entries: Feature[], there: unknown): PlanDifference[] {
		const values = dataValues(there);
		const names = new Map(entries.map(({ key, name }) => [String(key), name]));
		return [...dataValues(entries)].flatMap(([key, value]): PlanDifference[] => {
			const other = values.get(key);
			if (areEqual(value, other, level)) return [];
			const field = nameOf(key) ?? textOr(names.get(key), key);
			return [{ field, input: noneAsNull(value), onPlan: noneAsNull(other) }];
		});
	}
}

function textOr(name: unknown, key: string): string {
	return typeof name === 'string' && name !== '' ? name : key;
}

function noneAsNull(value: unknown): unknown {
	return isEmptyValue(value) ? null : value;
}
