import { createCredential, deleteCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import { N8nHost } from '../../../tools/n8n/driver/n8n-host.mts';
import type { HostOptions } from '../../../tools/n8n/driver/n8n-host.mts';
import { RunningN8n } from '../../../tools/n8n/driver/running-n8n.mts';
import { tarball } from '../../../tools/n8n/driver/tarball.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../../tools/sandbox/server.mts';

/** A real n8n with the packed tarball, and the service it talks to. */
export interface PlanHost {
	n8n: RunningN8n;
	sandbox: Sandbox;
	/** Stored in n8n, and right for the sandbox. */
	credential: StoredCredential;
	close(): Promise<void>;
}

/** How the service behaves or what it replays. */
type ServiceOptions = Pick<SandboxOptions, 'settings' | 'replay'>;

/** How the service behaves, and how n8n is started. */
interface PlanHostOptions extends ServiceOptions, Pick<HostOptions, 'editor' | 'env'> {}

/** In an n8n that no other test file sees. */
export async function startPlanHost({ editor, env, ...service }: PlanHostOptions = {}): Promise<PlanHost> {
	const start = async () => await N8nHost.start({ host: chosenHost(), tarball, editor, env });
	return await planHost(service, start, async (n8n) => await n8n.close());
}

/** In the n8n that test files share, which they may kill and start again, and do not overload. */
export async function sharePlanHost(service: ServiceOptions = {}): Promise<PlanHost> {
	const start = async () => RunningN8n.join(await sharedN8n());
	// The editor gives a new node the only credential that there is.
	return await planHost(service, start, async (n8n, credential) => await deleteCredential(n8n.session, credential));
}

async function planHost<N8n extends RunningN8n>(
	service: ServiceOptions,
	start: () => Promise<N8n>,
	end: (n8n: N8n, credential: StoredCredential) => Promise<void>,
): Promise<PlanHost> {
	const sandbox = await startSandbox(service);
	try {
		const n8n = await start();
		const credential = await createCredential(n8n.session, {
			name: 'Sandbox',
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const close = async () => {
			try {
				await end(n8n, credential);
			} finally {
				await sandbox.close();
			}
		};
		return { n8n, sandbox, credential, close };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}
