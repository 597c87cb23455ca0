import { copyFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { projectRoot } from '../n8n/driver/host-folder.mts';
import { tarball } from '../n8n/driver/tarball.mts';
import { command } from './command.mts';
import { npmPack, sha256Of } from './npm-pack.mjs';

let built: Promise<void> | undefined;
let packed: Promise<string> | undefined;

/** Builds `dist`, once per run of a script. */
export function build(): Promise<void> {
	built ??= command('npm', ['run', '--silent', 'build'], { output: 'hold' }).then(() => undefined);
	return built;
}

async function packNow(): Promise<string> {
	await build();
	// The release workflow tests the tarball that another job has made.
	const { RELEASE_TARBALL: given = '' } = process.env;
	if (given === '') await npmPack(projectRoot, tarball);
	else {
		await mkdir(path.dirname(tarball), { recursive: true });
		await copyFile(given, tarball);
	}
	return tarball;
}

/** Packs what a user installs, once per run of a script; gives the tarball's path. */
export function pack(): Promise<string> {
	packed ??= packNow();
	return packed;
}

/** What goes into the tarball, and what makes it. */
const SOURCES = ['credentials', 'nodes', 'service', 'tools/scripts/build.mjs', 'tsconfig.json', 'package.json'];
const PAGES = ['README.md', 'LICENSE'];

/**
 * Builds and packs the sources once more, in another folder: whoever does so from the tag has to get the same bytes.
 * @returns the SHA-256 of that tarball
 */
export async function hashOfSecondPack(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'packed-again-'));
	try {
		for (const name of [...SOURCES, ...PAGES])
			await cp(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
		await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
		await command('npm', ['run', '--silent', 'build'], { output: 'hold', cwd: folder });
		const made = await command('npm', ['pack', '--silent'], { output: 'hold', cwd: folder });
		return await sha256Of(path.join(folder, made.trim()));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
