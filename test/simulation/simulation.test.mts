import { bundledCode, loadProcesses } from './code.mts';
import { simulate } from './simulate.mts';

const HISTORIES = Number(process.env.HISTORIES ?? 1500);
const SEEDS = ['one', 'two'];

test.each(SEEDS)(
	`every invariant holds in ${HISTORIES} histories of seed %s`,
	async (seed) => {
		const processes = loadProcesses(await bundledCode());

		const { failures, met } = await simulate(processes, seed, 0, HISTORIES);

		expect(failures).toEqual([]);
		expect(Object.keys(met).length).toBeGreaterThan(80);
	},
	120_000,
);
