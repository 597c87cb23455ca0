import { hostFolder, n8nVersions } from '../../n8n/driver/host-folder.mts';
import type { HostName } from '../../n8n/driver/host-folder.mts';
import { atEnd } from '../shutdown.mts';
import { buildDriver, hasDriver } from './driver.mts';
import { stopNpm } from './npm.mjs';
import { lasting, secondsSince } from './lasting.mjs';
import { installLocked, isInstalled } from './packages.mjs';

const size: Record<HostName, string> = {
	newest: '0.9 GB, a minute',
	oldest: '1.7 GB, 3 to 4 minutes',
	agents: '1.9 GB, 3 to 4 minutes',
};

/** Whether a driver stands in for n8n's own that needs no compiler: tools/n8n/newest/stubs/sqlite3. */
const bringsDriver = (host: HostName) => host === 'newest';

// Ctrl-C while npm runs: it is not left behind.
atEnd(stopNpm);

/**
 * Installs a host's n8n as its lock file says, unless it is there already.
 * Install scripts are off in the host's .npmrc: what needs building is built by name.
 */
export async function installHost(host: HostName, say: (line: string) => void): Promise<void> {
	const folder = hostFolder(host);
	const n8n = `n8n ${n8nVersions[host]}`;
	const started = Date.now();
	if (!isInstalled(folder)) {
		say(`Installing ${n8n} into tools/n8n/${host}, once (${size[host]}) ...`);
		await installLocked(folder, n8n);
		say(`${n8n}: installed in ${secondsSince(started)} s.`);
	}
	if (!bringsDriver(host) && !hasDriver(folder)) {
		say(`${n8n}: building its database driver, once (a minute, or seconds where another n8n has it) ...`);
		await lasting(`Building the database driver of ${n8n}`, async () => await buildDriver(folder));
	}
}
