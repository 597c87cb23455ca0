import type { AskedFeature } from './askedFeatures.mts';
import type { Told } from './told.mts';

/** The names of features for which the plan and what was told about it differ. */
export interface Differences {
	/** Told to be on the plan, and missing. */
	lost: string[];
	/** More than once on the plan. */
	doubled: string[];
	/** Not told about at all, or on the plan and told not to be. */
	unexplained: string[];
}

/** Compares feature by feature. @param held how often the plans hold each feature, by name */
export function differences(asked: AskedFeature[], told: Told, held: ReadonlyMap<string, number>): Differences {
	const found: Differences = { lost: [], doubled: [], unexplained: [] };
	asked.forEach(({ name }, item) => {
		const count = held.get(name) ?? 0;
		if (count > 1) found.doubled.push(name);
		if (told.onPlan.has(item)) {
			if (count === 0) found.lost.push(name);
		} else if (!told.unknown.has(item) && (count > 0 || !told.notOnPlan.has(item))) {
			found.unexplained.push(name);
		}
	});
	return found;
}
