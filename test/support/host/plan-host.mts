import { createCredential } from '../../../hosts/driver/credentials.mts';
import type { StoredCredential } from '../../../hosts/driver/credentials.mts';
import { chosenHost } from '../../../hosts/driver/host-folder.mts';
import { N8nHost } from '../../../hosts/driver/n8n-host.mts';
import { tarball } from '../../../hosts/driver/tarball.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.mts';

/** A real n8n with the packed tarball, and the service it talks to. */
export interface PlanHost {
	n8n: N8nHost;
	sandbox: Sandbox;
	/** Stored in n8n, and right for the sandbox. */
	credential: StoredCredential;
	close(): Promise<void>;
}

/** How the service behaves or what it replays, and how n8n is started. */
export interface PlanHostOptions extends Pick<SandboxOptions, 'settings' | 'replay'> {
	/** Further variables of n8n's environment. */
	env?: Record<string, string>;
}

export async function startPlanHost({ env, ...service }: PlanHostOptions = {}): Promise<PlanHost> {
	const sandbox = await startSandbox(service);
	try {
		const n8n = await N8nHost.start({ host: chosenHost(), tarball, env });
		const credential = await createCredential(n8n.session, {
			name: 'Sandbox',
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const close = async () => {
			await n8n.close();
			await sandbox.close();
		};
		return { n8n, sandbox, credential, close };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}
