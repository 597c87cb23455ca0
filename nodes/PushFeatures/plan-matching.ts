import type { INodeExecutionData } from 'n8n-workflow';
import { matchFeatures } from '../../service/plan';
import type { FeatureProblem, Match } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { responseForAgent } from '../shared/agent-tool';
import type { ServiceRun } from '../shared/service-run';
import { featureLabels, rangeOf } from './feature-label';
import { isRow } from './input-features';
import type { InputFeature } from './input-features';
import { prepareItems } from './prepared-items';
import type { PlanPush } from './prepared-items';
import type { Result } from './push-parameters';
import { endRun, successesFirst } from './push-report';

const MAX_KEYS = 5;

export type MatchedFeature = InputFeature & { match: Match };

/** What breaks a rule is matched, too, so that nothing else takes its feature of the plan. */
function matchOnPlan({ items, matchColumns: columns, loaded }: PlanPush): MatchedFeature[] {
	const all = items.flatMap(({ inputs }) => inputs);
	const label = featureLabels(all, columns);
	const features = all.map(({ feature = {} }) => feature);
	const options = { columns, isRow: (at: number) => isRow(all[at]), labelOf: (at: number) => label(all[at]) };
	const matches = matchFeatures(features, loaded.index(), options);
	return all.map((one, at) => Object.assign(one, { match: withAdvice(matches[at], one) }));
}

function withAdvice(match: Match, { as }: InputFeature): Match {
	if (match.kind !== 'ambiguous' || match.cause !== 'key') return match;
	const { reason, keyFields = [] } = match;
	const [field, ...others] = keyFields;
	if (field === undefined)
		return { ...match, reason: `${reason}: if it is another one, push it alone with Push Anyway` };
	const way = as === 'json' ? 'split the list into items first, then choose' : 'choose';
	const names = joinFirst(MAX_KEYS, others, String);
	const choice = others.length === 0 ? '' : `, or ${names}: the one that identifies features`;
	return { ...match, reason: `${reason}: ${way} ${field} under Match By${choice}` };
}

/** An ambiguous feature becomes a problem of a push. Whether an invalid one is ambiguous doesn't matter. */
export function rejectAmbiguous(all: readonly MatchedFeature[]): void {
	for (const one of all) {
		const { match } = one;
		if (one.problems.length > 0 || match.kind !== 'ambiguous') continue;
		const details = { message: match.reason, group: match.keyFields?.join() || match.cause };
		one.problems = [{ path: '', rule: 'match', details }];
	}
}

/** Where Skip goes only because this is a Retry, an earlier attempt may have pushed what is ambiguous now. */
export function matchForPush(plan: PlanPush): void {
	const items = plan.items.filter(({ settings }) => settings.skipExisting && !settings.isSkipForced);
	if (items.length > 0) rejectAmbiguous(matchOnPlan({ ...plan, items }));
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
export function isBroken({ rule }: FeatureProblem): boolean {
	return rule !== 'noKind';
}
