import { findProgram } from './programs.mts';
import type { Suite } from './suite.mts';
import { inWords, oneFailed, oneSkipped } from './tally.mts';
import type { Tally } from './tally.mts';

const inCi = Boolean(process.env.CI);

function headline(text: string): void {
	console.log(`\n=== ${text} ${'='.repeat(Math.max(0, 70 - text.length))}`);
}

/** Runs one suite under a headline of its own; whatever happens in it becomes a tally. */
export async function runSuite({ title, needs = [], run }: Suite): Promise<Tally> {
	headline(title);
	const missing = needs.filter((program) => !findProgram(program));
	if (missing.length > 0) {
		console.log(`${inCi ? 'Failed' : 'Skipped'}: it needs ${missing.join(' and ')}, not installed here.`);
		return inCi ? oneFailed : oneSkipped;
	}
	const started = Date.now();
	const tally = await run().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		return oneFailed;
	});
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	console.log(`${tally.failed > 0 ? 'FAILED' : 'ok'}: ${title}: ${inWords(tally)} (${seconds} s)`);
	return tally;
}
