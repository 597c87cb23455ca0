/** How large inputs are: in CI four times as large as elsewhere. */
export const SIZE = process.env.CI ? 1 << 15 : 1 << 13;
/**
 * Linear work on an input of 32,768 takes some milliseconds, quadratic work at least four times this, and for a
 * quarter of the input a sixteenth. What takes longer is compared with its parts. Some systems count in steps of 4 ms.
 */
const MAX_MS = process.env.CI ? 100 : 16;
const TRIES = 5;
/** Eight parts take as long as the whole where work is linear, and an eighth of it where it is quadratic. */
const PARTS = 8;
const MAX_RATIO_OF_PARTS = 4;
/** Beyond this it is too slow in any case. */
const MAX_TOTAL_MS = 15_000;

/**
 * Whether work takes time in proportion to its input, or little more.
 * @param make an input of a size
 */
export function isLinear<T>(make: (size: number) => T, work: (input: T) => unknown): boolean {
	const msOf = (count: number, size: number) => {
		const inputs = Array.from({ length: count }, () => make(size));
		return processorMs(() => inputs.forEach((input) => work(input)));
	};
	let [ofWhole, ofParts] = [0, 0];
	for (let attempt = 0; attempt < TRIES && ofWhole < MAX_TOTAL_MS; attempt++) {
		const ms = msOf(1, SIZE);
		if (ms < MAX_MS) return true;
		ofWhole += ms;
		ofParts += msOf(PARTS, SIZE / PARTS);
		if (ofWhole < MAX_TOTAL_MS && ofWhole < ofParts * MAX_RATIO_OF_PARTS) return true;
	}
	return false;
}

/** Processor time of this thread: other processes, which take turns with it, do not count. */
export function processorMs(work: () => unknown): number {
	const before = process.threadCpuUsage();
	work();
	return process.threadCpuUsage(before).user / 1000;
}
