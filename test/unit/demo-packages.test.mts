import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';

const inProject = (file: string) => path.join(projectRoot, file);

type Locked = Record<string, { version?: string }>;

/** What the module gives. Jest loads no ES modules that it has not compiled, so Node does. */
function given<Result>(expression: string, locked: object = {}): Result {
	const module = pathToFileURL(inProject('tools/scripts/install/demo-packages.mjs')).href;
	const script =
		`import { BUILD_PACKAGES, DEMO_PACKAGES, neededOf } from '${module}'; import { readFileSync } from 'node:fs';` +
		`const locked = JSON.parse(readFileSync(0, 'utf8')); console.log(JSON.stringify(${expression}));`;
	const options = { input: JSON.stringify(locked), encoding: 'utf8', maxBuffer: 1e8 } as const;
	return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], options)) as Result;
}

const DEMO_PACKAGES = given<string[]>('DEMO_PACKAGES');
const BUILD_PACKAGES = given<string[]>('BUILD_PACKAGES');

const IMPORT = /^(?:import|export|\})(?:[^'\n]* from)? '([^']+)';/gm;

/** What these files import, and what those import in turn: the names of packages. */
function packagesOf(files: string[], seen = new Set<string>()): Set<string> {
	const packages = new Set<string>();
	for (const file of files) {
		if (seen.has(file)) continue;
		seen.add(file);
		for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
			if (!name.startsWith('.')) {
				if (!isBuiltin(name)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
				continue;
			}
			const bare = path.join(path.dirname(file), name);
			const found = [bare, `${bare}.ts`, path.join(bare, 'index.ts')].find(
				(one) => /\.\w+$/.test(one) && existsSync(one),
			);
			if (found?.match(/\.m?[jt]s$/)) for (const further of packagesOf([found], seen)) packages.add(further);
		}
	}
	return packages;
}

const shipped = (folder: string) =>
	readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => inProject(path.join(folder, file)));

const inPackage = packagesOf(['nodes', 'credentials', 'service'].flatMap(shipped));
/** The build checks the types of what is shipped. */
const types = [...inPackage]
	.map((name) => `@types/${name}`)
	.filter((name) => existsSync(inProject(`node_modules/${name}`)));
const sorted = (...packages: Array<Iterable<string>>) => [...new Set(packages.flatMap((some) => [...some]))].sort();

test('the build installs each package that it and the nodes import, and no other', () => {
	const imported = packagesOf([inProject('tools/scripts/build.mjs')]);
	// They are read by the compiler.
	const byCompiler = ['@types/node', 'typescript'];
	expect(sorted(imported, inPackage, types, byCompiler)).toEqual(BUILD_PACKAGES);
	expect(packagesOf([inProject('tools/scripts/tarball.mjs')])).toEqual(new Set());
});

test('npm start installs what the build needs and each package that its scripts import, and no other', () => {
	const imported = packagesOf([inProject('tools/scripts/start.mts')]);
	expect(sorted(imported, BUILD_PACKAGES, ['tsx'])).toEqual(sorted(DEMO_PACKAGES));
});

test('what these need is taken from the lock file with its place and version, and is a fraction of all', () => {
	const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
		packages: Locked;
	};
	const needed = given<Locked>('neededOf(locked, DEMO_PACKAGES)', packages);

	for (const name of DEMO_PACKAGES) expect(needed).toHaveProperty([`node_modules/${name}`]);
	for (const [place, { version }] of Object.entries(needed)) expect(packages[place].version).toBe(version);
	expect(Object.keys(needed).length).toBeLessThan(Object.keys(packages).length / 4);
});

test('a package that lies within another one is found there first, as Node finds it', () => {
	const locked = {
		'node_modules/a': { version: '1.0.0', dependencies: { b: '2', c: '1' }, optionalDependencies: { gone: '1' } },
		'node_modules/a/node_modules/b': { version: '2.0.0', dev: true, dependencies: { c: '1' } },
		'node_modules/b': { version: '1.0.0' },
		'node_modules/c': { version: '1.0.0', peerDependencies: { a: '1' } },
		'node_modules/d': { version: '1.0.0' },
	};
	const needed = given<Locked>("neededOf(locked, ['a'])", locked);
	expect(Object.keys(needed).sort()).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
	// npm would leave them out where only what a package needs in production is wanted.
	expect(needed['node_modules/a/node_modules/b']).not.toHaveProperty('dev');
});
