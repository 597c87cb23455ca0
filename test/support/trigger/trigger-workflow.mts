import { createWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { EditorSession } from '../../../tools/n8n/driver/editor-session.mts';
import type { StoredCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { StoredWorkflow, WorkflowDraft, WorkflowNode } from '../../../tools/n8n/driver/workflows.mts';
import type { Listener } from '../http/listener.mts';
import { activationError } from './activation.mts';

export const TRIGGER = 'Plan Features Trigger';
export const REPORT = 'Tell';

/** What the trigger starts the workflow with. */
export interface PlanEvent {
	planCode: string;
	change: 'added' | 'changed' | 'removed';
	eventId: string;
	feature: { id: string; version: number; tenant?: string };
	before?: { id: string; version: number };
}

/** n8n polls no more than once a minute by one rule, so there is one for each poll of a minute. */
export function pollEvery(seconds: number): Array<{ mode: string; cronExpression: string }> {
	return Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
}

/** Where the trigger runs, and what it logs in with. */
interface TriggerHost {
	n8n: { session: EditorSession };
	credential: StoredCredential;
}

/** An inactive workflow that watches plans and tells a listener what each start was about. */
export async function createTriggerWorkflow(
	{ n8n, credential }: TriggerHost,
	{ url }: Pick<Listener, 'url'>,
	parameters: Record<string, unknown>,
	name = 'Watch plans',
): Promise<StoredWorkflow> {
	return await createWorkflow(n8n.session, draftOf(name, credential, [{ parameters }], url));
}

/** A node of a trigger workflow, as far as it differs from others. */
type TriggerNode = Partial<Pick<WorkflowNode, 'id' | 'name' | 'parameters'>>;

/** A workflow whose triggers all tell a listener, directly or each by a node behind it. */
export function draftOf(
	name: string,
	credential: StoredCredential,
	triggers: TriggerNode[],
	url: string,
	behind?: WorkflowNode,
): WorkflowDraft {
	const nodes = triggers.map(({ parameters = {}, ...node }) => ({ ...triggerNode(credential, parameters), ...node }));
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const between = nodes.flatMap((node) =>
		behind === undefined ? [] : [{ ...behind, id: `behind ${node.name}`, name: `Behind ${node.name}` }],
	);
	const connections = {
		...Object.fromEntries(nodes.map((node, index) => [node.name, to(between[index]?.name ?? REPORT)])),
		...Object.fromEntries(between.map((node) => [node.name, to(REPORT)])),
	};
	return { name, nodes: [...nodes, ...between, reportNode(url)], connections };
}

export function triggerNode(credential: StoredCredential, parameters: Record<string, unknown>): WorkflowNode {
	return {
		id: 'trigger',
		name: TRIGGER,
		type: 'n8n-nodes-plan-service.planFeaturesTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { pollTimes: { item: pollEvery(2) }, identifyBy: 'path', path: 'id', ...parameters },
		credentials: { planServiceApi: { id: credential.id, name: credential.name } },
	};
}

/** Tells a listener of all items of a start in one request, because their order is part of what is tested. */
export function reportNode(url: string, each = 'item.json'): WorkflowNode {
	return {
		id: 'tell',
		name: REPORT,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [200, 0],
		executeOnce: true,
		parameters: {
			method: 'POST',
			url: `=${url}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify($input.all().map((item) => (${each}))) }}`,
		},
	};
}

export async function activeTriggerWorkflow(
	...given: Parameters<typeof createTriggerWorkflow>
): Promise<StoredWorkflow> {
	const workflow = await createTriggerWorkflow(...given);
	const error = await activationError(given[0].n8n.session, workflow);
	if (error !== undefined) throw new Error(`${workflow.name} was not activated: ${error}`);
	return workflow;
}

/** Without what was delivered before, as Remove Duplicates leaves it out. */
export function eachOnce<T extends PlanEvent>(events: T[]): T[] {
	const seen = new Set<string>();
	return events.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId));
}

/** What the listener got so far, in the order in which it came. @param path of one workflow among several */
export function heard({ heard: requests }: Listener, path?: string): PlanEvent[] {
	return requests.flatMap(({ url, body }) =>
		path === undefined || url === path ? (JSON.parse(body) as PlanEvent[]) : [],
	);
}
