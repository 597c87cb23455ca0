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

/** One file with the parts of the libraries that are used, so that no host has to provide them. */
async function bundleService() {
	const folder = path.join(DIST, 'service');
	await fs.promises.rm(folder, { recursive: true, force: true });
	await esbuild.build({
		entryPoints: [path.join(__dirname, 'service', 'index.ts')],
		outfile: path.join(folder, 'index.js'),
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		legalComments: 'none',
		treeShaking: true,
		minifySyntax: true,
	});
	const licences = await Promise.all(
		BUNDLED.map(async (name) => `index.js holds parts of ${name}, under this licence:\n\n${await licenceOf(name)}`),
	);
	await fs.promises.writeFile(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licences.join('\n'));
}

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
