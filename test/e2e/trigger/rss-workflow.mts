import type { EditorSession } from '../../../hosts/driver/editor-session.mts';
import { createWorkflow } from '../../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../../hosts/driver/workflows.mts';
import { EVERY_TWO_SECONDS } from './trigger-workflow.mts';

/** An inactive workflow with n8n's own polling trigger, for what n8n itself loses and shows. */
export async function createRssWorkflow(session: EditorSession, feedUrl: string, name: string): Promise<StoredWorkflow> {
	const trigger = {
		id: 'rss',
		name: 'RSS Feed Trigger',
		type: 'n8n-nodes-base.rssFeedReadTrigger',
		typeVersion: 1,
		position: [0, 0] satisfies [number, number],
		parameters: { pollTimes: { item: EVERY_TWO_SECONDS }, feedUrl },
	};
	return await createWorkflow(session, { name, nodes: [trigger], connections: {} });
}
