import { spawnSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import type { PushFeatures } from '../../nodes/PushFeatures/PushFeatures.node.ts';
import type { Mutant } from './mutants.mts';
import type { Execute } from './n8n-model.mts';

const ENTRY = path.join(projectRoot, 'nodes', 'PushFeatures', 'PushFeatures.node.ts');

/**
 * The push code in one file, as which it runs faster than module by module.
 * @param mutant the rule to take out
 * @returns the file
 */
export async function bundledCode(mutant?: Mutant): Promise<string> {
	const name = mutant === undefined ? 'push' : mutant.name.replace(/\W+/g, '-');
	const outfile = path.join(projectRoot, '.cache', 'simulation', `${name}.cjs`);
	const plugins = mutant === undefined ? [] : [withoutRule(mutant, await mutatedText(mutant))];
	await build({
		entryPoints: [ENTRY],
		outfile,
		plugins,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'cjs',
		target: 'node24',
		logLevel: 'error',
	});
	await copyFile(outfile, twinOf(outfile));
	return outfile;
}

/**
 * The code as two processes have it: each with a memory of its own.
 * @param file of `bundledCode`
 */
export function loadProcesses(file: string): Execute[] {
	const require = createRequire(import.meta.url);
	return [file, twinOf(file)].map((name) => {
		const bundle = require(name) as { PushFeatures: typeof PushFeatures };
		return new bundle.PushFeatures().execute;
	});
}

/** A second file of the same, because Node loads each file once. */
function twinOf(file: string): string {
	return file.replace(/\.cjs$/, '.twin.cjs');
}

/**
 * The text of the mutant's file with its rule taken out.
 * @throws Error where the code does not hold that text any more
 */
export async function mutatedText({ name, file, from, to }: Mutant): Promise<string> {
	const text = await readFile(path.join(projectRoot, file), 'utf8');
	if (text.split(from).length !== 2)
		throw new Error(`${file} has to hold this once, for the mutant "${name}": ${from}`);
	return text.replace(from, () => to);
}

/** Whether the test that a mutant names fails on its code. */
export function failsWithout(mutant: Mutant): boolean {
	if (mutant.foundBy === undefined) return false;
	const config = '--config=test/simulation/mutant-jest.config.mjs';
	const { stderr } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', config], {
		cwd: projectRoot,
		env: { ...process.env, MUTANT: JSON.stringify(mutant) },
		encoding: 'utf8',
	});
	return /^Tests: +[1-9]\d* failed/m.test(stderr);
}

function withoutRule({ file }: Mutant, contents: string): Plugin {
	const changed = path.join(projectRoot, file);
	return {
		name: 'mutant',
		setup: ({ onLoad }) =>
			onLoad({ filter: /\.ts$/ }, ({ path: loaded }) => (loaded === changed ? { contents, loader: 'ts' } : undefined)),
	};
}
