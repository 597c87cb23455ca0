import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { bundledCode, failsWithout, loadProcesses } from './code.mts';
import { scriptOf } from './generate.mts';
import { mutants } from './mutants.mts';
import { simulateOnAll } from './pool.mts';
import { shrunk } from './shrink.mts';
import { breachesOf } from './simulate.mts';

const { values } = parseArgs({
	options: {
		histories: { type: 'string', default: '10000' },
		seed: { type: 'string', default: String(Date.now()) },
		/** One history by its seed, such as `7/1234`: shrunk, and printed. */
		replay: { type: 'string' },
		mutants: { type: 'boolean', default: false },
		/** Of the mutants those whose names have this. */
		only: { type: 'string', default: '' },
		workers: { type: 'string', default: String(availableParallelism()) },
	},
});
/** So many histories that break an invariant are printed, each as small as it can be made. */
const MAX_SHOWN = 20;
const { seed } = values;
const [histories, workers] = [Number(values.histories), Number(values.workers)];

if (values.replay !== undefined) process.exitCode = await replay(values.replay);
else if (values.mutants) process.exitCode = await findMutants();
else process.exitCode = await simulateAll();

async function simulateAll(): Promise<number> {
	const startedAt = performance.now();
	let shown = 0;
	const tally = await simulateOnAll({
		file: await bundledCode(),
		seed,
		histories,
		workers,
		maxFailures: MAX_SHOWN,
		onChunk: (sum) => {
			if (sum.histories - shown < 50_000) return;
			shown = sum.histories;
			console.log(`${shown} histories, ${Math.round((performance.now() - startedAt) / 1000)} s`);
		},
	});
	const counts = Object.entries(tally.met).sort(([one], [other]) => one.localeCompare(other));
	for (const [name, count] of counts) console.log(`${String(count).padStart(8)}  ${name}`);
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	console.log(
		`${tally.histories} histories of seed ${seed}, ${tally.requests} requests, ${seconds} s on ${workers} ` +
			`processes: ${tally.failures.length} violations`,
	);
	for (const failure of tally.failures) await replay(failure.seed);
	return tally.failures.length === 0 ? 0 : 1;
}

async function replay(name: string): Promise<number> {
	Error.stackTraceLimit = 5;
	const processes = loadProcesses(await bundledCode());
	const script = scriptOf(name);
	const broken = await breachesOf(script, processes);
	console.log(`History ${name}: ${broken.length === 0 ? 'every invariant holds' : broken.join('\n')}`);
	if (broken.length === 0) return 0;
	const small = await shrunk(script, async (one) => (await breachesOf(one, processes)).length > 0);
	console.log(
		`The smallest near it:\n${JSON.stringify(small, null, '\t')}\n${(await breachesOf(small, processes)).join('\n')}`,
	);
	console.log(`Again: npm run simulate -- --replay ${name}`);
	return 1;
}

async function findMutants(): Promise<number> {
	let missed = 0;
	for (const mutant of mutants.filter(({ name }) => name.includes(values.only))) {
		const { failures, histories: tried } = await simulateOnAll({
			seed,
			histories,
			workers,
			file: await bundledCode(mutant),
		});
		const [found] = failures;
		const test = found === undefined && failsWithout(mutant) ? mutant.foundBy : undefined;
		if (found === undefined && test === undefined) missed++;
		const by = found?.seed ?? test;
		console.log(
			`${by === undefined ? `MISSED in ${tried}` : `found by ${by}`}: ` +
				`${mutant.name}${found === undefined ? '' : ` (${found.breaches[0]?.split('\n')[0]})`}`,
		);
	}
	return missed;
}
