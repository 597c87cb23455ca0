import { Worker } from 'node:worker_threads';

/** Keeps so many cores of the machine busy until the end is asked for. */
export function startBusyLoops(count: number): { end(): Promise<void> } {
	const workers = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
	return { end: async () => void (await Promise.all(workers.map(async (worker) => await worker.terminate()))) };
}
