import type { IDataObject, INodeExecutionData, IRun, NodeExecutionHint, OnError } from 'n8n-workflow';
import { newExecutionId, start, stepName } from './execution.mts';
import type { Execution, Step } from './execution.mts';

/** What one node gave in one run, as n8n stores it. */
export interface Outcome {
	/** Items of the success output. */
	success: INodeExecutionData[];
	/** Items of the error output. */
	failed: INodeExecutionData[];
	/** The error that ended the node, a plain object as n8n stores it. */
	error?: { name: string; message: string; description?: string | null; httpCode?: string; context: IDataObject };
	hints: NodeExecutionHint[];
	/** Everything that n8n keeps of the execution. */
	execution: IRun;
}

/** What a step gave, each time that the execution came past it. */
function outcomesOf(execution: IRun, step: number): Outcome[] {
	const runs = execution.data.resultData.runData[stepName(step)] ?? [];
	return runs.map(({ data, error, hints = [] }) => {
		const [success, failed] = data?.main ?? [];
		return {
			success: success ?? [],
			failed: failed ?? [],
			...(error === undefined ? {} : { error: Object(error) as Outcome['error'] }),
			hints,
			execution,
		};
	});
}

export type NodeRun = Omit<Execution, 'steps'> & Step;

/** Runs a single node between the items and the end of the execution. */
export async function runNode(run: NodeRun): Promise<Outcome> {
	const [outcome] = await runNodeTimes(run);
	return outcome;
}

/** The outcomes of a node by run index. */
export async function runNodeTimes(run: NodeRun): Promise<Outcome[]> {
	return outcomesOf(await start(asExecution(run)).done, 0);
}

export function startNode(run: NodeRun): { done: Promise<Outcome>; cancel(): void } {
	const running = start(asExecution(run));
	const done = running.done.then((execution) => {
		const [outcome] = outcomesOf(execution, 0);
		return outcome ?? { success: [], failed: [], hints: [], execution };
	});
	return { done, cancel: () => running.cancel() };
}

/** Runs several nodes one after the other and gives the outcome of the last. */
export async function runChain(execution: Execution): Promise<Outcome> {
	const run = await start(execution).done;
	const [outcome] = outcomesOf(run, execution.steps.length - 1);
	if (outcome !== undefined) return outcome;
	throw new Error(`The execution ended before its last node: ${run.data.resultData.error?.message ?? run.status}`);
}

/** The words of each failure, wherever On Error has put them. */
export function failureWords({ success, failed, error }: Outcome): string[] {
	const items = [...success, ...failed].flatMap(({ json }) => (json.error === undefined ? [] : [String(json.error)]));
	return error === undefined ? items : [...items, error.message];
}

function asExecution({
	items,
	binary,
	credential,
	executionId = newExecutionId(),
	mode,
	times,
	...step
}: NodeRun): Execution {
	return { items, binary, credential, executionId, mode, times, steps: [step] };
}

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const satisfies OnError[];
