import type { Feature } from '../../service/plan';

/** What a comparison says of one feature, given or on the plan. */
export const RESULTS = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] as const;

export type Result = (typeof RESULTS)[number];

/** An item of Compare Features: what was given, null where only the plan has it; undefined for any other item. */
export function comparedFeature(json: Feature): unknown {
	const isOne = RESULTS.some((result) => result === json.result) && 'feature' in json && 'onPlan' in json;
	return isOne ? (json.feature ?? null) : undefined;
}
