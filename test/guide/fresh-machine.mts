import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

import { hostFolder, projectRoot } from '../../tools/n8n/driver/host-folder.mts';

/** What npm, Jest, a git hook and a CI leave in the environment of a test; a user's terminal has none of it. */
const OF_THE_TEST = /^(npm_|GIT_|N8N_|JEST_|(CI|INIT_CWD|NODE|NODE_ENV|NODE_PATH)$)/;

/**
 * Git runs this in a clone that it has just made. The clone gets the packages of this checkout, which were installed by
 * the same lock files, so that they are not installed once more; what differs npm installs anew.
 */
const LINK_PACKAGES = [
	'#!/bin/sh',
	...[projectRoot, path.join(projectRoot, 'tools', 'n8n', 'node'), hostFolder('newest')].map(
		(folder) => `cp -al '${folder}/node_modules' './${path.relative(projectRoot, folder)}/' || true`,
	),
].join('\n');

/** An empty folder to work in and an empty home folder, with the Node and the npm that this machine has by default. */
export class FreshMachine {
	/** Where commands run. Its name holds a blank, on which builds of native packages break. */
	readonly folder: string;

	readonly home: string;

	private readonly env: NodeJS.ProcessEnv;

	private bash: ChildProcess | undefined;

	private constructor(private readonly root: string) {
		this.folder = path.join(root, 'a folder');
		this.home = path.join(root, 'home');
		this.env = usersEnvironment(this.home);
	}

	/** @param address git clones this checkout, as its HEAD has it, when it is told to clone this address */
	static async make(address: string): Promise<FreshMachine> {
		const machine = new FreshMachine(await mkdtemp(path.join(tmpdir(), 'fresh-machine-')));
		await mkdir(machine.folder);
		await mkdir(machine.home);
		const hooks = path.join(machine.root, 'hooks');
		await mkdir(hooks);
		await writeFile(path.join(hooks, 'post-checkout'), LINK_PACKAGES, { mode: 0o755 });
		// In the home folder, not in variables: git keeps those from the process that reads the checkout,
		// which may belong to another user where a CI has made it.
		await machine.run([
			`git config --global 'url.${projectRoot}.insteadOf' '${address}'`,
			"git config --global safe.directory '*'",
			`git config --global core.hooksPath '${hooks}'`,
		]);
		return machine;
	}

	/**
	 * Runs commands in one bash that ends at the first failure; gives all that was printed, and the commands behind a
	 * `+`.
	 * @throws Error with what was printed, when a command fails
	 */
	async run(commands: string[], env: Record<string, string> = {}): Promise<string> {
		const bash = spawn('bash', ['-exc', commands.join('\n')], {
			cwd: this.folder,
			env: { ...this.env, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.bash = bash;
		let printed = '';
		for (const stream of [bash.stdout, bash.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
		}
		const [code] = (await once(bash, 'close')) as [number | null];
		if (code !== 0) throw new Error(`The commands ended with code ${code}:\n${printed}`);
		return printed;
	}

	async remove(): Promise<void> {
		// Where Jest has lost patience: no further command begins.
		this.bash?.kill();
		await rm(this.root, { recursive: true, force: true, maxRetries: 3 });
	}
}

function usersEnvironment(home: string): NodeJS.ProcessEnv {
	const { PATH = '', npm_config_cache: cache, npm_config_userconfig: userConfig } = process.env;
	const folders = PATH.split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
	return {
		...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_TEST.test(name))),
		PATH: folders.join(path.delimiter),
		HOME: home,
		// How this machine reaches its registry, and what it has downloaded before.
		npm_config_cache: cache ?? path.join(homedir(), '.npm'),
		npm_config_userconfig: userConfig ?? path.join(homedir(), '.npmrc'),
		// Nothing of the same lock files has to be requested again.
		npm_config_prefer_offline: 'true',
	};
}
