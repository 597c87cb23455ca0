import { bundledCode, loadProcesses } from './code.mts';
import type { Execute } from './n8n-model.mts';
import { rows } from './rows.mts';
import { rowsOfSight } from './rows-of-sight.mts';
import type { Row } from './rows-of-sight.mts';
import { breachesOf } from './simulate.mts';
import { holding } from './worlds.mts';

let processes: Execute[];

beforeAll(async () => {
	processes = loadProcesses(await bundledCode());
});

async function breachesOfRow({ script, needs, isDone = false }: Row): Promise<string[]> {
	return await holding(needs, async () => await breachesOf(script, processes, isDone));
}

test.each(Object.entries(rows))('every law holds in the history of row %s', async (_name, script) => {
	expect(await breachesOf(script, processes)).toEqual([]);
});

test.each(Object.entries(rowsOfSight))('every law holds in the history of row %s', async (_name, row) => {
	expect(await breachesOfRow(row)).toEqual([]);
});
