import { createCredential } from '../../hosts/driver/credentials.mts';
import { QueueHost } from '../../hosts/driver/queue/queue-host.mts';
import { tarball } from '../../hosts/driver/tarball.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { bringsPostgres, findProgram } from '../../scripts/test/programs.mts';
import type { Program } from '../../scripts/test/programs.mts';
import { PushByWebhook } from './push-by-webhook.mts';

const WORKERS = 2;
const EXECUTIONS_AT_ONCE = 5;

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
		n8n = await QueueHost.start({
			host: 'newest',
			tarball,
			workers: WORKERS,
			concurrency: EXECUTIONS_AT_ONCE,
			programs: { redis: program('redis-server'), postgres: bringsPostgres ? undefined : program('postgres') },
		});
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

function program(name: Program): string {
	const found = findProgram(name);
	if (found === undefined) throw new Error(`Queue mode needs ${name}, which is not installed here.`);
	return found;
}
