const SIZE = 1 << 15;
/**
 * Linear work on an input of this size takes some milliseconds, quadratic work at least four times this. What takes
 * longer is compared with a part of itself.
 */
const MOST_MS = 100;
const TRIES = 3;
/**
 * An eighth of the input takes an eighth of the time where work is linear, and a sixty-fourth where it is quadratic.
 */
const PART = 8;
const MOST_PARTS = 16;
/** Beyond this it is too slow in any case. */
const MOST_IN_ALL_MS = 15_000;

/**
 * Whether work takes time in proportion to its input, or little more.
 * @param make an input of a size
 */
export function isLinear<T>(make: (size: number) => T, work: (input: T) => unknown): boolean {
	const msAt = (size: number) => {
		const input = make(size);
		return processorMs(() => work(input));
	};
	for (let attempt = 0; attempt < TRIES; attempt++) {
		const ms = msAt(SIZE);
		if (ms < MOST_MS) return true;
		// The shortest of several: it was held up least.
		const ofPart = Math.min(...Array.from({ length: TRIES }, () => msAt(SIZE / PART)));
		if (ms < MOST_IN_ALL_MS && ms < ofPart * MOST_PARTS) return true;
	}
	return false;
}

/** Processor time of this thread: other processes, which take turns with it, do not count. */
export function processorMs(work: () => unknown): number {
	const before = process.threadCpuUsage();
	work();
	return process.threadCpuUsage(before).user / 1000;
}
