import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';

/** The install is still under way when another start, on a busy machine, has begun. */
const SLOW_MS = 5_000;

/** A clone in which nothing is installed: the project's own bootstrap, and a package whose install takes a while. */
class Clone {
	/** A blank, as in a user's own folders. */
	readonly folder = mkdtempSync(path.join(tmpdir(), 'first install-'));

	private readonly started: ChildProcess[] = [];

	constructor() {
		for (const part of ['bootstrap.mjs', 'install']) {
			cpSync(path.join(projectRoot, 'tools', 'scripts', part), path.join(this.folder, 'tools', 'scripts', part), {
				recursive: true,
			});
		}
		// Bootstrap lets tsx read the script: here it is the one package to install, from a folder.
		mkdirSync(path.join(this.folder, 'tsx'));
		this.write(
			'tsx/package.json',
			JSON.stringify({ name: 'tsx', version: '1.0.0', main: 'index.js', scripts: { postinstall: 'node slow.mjs' } }),
		);
		this.write('tsx/index.js', '');
		const own = { name: 'clone', dependencies: { tsx: 'file:tsx' } };
		this.write('package.json', JSON.stringify(own));
		const packages = { '': own, 'node_modules/tsx': { resolved: 'tsx', link: true }, tsx: { version: '1.0.0' } };
		this.write('package-lock.json', JSON.stringify({ name: 'clone', lockfileVersion: 3, packages }));
		this.write(
			'tsx/slow.mjs',
			`
			import { appendFileSync } from 'node:fs';
			appendFileSync('../log', 'begin\\n');
			setTimeout(() => appendFileSync('../log', 'end\\n'), ${SLOW_MS});`,
		);
		this.write('script.mts', "console.log('the script runs');");
	}

	start() {
		// Without what npm, which has started this test, has put there of the project's own settings.
		const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
		const child = spawn(process.execPath, ['tools/scripts/bootstrap.mjs', 'script.mts'], { cwd: this.folder, env });
		this.started.push(child);
		const one = { child, said: '', ended: once(child, 'close').then(([code]) => Number(code)) };
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (one.said += String(text)));
		return one;
	}

	/** What the installs have written, line by line. */
	get log(): string[] {
		const file = path.join(this.folder, 'log');
		return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	}

	async begun(): Promise<void> {
		for (const giveUpAt = Date.now() + TIME_LIMIT_MS; Date.now() < giveUpAt; await pause(50)) {
			if (this.log.at(-1) === 'begin') return;
		}
		throw new Error('No install has begun');
	}

	remove(): void {
		for (const child of this.started) child.kill('SIGKILL');
		rmSync(this.folder, { recursive: true, force: true });
	}

	private write(name: string, text: string): void {
		writeFileSync(path.join(this.folder, name), text);
	}
}

let clone: Clone;

beforeEach(() => {
	clone = new Clone();
});

afterEach(() => clone.remove());

test(
	'two starts at once install once: the second waits, and says so',
	async () => {
		const first = clone.start();
		await clone.begun();
		const second = clone.start();

		expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
		expect(second.said).toMatch(/Another install is under way in this folder \(process \d+\): waiting for it/);
		expect([first.said, second.said]).toEqual(Array(2).fill(expect.stringContaining('the script runs')));
		expect(clone.log).toEqual(['begin', 'end']);
	},
	TIME_LIMIT_MS,
);

test(
	'Ctrl-C during the install waits for npm, says so and leaves nothing running; the next start installs',
	async () => {
		const stopped = clone.start();
		await clone.begun();
		stopped.child.kill('SIGINT');

		expect(await stopped.ended).toBe(130);
		expect(stopped.said).toContain('Stopping: waiting for npm to end');
		expect(stopped.said).not.toContain('could not be installed');
		await pause(SLOW_MS);
		expect(clone.log).toHaveLength(1);
		const next = clone.start();
		expect(await next.ended).toBe(0);
		expect(next.said).not.toContain('Another install');
		expect(next.said).toContain('the script runs');
	},
	TIME_LIMIT_MS,
);

test(
	'an npm whose script was killed is waited for by the next start',
	async () => {
		const killed = clone.start();
		await clone.begun();
		killed.child.kill('SIGKILL');
		await once(killed.child, 'exit');
		const next = clone.start();

		expect(await next.ended).toBe(0);
		expect(next.said).toContain('Another install is under way');
		expect(clone.log.filter((line) => line === 'begin')).toHaveLength(1);
	},
	TIME_LIMIT_MS,
);

test(
	'what was left of an install that is gone holds nobody up',
	async () => {
		mkdirSync(path.join(clone.folder, '.cache'));
		writeFileSync(path.join(clone.folder, '.cache', 'install.lock'), '999999999 999999998');

		const next = clone.start();

		expect(await next.ended).toBe(0);
		expect(next.said).not.toContain('Another install');
	},
	TIME_LIMIT_MS,
);

test(
	'an install that fails ends with one line in words',
	async () => {
		writeFileSync(path.join(clone.folder, 'tsx', 'slow.mjs'), "console.error('no room'); process.exit(1);");

		const failed = clone.start();

		expect(await failed.ended).toBe(1);
		expect(failed.said).toContain('no room');
		expect(failed.said.trim().split('\n').at(-1)).toMatch(
			/^the project's development packages could not be installed in .*: the lines above say why\.$/,
		);
	},
	TIME_LIMIT_MS,
);
