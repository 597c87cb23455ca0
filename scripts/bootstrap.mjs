// `node scripts/bootstrap.mjs <script.mts> [arguments]`: works in a fresh clone where nothing is
// installed, with any Node from 20 on. Installs the development packages, then runs the script on Node 24.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { bringsNode, node24 } from './install/node24.mjs';
import { stopNpm } from './install/npm.mjs';
import { installPackages } from './install/packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [script, ...scriptArguments] = process.argv.slice(2);

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

function run(/** @type {string} */ node) {
	child = spawn(node, ['--import', 'tsx', script, ...scriptArguments], {
		cwd: root,
		stdio: 'inherit',
		// What the script starts by name (npm, n8n's task runner) finds the same Node.
		env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
	});
	child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

// Ctrl-C reaches the script by itself; this process only has to outlive it to pass its exit code on.
process.on('SIGINT', () => {
	if (child === undefined) void stopNpm().then(() => process.exit(130));
});
process.on('SIGTERM', () => {
	if (child === undefined) void stopNpm().then(() => process.exit(143));
	else child.kill('SIGTERM');
});

try {
	await installPackages(root, "the project's development packages");
	if (bringsNode) await installPackages(path.join(root, 'hosts', 'node'), 'Node 24');
	run(node24(root));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
