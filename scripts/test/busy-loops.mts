import { Worker } from 'node:worker_threads';

/** Keeps as many cores busy as that until the process ends: what a test meets on a machine under load. */
export function startBusyLoops(count: number): void {
	for (let loop = 0; loop < count; loop++) new Worker('for (;;);', { eval: true }).unref();
}
