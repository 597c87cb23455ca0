import type { INodeExecutionData } from 'n8n-workflow';
import { cellFromProperty } from '../../service/columns';
import { PlanIndex, dataValues, identityOf, matchedIndices } from '../../service/plan';
import type { Feature, FeatureProblem, IdentifyingMatch } from '../../service/plan';
import { inertText } from '../../service/text';
import type { ServiceRun } from '../shared/service-run';
import { rangeOf, titleOf } from './feature-label';
import { LoadedPlan } from './loaded-plan';
import { matchOnPlan } from './plan-matching';
import type { MatchedFeature } from './plan-matching';
import { isRow } from './input-features';
import { prepareItems } from './prepared-items';
import type { Result } from './push-options';
import type { PlanInput } from './prepared-items';
import { mapInChunks } from '../shared/wait';
import { successesFirst } from './push-output';

/**
 * For operations that compare items with their plans and send nothing: reads each plan once. Nothing fails but items
 * that name no plan, and those whose plan can't be read; what is wrong with a feature is a part of the report.
 * @param report gives what the operation makes of the items of one plan, and of that plan as it was read
 */
export async function reportOnPlans(
	run: ServiceRun,
	operation: 'check' | 'compare',
	report: (plan: PlanInput, input: MatchedFeature[], loaded: LoadedPlan) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const { plans, failures } = await prepareItems(run, operation);
	if (failures.size > 0 && !run.context.continueOnFail()) {
		const [[itemIndex, failure]] = [...failures].sort(([one], [other]) => one - other);
		run.end(failure);
		throw run.reporter.error(failure, itemIndex);
	}
	const reports: INodeExecutionData[] = [];
	for (const plan of plans) {
		const [{ plan: loaded = new LoadedPlan([]) }] = plan.items;
		const input = matchOnPlan(plan, loaded.features);
		hintAtNone(run, plan, input, loaded);
		// One by one: a spread of many is too much for a call.
		for (const item of await report(plan, input, loaded)) reports.push(item);
	}
	return [await successesFirst(run, reports, failures)];
}

/** A whole list that is not on the plan is mostly one for another plan. */
function hintAtNone(
	run: ServiceRun,
	{ planCode, matchColumns }: PlanInput,
	input: MatchedFeature[],
	loaded: LoadedPlan,
): void {
	const rows = input.filter((one) => isRow(one) && one.problems.every(({ rule }) => rule === 'noKind'));
	const isNone = rows.length > 1 && rows.length === input.length && rows.every(({ match }) => match.kind === 'new');
	if (!isNone || loaded.features.length === 0) return;
	const range = rangeOf(loaded.features, matchColumns);
	const none = `None of the ${rows.length} rows is on this plan (${inertText(planCode)})`;
	run.reporter.hint(range === '' ? `${none}.` : `${none}; it has ${range}.`);
}

/** How a feature of the input and one of the plan stand to each other. The one that is not there is null. */
export interface Comparison {
	result: Result;
	/** Why it is ambiguous. */
	reason: string | null;
	/** The value that they were matched by. */
	match: string | null;
	changes: Array<{ field: string; input: unknown; onPlan: unknown }>;
	feature: Feature | null;
	onPlan: Feature | null;
	/** Of what was given. */
	itemIndex?: number;
}

/**
 * One for each given feature, and one for each of the plan that none of them is or may be.
 * @param reasonOf the problems of a feature as text
 */
export async function comparisonsOf(
	input: readonly MatchedFeature[],
	loaded: LoadedPlan,
	matchColumns: readonly IdentifyingMatch[],
	reasonOf: (problems: readonly FeatureProblem[], path: string) => string,
): Promise<Comparison[]> {
	const plan = loaded.features;
	const columns = loaded.columns();
	const matchOf = (feature: Feature) =>
		matchColumns.map((column) => identityOf(feature, column) ?? '').join(', ') || null;
	const index = new PlanIndex(plan);
	const claimed = matchedIndices(input.map((one) => one.match));
	const rows = await mapInChunks(input, ({ itemIndex, path, feature = null, match: found, problems }): Comparison => {
		const match = feature === null ? null : matchOf(feature);
		const row = { reason: null, match, changes: [], feature, onPlan: null, itemIndex };
		// A row that is compared needs no kind.
		const broken = problems.filter(({ rule }) => rule !== 'noKind');
		if (broken.length > 0) return { result: 'unclear', ...row, reason: reasonOf(broken, path) };
		if (found.kind === 'ambiguous') return { result: 'unclear', ...row, reason: `the feature ${found.reason}` };
		if (found.kind === 'new' || feature === null) return { result: 'new', ...row };
		const onPlan = plan[found.index];
		const changes = index.differences(feature, found.index, (key) => columns.labelOf(key));
		return { ...row, result: changes.length > 0 ? 'different' : 'same', changes, onPlan };
	});
	const isPossibleMatch = possibleMatchOf(input.filter((_one, index) => rows[index].result === 'unclear'));
	const others = plan
		.filter((feature, index) => !claimed.has(index) && !isPossibleMatch(feature))
		.map((onPlan): Comparison => {
			return { result: 'onlyOnPlan', reason: null, match: matchOf(onPlan), changes: [], feature: null, onPlan };
		});
	return [...rows, ...others];
}

/**
 * Whether one of these, whose candidates are not known, may mean a feature: both have a value in common.
 * Whoever deletes by "only on plan" must not lose a room because its row has a flaw.
 */
function possibleMatchOf(unclear: readonly MatchedFeature[]): (feature: Feature) => boolean {
	const unplaced = unclear.filter(
		({ match }) => match.kind === 'new' || (match.kind === 'ambiguous' && match.candidates.length === 0),
	);
	const values = new Set(unplaced.flatMap(({ feature }) => comparableValues(feature ?? {})));
	return (feature) => values.size > 0 && comparableValues(feature).some((value) => values.has(value));
}

function comparableValues({ data }: Feature): string[] {
	return [...dataValues(data)].flatMap(([key, value]) => {
		const plain = String(value).trim().toLowerCase();
		return plain === '' ? [] : [`${key} ${plain}`];
	});
}

/**
 * The rows of a flat table, for files and mails. What is new, only on the plan or unclear has one, which names it where
 * it is given or on the plan.
 */
export function changeRows({ result, reason, match, changes, feature, onPlan }: Comparison): object[] {
	const start = { result, reason, match };
	if (changes.length === 0) return [{ ...start, field: null, input: titleOf(feature), onPlan: titleOf(onPlan) }];
	return changes.map(({ field, input, onPlan: there }) => {
		return { ...start, field, input: cellFromProperty(input), onPlan: cellFromProperty(there) };
	});
}
