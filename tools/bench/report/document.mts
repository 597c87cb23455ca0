import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';

/** Replaces what stands between `<!-- name:begin -->` and `<!-- name:end -->` in a file of docs/. */
export async function fillIn(file: string, name: string, text: string): Promise<void> {
	const where = path.join(projectRoot, 'docs', file);
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const before = await readFile(where, 'utf8');
	const [from, to] = [before.indexOf(begin), before.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`docs/${file} has no ${begin} … ${end}.`);
	await writeFile(where, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}
