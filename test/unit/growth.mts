const SIZE = 1 << 16;
/** Linear work on an input of this size takes some milliseconds, quadratic work many seconds. Between them is room for a busy machine. */
const MOST_MS = 1500;
const TRIES = 3;

/**
 * Whether work takes time in proportion to its input, or little more.
 * @param make an input of a size
 */
export function isLinear<T>(make: (size: number) => T, work: (input: T) => unknown): boolean {
	const input = make(SIZE);
	for (let attempt = 0; attempt < TRIES; attempt++) if (processorMs(() => work(input)) < MOST_MS) return true;
	return false;
}

/** Processor time of this thread: other processes, which take turns with it, do not count. */
export function processorMs(work: () => unknown): number {
	const before = process.threadCpuUsage();
	work();
	return process.threadCpuUsage(before).user / 1000;
}
