import type { StoredCredential } from '../../n8n/driver/credentials.mts';
import type { ExecutionResult } from '../../n8n/driver/execution-result.mts';
import type { RunningN8n } from '../../n8n/driver/running-n8n.mts';
import { createWorkflow, withCredential } from '../../n8n/driver/workflows.mts';
import type { WorkflowDraft, WorkflowNode } from '../../n8n/driver/workflows.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { steady } from '../docs/steady.mts';
import type { NodeOutputs } from './frozen-version.mts';
import type { FrozenStart } from './starts.mts';

const PACKAGE = 'n8n-nodes-plan-service.';

/**
 * They reach beyond the workflow, to files, data tables, mail servers and other hosts: switched off, they hand their
 * items on.
 */
const OUTSIDE = [
	'n8n-nodes-base.dataTable',
	'n8n-nodes-base.emailSend',
	'n8n-nodes-base.httpRequest',
	'n8n-nodes-base.readWriteFile',
];

/** Makes a credential for an address of the sandbox. */
type CredentialFor = (data: Record<string, unknown>) => Promise<StoredCredential>;

/**
 * Runs a workflow against a fresh sandbox; gives what the nodes of this package gave.
 * @throws Error where it did not end well
 */
export async function runFrozen(
	n8n: RunningN8n,
	credentialFor: CredentialFor,
	draft: WorkflowDraft,
	{ trigger, pinData = {} }: FrozenStart,
): Promise<NodeOutputs> {
	const sandbox = await startSandbox({});
	try {
		const bound = withCredential(
			{ ...draft, nodes: draft.nodes.map(asFrozen), pinData },
			await credentialFor({ ...sandbox.credential }),
		);
		const result = await n8n.run(await createWorkflow(n8n.session, bound), { trigger });
		if (result.status !== 'success')
			throw new Error(`${draft.name} ended as "${result.status}": ${result.error?.message}`);
		const ours = draft.nodes.filter(({ type }) => type.startsWith(PACKAGE));
		return Object.fromEntries(ours.map(({ name }) => [name, outputOf(result, name, sandbox.baseUrl)]));
	} finally {
		await sandbox.close();
	}
}

function asFrozen(node: WorkflowNode): WorkflowNode {
	return OUTSIDE.includes(node.type) ? { ...node, disabled: true } : node;
}

/** A whole plan says no more about the form of an item than its beginning. */
const ITEMS_KEPT = 3;

/** As it is in each run: without addresses, times and tokens of this one. */
function outputOf(result: ExecutionResult, name: string, baseUrl: string): NodeOutputs[string] {
	const items = result.json(name);
	return { count: items.length, first: steady(items.slice(0, ITEMS_KEPT), baseUrl) };
}
