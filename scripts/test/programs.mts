import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** Programs of the system that some suites need; .ci/run installs them. */
export type Program = 'chromium' | 'git' | 'redis-server' | 'postgres';

/** How to get them on Debian and Ubuntu. */
export const packageOf: Record<Program, string> = {
	chromium: 'chromium',
	git: 'git',
	'redis-server': 'redis-server',
	postgres: 'postgresql',
};

/** Debian keeps PostgreSQL's programs off the path, in a folder per version. */
function postgresFolders(): string[] {
	const root = '/usr/lib/postgresql';
	try {
		return readdirSync(root).map((version) => path.join(root, version, 'bin'));
	} catch {
		return [];
	}
}

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
	return [...postgresFolders(), ...folders].map((folder) => path.join(folder, program)).find(isExecutable);
}
