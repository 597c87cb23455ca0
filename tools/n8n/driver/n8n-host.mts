import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hostEnvironment } from './environment.mts';
import { hostEntry } from './host-folder.mts';
import type { HostName } from './host-folder.mts';
import { HostProcess } from './host-process.mts';
import { loadTarball } from './load-tarball.mts';
import { copyDatabase } from './made-database.mts';
import { freePorts } from './ports.mts';
import { RunningN8n } from './running-n8n.mts';

export interface HostOptions {
	host: HostName;
	/** A packed community package to load. */
	tarball?: string;
	/** The editor's port; a free one when left out. */
	port?: number;
	/** A folder that stays, with what n8n has in it from an earlier start; one that goes with n8n when left out. */
	userFolder?: string;
	/** Whether it has its editor, whose pages n8n prepares at each start; not when left out. */
	editor?: boolean;
	/** Further variables of n8n's environment. */
	env?: Record<string, string>;
}

const WITH_EDITOR = { N8N_DISABLE_UI: 'false' };

/** A real n8n on this machine, with a folder of its own. */
export class N8nHost extends RunningN8n {
	/** Whether its folder does when it is closed. */
	private readonly stays: boolean;

	private constructor(baseUrl: string, userFolder: string, hostProcess: HostProcess, stays: boolean) {
		super(baseUrl, userFolder, hostProcess);
		this.stays = stays;
	}

	static async start({ host, tarball, port, editor = false, env, userFolder: kept }: HostOptions): Promise<N8nHost> {
		const userFolder = kept ?? (await mkdtemp(path.join(tmpdir(), `n8n-${host}-`)));
		const hasOwner = existsSync(path.join(userFolder, '.n8n', 'database.sqlite'));
		if (hasOwner && !existsSync(path.join(userFolder, 'owner-password'))) {
			throw new Error(`The n8n in ${userFolder} is of an older clone. Begin anew: npm start -- --fresh`);
		}
		const [free, broker] = await freePorts(2);
		const ports = { editor: port ?? free, broker };
		await mkdir(path.join(userFolder, '.n8n'), { recursive: true });
		if (!hasOwner) await copyDatabase(host, path.join(userFolder, '.n8n'));
		if (tarball) await loadTarball(tarball, userFolder);
		const hostProcess = new HostProcess({
			entry: hostEntry(host),
			cwd: userFolder,
			env: {
				...hostEnvironment(host, userFolder, ports, { ...(editor && WITH_EDITOR), ...env }),
				...(kept === undefined ? { REMOVE_WITH_DRIVER: userFolder } : {}),
			},
		});
		const started = new N8nHost(`http://127.0.0.1:${ports.editor}`, userFolder, hostProcess, kept !== undefined);
		try {
			await hostProcess.start();
			await (hasOwner ? started.session.logIn() : started.session.setUpOwner());
			return started;
		} catch (error) {
			await started.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.process.stop();
		if (!this.stays) await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}
