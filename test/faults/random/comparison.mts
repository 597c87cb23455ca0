import type { RequestedFeature } from './requested-features.mts';
import type { Reported } from './reported.mts';

/** Where the plan and what was reported about a feature differ. */
export interface Difference {
	what:
		/** Reported to be on the plan, and missing. */
		| 'lost'
		/** More than once on the plan. */
		| 'doubled'
		/** Not reported at all, or on the plan and reported not to be. */
		| 'unexplained';
	name: string;
	/** What the execution said last. */
	words: string;
}

/**
 * Compares feature by feature.
 * @param held how often the plans hold each feature, by name
 */
export function differences(
	requested: RequestedFeature[],
	{ statuses, words }: Reported,
	held: ReadonlyMap<string, number>,
): Difference[] {
	const differs = (feature: RequestedFeature, item: number): Difference['what'] | undefined => {
		const count = held.get(feature.name) ?? 0;
		const fate = statuses.get(item);
		if (fate === undefined) return 'unexplained';
		if (count > 1) return 'doubled';
		if (fate === 'onPlan') return count === 0 ? 'lost' : undefined;
		return fate === 'notOnPlan' && count > 0 ? 'unexplained' : undefined;
	};
	return requested.flatMap((feature, item) => {
		const what = differs(feature, item);
		return what === undefined ? [] : [{ what, name: feature.name, words: words.get(item) ?? '' }];
	});
}
