import { AMISS, countsOf, isSafeToRepeat, sortedByFate } from '../../service/push';
import type { Amiss, Ending, Sorted } from '../../service/push';
import { ItemFailure, withContext } from '../shared/item-error';
import { withSubject } from '../shared/subject';
import { amissLists, amissWords, refusalOf } from './amiss-words';
import { endingFailure } from './ending-words';
import type { PlanPush } from './plan-entries';

/**
 * What a person is told of some entries of a plan that are not there as they were asked for. What is not safe to repeat
 * comes first, everything else is told behind it.
 * @param pushed how many features of the plan this run pushed
 * @returns undefined when all of them are on the plan, once
 */
export function failureOf(plan: PlanPush, indices: readonly number[], pushed: number): ItemFailure | undefined {
	const { state, planCode } = plan;
	const sorted = sortedByFate(state, indices);
	const { unknown, refused } = sorted;
	const { step } = state;
	const cause = causeOf(sorted, step.do === 'fail' ? step.ending : undefined);
	if (cause === undefined && refused.length === 0) return undefined;
	const first = cause === undefined ? refusedFailure(plan, refused[0]) : endingFailure(plan, cause, sorted);
	const isAboutCopies = cause?.kind === 'doubled' || cause?.kind === 'uncounted';
	const told = [
		first.message,
		...(cause === undefined || isAboutCopies ? [] : [pushedBefore(plan, cause, pushed)]),
		...amissWords(plan, sorted, toldAlready(cause, refused)),
	];
	const safeToRetry = isSafeToRepeat(state, indices);
	const whole = withContext(first, {
		message: told.join('. '),
		advice:
			unknown.length === 0 && sorted.onPlan.length > 0 && !first.advice.includes('Skip')
				? `${first.advice} ${OTHERS_ON_PLAN}`
				: first.advice,
		details: { safeToRetry, ...(cause === undefined ? {} : { pushed }), ...amissLists(plan, sorted) },
	});
	return withSubject(whole, { planCode });
}

/** The ways that the first sentence tells: why the push ended, or what was refused, where that is one feature. */
function toldAlready(cause: Ending<ItemFailure> | undefined, refused: readonly number[]): Amiss[] {
	if (cause === undefined) return refused.length === 1 ? ['unknown', 'refused'] : ['unknown'];
	return cause.kind === 'doubled' || cause.kind === 'uncounted' ? ['unknown', cause.kind] : ['unknown'];
}

const OTHERS_ON_PLAN = 'Other features of the item are on the plan: run it with Existing Features set to Skip.';

/** Of several reasons the one that is least safe to repeat. */
function causeOf(
	{ unknown, doubled, uncounted, notPushed }: Sorted,
	ending: Ending<ItemFailure> | undefined,
): Ending<ItemFailure> | undefined {
	if (unknown.length > 0) return ending;
	if (doubled.length > 0) return { kind: 'doubled', doubled };
	return notPushed.length > 0 || uncounted.length > 0 ? ending : undefined;
}

function pushedBefore({ entries }: PlanPush, cause: Ending<ItemFailure>, pushed: number): string {
	const before = pushed - (cause.kind === 'partly' ? cause.there.length : 0);
	return `Before that, ${before} of ${entries.length} features for this plan were pushed`;
}

function refusedFailure(plan: PlanPush, index: number): ItemFailure {
	const words = refusalOf(plan, index);
	return new ItemFailure({
		code: 'featureRefused',
		message: `The service refused a feature: ${words}`,
		advice: 'Correct the feature and run the item again. It is not on the plan.',
		details: { status: 400, serviceSays: words, planCode: plan.planCode, position: index },
	});
}

/** The items of a plan by what became of their features. */
export interface PlanOutcome {
	/** Items whose features are all on the plan, or were left out because the plan held them. */
	done: number[];
	/** The others, each with its reason. */
	failed: Map<number, ItemFailure>;
}

export function outcomeOf(plan: PlanPush): PlanOutcome {
	const sorted = sortedByFate(plan.state);
	const amiss = AMISS.flatMap((way) => sorted[way]);
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
