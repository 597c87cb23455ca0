import type { StoredCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { ExecutionResult } from '../../../tools/n8n/driver/execution-result.mts';
import type { RunningN8n } from '../../../tools/n8n/driver/running-n8n.mts';
import { activateWorkflow, createWorkflow, withCredential } from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow, WorkflowNode } from '../../../tools/n8n/driver/workflows.mts';

export type Part = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>;

/** A node of ours; what fails in it leaves by its error output. */
export function plan(name: string, type: string, parameters: Record<string, unknown>): Part {
	return {
		name,
		type: `n8n-nodes-plan-service.${type}`,
		typeVersion: 1,
		parameters,
		onError: 'continueErrorOutput',
		credentials: { planServiceApi: { id: '', name: '' } },
	};
}

async function create(
	n8n: RunningN8n,
	credential: StoredCredential,
	chain: Part[],
	more: object,
): Promise<StoredWorkflow> {
	const draft = {
		name: chain.map(({ name }) => name).join(', '),
		nodes: chain.map((part, index): WorkflowNode => ({ ...part, position: [index * 200, 0] })),
		connections: Object.fromEntries(
			chain
				.slice(1)
				.map(({ name: node }, index) => [chain[index].name, { main: [[{ node, type: 'main', index: 0 }]] }]),
		),
		...more,
	};
	return await createWorkflow(n8n.session, withCredential(draft, credential));
}

/** Runs nodes one after the other, by hand, on items that are pinned to the trigger. */
export async function runOnItems(
	n8n: RunningN8n,
	credential: StoredCredential,
	items: object[],
	parts: Part[],
): Promise<ExecutionResult> {
	const trigger: Part = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const pinData = { Start: items.map((json) => ({ json })) };
	return await n8n.run(await create(n8n, credential, [trigger, ...parts], { pinData }), { trigger: 'Start' });
}

/**
 * Publishes nodes, the last of which responds to a webhook with its first item. Nothing is stored: n8n is slow to store
 * what is very large.
 */
export async function publishOnWebhook(
	n8n: RunningN8n,
	credential: StoredCredential,
	path: string,
	...parts: Part[]
): Promise<void> {
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
	const hook: Part = { name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters, webhookId: path };
	const settings = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	await activateWorkflow(n8n.session, await create(n8n, credential, [hook, ...parts], { settings }));
}
