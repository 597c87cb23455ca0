import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { Login } from '../../../tools/n8n/driver/editor-session.mts';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

const RUNNING = 'Running. Ctrl-C ends both';

/** What `npm start` tells the person who has typed it. */
export interface NpmStart {
	/** Where the editor is, without the path of a workflow. */
	editor: string;
	login: Login;
	/** Of the plan that the main example has changed. */
	embedAddress: string;
	/** Where the examples read and write files. */
	files: string;
	/** Everything that it has printed so far. */
	lines: string[];
	close(): Promise<void>;
}

/**
 * Does what `npm start` does, in a folder that goes with it, and reads what it prints.
 * @throws Error with all of it when it ends before it runs
 */
export async function npmStart(): Promise<NpmStart> {
	const folder = await mkdtemp(path.join(tmpdir(), 'first-hour-'));
	const child = spawn(
		process.execPath,
		['tools/scripts/bootstrap.mjs', '--demo', 'tools/scripts/start.mts', '--folder', folder],
		{
			cwd: projectRoot,
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const lines: string[] = [];
	const exited = once(child, 'exit');
	await new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on('line', (line) => {
				lines.push(line);
				if (line.includes(RUNNING)) resolve();
			});
		}
		void exited.then(() => reject(new Error(`npm start ended:\n${lines.join('\n')}`)));
	});
	const printed = lines.join('\n');
	const read = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '';
	return {
		editor: read(/^Editor: +(http:\/\/[^/]+)/m),
		login: { email: read(/^Login: +(.*)$/m), password: read(/^Password: +(.*)$/m) },
		embedAddress: read(/^Embed address:\n +(\S+)$/m),
		files: read(/^Files that they write: (.*)$/m),
		lines,
		close: async () => {
			child.kill('SIGTERM');
			await exited;
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
