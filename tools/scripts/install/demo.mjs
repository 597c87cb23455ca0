import { readFileSync } from 'node:fs';
import path from 'node:path';

import { DEMO_PACKAGES, hasPackages, installSome } from './demo-packages.mjs';
import { bringsNode } from './node24.mjs';
import { installLocked, isInstalled } from './packages.mjs';

/**
 * Begins to install what `npm start` needs, all at once, and says the plan first.
 * @returns {{ scripts: Promise<unknown>, n8n: Promise<unknown> }} `scripts`: what its scripts need; `n8n`: n8n itself,
 *   which takes the longest
 */
export function installDemo(/** @type {string} */ root) {
	const host = path.join(root, 'tools', 'n8n', 'newest');
	const node = path.join(root, 'tools', 'n8n', 'node');
	const version = JSON.parse(readFileSync(path.join(host, 'package.json'), 'utf8')).dependencies.n8n;
	const steps = [
		{
			is: bringsNode && !isInstalled(node),
			name: 'Node 24 (0.1 GB)',
			install: () => installLocked(node, 'Node 24'),
			forN8n: false,
		},
		{
			is: !hasPackages(root, DEMO_PACKAGES),
			name: 'the packages of this project (0.1 GB)',
			install: () => installSome(root, DEMO_PACKAGES),
			forN8n: false,
		},
		{
			is: !isInstalled(host),
			name: `n8n ${version} (0.9 GB)`,
			install: () => installLocked(host, `n8n ${version}`),
			forN8n: true,
		},
	].filter(({ is }) => is);
	if (steps.length > 0) {
		const names = steps.map(({ name }) => name);
		console.log(
			`Installing ${names.join(', ')} into this folder, once: 1 to 2 minutes. Then the nodes are built, n8n ` +
				'starts and the main example runs: half a minute.',
		);
	}
	const all = (/** @type {boolean} */ forN8n) =>
		Promise.all(steps.filter((step) => step.forN8n === forN8n).map(({ install }) => install()));
	return { scripts: all(false), n8n: all(true) };
}
