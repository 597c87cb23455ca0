import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hostEnvironment } from '../environment.mts';
import { hostEntry } from '../host-folder.mts';
import type { HostName } from '../host-folder.mts';
import { HostProcess } from '../host-process.mts';
import { loadTarball } from '../load-tarball.mts';
import { freePorts } from '../ports.mts';

/** What every process of one n8n in queue mode is started with. */
export interface QueueSetup {
	host: HostName;
	tarball: string;
	/** The environment that all of them share: Redis, PostgreSQL, the encryption key. */
	env: Record<string, string>;
}

const WORKER_READY = 'n8n worker is now ready';
/** n8n gives the executions of a worker that is asked to end half a minute. */
const DRAIN_MS = 40_000;

/** Main or worker: a process with a user folder, a copy of the package and ports of its own. */
export class QueueProcess {
	private constructor(
		readonly process: HostProcess,
		readonly port: number,
		private readonly userFolder: string,
	) {}

	static async make(setup: QueueSetup, command: string[]): Promise<QueueProcess> {
		const { host, tarball, env } = setup;
		const role = command[0];
		const userFolder = await mkdtemp(path.join(tmpdir(), `n8n-${role}-`));
		const [editor, broker] = await freePorts(2);
		await mkdir(path.join(userFolder, '.n8n'), { recursive: true });
		await loadTarball(tarball, userFolder);
		const hostProcess = new HostProcess({
			entry: hostEntry(host),
			cwd: userFolder,
			env: {
				...hostEnvironment(host, userFolder, { editor, broker }, env),
				REMOVE_WITH_DRIVER: userFolder,
			},
			command,
			...(role === 'worker' ? { ready: WORKER_READY } : {}),
			name: `n8n ${role}`,
		});
		return new QueueProcess(hostProcess, editor, userFolder);
	}

	/** The executions that this worker has started, by its log. */
	get executions(): string[] {
		return this.process.log.flatMap((line) => /Worker started execution (\d+)/.exec(line)?.[1] ?? []);
	}

	/** SIGTERM, a wait for the executions it has begun, and a new start. */
	async restart(): Promise<void> {
		await this.process.stop(DRAIN_MS);
		await this.process.start();
	}

	async close(): Promise<void> {
		await this.process.stop();
		await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}
