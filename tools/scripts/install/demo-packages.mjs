import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { installLocked, installPackages, isInstalled } from './packages.mjs';

/** The development packages that the build needs. */
export const BUILD_PACKAGES = [
	'@types/luxon',
	'@types/node',
	'esbuild',
	'fastest-levenshtein',
	'fflate',
	'luxon',
	'n8n-workflow',
	'safe-stable-stringify',
	'typescript',
	'zod',
];

/** Those that `npm start` needs: what builds the nodes, the sandbox, and the driver of n8n. */
export const DEMO_PACKAGES = [
	...BUILD_PACKAGES,
	'ajv',
	'ajv-formats',
	'axios',
	'fastify',
	'flatted',
	'postal-mime',
	'smtp-server',
	'tsx',
];

/** @typedef {import('./packages.mjs').LockedPackage} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * The entries of a lock file that these packages need, with their places.
 * @param {LockedPackages} locked
 * @param {string[]} names
 * @returns {LockedPackages}
 */
export function neededOf(locked, names) {
	/** @type {LockedPackages} */
	const needed = {};
	const waiting = names.map((name) => placeOf(locked, '', name));
	while (waiting.length > 0) {
		const place = waiting.pop();
		if (place === undefined || needed[place]) continue;
		const { dev, ...entry } = locked[place];
		needed[place] = entry;
		const { dependencies, optionalDependencies, peerDependencies } = entry;
		for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
			waiting.push(placeOf(locked, place, name));
		}
	}
	return needed;
}

/**
 * Where Node finds a package from another one: beside it, or in a folder above.
 * @param {LockedPackages} locked
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined} undefined for an optional one that is not locked
 */
function placeOf(locked, from, name) {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
		const place = path.posix.join(folder, 'node_modules', name);
		if (locked[place]) return place;
		if (folder === '') return undefined;
	}
}

/** @returns {LockedPackages} */
function neededHere(/** @type {string} */ root, /** @type {string[]} */ names) {
	return neededOf(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages, names);
}

export function hasPackages(/** @type {string} */ root, /** @type {string[]} */ names) {
	return isInstalled(root, neededHere(root, names));
}

/**
 * Installs these of the development packages, in the versions of the lock file. npm has no such choice, so it installs
 * them aside, and the folder is moved.
 * @param {string} root
 * @param {string[]} names
 * @throws Error whose last line says in words what failed
 */
export async function installSome(root, names) {
	if (hasPackages(root, names)) return;
	const modules = path.join(root, 'node_modules');
	const what = "the project's development packages";
	if (existsSync(modules)) return await installPackages(root, what);
	const needed = neededHere(root, names);
	const aside = path.join(root, '.cache', 'some-packages');
	mkdirSync(aside, { recursive: true });
	const dependencies = Object.fromEntries(names.map((name) => [name, String(needed[`node_modules/${name}`].version)]));
	const own = { name: 'some-packages', version: '1.0.0', private: true, dependencies };
	const packages = { '': own, ...needed };
	writeFileSync(path.join(aside, 'package.json'), JSON.stringify(own));
	writeFileSync(path.join(aside, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
	copyFileSync(path.join(root, '.npmrc'), path.join(aside, '.npmrc'));
	await installLocked(aside, what);
	if (existsSync(modules)) return;
	renameSync(path.join(aside, 'node_modules'), modules);
	rmSync(aside, { recursive: true, force: true });
}
