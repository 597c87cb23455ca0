// `npm run bench`: this package and n8n's own nodes side by side, in one n8n, against one sandbox.
// `--only=copy,get` measures some of it, `--runs=2` less often; then docs/ is left as it is, unless `--write` is given.
import { parseArgs } from 'node:util';

import { installHost } from '../scripts/install/host.mts';
import { pack } from '../scripts/pack.mts';
import { atEnd, end } from '../scripts/shutdown.mts';
import type { Bench, Row } from './bench.mts';
import { Floor } from './floor.mts';
import { BenchHost } from './n8n/benchHost.mts';
import { fillIn } from './report/document.mts';
import { machine } from './report/machine.mts';
import { markdownTable, screenTable } from './report/table.mts';
import { groups } from './rows/groups.mts';
import { Service } from './service/service.mts';

const RUNS = 7;
const LONG_RUNS = 3;

const { values } = parseArgs({
	options: { only: { type: 'string' }, runs: { type: 'string' }, write: { type: 'boolean' } },
});
const only = values.only?.split(',');
const runs = Number(values.runs ?? RUNS);

async function prepare(): Promise<Bench> {
	await installHost('newest', (line) => console.log(line));
	const tarball = await pack();
	const service = await Service.start();
	atEnd(async () => await service.close());
	const host = await BenchHost.start(tarball, service);
	atEnd(async () => await host.close());
	const floor = await Floor.logIn(service);
	return { host, service, floor, runs, longRuns: Math.min(runs, LONG_RUNS), tarball };
}

try {
	const bench = await prepare();
	const rows: Row[] = [];
	for (const { name, measure } of groups) {
		if (only && !only.includes(name)) continue;
		const startedAt = Date.now();
		const measured = await measure(bench);
		rows.push(...measured);
		console.log(`\n${name} (${Math.round((Date.now() - startedAt) / 1000)} s)\n${screenTable(measured)}`);
	}
	const where = `${machine()}; medians of ${bench.runs} alternating runs, of ${bench.longRuns} where plans are large or n8n starts anew`;
	console.log(`\n${where}\n\n${screenTable(rows)}`);
	if (values.write ?? (!only && runs >= RUNS)) {
		await fillIn('performance.md', 'bench', `${markdownTable(rows)}\n\n${where}.`);
		console.log('\nWritten to docs/performance.md.');
	}
	await end(0);
} catch (error) {
	console.error(error);
	await end(1);
}
