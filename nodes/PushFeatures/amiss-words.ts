import { AMISS, countsOf, isSafeToRepeat, sortedByFate } from '../../service/push';
import { inertText, joinFirst } from '../../service/text';
import type { Amiss, Sorted } from '../../service/push';
import { withContext } from '../shared/item-error';
import type { FeatureLists, ItemFailure } from '../shared/item-error';
import { MOST_IN_WORDS, describeEntries, locateEntries } from './plan-entries';
import type { PlanPush } from './plan-entries';

/** How one way is told in which a feature is not on its plan as it was asked for. */
interface AmissWords {
	/** Of the plan that a failure is about, and of the other plans of the run. */
	own: (list: string) => string;
	others: (list: string) => string;
	/** What is said of one feature behind its item. */
	more?: (plan: PlanPush, index: number) => string;
	/** For machines. */
	lists: (plan: PlanPush, indices: number[]) => FeatureLists;
}

/** One entry for each way: a new one does not compile without its words. */
const WORDS: Record<Amiss, AmissWords> = {
	unknown: {
		own: (list) => `It is not known whether ${list} are on the plan`,
		others: (list) => `Answers for other plans were lost: it is not known whether ${list} are on their plans`,
		lists: ({ entries }, indices) => ({ unknown: locateEntries(entries, indices) }),
	},
	doubled: {
		own: (list) => `On the plan more often than asked for: ${list}`,
		others: (list) => `On other plans more often than asked for: ${list}`,
		lists: ({ entries, state }, indices) => ({
			doubled: locateEntries(entries, indices).map((place) => ({
				...place,
				copies: state.known[place.position].copies || 1,
			})),
		}),
	},
	uncounted: {
		own: (list) => `It is not known whether ${list} are on the plan twice`,
		others: (list) => `It is not known whether ${list} are on their plans twice`,
		lists: ({ entries }, indices) => ({ uncounted: locateEntries(entries, indices) }),
	},
	refused: {
		own: (list) => `Refused: ${list}`,
		others: (list) => `Refused for other plans: ${list}`,
		more: (plan, index) => ` (${refusalOf(plan, index)})`,
		lists: (plan, indices) => ({
			rejected: locateEntries(plan.entries, indices).map((place) => ({
				...place,
				serviceMessage: refusalOf(plan, place.position),
			})),
		}),
	},
	notPushed: {
		own: (list) => `Not pushed: ${list}`,
		others: (list) => `Not pushed to other plans: ${list}`,
		lists: ({ entries }, indices) => ({ notPushed: locateEntries(entries, indices) }),
	},
};

/** Sentences about all that is amiss. @param but what the failure has told already */
export function amissWords(plan: PlanPush, sorted: Sorted, but: readonly Amiss[]): string[] {
	return AMISS.filter((way) => sorted[way].length > 0 && !but.includes(way)).map((way) =>
		WORDS[way].own(listed(plan, sorted, way)),
	);
}

/** The same of one way over other plans. @param join makes one text of them */
export function amissElsewhere(
	way: Amiss,
	plans: ReadonlyArray<{ plan: PlanPush; sorted: Sorted }>,
	join: (lists: string[]) => string,
): string[] {
	const those = plans.filter(({ sorted }) => sorted[way].length > 0);
	if (those.length === 0) return [];
	const lists = those.map(({ plan, sorted }) => `${listed(plan, sorted, way)} for ${inertText(plan.planCode)}`);
	return [WORDS[way].others(join(lists))];
}

/** For machines: only the lists that are not empty. */
export function amissLists(plan: PlanPush, sorted: Sorted): FeatureLists {
	return AMISS.filter((way) => sorted[way].length > 0).reduce<FeatureLists>(
		(lists, way) => ({ ...lists, ...WORDS[way].lists(plan, sorted[way]) }),
		{},
	);
}

/** What the service said of one feature. */
export function refusalOf({ state }: PlanPush, index: number): string {
	const { fate } = state.known[index];
	return fate.kind === 'refused' ? fate.words : '';
}

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

function listed(plan: PlanPush, sorted: Sorted, way: Amiss): string {
	const { more = () => '' } = WORDS[way];
	return describeEntries(plan.entries, sorted[way], (index) => more(plan, index));
}
