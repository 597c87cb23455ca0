import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

const run = promisify(execFile);

/** npm starts more than ten times, on a busy machine in some seconds each. */
const WITHIN_MS = 180_000;

/** The packages of a folder by their versions. They come from tarballs beside it. */
type Packages = Record<string, string>;

/** Two folders with their lock files, of which the first is installed, and a copy of all for each test. */
let made: string;
let root: string;

const temporary = () => mkdtempSync(path.join(tmpdir(), 'linked install-')); // a blank, as in a user's own folders

beforeAll(async () => {
	made = root = temporary();
	cpSync(path.join(projectRoot, 'tools', 'scripts', 'install'), inRoot('tools', 'scripts', 'install'), {
		recursive: true,
	});
	await lock('first', { kept: '1.0.0', changed: '1.0.0', left: '1.0.0' });
	await lock('second', { kept: '1.0.0', changed: '2.0.0', added: '1.0.0' });
	await install('first');
	writeFileSync(packagesIn('first', '.of-the-first'), '');
}, WITHIN_MS);

beforeEach(() => {
	root = temporary();
	cpSync(made, root, { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

afterAll(() => rmSync(made, { recursive: true, force: true }));

const inRoot = (...parts: string[]) => path.join(root, ...parts);

const packagesIn = (folder: string, name: string) => inRoot(folder, 'node_modules', name);

async function lock(folder: string, packages: Packages): Promise<void> {
	mkdirSync(inRoot(folder));
	const sources = Object.entries(packages).map(([name, version]) => {
		const source = inRoot('sources', `${name}-${version}`);
		mkdirSync(source, { recursive: true });
		writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name, version }));
		return source;
	});
	await run('npm', ['pack', '--pack-destination', root, ...sources], { cwd: root });
	const dependencies = Object.fromEntries(
		Object.entries(packages).map(([name, version]) => [name, `file:../${name}-${version}.tgz`]),
	);
	writeFileSync(inRoot(folder, 'package.json'), JSON.stringify({ name: folder, version: '1.0.0', dependencies }));
	await run('npm', ['install', '--package-lock-only', '--offline'], { cwd: inRoot(folder) });
}

const lockFile = () => readFileSync(inRoot('second', 'package-lock.json'), 'utf8');

async function install(folder: string, similar?: string, env: Record<string, string> = {}): Promise<void> {
	const script =
		"const { installLocked } = await import('./tools/scripts/install/packages.mjs');" +
		`await installLocked(${JSON.stringify(inRoot(folder))}, 'It', ${JSON.stringify(similar && inRoot(similar))});`;
	await run(process.execPath, ['--input-type=module', '--eval', script], {
		cwd: root,
		env: { ...process.env, npm_config_offline: 'true', ...env },
	});
}

const versionOf = (folder: string, name: string) =>
	(JSON.parse(readFileSync(path.join(packagesIn(folder, name), 'package.json'), 'utf8')) as { version: string })
		.version;

const inodeOf = (folder: string, name: string) => statSync(path.join(packagesIn(folder, name), 'package.json')).ino;

test('a folder gets what a similar one has by hard links, and the rest by npm', async () => {
	const locked = lockFile();

	await install('second', 'first');

	expect(inodeOf('second', 'kept')).toBe(inodeOf('first', 'kept'));
	expect(versionOf('second', 'changed')).toBe('2.0.0');
	expect(versionOf('second', 'added')).toBe('1.0.0');
	for (const name of ['left', '.of-the-first']) expect(existsSync(packagesIn('second', name))).toBe(false);
	expect(lockFile()).toBe(locked);

	expect(versionOf('first', 'changed')).toBe('1.0.0');
	expect(existsSync(packagesIn('first', 'left'))).toBe(true);
});

test('without hard links npm installs all', async () => {
	mkdirSync(inRoot('programs'));
	writeFileSync(inRoot('programs', 'cp'), '#!/bin/sh\nexit 1', { mode: 0o755 });

	await install('second', 'first', { PATH: `${inRoot('programs')}${path.delimiter}${process.env.PATH}` });

	expect(inodeOf('second', 'kept')).not.toBe(inodeOf('first', 'kept'));
	expect(versionOf('second', 'changed')).toBe('2.0.0');
});

test('what an install that was stopped has left is made anew', async () => {
	mkdirSync(packagesIn('second', 'left'), { recursive: true });

	await install('second', 'first');

	expect(existsSync(packagesIn('second', 'left'))).toBe(false);
	expect(versionOf('second', 'kept')).toBe('1.0.0');
});

test('a lock file that npm would write otherwise stays, and npm installs all of it', async () => {
	const file = inRoot('second', 'package-lock.json');
	// npm would add what is left out.
	const locked = readFileSync(file, 'utf8').replaceAll(/,\s*"integrity": "[^"]*"/g, '');
	writeFileSync(file, locked);

	await install('second', 'first');

	expect(readFileSync(file, 'utf8')).toBe(locked);
	expect(versionOf('second', 'changed')).toBe('2.0.0');
	expect(inodeOf('second', 'kept')).not.toBe(inodeOf('first', 'kept'));
});
