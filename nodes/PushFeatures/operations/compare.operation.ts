import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { cellFromProperty } from '../../../service/columns';
import { identityOf, matchedIndices } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { ServiceRun, asJson } from '../../shared/service-run';
import { mapInChunks } from '../../shared/wait';
import type { Choice } from '../../shared/parameter';
import { titleOf } from '../feature-label';
import { ProblemWriter } from '../input-problems';
import { isBroken, reportOnPlans, resultOf } from '../plan-matching';
import type { MatchedFeature } from '../plan-matching';
import type { PlanPush } from '../prepared-items';
import { RESULTS, pushOptions, resultOptions } from '../push-parameters';
import type { Result } from '../push-parameters';

export const option = {
	name: 'Compare Features',
	value: 'compare',
	action: 'Compare features with plan',
	description: 'Get an item for each difference between the items and the plan. Nothing is sent to it.',
} satisfies Choice<'compare'>;

export const toolDescription =
	'Compares features with a plan, and sends nothing: an entry for each feature that is new, or that differs (with ' +
	'what differs). Needs the plan code and the features as JSON.';

/** An agent that compares one room of 2,000 does not need the others. */
const FOR_AGENTS: readonly Result[] = ['new', 'different', 'unclear'];

/** The results of the input in its order, then what only the plan has, in the order of the plan. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { isTool } = run;
	const writer = new ProblemWriter();
	const omitted = new Map<Result, number>();
	const usual = isTool ? FOR_AGENTS : RESULTS.filter((result) => result !== 'same');
	const outputs = await reportOnPlans(run, 'compare', async (plan, input) => {
		const [first] = plan.items;
		const items = await mapInChunks(comparisonsOf(plan, input, writer), (one): INodeExecutionData[] => {
			const { results = usual, resultFormat } = pushOptions.read(run.parameters, one.itemIndex ?? first.itemIndex);
			if (!results.includes(one.result)) {
				omitted.set(one.result, (omitted.get(one.result) ?? 0) + 1);
				return [];
			}
			const redacted = { ...one, reason: one.reason && run.reporter.redact(one.reason) };
			const rows = resultFormat === 'changes' ? changeRows(redacted) : [itemOf(redacted, isTool)];
			// Without pairs n8n would pair by position.
			const pairedItem = one.itemIndex === undefined ? [] : { item: one.itemIndex };
			return rows.map((json) => ({ json: asJson({ ...json, planCode: plan.planCode }), pairedItem }));
		});
		return items.flat();
	});
	if (omitted.size > 0) {
		const labels = new Map(resultOptions.map(({ name, value }) => [value, name]));
		const counts = [...omitted].map(([result, count]) => `${labels.get(result)} (${count})`).join(', ');
		run.reporter.hint(`Left out by Results: ${counts}.`);
	}
	return outputs;
}

/** How a feature of the input and one of the plan stand to each other. The one that is not there is null. */
interface Comparison {
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

const NEITHER = { reason: null, changes: [], feature: null, onPlan: null };

/** One for each input feature, and one for each of the plan that none of them is or may be. */
function* comparisonsOf(
	{ matchColumns, loaded }: PlanPush,
	input: readonly MatchedFeature[],
	writer: ProblemWriter,
): Generator<Comparison> {
	const columns = loaded.columns();
	const index = loaded.index();
	const matchOf = (feature: Feature) =>
		matchColumns.map((column) => identityOf(feature, column) ?? '').join(', ') || null;
	for (const one of input) {
		const { itemIndex, path, feature = null, match: found } = one;
		const row = { ...NEITHER, result: resultOf(one), match: feature && matchOf(feature), feature, itemIndex };
		const broken = one.problems.filter(isBroken);
		if (broken.length > 0) yield { ...row, reason: writer.reason(broken, path) };
		else if (found.kind === 'ambiguous') yield { ...row, reason: `the feature ${one.reason}` };
		else if (found.kind === 'new' || feature === null) yield row;
		else {
			const changes = index.differences(feature, found.index, (key) => columns.labelOf(key));
			yield { ...row, changes, onPlan: loaded.features[found.index] };
		}
	}
	const matched = matchedIndices(input.map(({ match }) => match));
	for (const [at, onPlan] of loaded.features.entries())
		if (!matched.has(at)) yield { ...NEITHER, result: 'onlyOnPlan', match: matchOf(onPlan), onPlan };
}

/** An agent knows what it gave, and has Get for the rest. */
function itemOf({ result, reason, match, changes, feature, onPlan }: Comparison, isTool: boolean): object {
	const start = { result, reason, match, changes };
	return isTool ? { ...start, name: titleOf(feature ?? onPlan) } : { ...start, feature, onPlan };
}

/** The rows of a flat table, for files and mails: one for each change, and one for what has none. */
function changeRows({ result, reason, match, changes, feature, onPlan }: Comparison): object[] {
	const start = { result, reason, match };
	if (changes.length === 0) return [{ ...start, field: null, input: titleOf(feature), onPlan: titleOf(onPlan) }];
	return changes.map(({ field, input, onPlan: there }) => {
		return { ...start, field, input: cellFromProperty(input), onPlan: cellFromProperty(there) };
	});
}
