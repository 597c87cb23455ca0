import type { Ending, Sorted } from '../../service/push';
import { withTries } from '../shared/call';
import { ItemFailure, withContext } from '../shared/item-error';
import { describeEntries, locateEntries } from './plan-entries';
import type { PlanPush } from './plan-entries';

const SET_MATCH_BY =
	'This service does not give features back as they were sent: set Match By, and look at the plan first.';
const USE_SKIP = 'Run again with Existing Features set to Skip: what the plan already holds is then left out.';

/**
 * Why the push of a plan ended early, in words.
 * @param own the entries of whoever is told, such as one item. If some of those concerned are among them, only these
 * are named
 */
export function endingFailure(plan: PlanPush, ending: Ending<ItemFailure>, own: Sorted): ItemFailure {
	const { planCode, entries, state } = plan;
	const concerned = (list: 'unknown' | 'uncounted' | 'doubled', all: number[]) =>
		describeEntries(entries, own[list].length === 0 ? all : own[list], (index) =>
			list === 'doubled' ? ` (${state.known[index].copies || 1} too many)` : '',
		);
	switch (ending.kind) {
		case 'failed': {
			const failure = withTries(ending.reason, ending);
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
