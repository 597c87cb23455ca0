import type { INodeExecutionData } from 'n8n-workflow';
import { matchFeatures } from '../../service/plan';
import type { Match } from '../../service/plan';
import { inertText } from '../../service/text';
import { responseForAgent } from '../shared/agent-tool';
import type { ServiceRun } from '../shared/service-run';
import { featureLabels, rangeOf } from './feature-label';
import { isRow } from './input-features';
import type { InputFeature } from './input-features';
import type { InputProblem } from './input-rules';
import { MatchReasons } from './match-reasons';
import { prepareItems } from './prepared-items';
import type { PlanPush } from './prepared-items';
import type { Result } from './push-parameters';
import { endRun, successesFirst } from './push-report';

export type MatchedFeature = InputFeature & {
	match: Match;
	/** Why it is ambiguous, as a predicate. */
	reason?: string | undefined;
};

/** What breaks a rule is matched, too, so that nothing else takes its feature of the plan. */
function matchOnPlan({ items, matchColumns: columns, loaded }: PlanPush): MatchedFeature[] {
	const all = items.flatMap(({ inputs }) => inputs);
	const features = all.map(({ feature = {} }) => feature);
	const matches = matchFeatures(features, loaded.index(), { columns, isRow: (at) => isRow(all[at]) });
	const label = featureLabels(all, columns);
	const reasons = new MatchReasons(all, loaded.features, columns, (at) => label(all[at]));
	return all.map((one, at) => {
		const match = matches[at];
		// What is on the plan stands where it is.
		if (match.kind === 'existing') one.problems = one.problems.filter(({ rule }) => rule !== 'coordinates');
		return Object.assign(one, { match, reason: match.kind === 'ambiguous' ? reasons.reasonOf(at, match) : undefined });
	});
}

/** An ambiguous feature becomes a problem of a push. Whether an invalid one is ambiguous doesn't matter. */
export function rejectAmbiguous(all: readonly MatchedFeature[]): void {
	for (const one of all) {
		const { match, reason: message = '' } = one;
		if (one.problems.length > 0 || match.kind !== 'ambiguous') continue;
		const keyFields = match.cause === 'key' ? match.keyFields.join() : '';
		const details = { message, group: keyFields || match.cause };
		one.problems = [{ path: '', rule: 'match', details }];
	}
}

/**
 * Where Skip goes only because this is a Retry, an earlier attempt may have pushed what is ambiguous now.
 * @param hasSent whether an attempt of Retry On Fail has
 */
export function matchForPush(plan: PlanPush, hasSent: boolean): void {
	const items = plan.items.filter(({ settings }) => settings.skipExisting && !settings.isSkipForced);
	if (items.length === 0) return;
	const matched = matchOnPlan({ ...plan, items });
	if (!hasSent) rejectAmbiguous(matched);
}

/** Nothing fails but items whose plan is not given, or can't be read: what is wrong with a feature is a result. */
export async function reportOnPlans(
	run: ServiceRun,
	operation: 'check' | 'compare',
	report: (plan: PlanPush, input: MatchedFeature[]) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const { plans, failures } = await prepareItems(run, operation);
	if (failures.size > 0 && !run.context.continueOnFail()) {
		const [[itemIndex, failure]] = failures;
		return [await endRun(run, { failure, itemIndex })];
	}
	const reports: INodeExecutionData[][] = [];
	for (const plan of plans) {
		const input = matchOnPlan(plan);
		hintAtNone(run, plan, input);
		reports.push(await report(plan, input));
	}
	const all = await successesFirst(run, reports.flat(), failures);
	const advice = `${operation === 'check' ? 'Check' : 'Compare'} fewer features at once.`;
	return [run.isTool ? responseForAgent(all, { advice, hints: run.reporter.hints }) : all];
}

/** A whole list that is not on the plan is mostly one for another plan. */
function hintAtNone(run: ServiceRun, plan: PlanPush, input: MatchedFeature[]): void {
	const { features } = plan.loaded;
	const isNone = input.length > 1 && input.every((one) => isRow(one) && resultOf(one) === 'new');
	if (!isNone || features.length === 0) return;
	const range = rangeOf(features, plan.matchColumns);
	const none = `None of the ${input.length} rows is on this plan (${inertText(plan.planCode)})`;
	run.reporter.hint(range === '' ? `${none}.` : `${none}; it has ${range}.`);
}

/** Whether an input is on the plan, for Compare and the counts of Check. */
export function resultOf({ match, problems }: MatchedFeature): Result {
	if (match.kind === 'ambiguous' || problems.some(isBroken)) return 'unclear';
	if (match.kind === 'new') return 'new';
	return match.isSame ? 'same' : 'different';
}

/** A row that is compared needs no kind. */
export function isBroken({ rule }: InputProblem): boolean {
	return rule !== 'noKind';
}
