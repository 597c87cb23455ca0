import type { INodeExecutionData } from 'n8n-workflow';
import { hasNoLocation, locatedKindsOf } from '../../service/plan';
import { countsOf, has } from '../../service/push';
import { isAgentTool } from '../shared/agent-tool';
import { withContext } from '../shared/item-failure';
import type { ItemFailure } from '../shared/item-failure';
import type { Reporter } from '../shared/reporter';
import { asJson } from '../shared/service-run';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import type { PlanPush } from './plan-entries';

/** `{ planCode, pushed, skipped, requests, retries, confirmed }`, and `skippedDifferent` where there are such. */
export function summaryItem(plan: PlanPush, items: PlanPush['items']): INodeExecutionData {
	const { skippedDifferent, ...counts } = countsOf(plan);
	const json = { planCode: plan.planCode, ...counts, ...(skippedDifferent === 0 ? {} : { skippedDifferent }) };
	return { json: asJson(json), pairedItem: items.map(({ itemIndex }) => ({ item: itemIndex })) };
}

/**
 * The one output: what succeeded, then what failed. "Retry On Fail" runs the node again when a failure
 * comes first, so where nothing succeeded failures take the form that n8n does not see.
 */
export async function successesFirst(
	{ context, reporter }: ServiceRun,
	successes: INodeExecutionData[],
	failures: Map<number, ItemFailure>,
): Promise<INodeExecutionData[]> {
	const ordered = [...failures].sort(([one], [other]) => one - other);
	const repeats = context.getNode().retryOnFail === true && successes.length === 0;
	const failed = await mapInChunks(ordered, ([itemIndex, failure]) =>
		repeats ? reporter.finalItem(failure, itemIndex) : reporter.failedItem(failure, itemIndex),
	);
	return [...successes, ...failed];
}

/**
 * The end of a run with On Error: Stop. An agent gets an item instead of an error: n8n would run the tool again, with
 * a run index of its own each time, so that no attempt could know of the one before.
 */
export async function endRun(
	run: ServiceRun,
	successes: INodeExecutionData[],
	failure: ItemFailure,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	if (!isAgentTool(run.context.getNode())) throw run.reporter.error(failure, itemIndex);
	return await toolResponse(run, successes, new Map([[itemIndex, failure]]));
}

/** What an agent reads: the JSON of each item, so that a failure is all there. An agent is quick to call again. */
export async function toolResponse(
	{ context, reporter }: ServiceRun,
	successes: INodeExecutionData[],
	failures: Map<number, ItemFailure>,
): Promise<INodeExecutionData[]> {
	const failed = await mapInChunks([...failures], ([itemIndex, failure]) => {
		const isUnknown = failure.details.code === 'outcomeUnknown';
		const advice = `${failure.advice} Do not call this tool for these features before that.`;
		return reporter.failedItem(isUnknown ? withContext(failure, { advice }) : failure, itemIndex);
	});
	const items = [...successes, ...failed];
	const isUnsafe = [...failures.values()].some(({ details }) => !details.safeToRetry);
	// A tool that the engine runs by itself is run again when its first item holds an error; one that the agent's own
	// loop runs is not.
	const mayRetry = context.getNode().retryOnFail === true && !('getNextRunIndex' in context);
	if (!isUnsafe || successes.length > 0 || !mayRetry) return items;
	return [{ json: { pushed: 0 }, pairedItem: [] }, ...items];
}

/** What nobody would expect among the counts. */
export function hintAtOutcome(reporter: Reporter, plans: readonly PlanPush[], isRetry: boolean): void {
	const counts = plans.map((plan) => ({ ...countsOf(plan), withoutLocation: countWithoutLocation(plan) }));
	const sum = (count: keyof (typeof counts)[number]) => counts.reduce((total, one) => total + one[count], 0);
	const [different, confirmed, withoutLocation] = [sum('skippedDifferent'), sum('confirmed'), sum('withoutLocation')];
	const equal = sum('skipped') - different;
	if (isRetry)
		reporter.hint('This is a retry, so what the plan already has was left out, whatever Existing Features says.');
	else if (equal > 0)
		reporter.hint(
			`Features that were skipped because the plan already has them: ${equal}. To add equal ones once more, set ` +
				'Existing Features to Push Anyway.',
		);
	if (different > 0)
		reporter.hint(
			`Features that were skipped and differ from the plan, which can't be changed: ${different}. The operation ` +
				'Compare Features says in what.',
		);
	if (withoutLocation === 1) reporter.hint('1 feature has no outline and will not show on the plan.');
	if (withoutLocation > 1) reporter.hint(`${withoutLocation} features have no outline and will not show on the plan.`);
	if (confirmed > 0)
		reporter.hint(
			`Features whose push got no response, and that are on the plan: ${confirmed}. They were not sent again.`,
		);
}

/** Of those that are on the plan now. */
function countWithoutLocation({ entries, items }: PlanPush): number {
	const pushed = entries.filter(has('pushed', 'confirmed'));
	const locatedKinds = locatedKindsOf(pushed.length === 0 ? [] : (items[0].plan?.features ?? []));
	return pushed.filter(({ feature }) => hasNoLocation(feature, locatedKinds)).length;
}
