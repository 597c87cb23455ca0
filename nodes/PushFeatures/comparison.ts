import type { INodeExecutionData } from 'n8n-workflow';
import { cellFromProperty } from '../../service/columns';
import { identityOf, isEmpty, matchFeatures, matchedIndices } from '../../service/plan';
import type { Feature, FeatureProblem, IdentifyingMatch, Match } from '../../service/plan';
import { inertText } from '../../service/text';
import { isAgentTool, responseForAgent } from '../shared/agent-tool';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { featureLabels, rangeOf, titleOf } from './feature-label';
import type { ProblemWriter } from './input-problems';
import { isRow } from './input-features';
import type { InputFeature } from './input-features';
import type { LoadedPlan } from './loaded-plan';
import { loadedPlanOf, prepareItems } from './prepared-items';
import type { PlanPush } from './prepared-items';
import type { Result } from './push-parameters';
import { endRun, successesFirst } from './push-report';

export type MatchedFeature = InputFeature & { match: Match };

const NO_IDENTIFYING_CONTENT: Match = {
	kind: 'ambiguous',
	cause: 'noContent',
	reason: 'says nothing by which it could be known',
	candidates: [],
};

/** What breaks a rule is matched, too, so that nothing else takes its feature of the plan. */
function matchOnPlan({ items, matchColumns: columns }: PlanPush): MatchedFeature[] {
	const all = items.flatMap((item) =>
		item.inputs.map((one): MatchedFeature => Object.assign(one, { match: NO_IDENTIFYING_CONTENT })),
	);
	const matched = all.filter(({ feature }) => !isEmpty(feature));
	const inputs = matched.map(({ feature = {} }) => feature);
	const labelOf = featureLabels(all, columns);
	const matches = matchFeatures(inputs, loadedPlanOf(items).index(), {
		columns,
		isRow: (index) => isRow(matched[index]),
		labelOf: (index) => labelOf(matched[index]),
	});
	matched.forEach((one, index) => (one.match = withAdvice(matches[index], one)));
	return all;
}

function withAdvice(match: Match, { as }: InputFeature): Match {
	if (match.kind !== 'ambiguous' || match.cause !== 'key') return match;
	const { reason, keyField } = match;
	const way = as === 'json' ? 'split the list into items first, then choose' : 'choose';
	const another = 'if it is another one, push it alone with Push Anyway';
	return { ...match, reason: `${reason}: ${keyField === undefined ? another : `${way} ${keyField} under Match By`}` };
}

/** An ambiguous feature becomes a problem of a push. Whether an invalid one is ambiguous doesn't matter. */
export function rejectAmbiguous(all: readonly MatchedFeature[]): void {
	for (const one of all) {
		const { match } = one;
		if (one.problems.length > 0 || match.kind !== 'ambiguous') continue;
		const details = { message: match.reason, group: match.keyField ?? match.cause };
		one.problems = [{ path: '', rule: 'match', details }];
	}
}

/** Where Skip matches a feature, it may be ambiguous: not one that stands as it is, for which no plan was read. */
export function matchForPush(plan: PlanPush): void {
	const items = plan.items.filter(({ settings }) => settings.skipExisting && !settings.isSkipForced);
	const isNew = (one: InputFeature) => !isRow(one) && !isEmpty(one.feature);
	const hasPlan = plan.matchColumns.length > 0 || loadedPlanOf(items).features.length > 0;
	if (hasPlan || !items.every(({ inputs }) => inputs.every(isNew))) rejectAmbiguous(matchOnPlan({ ...plan, items }));
}

/** Nothing fails but items whose plan is not given, or can't be read: what is wrong with a feature is a result. */
export async function reportOnPlans(
	run: ServiceRun,
	operation: 'check' | 'compare',
	report: (plan: PlanPush, input: MatchedFeature[], loaded: LoadedPlan) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const { plans, failures } = await prepareItems(run, operation);
	if (failures.size > 0 && !run.context.continueOnFail()) {
		const [[itemIndex, failure]] = failures;
		return [await endRun(run, { failure, itemIndex })];
	}
	const reports: INodeExecutionData[] = [];
	for (const plan of plans) {
		const loaded = loadedPlanOf(plan.items);
		const input = matchOnPlan(plan);
		hintAtNone(run, plan, input);
		// One by one: a spread of many is too much for a call.
		for (const item of await report(plan, input, loaded)) reports.push(item);
	}
	const all = await successesFirst(run, reports, failures);
	const advice = `${operation === 'check' ? 'Check' : 'Compare'} fewer features at once.`;
	return [isAgentTool(run.context.getNode()) ? responseForAgent(all, { advice }) : all];
}

/** A whole list that is not on the plan is mostly one for another plan. */
function hintAtNone(run: ServiceRun, { planCode, matchColumns, items }: PlanPush, input: MatchedFeature[]): void {
	const { features } = loadedPlanOf(items);
	const rows = input.filter((one) => isRow(one) && one.problems.every(({ rule }) => rule === 'noKind'));
	const isNone = rows.length > 1 && rows.length === input.length && rows.every(({ match }) => match.kind === 'new');
	if (!isNone || features.length === 0) return;
	const range = rangeOf(features, matchColumns);
	const none = `None of the ${rows.length} rows is on this plan (${inertText(planCode)})`;
	run.reporter.hint(range === '' ? `${none}.` : `${none}; it has ${range}.`);
}

/** How a feature of the input and one of the plan stand to each other. The one that is not there is null. */
export interface Comparison {
	result: Result;
	/** Why it is unclear. */
	reason: string | null;
	/** The value that they were matched by. */
	match: string | null;
	changes: Array<{ field: string; input: unknown; onPlan: unknown }>;
	feature: Feature | null;
	onPlan: Feature | null;
	itemIndex?: number;
}

/** Whether an input is on the plan, for Compare and the counts of Check. A row that is compared needs no kind. */
export function resultOf({ match, problems }: MatchedFeature): Result {
	if (match.kind === 'ambiguous' || problems.some(isBroken)) return 'unclear';
	if (match.kind === 'new') return 'new';
	return match.isSame ? 'same' : 'different';
}

const isBroken = ({ rule }: FeatureProblem) => rule !== 'noKind';

/** One for each input feature, and one for each of the plan that none of them is or may be. */
export async function comparisonsOf(
	input: readonly MatchedFeature[],
	loaded: LoadedPlan,
	matchColumns: readonly IdentifyingMatch[],
	writer: ProblemWriter,
): Promise<Comparison[]> {
	const columns = loaded.columns(undefined);
	const index = loaded.index();
	const matchOf = (feature: Feature) =>
		matchColumns.map((column) => identityOf(feature, column) ?? '').join(', ') || null;
	const rows = await mapInChunks(input, (one): Comparison => {
		const { itemIndex, path, feature = null, match: found, problems } = one;
		const row = { ...NEITHER, result: resultOf(one), match: feature && matchOf(feature), feature, itemIndex };
		const broken = problems.filter(isBroken);
		if (broken.length > 0) return { ...row, reason: writer.reason(broken, path) };
		if (found.kind === 'ambiguous') return { ...row, reason: `the feature ${found.reason}` };
		if (found.kind === 'new' || feature === null) return row;
		const changes = index.differences(feature, found.index, (key) => columns.labelOf(key));
		return { ...row, changes, onPlan: index.plan[found.index] };
	});
	const matched = matchedIndices(input.map((one) => one.match));
	const others = index.plan.filter((_feature, at) => !matched.has(at));
	return [
		...rows,
		...others.map((onPlan): Comparison => ({ ...NEITHER, result: 'onlyOnPlan', match: matchOf(onPlan), onPlan })),
	];
}

const NEITHER = { reason: null, changes: [], feature: null, onPlan: null };

/** The rows of a flat table, for files and mails: one for each change, and one for what has none. */
export function changeRows({ result, reason, match, changes, feature, onPlan }: Comparison): object[] {
	const start = { result, reason, match };
	if (changes.length === 0) return [{ ...start, field: null, input: titleOf(feature), onPlan: titleOf(onPlan) }];
	return changes.map(({ field, input, onPlan: there }) => {
		return { ...start, field, input: cellFromProperty(input), onPlan: cellFromProperty(there) };
	});
}
