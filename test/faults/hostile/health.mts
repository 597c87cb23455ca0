import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import { processorMs } from '../../../tools/n8n/driver/process-usage.mts';
import type { RunningN8n } from '../../../tools/n8n/driver/running-n8n.mts';

const run = promisify(execFile);
const EVERY_MS = 100;
/** n8n may end a connection that was left open in the moment in which the next question goes out. */
const httpAgent = new Agent({ keepAlive: false });

export interface Health {
	/** The most processor time that n8n took until it said that it is well: what it waits for others doesn't count. */
	slowestMs: number;
	/** The most memory that it had at a look. */
	mostMegabytes: number;
}

/** Asks n8n all the while whether it is well. @throws Error when it says anything else than yes */
export async function healthDuring(n8n: RunningN8n, work: () => Promise<void>): Promise<Health> {
	const health: Health = { slowestMs: 0, mostMegabytes: 0 };
	let ended = false;
	const ping = async () => {
		while (!ended) {
			const sentAt = clockOf(n8n);
			await axios.get(`${n8n.baseUrl}/healthz`, { proxy: false, httpAgent });
			health.slowestMs = Math.max(health.slowestMs, clockOf(n8n) - sentAt);
			health.mostMegabytes = Math.max(health.mostMegabytes, await megabytesOf(n8n));
			await pause(EVERY_MS);
		}
	};
	await Promise.all([work().finally(() => (ended = true)), ping()]);
	return health;
}

/** Where the system doesn't tell it, the time of day. */
function clockOf({ process: { pid } }: RunningN8n): number {
	return (pid === undefined ? undefined : processorMs(pid)) ?? Date.now();
}

async function megabytesOf({ process: { pid } }: RunningN8n): Promise<number> {
	const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
	return Number(stdout) / 1024;
}
