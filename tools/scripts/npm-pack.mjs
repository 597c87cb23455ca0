import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Packs the folder as npm does. The tarball is made aside and put in place in one step, because another run may be
 * installing the last one.
 * @param {string} folder
 * @param {string} tarball
 */
export async function npmPack(folder, tarball) {
	await mkdir(path.dirname(tarball), { recursive: true });
	const aside = await mkdtemp(`${path.dirname(tarball)}-`);
	try {
		const options = { cwd: folder, shell: process.platform === 'win32' };
		await promisify(execFile)('npm', ['pack', '--pack-destination', aside, '--loglevel=error'], options);
		const [made] = await readdir(aside);
		await rename(path.join(aside, made), tarball);
	} finally {
		await rm(aside, { recursive: true, force: true });
	}
}

export async function sha256Of(/** @type {string} */ file) {
	return createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
}
