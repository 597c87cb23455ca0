import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../hosts/driver/host-folder.mts';
import { atEnd } from '../shutdown.mts';

const folder = path.join(projectRoot, '.cache', 'demo');
const lock = path.join(projectRoot, '.cache', 'demo.lock');
const noteFile = path.join(folder, 'made.json');

/** What stays of `npm start` in the clone: its n8n, and the plans of its sandbox. */
export const keptFolders = { n8n: path.join(folder, 'n8n'), plans: path.join(folder, 'plans.json') };

/** What a later start has to know; written once all of it is made. The workflows in n8n hold the ports. */
export interface MadeDemo {
	sandboxPort: number;
	mailPort: number;
	mainExample: string;
}

/**
 * Takes the folder for this start, so that no two n8n use it.
 * @returns whether it is free
 */
export async function takeKeptDemo(): Promise<boolean> {
	for (;;) {
		try {
			await writeFile(lock, String(process.pid), { flag: 'wx' });
			atEnd(async () => await rm(lock, { force: true }));
			return true;
		} catch (error) {
			if (Object(error).code !== 'EEXIST') throw error;
		}
		const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
		if (isAlive(holder)) return false;
		await rm(lock, { force: true });
	}
}

function isAlive(pid: number): boolean {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return Object(error).code === 'EPERM';
	}
}

/** What an earlier start has made, unless it was stopped before the end of that or everything is to be new. */
export async function madeDemo(isFresh: boolean): Promise<MadeDemo | undefined> {
	const made = isFresh ? '' : await readFile(noteFile, 'utf8').catch(() => '');
	if (made !== '') return JSON.parse(made) as MadeDemo;
	await rm(folder, { recursive: true, force: true });
	await mkdir(keptFolders.n8n, { recursive: true });
	return undefined;
}

export async function noteMadeDemo(made: MadeDemo): Promise<void> {
	await writeFile(noteFile, JSON.stringify(made));
}
