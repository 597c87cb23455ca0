import type { EditorSession } from '../../../hosts/driver/editor-session.mts';
import { createWorkflow } from '../../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../../hosts/driver/workflows.mts';
import { pollEvery, TELL, tellNode } from './trigger-workflow.mts';

interface RssWorkflow {
	name: string;
	feedUrl: string;
	/** Gets the titles of the items of each start. */
	tellUrl: string;
	pollTimes?: object[];
}

/** An inactive workflow with n8n's own polling trigger, for what n8n itself loses and shows. */
export async function createRssWorkflow(
	session: EditorSession,
	{ name, feedUrl, tellUrl, pollTimes = pollEvery(2) }: RssWorkflow,
): Promise<StoredWorkflow> {
	const trigger = {
		id: 'rss',
		name: 'RSS Feed Trigger',
		type: 'n8n-nodes-base.rssFeedReadTrigger',
		typeVersion: 1,
		position: [0, 0] satisfies [number, number],
		parameters: { pollTimes: { item: pollTimes }, feedUrl },
	};
	const connections = { [trigger.name]: { main: [[{ node: TELL, type: 'main', index: 0 }]] } };
	return await createWorkflow(session, {
		name,
		nodes: [trigger, tellNode(tellUrl, '{ title: item.json.title }')],
		connections,
	});
}
