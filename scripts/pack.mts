import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { tarball } from '../hosts/driver/tarball.mts';
import { command } from './command.mts';

let built: Promise<void> | undefined;
let packed: Promise<string> | undefined;

/** Builds `dist`, once per run of a script. */
export function build(): Promise<void> {
	built ??= command('npm', ['run', '--silent', 'build'], { output: 'hold' }).then(() => undefined);
	return built;
}

async function packNow(): Promise<string> {
	await build();
	await mkdir(path.dirname(tarball), { recursive: true });
	// Made aside and put in place in one step: another run may be installing the last one.
	const aside = await mkdtemp(`${path.dirname(tarball)}-`);
	try {
		await command('npm', ['pack', '--pack-destination', aside, '--loglevel=error'], { output: 'hold' });
		const [made] = await readdir(aside);
		await rename(path.join(aside, made), tarball);
	} finally {
		await rm(aside, { recursive: true, force: true });
	}
	return tarball;
}

/** Packs what a user installs, once per run of a script; gives the tarball's path. */
export function pack(): Promise<string> {
	packed ??= packNow();
	return packed;
}
