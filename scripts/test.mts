// `npm test` runs all suites, `npm test -- unit e2e` the named ones. The last line counts them all.
import { runSuite } from './test/runSuite.mts';
import { suites } from './test/suites.mts';
import { inWords, sum } from './test/tally.mts';
import type { Tally } from './test/tally.mts';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
	console.error(
		`No suite "${unknown.join('", "')}". There are: ${suites.map(({ name }) => name).join(', ')}.`,
	);
	process.exit(2);
}

const asked = named.length > 0 ? suites.filter(({ name }) => named.includes(name)) : suites;
const runs = (suite: (typeof suites)[number]) =>
	!suite.onlyInCi || Boolean(process.env.CI) || named.includes(suite.name);
const chosen = asked.filter(runs);

for (const suite of chosen) suite.prepare?.();
const tallies: Tally[] = [];
for (const suite of chosen) tallies.push(await runSuite(suite));

console.log(`\n=== Summary ${'='.repeat(63)}`);
chosen.forEach(({ title }, index) => console.log(`${title}: ${inWords(tallies[index])}`));
for (const { title, onlyInCi } of asked.filter((suite) => !runs(suite))) {
	console.log(`${title}: not run (${onlyInCi})`);
}
const total = sum(tallies);
console.log(inWords(total));
// Not left to end by itself: a host may still be installing for a suite that has failed.
process.exit(total.failed > 0 ? 1 : 0);
