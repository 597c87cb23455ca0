import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { QueueHost } from '../../tools/n8n/driver/queue/queue-host.mts';
import { startSandbox } from '../../tools/sandbox/server.mts';
import type { Sandbox } from '../../tools/sandbox/server.mts';
import { PushByWebhook } from './push-by-webhook.mts';
import { startQueue } from './start-queue.mts';

const WORKERS = 2;

/** n8n in queue mode with the packed tarball in each process, a push workflow in it, and the service. */
export interface PlanQueue {
	n8n: QueueHost;
	sandbox: Sandbox;
	push: PushByWebhook;
	close(): Promise<void>;
}

export async function startPlanQueue(): Promise<PlanQueue> {
	const sandbox = await startSandbox({});
	let n8n: QueueHost | undefined;
	const close = async () => {
		await n8n?.close();
		await sandbox.close();
	};
	try {
		n8n = await startQueue(WORKERS);
		const credential = await createCredential(n8n.session, {
			name: 'Sandbox',
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const push = await PushByWebhook.create(n8n, credential);
		return { n8n, sandbox, push, close };
	} catch (error) {
		await close();
		throw error;
	}
}
