import type { EditorSession } from './editor-session.mts';

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

/** A workflow as the editor exports it. */
export interface WorkflowDraft {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[other: string]: unknown;
}

export interface StoredWorkflow extends WorkflowDraft {
	id: string;
	versionId: string;
}

export async function createWorkflow(session: EditorSession, draft: WorkflowDraft): Promise<StoredWorkflow> {
	// 1.x rejects a workflow without `active`.
	return await session.request('post', '/rest/workflows', { settings: {}, ...draft, active: false });
}

/** The response comes up to half a second before webhooks are there: call them with `callWebhook`. */
export async function activateWorkflow(session: EditorSession, { id, versionId }: StoredWorkflow): Promise<void> {
	await session.request('post', `/rest/workflows/${id}/activate`, { versionId });
}

export async function deactivateWorkflow(session: EditorSession, { id }: StoredWorkflow): Promise<void> {
	await session.request('post', `/rest/workflows/${id}/deactivate`, {});
}

/** Gives every node that uses a credential of `type` the stored one. */
export function withCredential(
	draft: WorkflowDraft,
	credential: { id: string; name: string; type: string },
): WorkflowDraft {
	const reference = { id: credential.id, name: credential.name };
	const nodes = draft.nodes.map((node) =>
		node.credentials?.[credential.type]
			? { ...node, credentials: { ...node.credentials, [credential.type]: reference } }
			: node,
	);
	return { ...draft, nodes };
}
