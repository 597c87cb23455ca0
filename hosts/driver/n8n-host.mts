import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hostEnvironment } from './environment.mts';
import { hostEntry } from './host-folder.mts';
import type { HostName } from './host-folder.mts';
import { HostProcess } from './host-process.mts';
import { loadTarball } from './load-tarball.mts';
import { freePorts } from './ports.mts';
import { RunningN8n } from './running-n8n.mts';

export interface HostOptions {
	host: HostName;
	/** A packed community package to load. */
	tarball?: string;
	/** The editor's port; a free one when left out. */
	port?: number;
	/** Further variables of n8n's environment. */
	env?: Record<string, string>;
}

/** A real n8n on this machine, with a folder of its own that goes when it is closed. */
export class N8nHost extends RunningN8n {
	readonly process: HostProcess;

	private constructor(baseUrl: string, userFolder: string, hostProcess: HostProcess) {
		super(baseUrl, userFolder, hostProcess.log);
		this.process = hostProcess;
	}

	static async start({ host, tarball, port, env }: HostOptions): Promise<N8nHost> {
		const userFolder = await mkdtemp(path.join(tmpdir(), `n8n-${host}-`));
		const [editor, broker] = await freePorts(2);
		const ports = { editor: port ?? editor, broker };
		await mkdir(path.join(userFolder, '.n8n'), { recursive: true });
		if (tarball) await loadTarball(tarball, userFolder);
		const hostProcess = new HostProcess({
			entry: hostEntry(host),
			cwd: userFolder,
			env: {
				...hostEnvironment(host, userFolder, ports, env),
				REMOVE_WITH_DRIVER: userFolder,
			},
		});
		const started = new N8nHost(`http://127.0.0.1:${ports.editor}`, userFolder, hostProcess);
		try {
			await hostProcess.start();
			await started.session.setUpOwner();
			return started;
		} catch (error) {
			await started.close();
			throw error;
		}
	}

	/** A power cut and a new start: same folder, same ports; the login stays valid. */
	async killAndRestart(): Promise<void> {
		await this.process.kill();
		await this.process.start();
	}

	async close(): Promise<void> {
		await this.process.stop();
		await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}
