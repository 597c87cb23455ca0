import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

const run = promisify(execFile);

/** A folder in which some packages of a version each are locked. They come from tarballs beside it. */
type Packages = Record<string, string>;

let root: string;

beforeEach(() => {
	// A blank, as in a user's own folders.
	root = mkdtempSync(path.join(tmpdir(), 'linked install-'));
	cpSync(path.join(projectRoot, 'tools', 'scripts', 'install'), path.join(root, 'tools', 'scripts', 'install'), {
		recursive: true,
	});
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const inRoot = (...parts: string[]) => path.join(root, ...parts);

const packagesIn = (folder: string, name: string) => inRoot(folder, 'node_modules', name);

async function lock(folder: string, packages: Packages): Promise<string> {
	mkdirSync(inRoot(folder));
	const dependencies: Packages = {};
	for (const [name, version] of Object.entries(packages)) {
		await packAs(name, version);
		dependencies[name] = `file:../${name}-${version}.tgz`;
	}
	writeFileSync(inRoot(folder, 'package.json'), JSON.stringify({ name: folder, version: '1.0.0', dependencies }));
	await run('npm', ['install', '--package-lock-only', '--offline'], { cwd: inRoot(folder) });
	return readFileSync(inRoot(folder, 'package-lock.json'), 'utf8');
}

async function packAs(name: string, version: string): Promise<void> {
	const source = inRoot('sources', `${name}-${version}`);
	mkdirSync(source, { recursive: true });
	writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name, version }));
	await run('npm', ['pack', '--pack-destination', root], { cwd: source });
}

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

async function lockBoth(): Promise<string> {
	await lock('first', { kept: '1.0.0', changed: '1.0.0', left: '1.0.0' });
	const locked = await lock('second', { kept: '1.0.0', changed: '2.0.0', added: '1.0.0' });
	await install('first');
	writeFileSync(packagesIn('first', '.of-the-first'), '');
	return locked;
}

test('a folder gets what a similar one has by hard links, and the rest by npm', async () => {
	const locked = await lockBoth();

	await install('second', 'first');

	expect(inodeOf('second', 'kept')).toBe(inodeOf('first', 'kept'));
	expect(versionOf('second', 'changed')).toBe('2.0.0');
	expect(versionOf('second', 'added')).toBe('1.0.0');
	for (const name of ['left', '.of-the-first']) expect(existsSync(packagesIn('second', name))).toBe(false);
	expect(readFileSync(inRoot('second', 'package-lock.json'), 'utf8')).toBe(locked);

	expect(versionOf('first', 'changed')).toBe('1.0.0');
	expect(existsSync(packagesIn('first', 'left'))).toBe(true);
});

test('without hard links npm installs all', async () => {
	await lockBoth();
	mkdirSync(inRoot('programs'));
	writeFileSync(inRoot('programs', 'cp'), '#!/bin/sh\nexit 1', { mode: 0o755 });

	await install('second', 'first', { PATH: `${inRoot('programs')}${path.delimiter}${process.env.PATH}` });

	expect(inodeOf('second', 'kept')).not.toBe(inodeOf('first', 'kept'));
	expect(versionOf('second', 'changed')).toBe('2.0.0');
});

test('what an install that was stopped has left is made anew', async () => {
	await lockBoth();
	mkdirSync(packagesIn('second', 'left'), { recursive: true });

	await install('second', 'first');

	expect(existsSync(packagesIn('second', 'left'))).toBe(false);
	expect(versionOf('second', 'kept')).toBe('1.0.0');
});

test('a lock file that npm would write otherwise stays, and npm installs all of it', async () => {
	await lockBoth();
	const file = inRoot('second', 'package-lock.json');
	// npm would add what is left out.
	const locked = readFileSync(file, 'utf8').replaceAll(/,\s*"integrity": "[^"]*"/g, '');
	writeFileSync(file, locked);

	await install('second', 'first');

	expect(readFileSync(file, 'utf8')).toBe(locked);
	expect(versionOf('second', 'changed')).toBe('2.0.0');
	expect(inodeOf('second', 'kept')).not.toBe(inodeOf('first', 'kept'));
});
