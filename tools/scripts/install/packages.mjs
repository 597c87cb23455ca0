import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { lasting, secondsSince } from './lasting.mjs';
import { linkPackages } from './linked.mjs';
import { npm } from './npm.mjs';

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, extraneous?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string> }} LockedPackage
 */

const POLL_MS = 500;

/** @returns {Record<string, LockedPackage>} */
function packagesOf(/** @type {string} */ lockFile) {
	return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/**
 * Whether `npm ci` in this folder would change nothing. npm writes down what it has installed, as its
 * last step; a package that is not there may be one for other platforms, or one that npm leaves in a
 * lock file and never installs (extraneous).
 * @param {string} folder
 * @param {Record<string, LockedPackage>} [wanted] all of its lock file, if not given
 */
export function isInstalled(folder, wanted = packagesOf(path.join(folder, 'package-lock.json'))) {
	const present = packagesOf(path.join(folder, 'node_modules', '.package-lock.json'));
	return Object.entries(wanted).every(([where, { version, optional, devOptional, extraneous }]) => {
		if (where === '') return true; // the project itself
		const there = present[where];
		return there ? there.version === version : optional || devOptional || extraneous;
	});
}

/** Waits for an install that another process has begun, and that ends this one where it fails. */
export async function untilInstalled(/** @type {string} */ folder) {
	while (!isInstalled(folder)) await pause(POLL_MS);
}

/** Silence of the registry after which a download has hung. npm itself waits for five minutes. */
const SILENCE_MS = '60000';

/** What npm says where no registry responds. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET)|ETIMEDOUT|E(NET|HOST)UNREACH|ERR_SOCKET_TIMEOUT)\b/;

/**
 * `npm ci`, unless there is nothing to install. What npm has downloaded before is taken as it is, because the lock file
 * says which version is wanted. Where that fails the registry is asked, once more: npm does not repeat a download that
 * has hung after its beginning.
 * @param {string} folder
 * @param {string} what it installs, in the words for a person
 * @param {string} [similar] a folder that has most of the same packages, if there is one
 * @throws Error whose last line says in words what failed
 */
export async function installLocked(folder, what, similar) {
	const env = { npm_config_fetch_timeout: process.env.npm_config_fetch_timeout ?? SILENCE_MS };
	const options = { cwd: folder, env, unless: () => isInstalled(folder) };
	await lasting(`Installing ${what}`, async () => {
		if (similar !== undefined && (await installDifference(folder, similar, options))) return;
		const first = await npm(['ci', '--loglevel=error', '--prefer-offline'], options);
		const { code, held } = first.code === 0 ? first : await npm(['ci', '--loglevel=error'], options);
		if (code === 0) return;
		const unreached =
			`npm did not reach its registry, so ${what} could not be installed: look at the network of this machine and at ` +
			'its proxy (npm config get proxy), and try again. What is downloaded is kept.';
		const failed = `${what} could not be installed in ${folder}: the lines above say why.`;
		throw new Error(`${held}\n${NO_NETWORK.test(held) ? unreached : failed}`);
	});
}

/**
 * Installs what the packages of a similar folder lack. It costs a third of `npm ci`, which removes what is there.
 * @param {string} folder
 * @param {string} similar
 * @param {Parameters<typeof npm>[1]} options
 * @returns {Promise<boolean>} whether the folder has exactly what its lock file says
 */
async function installDifference(folder, similar, options) {
	if (!(await linkPackages(similar, folder))) return false;
	const lockFile = path.join(folder, 'package-lock.json');
	const locked = readFileSync(lockFile);
	const { code } = await npm(['install', '--loglevel=error', '--prefer-offline'], options);
	if (readFileSync(lockFile).equals(locked)) return code === 0 && isInstalled(folder);
	// Another npm than that of the lock file may see it otherwise.
	writeFileSync(lockFile, locked);
	return false;
}

/** Installs what the lock file of `folder` says, unless it is there. */
export async function installPackages(/** @type {string} */ folder, /** @type {string} */ what) {
	if (isInstalled(folder)) return;
	console.log(`Installing ${what} (npm ci), once: about a minute ...`);
	const started = Date.now();
	await installLocked(folder, what);
	console.log(`Installed in ${secondsSince(started)} s.`);
}
