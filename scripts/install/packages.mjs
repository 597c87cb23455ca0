import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { npm } from './npm.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, extraneous?: boolean }} LockedPackage */

/** @returns {Record<string, LockedPackage>} */
function packagesOf(/** @type {string} */ lockFile) {
	return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/**
 * Whether `npm ci` in this folder would change nothing. npm writes down what it has installed, as its
 * last step; a package that is not there may be one for other platforms, or one that npm leaves in a
 * lock file and never installs (extraneous).
 */
export function isInstalled(/** @type {string} */ folder) {
	const present = packagesOf(path.join(folder, 'node_modules', '.package-lock.json'));
	const wanted = Object.entries(packagesOf(path.join(folder, 'package-lock.json')));
	return wanted.every(([where, { version, optional, devOptional, extraneous }]) => {
		if (where === '') return true; // the project itself
		const there = present[where];
		return there ? there.version === version : optional || devOptional || extraneous;
	});
}

/** Silence of the registry after which a download has hung. npm itself waits for five minutes. */
const SILENCE_MS = '60000';

/**
 * `npm ci`, unless there is nothing to install. What npm has downloaded before is taken as it is, because the lock file
 * says which version is wanted. Where that fails the registry is asked, once more: npm does not repeat a download that
 * has hung after its beginning.
 */
export async function installLocked(/** @type {string} */ folder) {
	const env = { npm_config_fetch_timeout: process.env.npm_config_fetch_timeout ?? SILENCE_MS };
	const options = { cwd: folder, env, unless: () => isInstalled(folder) };
	const first = await npm(['ci', '--loglevel=error', '--prefer-offline'], options);
	return first.code === 0 ? first : await npm(['ci', '--loglevel=error'], options);
}

/** Installs what the lock file of `folder` says, unless it is there. */
export async function installPackages(/** @type {string} */ folder, /** @type {string} */ what) {
	if (isInstalled(folder)) return;
	console.log(`Installing ${what} (npm ci), once: about a minute ...`);
	const started = Date.now();
	const { code, held } = await installLocked(folder);
	if (code !== 0) throw new Error(`${held}\n${what} could not be installed in ${folder}: the lines above say why.`);
	console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}
