import { countsOf, sortedByFate } from '../../service/push';
import type { ItemFailure } from '../shared/item-error';
import type { PlanPush } from './plan-entries';
import { failureOf } from './plan-failure';

/** The items of a plan by what became of their features. */
export interface PlanOutcome {
	/** Items whose features are all on the plan, or were left out because the plan held them. */
	done: number[];
	/** The others, each with its reason. */
	failed: Map<number, ItemFailure>;
}

export function outcomeOf(plan: PlanPush): PlanOutcome {
	const { unknown, refused, notPushed, doubled, uncounted } = sortedByFate(plan.state);
	const amiss = [unknown, refused, notPushed, doubled, uncounted].flat();
	const ownEntries = new Map<number, number[]>(amiss.map((index) => [plan.entries[index].itemIndex, []]));
	plan.entries.forEach(({ itemIndex }, index) => ownEntries.get(itemIndex)?.push(index));
	const { pushed } = countsOf(plan.state);
	const done: number[] = [];
	const failed = new Map<number, ItemFailure>();
	for (const { itemIndex } of plan.items) {
		const indices = ownEntries.get(itemIndex);
		const failure = indices && failureOf(plan, indices, pushed);
		if (failure === undefined) done.push(itemIndex);
		else failed.set(itemIndex, failure);
	}
	return { done, failed };
}
