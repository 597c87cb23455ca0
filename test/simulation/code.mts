import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../hosts/driver/host-folder.mts';
import type { PushFeatures } from '../../nodes/PushFeatures/PushFeatures.node.ts';
import type { Mutant } from './mutants.mts';
import type { Execute } from './n8n-model.mts';

const FOLDERS = ['nodes', 'service', 'credentials'];

/** The push code of the project, or of a folder that holds a changed copy of it. */
export async function loadExecute(folder = projectRoot): Promise<Execute> {
	const file = path.join(folder, 'nodes', 'PushFeatures', 'PushFeatures.node.ts');
	const loaded = (await import(file)) as { PushFeatures?: typeof PushFeatures; default?: { PushFeatures: typeof PushFeatures } };
	const type = loaded.PushFeatures ?? loaded.default?.PushFeatures;
	if (type === undefined) throw new Error(`No node in ${file}`);
	return new type().execute;
}

/** The text of the mutant's file with its law taken out. @throws Error where the code does not hold that text any more */
export async function mutatedText({ name, file, from, to }: Mutant): Promise<string> {
	const text = await readFile(path.join(projectRoot, file), 'utf8');
	if (text.split(from).length !== 2) throw new Error(`${file} has to hold this once, for the mutant "${name}": ${from}`);
	return text.replace(from, () => to);
}

/** A copy of the code with one law taken out. @returns its folder */
export async function mutatedCode(mutant: Mutant): Promise<string> {
	const folder = path.join(projectRoot, '.cache', 'simulation', mutant.name.replace(/\W+/g, '-'));
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const part of FOLDERS) await cp(path.join(projectRoot, part), path.join(folder, part), { recursive: true });
	await writeFile(path.join(folder, mutant.file), await mutatedText(mutant));
	return folder;
}
