import { hostFolder, n8nVersions } from '../../n8n/driver/host-folder.mts';
import type { HostName } from '../../n8n/driver/host-folder.mts';
import { atEnd } from '../shutdown.mts';
import { stopNpm } from './npm.mjs';
import { secondsSince } from './lasting.mjs';
import { installLocked, isInstalled } from './packages.mjs';

const size: Record<HostName, string> = {
	newest: '0.9 GB, a minute',
	oldest: '1.1 GB, 1 to 2 minutes',
	agents: '1.2 GB, 1 to 2 minutes',
};

/** From which other host most packages of one can come, the best first. */
const similar: Record<HostName, HostName[]> = { newest: [], oldest: ['agents', 'newest'], agents: ['newest'] };

// Ctrl-C while npm runs: it is not left behind.
atEnd(stopNpm);

/**
 * Installs a host's n8n as its lock file says, unless it is there already.
 * Install scripts are off in the host's .npmrc: `stubs/sqlite3` of each is a database driver that brings its binaries.
 */
export async function installHost(host: HostName, say: (line: string) => void): Promise<void> {
	const folder = hostFolder(host);
	const n8n = `n8n ${n8nVersions[host]}`;
	if (isInstalled(folder)) return;
	const started = Date.now();
	say(`Installing ${n8n} into tools/n8n/${host}, once (${size[host]}) ...`);
	const source = similar[host].map(hostFolder).find((other) => isInstalled(other));
	await installLocked(folder, n8n, source);
	say(`${n8n}: installed in ${secondsSince(started)} s.`);
}
