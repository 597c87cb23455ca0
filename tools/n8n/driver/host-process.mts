import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { projectRoot } from './host-folder.mts';
import { TIME_LIMIT_MS } from './time-limit.mts';

const READY = 'Editor is now accessible';
const STOP_TIMEOUT_MS = 15_000;
const LINES_IN_AN_ERROR = 40;

export interface ProcessOptions {
	entry: string;
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** The n8n command and its arguments; `start` when left out. */
	command?: string[];
	/** The log line that says it is ready. */
	ready?: string;
	/** What an error calls it; `n8n` when left out. */
	name?: string;
}

/** One n8n process with its task runner: it can be started again after it was stopped or killed. */
export class HostProcess {
	/** Everything it has written so far, over all its starts. */
	readonly log: string[] = [];

	private readonly options: ProcessOptions;

	private child: ChildProcess | undefined;

	private unreferenced = false;

	constructor(options: ProcessOptions) {
		this.options = options;
	}

	/** Of the process that was started last. */
	get pid(): number | undefined {
		return this.child?.pid;
	}

	get running(): boolean {
		return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
	}

	/** Resolves when n8n says it is ready, not when the port responds: until then routes are missing. */
	async start(): Promise<void> {
		if (this.running) throw new Error(`This ${this.name} is running already.`);
		const { entry, cwd, env, command = ['start'] } = this.options;
		const guard = path.join(projectRoot, 'tools', 'n8n', 'driver', 'end-with-parent.cjs');
		// A group of its own: the task runner is reached by the group, and Ctrl-C is left to the driver.
		this.child = spawn(process.execPath, ['--require', guard, entry, ...command], {
			cwd,
			env,
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		const from = this.log.length;
		await this.untilReady(this.child, from);
		if (this.unreferenced) this.unref();
	}

	private async untilReady(child: ChildProcess, from: number): Promise<void> {
		const ready = this.options.ready ?? READY;
		let timer: NodeJS.Timeout | undefined;
		try {
			await new Promise<void>((resolve, reject) => {
				const read = (line: string) => {
					this.log.push(line);
					if (line.includes(ready)) resolve();
				};
				for (const stream of [child.stdout, child.stderr]) {
					if (stream) createInterface({ input: stream }).on('line', read);
				}
				child.once('error', reject);
				child.once('exit', () =>
					reject(this.failure(`${this.name} ended (${child.exitCode ?? child.signalCode}) before it was ready`, from)),
				);
				timer = setTimeout(
					() => reject(this.failure(`${this.name} was not ready in ${TIME_LIMIT_MS / 1000} s`, from)),
					TIME_LIMIT_MS,
				);
			});
		} catch (error) {
			await this.kill();
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	private get name(): string {
		return this.options.name ?? 'n8n';
	}

	private failure(what: string, from: number): Error {
		return new Error(`${what}:\n${this.log.slice(from).slice(-LINES_IN_AN_ERROR).join('\n')}`);
	}

	/** Resolves when it has ended, by itself or not; gives its exit code or signal. */
	async ended(): Promise<number | string | null> {
		if (!this.running || !this.child) return null;
		const [code, signal] = (await once(this.child, 'exit')) as [number | null, string | null];
		return code ?? signal;
	}

	/** Lets the driver's process end without `stop`, after a new start too: n8n ends with it. */
	unref(): void {
		this.unreferenced = true;
		if (!this.child) return;
		this.child.unref();
		for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) (stream as Socket | null)?.unref();
	}

	/**
	 * Asks it to end; one that does not is killed.
	 * @param timeoutMs a worker first ends the executions that it has begun
	 */
	async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
		if (!this.running || !this.child) return;
		const { child } = this;
		const exited = once(child, 'exit');
		child.kill('SIGTERM');
		const timer = setTimeout(() => this.signalGroup('SIGKILL'), timeoutMs);
		await exited;
		clearTimeout(timer);
		this.signalGroup('SIGKILL');
	}

	/** What a power cut does: n8n and its task runner end at once. */
	async kill(): Promise<void> {
		if (!this.running || !this.child) return;
		const exited = once(this.child, 'exit');
		this.signalGroup('SIGKILL');
		await exited;
	}

	private signalGroup(signal: NodeJS.Signals): void {
		if (this.child?.pid === undefined) return;
		try {
			process.kill(-this.child.pid, signal);
		} catch {
			// Nobody of the group is left.
		}
	}
}
