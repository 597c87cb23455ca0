import { isSafeToRepeat, sortedByFate } from '../../service/push';
import type { Ending, Sorted } from '../../service/push';
import { ItemFailure, withContext } from '../shared/item-error';
import type { FeatureLists } from '../shared/item-error';
import { withSubject } from '../shared/subject';
import { endingFailure } from './ending-words';
import { describeEntries, locateEntries } from './feature-words';
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
	const { unknown, refused, notPushed, doubled, uncounted } = sorted;
	const { step } = state;
	const ending = step.do === 'fail' ? step.ending : undefined;
	const cause = causeOf(sorted, ending);
	if (cause === undefined && refused.length === 0) return undefined;
	const first = cause === undefined ? refusedFailure(plan, refused[0]) : endingFailure(plan, cause, sorted);
	const told = [first.message];
	if (cause !== undefined && cause.kind !== 'doubled' && cause.kind !== 'uncounted')
		told.push(pushedBefore(plan, cause, pushed));
	const alsoRefused = cause === undefined ? refused.slice(1) : refused;
	if (alsoRefused.length > 0)
		told.push(`Refused: ${describeEntries(plan.entries, alsoRefused, (index) => ` (${wordsOf(plan, index)})`)}`);
	if (notPushed.length > 0) told.push(`Not pushed: ${describeEntries(plan.entries, notPushed)}`);
	const alsoDoubled = cause?.kind === 'doubled' ? [] : doubled;
	if (alsoDoubled.length > 0)
		told.push(`On the plan more often than asked for: ${describeEntries(plan.entries, alsoDoubled)}`);
	const alsoUncounted = cause?.kind === 'uncounted' ? [] : uncounted;
	if (alsoUncounted.length > 0)
		told.push(`It is not known whether ${describeEntries(plan.entries, alsoUncounted)} are on the plan twice`);
	const safeToRetry = isSafeToRepeat(state, indices);
	const whole = withContext(first, {
		message: told.join('. '),
		advice:
			unknown.length === 0 && sorted.onPlan.length > 0 && !first.advice.includes('Skip')
				? `${first.advice} ${OTHERS_ON_PLAN}`
				: first.advice,
		details: { safeToRetry, ...(cause === undefined ? {} : { pushed }), ...listsOf(plan, sorted) },
	});
	return withSubject(whole, { planCode });
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

function wordsOf({ state }: PlanPush, index: number): string {
	const fate = state.known[index].fate;
	return fate.kind === 'refused' ? fate.words : '';
}

function refusedFailure(plan: PlanPush, index: number): ItemFailure {
	const words = wordsOf(plan, index);
	return new ItemFailure({
		message: `The service refused a feature: ${words}`,
		advice: 'Correct the feature and run the item again. It is not on the plan.',
		details: { status: 400, serviceSays: words, planCode: plan.planCode, position: index, safeToRetry: true },
	});
}

/** For machines: only the lists that are not empty. */
export function listsOf(plan: PlanPush, { unknown, refused, notPushed, doubled, uncounted }: Sorted): FeatureLists {
	const { entries, state } = plan;
	const withPlace = <T extends object>(indices: number[], more: (index: number) => T) =>
		indices.map((index) => ({ itemIndex: entries[index].itemIndex, position: index, ...more(index) }));
	return {
		...(unknown.length === 0 ? {} : { unknown: locateEntries(entries, unknown) }),
		...(refused.length === 0
			? {}
			: { refused: withPlace(refused, (index) => ({ serviceSays: wordsOf(plan, index) })) }),
		...(notPushed.length === 0 ? {} : { notPushed: locateEntries(entries, notPushed) }),
		...(doubled.length === 0
			? {}
			: { doubled: withPlace(doubled, (index) => ({ copies: state.known[index].copies || 1 })) }),
		...(uncounted.length === 0 ? {} : { uncounted: locateEntries(entries, uncounted) }),
	};
}
