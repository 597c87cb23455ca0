import { setTimeout as pause } from 'node:timers/promises';

import type { RunTimes } from './run-times.mts';

const MAX_FAILURES = 30;
/** Time for n8n to free what an expression has taken. */
const PAUSE_MS = 1000;

/**
 * n8n's expressions have not always memory enough for 5,000 features, the less the faster runs follow one another.
 * What is measured of the built-in workflow is a run that ended well; the others are counted.
 */
export class Patience {
	private failures = 0;

	/** @param runOf the execution in a result; undefined when it took n8n along */
	async untilSuccess<T>(run: () => Promise<T>, runOf: (result: T) => RunTimes | undefined): Promise<T> {
		for (;;) {
			const result = await run();
			const ended = runOf(result);
			if (ended?.status === 'success') return result;
			if (++this.failures > MAX_FAILURES)
				throw new Error(`${this.failures} runs failed: ${ended?.error ?? 'n8n ended'}`);
			await pause(PAUSE_MS);
		}
	}

	/** For the table, behind a time. */
	get words(): string {
		return this.failures === 0 ? '' : ` (failed runs beside these: ${this.failures})`;
	}
}
