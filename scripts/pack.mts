import { mkdir, readdir, rename, rm } from 'node:fs/promises';
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
	const folder = path.dirname(tarball);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await command('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { output: 'hold' });
	const [made] = await readdir(folder);
	await rename(path.join(folder, made), tarball);
	return tarball;
}

/** Packs what a user installs, once per run of a script; gives the tarball's path. */
export function pack(): Promise<string> {
	packed ??= packNow();
	return packed;
}
