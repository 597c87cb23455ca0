const LEAST_MS = 0.5;
const FIRST_SIZE = 500;
const LARGEST_SIZE = 1 << 16;
const TRIES = 15;
/** The input is doubled three times: linear work takes 8 times as long, quadratic work 64 times. */
const GROWTH = 8;
const MOST = 24;

/**
 * Whether work takes time in proportion to its input, or little more.
 * @param make an input of a size; sizes are doubled until the work can be measured
 */
export function growsLinearly<T>(make: (size: number) => T, work: (input: T) => unknown): boolean {
	let size = FIRST_SIZE;
	while (size < LARGEST_SIZE && msOf(make(size), work) < LEAST_MS) size *= 2;
	const small = make(size);
	const large = make(size * GROWTH);
	// The quickest of several tries, in turns: the machine may have other work, and what ran before runs quicker.
	let [least, most] = [msOf(small, work), Infinity];
	for (let attempt = 0; attempt < TRIES; attempt++) {
		least = Math.min(least, msOf(small, work));
		most = Math.min(most, msOf(large, work));
		if (most < MOST * Math.max(least, LEAST_MS / 2)) return true;
	}
	return false;
}

function msOf<T>(input: T, work: (input: T) => unknown): number {
	const startedAt = performance.now();
	work(input);
	return performance.now() - startedAt;
}
