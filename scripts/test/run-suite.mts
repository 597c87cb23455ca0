import { startBusyLoops } from './busy-loops.mts';
import { findProgram, packageOf } from './programs.mts';
import type { Output, Suite, SuiteEnd } from './suite.mts';
import { describeTally, oneFailed, oneSkipped } from './tally.mts';
import type { Tally } from './tally.mts';
import type { SuiteChecks } from './traffic-checks.mts';

const inCi = Boolean(process.env.CI);

export interface SuiteResult {
	suite: Suite;
	tally: Tally;
	seconds: number;
	failures?: string[];
	checks?: SuiteChecks;
}

function headline(text: string): string {
	return `\n=== ${text} ${'='.repeat(Math.max(0, 70 - text.length))}`;
}

/** Runs one suite; whatever happens in it becomes a tally. With `hold` it prints nothing until it has ended. */
export async function runSuite(suite: Suite, output: Output): Promise<SuiteResult> {
	const { title, needs = [], busyLoopsInCi = 0, run } = suite;
	const started = Date.now();
	const seconds = () => (Date.now() - started) / 1000;
	console.log(output === 'show' ? headline(title) : `${title} ...`);
	const missing = needs.filter((program) => !findProgram(program));
	if (missing.length > 0) {
		const packages = missing.map((program) => packageOf[program]).join(' ');
		console.log(
			`${title}: ${inCi ? 'failed' : 'skipped'}: it needs ${missing.join(' and ')}, not installed here. ` +
				`On Debian or Ubuntu: apt-get install ${packages}`,
		);
		return { suite, tally: inCi ? oneFailed : oneSkipped, seconds: 0 };
	}
	const endBusyLoops = startBusyLoops(inCi ? busyLoopsInCi : 0);
	const { tally, failures, checks, printed } = await run(output).catch(
		(error: unknown): SuiteEnd => ({
			tally: oneFailed,
			printed: messageOf(error),
			failures: [messageOf(error)],
		}),
	);
	await endBusyLoops();
	if (output === 'hold') console.log(headline(title));
	if (printed) console.log(printed.trim());
	console.log(`${tally.failed > 0 ? 'FAILED' : 'ok'}: ${title}: ${describeTally(tally)} (${seconds().toFixed(1)} s)`);
	return { suite, tally, failures, checks, seconds: seconds() };
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
