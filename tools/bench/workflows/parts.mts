import type { WorkflowDraft, WorkflowNode } from '../../n8n/driver/workflows.mts';

export type Part = Omit<WorkflowNode, 'position'>;

/** Nodes in a row behind the webhook that is called by the workflow's name. */
export function chain(name: string, parts: Part[], settings: Record<string, unknown> = {}): WorkflowDraft {
	const hook: Part = {
		name: 'Hook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: name,
		parameters: { path: name, httpMethod: 'POST', responseMode: 'onReceived' },
	};
	const nodes = [hook, ...parts].map(
		(part, index): WorkflowNode => ({ ...part, position: [200 * index, 0] }) as WorkflowNode,
	);
	const connections = Object.fromEntries(
		parts.map(({ name: next }, index) => [nodes[index].name, { main: [[{ node: next, type: 'main', index: 0 }]] }]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1', ...settings } };
}

/** n8n keeps nothing of a run that ended well: for plans whose items are more than its database should take. */
export const keepsNothing = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };

/** Items from a list in the webhook's body. */
export const rowsOfBody: Part = {
	name: 'Rows',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};

/** The webhook's item again, behind a node that has put its own in its place. */
export const hookAgain: Part = {
	name: 'Hook Again',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: "={{ { body: $('Hook').first().json.body } }}", options: {} },
};

/** Changes one column of each item and keeps the others. */
export const edit: Part = {
	name: 'Edit Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'manual',
		assignments: { assignments: [{ id: '1', name: 'name', type: 'string', value: '={{ $json.name }} (checked)' }] },
		includeOtherFields: true,
		options: {},
	},
};
