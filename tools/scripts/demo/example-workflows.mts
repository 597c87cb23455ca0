import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { StoredCredential } from '../../n8n/driver/credentials.mts';
import type { EditorSession } from '../../n8n/driver/editor-session.mts';
import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { createWorkflow, withCredential } from '../../n8n/driver/workflows.mts';
import type { StoredWorkflow, WorkflowDraft } from '../../n8n/driver/workflows.mts';

const folder = path.join(projectRoot, 'workflows');

export const mainExample = 'main-example.json';

/** In a folder of its own: it needs n8n's nodes for AI, which not every n8n of the tests has. */
export const agentExample = 'ai/plans-for-ai-agents.json';

export async function readExample(file: string): Promise<WorkflowDraft> {
	return JSON.parse(await readFile(path.join(folder, file), 'utf8')) as WorkflowDraft;
}

/** What a caller of push-by-webhook.json sends, as a credential of n8n. */
export const webhookKey = {
	name: 'Key of the webhook',
	type: 'httpHeaderAuth',
	data: { name: 'X-Api-Key', value: 'sandbox webhook key' },
};

/** The header of it. */
export const webhookHeaders = { [webhookKey.data.name]: webhookKey.data.value };

/** What an example names that is a user's own. */
export interface OwnPlaces {
	/** A folder that n8n may write to. */
	filesFolder: string;
	/** An address that takes a message. */
	messagesUrl: string;
	/** The id of a data table of n8n with the columns `changesColumns`. */
	changesTable: string;
}

/** What stands in the examples in their place. */
const EXAMPLE_PLACES: OwnPlaces = {
	filesFolder: '/home/node/.n8n-files',
	messagesUrl: 'https://hooks.example.com/plan-notifications',
	changesTable: 'your-data-table',
};

/** What weekly-digest.json keeps of a change. */
export const changesColumns = ['plan', 'room', 'change', 'what'];

/**
 * Every workflow of `workflows/` itself, not of its folders. n8n lists first what was made last, so the main example
 * comes last.
 */
export async function exampleFiles(): Promise<string[]> {
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && file !== mainExample);
	return [...files.sort().reverse(), mainExample];
}

/**
 * Creates workflows in an n8n, bound to credentials; by file name.
 * @param places put into their nodes where given; the notes keep what they say
 * @param files all examples but that of agents, if not given
 */
export async function createExamples(
	session: EditorSession,
	credentials: StoredCredential[],
	places: OwnPlaces = EXAMPLE_PLACES,
	files?: string[],
): Promise<Map<string, StoredWorkflow>> {
	const created = new Map<string, StoredWorkflow>();
	for (const file of files ?? (await exampleFiles())) {
		const draft = credentials.reduce(withCredential, withPlaces(await readExample(file), places));
		created.set(file, await createWorkflow(session, draft));
	}
	return created;
}

function withPlaces(draft: WorkflowDraft, places: OwnPlaces): WorkflowDraft {
	const nodes = draft.nodes.map((node) => {
		if (node.type.endsWith('.stickyNote')) return node;
		let parameters = JSON.stringify(node.parameters);
		for (const place of Object.keys(EXAMPLE_PLACES) as Array<keyof OwnPlaces>) {
			parameters = parameters.replaceAll(EXAMPLE_PLACES[place], () => JSON.stringify(places[place]).slice(1, -1));
		}
		return { ...node, parameters: JSON.parse(parameters) as WorkflowDraft['nodes'][number]['parameters'] };
	});
	return { ...draft, nodes };
}

/** The name of the only node of this type in a workflow. */
export function nodeOfType(workflow: WorkflowDraft, type: string): string {
	const found = workflow.nodes.filter((node) => node.type === type);
	if (found.length !== 1) throw new Error(`${workflow.name} has ${found.length} nodes of ${type}.`);
	return found[0].name;
}
