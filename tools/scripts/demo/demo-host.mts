import { mkdir } from 'node:fs/promises';

import { createCredential } from '../../n8n/driver/credentials.mts';
import { createDataTable } from '../../n8n/driver/data-tables.mts';
import { N8nHost } from '../../n8n/driver/n8n-host.mts';
import type { StoredWorkflow } from '../../n8n/driver/workflows.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { agentExample, changesColumns, createExamples, exampleFiles, webhookKey } from './example-workflows.mts';
import type { Mailbox } from './mailbox.mts';

/** A real n8n with the packed nodes, a credential for the sandbox, and the examples as they run here. */
export interface DemoHost {
	n8n: N8nHost;
	/** By file name. */
	examples: Map<string, StoredWorkflow>;
}

/** What the examples of a demo n8n talk to, and what it is made of. */
export interface DemoHostOptions {
	sandbox: Sandbox;
	mailbox: Mailbox;
	tarball: string;
	port?: number;
	/** Where n8n keeps what it has; a folder that goes with it when left out. */
	userFolder?: string;
	/** Where the examples read and write files. */
	filesFolder: string;
	/** The id of the main example in an n8n that has the examples and credentials from an earlier start. */
	madeExample?: string;
}

export async function startDemoHost(options: DemoHostOptions): Promise<DemoHost> {
	const { sandbox, mailbox, tarball, port, userFolder, filesFolder, madeExample } = options;
	await mkdir(filesFolder, { recursive: true });
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder };
	const n8n = await N8nHost.start({ host: 'newest', tarball, editor: true, port, env, userFolder });
	try {
		if (madeExample !== undefined) return { n8n, examples: new Map() };
		const credential = await createCredential(n8n.session, {
			name: 'Sandbox',
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const mail = await createCredential(n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
		const key = await createCredential(n8n.session, webhookKey);
		const messagesUrl = `${sandbox.baseUrl}/messages`;
		const changesTable = await createDataTable(n8n.session, 'Plan changes', changesColumns);
		const places = { filesFolder, messagesUrl, changesTable };
		// This n8n has no nodes for AI: the example of agents is there to be read.
		const files = [agentExample, ...(await exampleFiles())];
		return { n8n, examples: await createExamples(n8n.session, [credential, mail, key], places, files) };
	} catch (error) {
		await n8n.close();
		throw error;
	}
}
