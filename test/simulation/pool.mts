import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Tally } from './simulate.mts';
import type { Chunk } from './worker.mts';

const CHUNK = 250;
/** Most of what a history makes is garbage when it ends: a large young generation holds all of it. */
const NODE_OPTIONS = ['--import', 'tsx', '--min-semi-space-size=64', '--max-semi-space-size=64'];

export interface PoolOptions {
	seed: string;
	histories: number;
	workers: number;
	/** Of `bundledCode`. */
	file: string;
	/** It ends once so many break an invariant: one unless given. */
	maxFailures?: number;
	onChunk?: (sum: Tally) => void;
}

/** Runs histories on several processes. */
export async function simulateOnAll({
	seed,
	histories,
	workers,
	file,
	maxFailures = 1,
	onChunk,
}: PoolOptions): Promise<Tally> {
	const sum: Tally = { histories: 0, met: {}, requests: 0, failures: [] };
	let from = 0;
	const next = (): Chunk | undefined => {
		if (from >= histories || sum.failures.length >= maxFailures) return undefined;
		const chunk = { seed, from, to: Math.min(from + CHUNK, histories), maxFailures };
		from = chunk.to;
		return chunk;
	};
	const work = async () => {
		const child = fork(fileURLToPath(new URL('./worker.mts', import.meta.url)), [file], {
			execArgv: NODE_OPTIONS,
		});
		try {
			for (let chunk = next(); chunk !== undefined; chunk = next()) {
				add(sum, await done(child, chunk));
				onChunk?.(sum);
			}
		} finally {
			child.kill();
		}
	};
	await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(histories / CHUNK)) }, work));
	return sum;
}

async function done(child: ChildProcess, chunk: Chunk): Promise<Tally> {
	return await new Promise((resolve, reject) => {
		const fail = (code: number | null, signal: string | null) =>
			reject(new Error(`A worker ended with ${signal ?? `code ${code}`}`));
		child.once('exit', fail);
		child.once('message', (tally) => {
			child.off('exit', fail);
			resolve(tally as Tally);
		});
		child.send(chunk);
	});
}

function add(sum: Tally, { histories, met, requests, failures }: Tally): void {
	sum.histories += histories;
	sum.requests += requests;
	sum.failures.push(...failures);
	for (const [name, count] of Object.entries(met)) sum.met[name] = (sum.met[name] ?? 0) + count;
}
