// `node tools/scripts/bootstrap.mjs [--demo] <script.mts> [arguments]`: works in a fresh clone where nothing is
// installed, with any Node from 20.19 on. Installs the development packages, then runs the script on Node 24. With
// `--demo` it installs what `npm start` needs and no more, and n8n while the script runs.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installDemo } from './install/demo.mjs';
import { bringsNode, checkNode, node24 } from './install/node24.mjs';
import { stopNpm } from './install/npm.mjs';
import { installPackages } from './install/packages.mjs';

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
const isDemo = process.argv[2] === '--demo';
const [script, ...scriptArguments] = process.argv.slice(isDemo ? 3 : 2);

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

/** @throws Error in words where this folder can't be written */
function checkFolder() {
	try {
		mkdirSync(path.join(root, '.cache'), { recursive: true });
		accessSync(path.join(root, '.cache'), constants.W_OK);
		accessSync(root, constants.W_OK);
	} catch (error) {
		const reason = Object(error).code;
		throw new Error(`${root} can't be written (${reason}): clone the project into a folder of your own.`);
	}
}

// Ctrl-C reaches the script by itself, and its exit code is passed on; npm, in a group of its own, is stopped here.
for (const [signal, code] of /** @type {const} */ ([
	['SIGINT', 130],
	['SIGTERM', 143],
])) {
	process.on(signal, () => {
		if (signal === 'SIGTERM') child?.kill(signal);
		void stopNpm().then(() => child ?? process.exit(code));
	});
}

try {
	checkNode();
	checkFolder();
	if (isDemo) {
		const { scripts, n8n } = installDemo(root);
		await Promise.race([scripts, Promise.all([scripts, n8n])]);
		run(node24(root));
		await n8n;
	} else {
		await installPackages(root, "the project's development packages");
		if (bringsNode) await installPackages(path.join(root, 'tools', 'n8n', 'node'), 'Node 24');
		run(node24(root));
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	child?.kill('SIGTERM');
	await stopNpm();
	process.exit(1);
}
