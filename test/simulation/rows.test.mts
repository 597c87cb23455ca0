import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundledCode, loadProcesses } from './code.mts';
import type { Execute } from './n8n-model.mts';
import { rows } from './rows.mts';
import { rowsOfSight } from './rows-of-sight.mts';
import type { Row } from './rows-of-sight.mts';
import type { Script } from './script.mts';
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

/** Histories of random seeds that broke a law once, as small as they could be made. */
const found = readFileSync(path.join(import.meta.dirname, 'found.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as [string, Script]);

test.each(found)('every law holds in the history that was found: %s', async (_name, script) => {
	expect(await breachesOf(script, processes)).toEqual([]);
});

test.each(Object.entries(rowsOfSight))('every law holds in the history of row %s', async (_name, row) => {
	expect(await breachesOfRow(row)).toEqual([]);
});
