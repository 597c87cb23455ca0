// `npm test` runs all suites, `npm test -- unit e2e` the named ones. The last line counts them all.
import { runSuite } from './test/run-suite.mts';
import type { SuiteResult } from './test/run-suite.mts';
import { LANES } from './test/suite.mts';
import type { Suite } from './test/suite.mts';
import { suites } from './test/suites.mts';
import { inWords, sum } from './test/tally.mts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
	console.error(
		`No suite "${unknown.join('", "')}". There are: ${suites.map(({ name }) => name).join(', ')}.`,
	);
	process.exit(2);
}

const asked = named.length > 0 ? suites.filter(({ name }) => named.includes(name)) : suites;
const runs = (suite: Suite) => !suite.onlyInCi || Boolean(process.env.CI) || named.includes(suite.name);
const chosen = asked.filter(runs);
const lanes = LANES.map((lane) => chosen.filter((suite) => suite.lane === lane)).filter(({ length }) => length > 0);

for (const suite of chosen) suite.prepare?.();
const results = (await Promise.all(lanes.map(runInTurn))).flat();

console.log(`\n=== Summary ${'='.repeat(63)}`);
for (const { suite, tally, seconds } of results) {
	console.log(`${suite.title}: ${inWords(tally)} (${Math.round(seconds)} s)`);
}
for (const { title, onlyInCi } of asked.filter((suite) => !runs(suite))) {
	console.log(`${title}: not run (${onlyInCi})`);
}
const total = sum(results.map(({ tally }) => tally));
console.log(inWords(total));
// Not left to end by itself: a host may still be installing for a suite that has failed.
process.exit(total.failed > 0 ? 1 : 0);

async function runInTurn(lane: Suite[]): Promise<SuiteResult[]> {
	const ended: SuiteResult[] = [];
	for (const suite of lane) ended.push(await runSuite(suite, lanes.length > 1 ? 'hold' : 'show'));
	return ended;
}
