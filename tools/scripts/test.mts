// `npm test` runs all suites, `npm test -- unit e2e` the named ones. The last line counts them all.
// `npm run test:queue -- --times 20 --busy 4` runs the queue suite twenty times beside four busy loops.
import { parseArgs } from 'node:util';

import { startBusyLoops } from './test/busy-loops.mts';
import { hasChanged } from './test/changed-files.mts';
import { runInTurn } from './test/in-turn.mts';
import type { Suite } from './test/suite.mts';
import { suites } from './test/suites.mts';
import { describeTally, sum } from './test/tally.mts';
import type { Tally } from './test/tally.mts';
import { checksInWords, sumOf } from './test/traffic-checks.mts';

/** How much of a failure stands in the summary; all of it was printed at once. */
const FAILURE_LINES = 24;

const { values, positionals: named } = parseArgs({
	allowPositionals: true,
	options: { times: { type: 'string', default: '1' }, busy: { type: 'string', default: '0' } },
});
const times = wholeNumber('times', 1);
const unknown = named.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
	console.error(`No suite "${unknown.join('", "')}". There are: ${suites.map(({ name }) => name).join(', ')}.`);
	process.exit(2);
}

const requested = named.length > 0 ? suites.filter(({ name }) => named.includes(name)) : suites;
const chosen = requested.filter((suite) => whyNot(suite) === undefined);

startBusyLoops(wholeNumber('busy', 0));
for (const suite of chosen) suite.prepare?.();
const rounds: Tally[] = [];
for (let round = 1; round <= times; round++) rounds.push(await runRound(round));
// Not left to end by itself: a host may still be installing for a suite that has failed.
process.exit(sum(rounds).failed > 0 ? 1 : 0);

/** Why a suite is not run, if it is not. */
function whyNot({ name, onlyInCi, onlyByName, whenChanged }: Suite): string | undefined {
	if (named.includes(name) || onlyByName !== undefined) return named.includes(name) ? undefined : onlyByName;
	if (process.env.CI || (whenChanged && hasChanged(whenChanged))) return undefined;
	return onlyInCi;
}

/** All chosen suites, once. */
async function runRound(round: number): Promise<Tally> {
	const results = await runInTurn(chosen);
	console.log('');
	for (const suite of requested) {
		const why = whyNot(suite);
		if (why !== undefined) console.log(`${suite.title}: not run (${why})`);
	}
	for (const { suite, tally, failures = [] } of results.filter(({ tally: { failed } }) => failed > 0)) {
		console.log(`FAILED: ${suite.title}: ${describeTally(tally)}`);
		for (const failure of failures) console.log(inShort(failure));
	}
	const compared = checksInWords(sumOf(results.flatMap(({ checks }) => checks ?? [])));
	if (compared) console.log(compared);
	const total = sum(results.map(({ tally }) => tally));
	console.log(times > 1 ? `Run ${round} of ${times}: ${describeTally(total)}` : describeTally(total));
	return total;
}

/** The first and the last lines: where a program has printed much, its last line says why it ended. */
function inShort(failure: string): string {
	const lines = failure.trim().split('\n');
	const shown =
		lines.length <= FAILURE_LINES
			? lines
			: [...lines.slice(0, FAILURE_LINES / 4), '…', ...lines.slice((-3 * FAILURE_LINES) / 4)];
	return shown.map((line) => `  | ${line}`.trimEnd()).join('\n');
}

function wholeNumber(option: 'times' | 'busy', least: number): number {
	const number = Number(values[option]);
	if (Number.isInteger(number) && number >= least) return number;
	console.error(`--${option} is "${values[option]}": it wants a whole number from ${least} on.`);
	process.exit(2);
}
