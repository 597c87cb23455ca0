const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const esbuild = require('esbuild');
const gulp = require('gulp');

const DIST = path.join(__dirname, 'dist');
const BUNDLED = ['zod', 'safe-stable-stringify'];

async function clean() {
	await fs.promises.rm(DIST, { recursive: true, force: true });
}

/** Compiles nodes and credentials file by file; `service` is compiled along and replaced by `bundleService`. */
async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: __dirname, stdio: 'inherit' });
}

/** One file for each room of the service, with what it uses of libraries, so that no host has to provide these. */
async function bundleService() {
	const source = path.join(__dirname, 'service');
	const folder = path.join(DIST, 'service');
	await fs.promises.rm(folder, { recursive: true, force: true });
	const rooms = (await fs.promises.readdir(source, { withFileTypes: true })).filter((entry) => entry.isDirectory());
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
		plugins: [roomsApart],
	});
	const licences = await Promise.all(
		BUNDLED.map(async (name) => `This folder holds parts of ${name}, under this licence:\n\n${await licenceOf(name)}`),
	);
	await fs.promises.writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licences.join('\n'));
}

/** A room is entered by its door (`../plan`), and is not copied into the rooms that use it. */
const roomsApart = {
	name: 'rooms-apart',
	setup: (build) => build.onResolve({ filter: /^\.\.\/\w+$/ }, ({ path: door }) => ({ path: door, external: true })),
};

const licenceOf = async (name) =>
	await fs.promises.readFile(path.join(__dirname, 'node_modules', name, 'LICENSE'), 'utf8');

/** Icons, codex files and output schemas lie beside the node they belong to. */
function copyAssets() {
	return gulp
		.src(['nodes/**/*.svg', 'credentials/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
			base: __dirname,
			cwd: __dirname,
			encoding: false,
		})
		.pipe(gulp.dest(DIST));
}

exports.build = gulp.series(clean, compile, gulp.parallel(bundleService, copyAssets));
exports.default = exports.build;
