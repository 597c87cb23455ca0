import { hostFolder, n8nVersions } from '../../hosts/driver/host-folder.mts';
import type { HostName } from '../../hosts/driver/host-folder.mts';
import { atEnd } from '../shutdown.mts';
import { buildDriver, hasDriver } from './driver.mts';
import { stopNpm } from './npm.mjs';
import { installLocked, isInstalled } from './packages.mjs';

const size: Record<HostName, string> = {
	newest: '0.9 GB, 2 to 3 minutes',
	oldest: '1.7 GB, 3 to 4 minutes',
	agents: '1.9 GB, 3 to 4 minutes',
};

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
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;

	if (!isInstalled(folder)) {
		say(`Installing ${n8n} into hosts/${host}, once (${size[host]}) ...`);
		const { code, held } = await installLocked(folder);
		if (code !== 0)
			throw new Error(`${held}\n${n8n} could not be installed into hosts/${host}: the lines above say why.`);
	}
	if (!hasDriver(folder)) {
		say(`${n8n}: building its database driver, once (a minute, or seconds where another n8n has it) ...`);
		await buildDriver(folder);
		say(`${n8n}: installed in ${seconds()}.`);
	}
}
