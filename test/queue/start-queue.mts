import { QueueHost } from '../../tools/n8n/driver/queue/queue-host.mts';
import { tarball } from '../../tools/n8n/driver/tarball.mts';
import { bringsPostgres, findProgram } from '../../tools/scripts/test/programs.mts';
import type { Program } from '../../tools/scripts/test/programs.mts';

const EXECUTIONS_AT_ONCE = 5;

/** n8n in queue mode with the packed tarball in each process. @param env further variables of each process */
export async function startQueue(workers: number, env?: Record<string, string>): Promise<QueueHost> {
	return await QueueHost.start({
		host: 'newest',
		tarball,
		workers,
		concurrency: EXECUTIONS_AT_ONCE,
		programs: { redis: program('redis-server'), postgres: bringsPostgres ? undefined : program('postgres') },
		env,
	});
}

function program(name: Program): string {
	const found = findProgram(name);
	if (found === undefined) throw new Error(`Queue mode needs ${name}, which is not installed here.`);
	return found;
}
