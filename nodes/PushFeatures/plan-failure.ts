import { AMISS, countsOf, isSafeToRepeat, sortedByFate } from '../../service/push';
import type { Amiss, Ending, Sorted } from '../../service/push';
import { ItemFailure, withContext } from '../shared/item-error';
import { withSubject } from '../shared/subject';
import { withAttempts } from '../shared/call';
import { amissLists, amissWords, refusalOf } from './amiss-words';
import { describeEntries, locateEntries } from './plan-entries';
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
		code: 'featureRejected',
		message: `The service refused a feature: ${words}`,
		advice: 'Correct the feature and run the item again. It is not on the plan.',
		details: { status: 400, serviceMessage: words, planCode: plan.planCode, position: index },
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

const SET_MATCH_BY =
	'This service does not give features back as they were sent: set Match By, and look at the plan first.';
const USE_SKIP = 'Run again with Existing Features set to Skip: what the plan already holds is then left out.';

/**
 * Why the push of a plan ended early, in words.
 * @param own the entries of whoever is told, such as one item. If some of those concerned are among them, only these
 * are named
 */
function endingFailure(plan: PlanPush, ending: Ending<ItemFailure>, own: Sorted): ItemFailure {
	const { planCode, entries, state } = plan;
	const concerned = (list: 'unknown' | 'uncounted' | 'doubled', all: number[]) =>
		describeEntries(entries, own[list].length === 0 ? all : own[list], (index) =>
			list === 'doubled' ? ` (${state.known[index].copies || 1} too many)` : '',
		);
	switch (ending.kind) {
		case 'failed': {
			const failure = withAttempts(ending.reason, ending.tries);
			if (ending.unknown.length === 0) return failure;
			return withContext(failure, {
				code: 'outcomeUnknown',
				message:
					`${failure.message}. An answer had been lost, and the plan was looked at since without finding what was ` +
					`sent: it is not known whether ${concerned('unknown', ending.unknown)} are on the plan`,
				advice:
					`${failure.advice} Look at the plan before you run the item again, as a lost push may still arrive. ` +
					`${USE_SKIP}`,
			});
		}
		case 'blind':
			return withContext(ending.reason, {
				code: 'outcomeUnknown',
				message:
					`${ending.reason.message}. No look at the plan showed all that the service had said it took, so it is not ` +
					`known whether ${concerned('unknown', ending.unknown)} are on the plan`,
				advice: state.isChanging ? SET_MATCH_BY : `Look at the plan when it is up to date. ${USE_SKIP}`,
				details: { safeToRetry: false },
			});
		case 'unclear':
			return withContext(ending.reason, {
				code: 'outcomeUnknown',
				message:
					`${ending.reason.message}. The plan has something new that is not what was sent, or only near to it, so ` +
					`it is not known whether ${concerned('unknown', ending.unknown)} are on the plan`,
				advice: `Look at the plan before you run again. ${SET_MATCH_BY}`,
				details: { safeToRetry: false },
			});
		case 'unread':
			return withContext(ending.reason, {
				code: 'outcomeUnknown',
				message:
					`The answer to a push was lost, and the plan could not be read back (${ending.reason.message}). It is ` +
					`not known whether ${concerned('unknown', ending.unknown)} are on the plan`,
				advice:
					'Look at the plan. Or run again with Existing Features set to Skip: what the plan already holds is then ' +
					'left out.',
			});
		case 'partly': {
			const { there, missing } = ending;
			const ownThere = own.onPlan.filter((index) => state.known[index].fate.kind === 'recovered');
			return new ItemFailure({
				code: 'partOnPlan',
				message:
					`The answer to a push was lost, and the plan holds only ${there.length} of its ` +
					`${there.length + missing.length} features. On the plan: ${describeEntries(entries, there)}. Not on the ` +
					`plan: ${describeEntries(entries, missing)}`,
				advice: USE_SKIP,
				details: {
					planCode,
					safeToRetry: false,
					onPlan: locateEntries(entries, ownThere),
					notOnPlan: locateEntries(entries, own.unknown),
				},
			});
		}
		case 'uncounted':
			return withContext(ending.reason, {
				code: 'copiesUnknown',
				message:
					'All of it was pushed once more after a lost answer, and the plan could not be read to count copies ' +
					`(${ending.reason.message}). It is not known whether ${concerned('uncounted', ending.uncounted)} are on ` +
					'the plan twice',
				advice: 'Look at the plan, and delete what is there twice. Do not run the item again.',
			});
		case 'doubled':
			return new ItemFailure({
				code: 'copiesOnPlan',
				message:
					'The plan holds more copies than were asked for, by a push whose answer was lost or by somebody else: ' +
					`${concerned('doubled', ending.doubled)}`,
				advice: 'Delete the extra copies from the plan. Do not run the item again.',
				details: { planCode, safeToRetry: false },
			});
	}
}
