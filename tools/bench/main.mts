// `npm run bench`: this package and n8n's own nodes side by side, in one n8n, against one sandbox.
// `--only=copy,get` measures some of it and leaves docs/ as it is; so does `--runs=2`, unless `--write` is given.
import { parseArgs } from 'node:util';

import { installHost } from '../scripts/install/host.mts';
import { pack } from '../scripts/pack.mts';
import { atEnd, end } from '../scripts/shutdown.mts';
import type { Bench, Row } from './bench.mts';
import { costs } from './costs.mts';
import { Floor } from './floor.mts';
import { BenchHost, benchHost } from './n8n/bench-host.mts';
import { fillIn } from './report/document.mts';
import { machine } from './report/machine.mts';
import { markdownTable, screenTable } from './report/table.mts';
import { groups } from './rows/groups.mts';
import { Service } from './service/service.mts';

const RUNS = 7;
const LONG_RUNS = 3;

const HELP = `Measures this package beside n8n's own nodes, in one n8n, against one sandbox: half an hour.

npm run bench -- [switches]

  --only <groups>   some of ${groups.map(({ name }) => name).join(', ')} and costs, with commas; leaves docs/ as it is
  --runs <number>   runs of each row (${RUNS}); fewer leave docs/ as it is
  --write           writes docs/ whatever the number of runs
  --help            shows this`;

const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		runs: { type: 'string' },
		write: { type: 'boolean' },
		help: { type: 'boolean' },
	},
});
const only = values.only?.split(',');
const runs = Number(values.runs ?? RUNS);

async function prepare(): Promise<Bench> {
	await installHost(benchHost, (line) => console.log(line));
	const tarball = await pack();
	const service = await Service.start();
	atEnd(async () => await service.close());
	const host = await BenchHost.start(tarball, service);
	atEnd(async () => await host.close());
	const floor = await Floor.logIn(service);
	return { host, service, floor, runs, meanRuns: 3 * runs, longRuns: Math.min(runs, LONG_RUNS), tarball };
}

try {
	if (values.help) {
		console.log(HELP);
		await end(0);
	}
	const bench = await prepare();
	const rows: Row[] = [];
	let failed = false;
	for (const { name, measure } of groups) {
		if (only && !only.includes(name)) continue;
		const startedAt = Date.now();
		const measured = await measure(bench).catch((error: unknown) => {
			// The other rows are still worth having; the documentation is not filled in then.
			console.error(error);
			failed = true;
			return [];
		});
		rows.push(...measured);
		console.log(`\n${name} (${Math.round((Date.now() - startedAt) / 1000)} s)\n${screenTable(measured)}`);
	}
	const cost = !only || only.includes('costs') ? await costs(bench) : '';
	const where =
		`${machine()}; medians of ${bench.runs} alternating runs, of ${bench.longRuns} where plans are large or n8n ` +
		`starts anew; times of Get, of Skip and of a bare node are means of ${bench.meanRuns}`;
	console.log(`\n${where}\n\n${screenTable(rows)}\n\n${cost}`);
	if (!only && !failed && (values.write ?? runs >= RUNS)) {
		await fillIn('performance.md', 'bench', `${markdownTable(rows)}\n\n${where}.`);
		await fillIn('scaling.md', 'costs', `${cost}\n\nMeasured on ${machine()}.`);
		console.log('\nWritten to docs/performance.md and docs/scaling.md.');
	}
	await end(failed ? 1 : 0);
} catch (error) {
	console.error(error);
	await end(1);
}
