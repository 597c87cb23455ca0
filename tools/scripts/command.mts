import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { projectRoot } from '../n8n/driver/host-folder.mts';
import './shutdown.mts';

export interface CommandOptions {
	cwd?: string;
	env?: Record<string, string>;
	/** `show` writes its output as it comes; `hold` keeps it for the error of a command that fails. */
	output: 'show' | 'hold';
	/** Gets each line of an output that is held, as it comes. */
	onLine?: (line: string) => void;
}

const running = new Set<ChildProcess>();

// A script that ends, for whatever reason, takes along what it has started.
process.on('exit', () => {
	for (const child of running) child.kill('SIGTERM');
});

/** Runs a program to its end; gives its exit code and what was held of its output. */
export async function exitOf(
	program: string,
	args: string[],
	{ cwd = projectRoot, env = {}, output, onLine }: CommandOptions,
): Promise<{ code: number; held: string }> {
	const child = spawn(program, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	running.add(child);
	let held = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (held += chunk.toString()));
		if (stream && onLine) createInterface({ input: stream }).on('line', onLine);
	}
	const [code] = (await once(child, 'close')) as [number | null];
	running.delete(child);
	return { code: code ?? 1, held };
}

/** Runs a program that has to succeed. */
export async function command(program: string, args: string[], options: CommandOptions): Promise<string> {
	const { code, held } = await exitOf(program, args, options);
	if (code === 0) return held;
	throw new Error(`${held}\n${program} ${args.join(' ')} ended with code ${code}: the lines above say why.`);
}
