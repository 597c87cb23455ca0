import { findProgram, packageOf } from './programs.mts';
import type { Suite, SuiteEnd } from './suite.mts';
import { describeTally, oneFailed, oneSkipped } from './tally.mts';
import type { Tally } from './tally.mts';
import type { SuiteChecks } from './traffic-checks.mts';

const inCi = Boolean(process.env.CI);

export interface SuiteResult {
	suite: Suite;
	tally: Tally;
	failures?: string[];
	checks?: SuiteChecks;
}

/** Runs one suite; whatever happens in it becomes a tally, and a line. */
export async function runSuite(suite: Suite, tellProgress: (words: string) => void): Promise<SuiteResult> {
	const { title, needs = [], run } = suite;
	const started = Date.now();
	const missing = needs.filter((program) => !findProgram(program));
	if (missing.length > 0) {
		const packages = missing.map((program) => packageOf[program]).join(' ');
		console.log(
			`${title}: ${inCi ? 'failed' : 'skipped'}: it needs ${missing.join(' and ')}, not installed here. ` +
				`On Debian: apt-get install ${packages}`,
		);
		return { suite, tally: inCi ? oneFailed : oneSkipped };
	}
	const { tally, failures, checks, printed } = await run(tellProgress).catch((error: unknown): SuiteEnd => {
		const message = error instanceof Error ? error.message : String(error);
		console.log(message.trim());
		return { tally: oneFailed, failures: [message] };
	});
	const said = printed === undefined ? '' : `: ${printed.trim()}`;
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(`${tally.failed > 0 ? 'FAILED' : 'ok'}: ${title}: ${describeTally(tally)} (${seconds} s)${said}`);
	return { suite, tally, failures, checks };
}
