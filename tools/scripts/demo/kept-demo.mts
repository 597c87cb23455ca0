import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { atEnd } from '../shutdown.mts';

/** What a later start has to know; written once all of it is made. The workflows in n8n hold the ports. */
export interface MadeDemo {
	sandboxPort: number;
	mailPort: number;
	mainExample: string;
}

/** What stays of `npm start` in a folder: its n8n, and the plans of its sandbox. */
export class KeptDemo {
	readonly n8n: string;

	readonly plans: string;

	private readonly noteFile: string;

	private readonly lock: string;

	constructor(private readonly folder: string) {
		this.n8n = path.join(folder, 'n8n');
		this.plans = path.join(folder, 'plans.json');
		this.noteFile = path.join(folder, 'made.json');
		this.lock = `${folder}.lock`;
	}

	/**
	 * Takes the folder for this start, so that no two n8n use it.
	 * @returns whether it is free
	 */
	async take(): Promise<boolean> {
		await mkdir(path.dirname(this.lock), { recursive: true });
		for (;;) {
			try {
				await writeFile(this.lock, String(process.pid), { flag: 'wx' });
				atEnd(async () => await rm(this.lock, { force: true }));
				return true;
			} catch (error) {
				if (Object(error).code !== 'EEXIST') throw error;
			}
			const holder = Number(await readFile(this.lock, 'utf8').catch(() => ''));
			if (isAlive(holder)) return false;
			await rm(this.lock, { force: true });
		}
	}

	/** What an earlier start has made, unless it was stopped before the end of that or everything is to be new. */
	async made(isFresh: boolean): Promise<MadeDemo | undefined> {
		const made = isFresh ? '' : await readFile(this.noteFile, 'utf8').catch(() => '');
		if (made !== '') return JSON.parse(made) as MadeDemo;
		await rm(this.folder, { recursive: true, force: true });
		await mkdir(this.n8n, { recursive: true });
		return undefined;
	}

	async noteMade(made: MadeDemo): Promise<void> {
		await writeFile(this.noteFile, JSON.stringify(made));
	}
}

function isAlive(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return Object(error).code === 'EPERM';
	}
}
