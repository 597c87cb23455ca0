import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Programs of the system that some suites need; .ci/run installs them. */
export type Program = 'chromium-headless-shell' | 'git' | 'redis-server' | 'postgres';

/** The packages of Debian that have them. */
export const packageOf: Record<Program, string> = {
	'chromium-headless-shell': 'chromium-headless-shell',
	git: 'git',
	'redis-server': 'redis-server',
	postgres: 'postgresql',
};

/**
 * `tools/n8n/postgres` has a PostgreSQL for the machines that `tools/n8n/node` has a Node for; on others it is the
 * system's.
 */
export const bringsPostgres = process.platform === 'linux' && process.arch === 'x64';

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Where a program is, or undefined where it is not installed. */
export function findProgram(program: Program): string | undefined {
	const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
	return folders.map((folder) => path.join(folder, program)).find(isExecutable);
}
