import type { INodeExecutionData } from 'n8n-workflow';
import { countsOf } from '../../service/push';
import { isAgentTool } from '../shared/agent-tool';
import { withContext } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import { asJson } from '../shared/service-run';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import type { PlanPush } from './plan-entries';

/** `{ planCode, pushed, skipped, requests, retries, confirmed }`, and `skippedDifferent` where there are such. */
export function summaryItem(plan: PlanPush, items: number[]): INodeExecutionData {
	const { skippedDifferent, ...counts } = countsOf(plan);
	const json = { planCode: plan.planCode, ...counts, ...(skippedDifferent === 0 ? {} : { skippedDifferent }) };
	return { json: asJson(json), pairedItem: items.map((item) => ({ item })) };
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

/** What an agent reads: the JSON of each item, so that a failure is all there. */
export async function toolResponse(
	{ context, reporter }: ServiceRun,
	successes: INodeExecutionData[],
	failures: Map<number, ItemFailure>,
): Promise<INodeExecutionData[]> {
	const failed = await mapInChunks([...failures], ([itemIndex, failure]) =>
		reporter.failedItem(forAgent(failure), itemIndex),
	);
	const items = [...successes, ...failed];
	const isUnsafe = [...failures.values()].some(({ details }) => !details.safeToRetry);
	if (!isUnsafe || successes.length > 0 || !mayEngineRetry(context)) return items;
	return [{ json: { pushed: 0 }, pairedItem: [] }, ...items];
}

/** An agent is quick to call again. */
function forAgent(failure: ItemFailure): ItemFailure {
	if (failure.details.code !== 'outcomeUnknown') return failure;
	return withContext(failure, { advice: `${failure.advice} Do not call this tool for these features before that.` });
}

/**
 * A tool that the engine runs by itself is run again when its first item holds an error; one that the agent's own loop
 * runs is not.
 */
function mayEngineRetry(context: ServiceRun['context']): boolean {
	return context.getNode().retryOnFail === true && !('getNextRunIndex' in context);
}
