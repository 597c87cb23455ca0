import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from '../ports.mts';
import { startService } from './local-service.mts';
import type { LocalService } from './local-service.mts';
import { copyPostgres } from './postgres-copy.mts';
import { programProcess } from './program.mts';
import type { SystemUser } from './program.mts';

const run = promisify(execFile);

export const postgresUser = 'n8n';
export const postgresDatabase = 'postgres';

/**
 * A new PostgreSQL for connections from this machine, without passwords; it does not wait for the disk.
 * @param installed where the system's `postgres` is, on machines that tools/n8n/postgres has none for
 */
export async function startPostgres(installed?: string): Promise<LocalService> {
	const [port] = await freePorts(1);
	return await startService('postgres', port, async (folder) => {
		const program = installed ?? (await copyPostgres(folder));
		const runAs = await unprivilegedUser();
		if (runAs) await chown(folder, runAs.uid, runAs.gid);
		const data = path.join(folder, 'data');
		const initdb = path.join(path.dirname(program), 'initdb');
		const shape = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
		await run(initdb, [`--pgdata=${data}`, `--username=${postgresUser}`, ...shape], { cwd: folder, ...runAs });
		const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];
		const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
		return programProcess({ program, args, folder, ready: 'ready to accept connections', runAs });
	});
}

/** PostgreSQL rejects to run as root: there, as the user that owns nothing. */
async function unprivilegedUser(): Promise<SystemUser | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = await Promise.all(['-u', '-g'].map(async (what) => await run('id', [what, 'nobody'])));
	return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
