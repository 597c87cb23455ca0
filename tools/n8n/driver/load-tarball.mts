import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Puts a packed package where n8n loads community packages from. Unpacked by hand: the package has no
 * dependencies, and `npm install` would download the whole n8n-workflow, its peer, that n8n provides.
 */
export async function loadTarball(tarball: string, userFolder: string): Promise<void> {
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
	const { name } = JSON.parse(stdout) as { name: string };
	const folder = path.join(modules, name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
