import { devNull } from 'node:os';

import { command } from '../command.mts';

/** Nobody listens there. Nothing is asked of a registry, and npm takes us for logged in. */
const NO_REGISTRY = [
	'--offline',
	'--registry=http://127.0.0.1:9/',
	'--//127.0.0.1:9/:_authToken=none',
	`--userconfig=${devNull}`,
];

/** A setting of this machine, in a file of its own or handed on by the npm that runs the tests. */
const OF_THE_MACHINE = /^npm warn Unknown (env|global) config/i;

/** `npm publish --dry-run` of a folder or a tarball. @throws Error with what npm warns of */
export async function publishDryRun(what: string): Promise<void> {
	const printed = await command('npm', ['publish', '--dry-run', '--ignore-scripts', ...NO_REGISTRY, what], {
		output: 'hold',
	});
	const warnings = printed.split('\n').filter((line) => /^npm warn\b/i.test(line) && !OF_THE_MACHINE.test(line));
	if (warnings.length > 0) throw new Error(`npm publish warns:\n${warnings.join('\n')}`);
}
