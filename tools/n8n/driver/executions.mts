import { setTimeout as sleep } from 'node:timers/promises';

import type { EditorSession } from './editor-session.mts';
import { ExecutionResult } from './execution-result.mts';
import type { StoredExecution } from './execution-result.mts';
import { TIME_LIMIT_MS } from './time-limit.mts';
import type { StoredWorkflow } from './workflows.mts';

const POLL_MS = 100;
const DATA_AFTER_STATUS_MS = 3_000;

export type ManualStart =
	/** "Execute workflow", from the trigger of this name. */
	| { trigger: string }
	/** "Execute step" of the node of this name: what is before it runs too. */
	| { upTo: string };

/** Starts a workflow by hand as the editor does; gives the execution's id at once. */
export async function startExecution(
	session: EditorSession,
	workflow: StoredWorkflow,
	start: ManualStart,
): Promise<string> {
	const { executionId } = await session.request<{ executionId?: string }>(
		'post',
		`/rest/workflows/${workflow.id}/run`,
		{
			workflowData: workflow, // 1.x runs what it is sent, 2.x what it has stored
			...('trigger' in start
				? { triggerToStartFrom: { name: start.trigger } }
				: { destinationNode: { nodeName: start.upTo, mode: 'inclusive' } }),
		},
	);
	if (!executionId) throw new Error(`n8n waits for a webhook and did not run ${workflow.name}.`);
	return executionId;
}

/** Waits until an execution has ended, well or not. */
export async function executionEnd(
	session: EditorSession,
	executionId: string,
	timeoutMs = TIME_LIMIT_MS,
): Promise<ExecutionResult> {
	const giveUpAt = Date.now() + timeoutMs;
	let dataDueBy: number | undefined;
	for (;;) {
		const stored = await session.request<StoredExecution>('get', `/rest/executions/${executionId}`);
		const result = new ExecutionResult(stored);
		if (result.hasEnded) {
			// 1.x stores the status a moment before the data.
			dataDueBy ??= Date.now() + DATA_AFTER_STATUS_MS;
			if (result.hasData || Date.now() > dataDueBy) return result;
		}
		if (Date.now() > giveUpAt) {
			throw new Error(`Execution ${executionId} is still "${stored.status}" after ${timeoutMs / 1000} s.`);
		}
		await sleep(POLL_MS);
	}
}

/** What n8n lists of an execution. */
export interface ListedExecution {
	id: string;
	status: string;
	mode: string;
}

/** The newest executions of a workflow that n8n has stored, at most twenty; of these states where some are given. */
export async function listExecutions(
	session: EditorSession,
	workflowId: string,
	status?: string[],
): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const { results } = await session.request<{ results: ListedExecution[] }>('get', `/rest/executions?filter=${filter}`);
	// n8n asks for those under way and for those that have ended side by side: one that ends in between is in both lists.
	return [...new Map(results.map((listed) => [listed.id, listed])).values()];
}

/** How many executions of a workflow n8n has stored in one of these states. */
export async function countExecutions(session: EditorSession, workflowId: string, status: string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const { count } = await session.request<{ count: number }>('get', `/rest/executions?filter=${filter}`);
	return count;
}

export async function stopExecution(session: EditorSession, executionId: string): Promise<void> {
	await session.request('post', `/rest/executions/${executionId}/stop`, {});
}
