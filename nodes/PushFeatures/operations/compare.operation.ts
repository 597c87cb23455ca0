import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isAgentTool } from '../../shared/agent-tool';
import { ServiceRun, asJson } from '../../shared/service-run';
import { mapInChunks } from '../../shared/wait';
import type { Choice } from '../../shared/parameter';
import { changeRows, comparisonsOf, reportOnPlans } from '../comparison';
import type { Comparison } from '../comparison';
import { titleOf } from '../feature-label';
import { ProblemWriter } from '../input-problems';
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
	const isTool = isAgentTool(context.getNode());
	const writer = new ProblemWriter();
	const omitted = new Map<Result, number>();
	const usual = isTool ? FOR_AGENTS : RESULTS.filter((result) => result !== 'same');
	const outputs = await reportOnPlans(
		run,
		'compare',
		async ({ planCode, matchColumns, items: [first] }, input, loaded) => {
			const all = await comparisonsOf(input, loaded, matchColumns, writer);
			const items = await mapInChunks(all, (one): INodeExecutionData[] => {
				const { results = usual, resultFormat } = pushOptions.read(run.parameters, one.itemIndex ?? first.itemIndex);
				if (!results.includes(one.result)) {
					omitted.set(one.result, (omitted.get(one.result) ?? 0) + 1);
					return [];
				}
				const redacted = { ...one, reason: one.reason === null ? null : run.reporter.redact(one.reason) };
				const rows = resultFormat === 'changes' ? changeRows(redacted) : [itemOf(redacted, isTool)];
				// Without pairs n8n would pair by position.
				const pairedItem = one.itemIndex === undefined ? [] : { item: one.itemIndex };
				return rows.map((json) => ({ json: asJson({ ...json, planCode }), pairedItem }));
			});
			return items.flat();
		},
	);
	if (omitted.size > 0) {
		const labels = new Map(resultOptions.map(({ name, value }) => [value, name]));
		const counts = [...omitted].map(([result, count]) => `${labels.get(result)} (${count})`).join(', ');
		run.reporter.hint(`Left out by Results: ${counts}.`);
	}
	return outputs;
}

/** An agent knows what it gave, and has Get for the rest. */
function itemOf({ result, reason, match, changes, feature, onPlan }: Comparison, isTool: boolean): object {
	const start = { result, reason, match, changes };
	return isTool ? { ...start, name: titleOf(feature ?? onPlan) } : { ...start, feature, onPlan };
}
