// `npm run build`: writes `dist`, what a user installs.
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import esbuild from 'esbuild';

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
const dist = path.join(root, 'dist');
const BUNDLED = ['fastest-levenshtein', 'fflate', 'zod', 'safe-stable-stringify', 'luxon'];
const WITH_MARKDOWN_LICENCE = new Set(['fastest-levenshtein', 'luxon']);
/** Icons, codex files and output schemas lie beside the node they belong to. */
const ASSET = /\.svg$|\.node\.json$|__schema__\/.*\.json$/;

/** A room is entered by its door (`../plan`), and is not copied into the rooms that use it. */
const roomsApart = {
	name: 'rooms-apart',
	setup: (/** @type {esbuild.PluginBuild} */ build) =>
		build.onResolve({ filter: /^\.\.\/\w+$/ }, ({ path: door }) => ({ path: door, external: true })),
};

/** Compiles nodes and credentials file by file; `service` is compiled along and replaced by `bundleService`. */
function compile() {
	const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: root, stdio: 'inherit' });
}

/** One file for each room of the service, with what it uses of libraries, so that no host has to provide these. */
async function bundleService() {
	const source = path.join(root, 'service');
	const folder = path.join(dist, 'service');
	await rm(folder, { recursive: true, force: true });
	const rooms = (await readdir(source, { withFileTypes: true })).filter((entry) => entry.isDirectory());
	await esbuild.build({
		entryPoints: rooms.map(({ name }) => path.join(source, name, 'index.ts')),
		outbase: source,
		outdir: folder,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		legalComments: 'none',
		treeShaking: true,
		minifySyntax: true,
		// Its form for Node brings worker threads, which n8n's scanner doesn't admit.
		alias: { fflate: 'fflate/browser' },
		plugins: [roomsApart],
		// Comments name files as they are reached from here, wherever `node_modules` lies: the same bytes in each folder.
		preserveSymlinks: true,
	});
	const licences = await Promise.all(
		BUNDLED.map(async (name) => `This folder holds parts of ${name}, under this licence:\n\n${await licenceOf(name)}`),
	);
	await writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licences.join('\n'));
}

const licenceOf = async (/** @type {string} */ name) =>
	await readFile(
		path.join(root, 'node_modules', name, WITH_MARKDOWN_LICENCE.has(name) ? 'LICENSE.md' : 'LICENSE'),
		'utf8',
	);

async function copyAssets(/** @type {string} */ folder) {
	const files = await readdir(path.join(root, folder), { recursive: true });
	const assets = files.filter((file) => ASSET.test(file.replaceAll(path.sep, '/')));
	await Promise.all(assets.map(async (file) => await cp(path.join(root, folder, file), path.join(dist, folder, file))));
}

await rm(dist, { recursive: true, force: true });
compile();
await Promise.all([bundleService(), copyAssets('nodes'), copyAssets('credentials')]);
