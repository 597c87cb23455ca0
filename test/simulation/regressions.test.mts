import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundledCode, loadProcesses } from './code.mts';
import type { Execute } from './n8n-model.mts';
import { rows } from './regressions.mts';
import { regressionsOfReads } from './regressions-of-reads.mts';
import type { Script } from './scenario.mts';
import { breachesOf } from './simulate.mts';

let processes: Execute[];

beforeAll(async () => {
	processes = loadProcesses(await bundledCode());
});

test.each(Object.entries(rows))('every invariant holds in the history of row %s', async (_name, script) => {
	expect(await breachesOf(script, processes)).toEqual([]);
});

/** Histories of random seeds that broke an invariant once, as small as they could be made. */
const found = readFileSync(path.join(import.meta.dirname, 'regressions.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as [string, Script]);

test.each(found)('every invariant holds in the history that was found: %s', async (_name, script) => {
	expect(await breachesOf(script, processes)).toEqual([]);
});

test.each(Object.entries(regressionsOfReads))('every invariant holds in the history of row %s', async (_name, row) => {
	expect(await breachesOf(row.script, processes, row.isDone)).toEqual([]);
});
