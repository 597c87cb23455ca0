import { setTimeout as sleep } from 'node:timers/promises';

import type { StoredCredential } from '../../../tools/n8n/driver/credentials.mts';
import { executionEnd, listExecutions } from '../../../tools/n8n/driver/executions.mts';
import type { ExecutionResult } from '../../../tools/n8n/driver/execution-result.mts';
import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';
import {
	activateWorkflow,
	createWorkflow,
	deactivateWorkflow,
	withCredential,
} from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow, WorkflowDraft } from '../../../tools/n8n/driver/workflows.mts';
import { readExample } from '../../../tools/scripts/demo/example-workflows.mts';
import type { PlanHost } from './plan-host.mts';

const POLL_MS = 100;

/** What a person changes in an example after the import: parameters, by the node's name. */
export type Changes = Record<string, Record<string, unknown>>;

/**
 * Imports a file of `workflows/` as a person does: chooses the credentials, and adapts some parameters.
 * @param others beside the one of the service
 */
export async function importExample(
	host: PlanHost,
	file: string,
	changes: Changes = {},
	others: StoredCredential[] = [],
): Promise<StoredWorkflow> {
	const draft = [host.credential, ...others].reduce(withCredential, await readExample(file));
	return await createWorkflow(host.n8n.session, adapted(draft, changes));
}

function adapted(draft: WorkflowDraft, changes: Changes): WorkflowDraft {
	for (const name of Object.keys(changes)) {
		if (!draft.nodes.some((node) => node.name === name)) throw new Error(`${draft.name} has no node "${name}".`);
	}
	const nodes = draft.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[node.name] },
	}));
	return { ...draft, nodes };
}

/** Runs `work` while the workflow is active. */
export async function whileActive<T>({ n8n }: PlanHost, workflow: StoredWorkflow, work: () => Promise<T>): Promise<T> {
	await activateWorkflow(n8n.session, workflow);
	try {
		return await work();
	} finally {
		await deactivateWorkflow(n8n.session, workflow);
	}
}

/** The id of an execution that something has started, as soon as there is one. @param earlier those before it */
async function startedId({ n8n }: Pick<PlanHost, 'n8n'>, workflow: StoredWorkflow, earlier: number): Promise<string> {
	const giveUpAt = Date.now() + TIME_LIMIT_MS;
	for (;;) {
		const stored = await listExecutions(n8n.session, workflow.id);
		// Newest first.
		const started = stored[stored.length - 1 - earlier];
		if (started !== undefined) return started.id;
		if (Date.now() > giveUpAt) {
			throw new Error(`Nothing started ${workflow.name}. n8n's log ends:\n${n8n.log.slice(-20).join('\n')}`);
		}
		await sleep(POLL_MS);
	}
}

/** The execution that something has started, once it has ended. @param earlier those before it */
export async function startedExecution(
	host: Pick<PlanHost, 'n8n'>,
	workflow: StoredWorkflow,
	earlier = 0,
): Promise<ExecutionResult> {
	return await executionEnd(host.n8n.session, await startedId(host, workflow, earlier));
}

/** Publishes a workflow until its schedule has started it; gives that execution, once it has ended. */
export async function scheduledExecution(host: PlanHost, workflow: StoredWorkflow): Promise<ExecutionResult> {
	const id = await whileActive(host, workflow, async () => await startedId(host, workflow, 0));
	return await executionEnd(host.n8n.session, id);
}

/**
 * A schedule that hardly makes a test wait. On a busy machine an execution takes longer than a second: started each
 * second they would pile up until n8n responds to nobody.
 */
export const everyFiveSeconds = { rule: { interval: [{ field: 'seconds', secondsInterval: 5 }] } };

/** The run must have gone through; its error is shown where it has not. */
export function expectSuccess(result: ExecutionResult): void {
	expect({ status: result.status, error: result.error?.message }).toEqual({ status: 'success', error: undefined });
}
