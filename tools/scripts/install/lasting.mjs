/** A timer may fire late: nothing is silent for ten seconds. */
const EVERY_MS = 8_000;

/**
 * Does what may last, and says every few seconds for how long it has.
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function lasting(what, work) {
	const started = Date.now();
	const timer = setInterval(() => console.log(`  ${what}: ${secondsSince(started)} s so far`), EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

export function secondsSince(/** @type {number} */ startedMs) {
	return Math.round((Date.now() - startedMs) / 1000);
}
