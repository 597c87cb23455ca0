import { freePorts } from '../ports.mts';
import { startService } from './local-service.mts';
import type { LocalService } from './local-service.mts';
import { programProcess } from './program.mts';

/** A Redis that keeps nothing on disk. */
export async function startRedis(program: string): Promise<LocalService> {
	const [port] = await freePorts(1);
	const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
	return await startService('redis', port, async (folder) =>
		programProcess({ program, args, folder, ready: 'Ready to accept connections' }),
	);
}
