import { AMISS, countsOf, isSafeToRepeat, sortedByFate } from '../../service/push';
import { inertText, joinFirst } from '../../service/text';
import type { Sorted } from '../../service/push';
import { withContext } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import { amissElsewhere, amissLists } from './amiss-words';
import { MOST_IN_WORDS, locateEntries } from './feature-words';
import type { PlanPush } from './plan-entries';

interface Touched {
	plan: PlanPush;
	pushed: number;
	sorted: Sorted;
}

/** The failure that ends the node tells what became of the other plans, too, because nothing else tells it. */
export function withOtherPlans(failure: ItemFailure, others: PlanPush[]): ItemFailure {
	const plans = others
		.map((plan): Touched => ({ plan, pushed: countsOf(plan.state).pushed, sorted: sortedByFate(plan.state) }))
		.filter(({ plan }) => plan.entries.length > 0);
	if (plans.length === 0) return failure;
	const pushed = plans.filter((one) => one.pushed > 0);
	const told =
		pushed.length === 0
			? []
			: [
					'Features pushed to other plans: ' +
						`${joinFirst(MOST_IN_WORDS, pushed, (one) => `${inertText(one.plan.planCode)} (${one.pushed})`)}`,
				];
	for (const way of AMISS)
		told.push(...amissElsewhere(way, plans, (lists) => joinFirst(MOST_IN_WORDS, lists, (list) => list, '; ')));
	return withContext(failure, {
		message: [failure.message, ...told].join('. '),
		details: {
			safeToRetry:
				failure.details.safeToRetry && others.every(({ state }) => isSafeToRepeat(state, state.known.keys())),
			otherPlans: plans.map(({ plan, pushed: count, sorted }) => ({
				planCode: plan.planCode,
				pushed: count,
				unknown: locateEntries(plan.entries, sorted.unknown),
				...amissLists(plan, sorted),
			})),
		},
	});
}
