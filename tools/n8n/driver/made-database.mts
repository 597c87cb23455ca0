import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostEnvironment } from './environment.mts';
import { hostEntry, hostFolder } from './host-folder.mts';
import type { HostName } from './host-folder.mts';

const run = promisify(execFile);

/** SQLite keeps in the second what is not in the first yet. */
const FILES = ['database.sqlite', 'database.sqlite-wal'];

/** Where it goes when its n8n does. */
const madeFolder = (host: HostName) => path.join(hostFolder(host), 'node_modules', '.made-database');

/** Lets n8n make its tables once for all that begin with an empty folder, because that is a quarter of their start. */
export async function makeDatabase(host: HostName): Promise<void> {
	if (existsSync(madeFolder(host))) return;
	const folder = await mkdtemp(`${madeFolder(host)}-`);
	try {
		// Any command that reads the database makes it.
		const env = hostEnvironment(host, folder, { editor: 0, broker: 0 });
		await run(process.execPath, [hostEntry(host), 'list:workflow'], { cwd: folder, env });
		await rename(path.join(folder, '.n8n'), madeFolder(host));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Puts a made database into n8n's folder, where there is one. */
export async function copyDatabase(host: HostName, folder: string): Promise<void> {
	for (const file of FILES) {
		const made = path.join(madeFolder(host), file);
		if (existsSync(made)) await copyFile(made, path.join(folder, file));
	}
}
