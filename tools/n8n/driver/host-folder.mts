import path from 'node:path';

/**
 * The folders under tools/n8n/ with an n8n of a fixed version each. `agents` is the newest one with its AI nodes, which
 * the others do without.
 */
export type HostName = 'newest' | 'oldest' | 'agents';

export const n8nVersions: Record<HostName, string> = { newest: '2.41.1', oldest: '1.123.81', agents: '2.41.1' };

/** npm runs every script in the project's folder, and Jest its tests. */
export const projectRoot = process.cwd();

export const hostFolder = (host: HostName): string => path.join(projectRoot, 'tools', 'n8n', host);

export const hostEntry = (host: HostName): string => path.join(hostFolder(host), 'node_modules', 'n8n', 'bin', 'n8n');

/** The host that a run of the end-to-end tests is for, from the variable N8N_HOST. */
export function chosenHost(): HostName {
	const name = process.env.N8N_HOST ?? 'newest';
	if (isHostName(name)) return name;
	throw new Error(`N8N_HOST is "${name}": it can be ${Object.keys(n8nVersions).join(', ')}.`);
}

function isHostName(name: string): name is HostName {
	return Object.hasOwn(n8nVersions, name);
}
