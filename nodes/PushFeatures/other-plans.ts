import { countsOf, isSafeToRepeat, sortedByFate } from '../../service/push';
import { inertText, joinFirst } from '../../service/text';
import type { Sorted } from '../../service/push';
import { withContext } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import { MOST_IN_WORDS, describeEntries, locateEntries } from './feature-words';
import type { PlanPush } from './plan-entries';
import { listsOf } from './plan-failure';

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
	const lists: Array<[keyof Sorted, (list: string) => string]> = [
		['unknown', (list) => `Answers for other plans were lost: it is not known whether ${list} are on their plans`],
		['doubled', (list) => `On other plans more often than asked for: ${list}`],
		['uncounted', (list) => `It is not known whether ${list} are on their plans twice`],
		['refused', (list) => `Refused for other plans: ${list}`],
		['notPushed', (list) => `Not pushed to other plans: ${list}`],
	];
	const pushed = plans.filter((one) => one.pushed > 0);
	const told =
		pushed.length === 0
			? []
			: [
					'Features pushed to other plans: ' +
						`${joinFirst(MOST_IN_WORDS, pushed, (one) => `${inertText(one.plan.planCode)} (${one.pushed})`)}`,
				];
	for (const [name, sentence] of lists) {
		const those = plans.filter(({ sorted }) => sorted[name].length > 0);
		if (those.length === 0) continue;
		told.push(
			sentence(
				joinFirst(
					MOST_IN_WORDS,
					those,
					({ plan, sorted }) => `${describeEntries(plan.entries, sorted[name])} for ${inertText(plan.planCode)}`,
					'; ',
				),
			),
		);
	}
	return withContext(failure, {
		message: [failure.message, ...told].join('. '),
		details: {
			safeToRetry:
				failure.details.safeToRetry && others.every(({ state }) => isSafeToRepeat(state, state.known.keys())),
			otherPlans: plans.map(({ plan, pushed: count, sorted }) => ({
				planCode: plan.planCode,
				pushed: count,
				unknown: locateEntries(plan.entries, sorted.unknown),
				...listsOf(plan, sorted),
			})),
		},
	});
}
