import type { HostName } from '../../n8n/driver/host-folder.mts';
import { makeDatabase } from '../../n8n/driver/made-database.mts';
import { installHost } from '../install/host.mts';

const installed = new Map<HostName, Promise<void>>();
let previous: Promise<unknown> = Promise.resolve();

/** Begins to install a host while other suites run; one host at a time, as the machine has few cores. */
export function beginInstall(host: HostName): void {
	if (installed.has(host)) return;
	const installation = previous.then(async () => {
		await installHost(host, (line) => console.log(`[background] ${line}`));
		await makeDatabase(host);
	});
	installed.set(host, installation);
	// Whoever waits for the host learns of the failure; until then it is not an unhandled one.
	previous = installation.catch(() => undefined);
}

export async function untilInstalled(host: HostName): Promise<void> {
	beginInstall(host);
	await installed.get(host);
}
