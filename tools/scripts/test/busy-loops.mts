import { Worker } from 'node:worker_threads';

/**
 * Keeps as many cores busy as that until the process ends: what a test meets on a machine under load.
 * @returns what ends them before
 */
export function startBusyLoops(count: number): () => Promise<void> {
	const loops = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
	for (const loop of loops) loop.unref();
	return async () => void (await Promise.all(loops.map(async (loop) => await loop.terminate())));
}
