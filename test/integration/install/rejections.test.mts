import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

/** A clone in which nothing is installed, and whose one package is in no folder. */
let clone: string;

beforeEach(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'rejections-'));
	for (const part of ['bootstrap.mjs', 'install']) {
		cpSync(path.join(projectRoot, 'tools', 'scripts', part), path.join(clone, 'tools', 'scripts', part), {
			recursive: true,
		});
	}
	const own = { name: 'clone', dependencies: { tsx: '4.20.0' } };
	const packages = { '': own, 'node_modules/tsx': { version: '4.20.0', integrity: `sha512-${'A'.repeat(86)}==` } };
	writeFileSync(path.join(clone, 'package.json'), JSON.stringify(own));
	writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ name: 'clone', lockfileVersion: 3, packages }));
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** What the bootstrap says at its end. */
function failureOf(nodeArguments: string[] = [], env: Record<string, string> = {}): string | undefined {
	const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	const { status, stderr } = spawnSync(
		process.execPath,
		[...nodeArguments, 'tools/scripts/bootstrap.mjs', 'script.mts'],
		{
			cwd: clone,
			env: { ...Object.fromEntries(kept), ...env },
			encoding: 'utf8',
		},
	);
	expect(status).toBe(1);
	return stderr.trim().split('\n').at(-1);
}

test('a Node that is too old is rejected in one line, before anything is installed', () => {
	const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })";
	expect(failureOf(['--import', `data:text/javascript,${encodeURIComponent(old)}`])).toMatch(
		/^This is Node v18\.20\.8, and 2[04]\.\d+ or newer is needed.*: install one from https:.* and try again\.$/,
	);
	expect(existsSync(path.join(clone, '.cache'))).toBe(false);
});

test("a folder that can't be written is named in one line", () => {
	// Not by its rights, which count nothing for the user root of a container.
	writeFileSync(path.join(clone, '.cache'), 'a file');
	expect(failureOf()).toBe(`${clone} can't be written (EEXIST): clone the project into a folder of your own.`);
});

test('a registry that does not respond is reported as such', () => {
	const env = {
		npm_config_registry: 'http://127.0.0.1:9/',
		npm_config_fetch_retries: '0',
		npm_config_cache: path.join(clone, 'npm-cache'),
	};
	expect(failureOf([], env)).toMatch(
		/^npm did not reach its registry, so the project's development packages could not/,
	);
});
