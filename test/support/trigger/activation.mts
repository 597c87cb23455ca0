import { setTimeout as pause } from 'node:timers/promises';
import type { EditorSession } from '../../../tools/n8n/driver/editor-session.mts';
import { chosenHost, n8nVersions } from '../../../tools/n8n/driver/host-folder.mts';
import { activateWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';

const WITHIN_MS = 300_000;

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

/** Activates a workflow, and gives what n8n shows when that fails; undefined when it does not. */
export async function activationError(session: EditorSession, workflow: StoredWorkflow): Promise<string | undefined> {
	try {
		await activateWorkflow(session, workflow);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
	// 1.x has responded for good; 2.x activates after its response.
	return n8nVersions[chosenHost()].startsWith('1.') ? undefined : await publicationError(session, workflow);
}

async function publicationError(session: EditorSession, { id }: StoredWorkflow): Promise<string | undefined> {
	const giveUpAt = Date.now() + WITHIN_MS;
	for (;;) {
		const { status, triggers } = await session.request<PublicationStatus>(
			'get',
			`/rest/workflows/${id}/publication-status`,
		);
		if (status === 'published') return undefined;
		if (status === 'failed' || status === 'partial') return triggers.map(({ errorMessage }) => errorMessage).join();
		if (Date.now() > giveUpAt) throw new Error(`n8n still says "${status}" of the workflow.`);
		await pause(100);
	}
}
