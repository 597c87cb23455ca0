import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));
const POLL_MS = 500;
/**
 * npm takes back what it has begun when it is stopped; a folder that it leaves half done is made anew by the next one.
 */
const LEFT_TO_END_MS = 20_000;
/** On Windows npm is a script that only a shell starts, and processes have no group. */
const isWindows = process.platform === 'win32';

let stopping = false;

/** @type {Set<{ kill: (signal: 'SIGTERM' | 'SIGKILL') => void, ended: Promise<unknown> }>} */
const running = new Set();

// A script that ends takes npm along; whoever comes next waits for it, because the lock names it.
process.on('exit', () => running.forEach(({ kill }) => kill('SIGTERM')));

/**
 * Runs npm to its end, one at a time in a folder: two would break each other's packages (ENOTEMPTY).
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, unless?: () => boolean }} options
 *   `unless`: whether there is nothing left to do, as when another has just installed the same
 * @returns {Promise<{ code: number, held: string }>} its exit code, and what it said
 */
export async function npm(args, { cwd, env = {}, unless = () => false }) {
	const lock = lockOf(cwd);
	await takeLock(lock);
	if (unless()) {
		rmSync(lock, { force: true });
		return { code: 0, held: '' };
	}
	const child = spawn('npm', args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: isWindows,
		// A group of its own: Ctrl-C reaches npm and its compilers through `stopNpm` alone.
		detached: !isWindows,
	});
	let held = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (held += String(chunk)));
	const ended = once(child, 'close').finally(() => rmSync(lock, { force: true }));
	/** @type {Parameters<typeof running.add>[0]} */
	const one = { kill: (signal) => killGroup(child, signal), ended: ended.catch(() => undefined) };
	running.add(one);
	void one.ended.then(() => running.delete(one));
	writeFileSync(lock, `${process.pid} ${child.pid}`);
	const [code] = await ended;
	// Whoever has stopped it ends the process, and nothing is said of a failure.
	if (stopping) await new Promise(() => undefined);
	return { code: code ?? 1, held };
}

/** Stops each npm that this process has started, if any, and waits for its end. */
export async function stopNpm() {
	if (running.size === 0) return;
	stopping = true;
	console.log(`\nStopping: waiting for npm to end, ${LEFT_TO_END_MS / 1000} s at most ...`);
	const all = [...running];
	for (const { kill } of all) kill('SIGTERM');
	const timer = setTimeout(() => all.forEach(({ kill }) => kill('SIGKILL')), LEFT_TO_END_MS);
	await Promise.all(all.map(({ ended }) => ended));
	clearTimeout(timer);
}

function killGroup(
	/** @type {import('node:child_process').ChildProcess} */ child,
	/** @type {'SIGTERM' | 'SIGKILL'} */ signal,
) {
	if (isWindows || child.pid === undefined) return void child.kill(signal);
	try {
		process.kill(-child.pid, signal);
	} catch {
		// It has ended by itself.
	}
}

/** A folder within the clone has a lock of its own; what is built elsewhere has one for all. */
function lockOf(/** @type {string} */ folder) {
	const name = path.relative(root, folder).replace(/\W+/g, '-');
	return path.join(root, '.cache', name === '' ? 'install.lock' : `install-${name}.lock`);
}

async function takeLock(/** @type {string} */ lock) {
	mkdirSync(path.dirname(lock), { recursive: true });
	for (let isReported = false; ;) {
		try {
			writeFileSync(lock, String(process.pid), { flag: 'wx' });
			return;
		} catch (error) {
			if (Object(error).code !== 'EEXIST') throw error;
		}
		const holder = holders(lock).find(isAlive);
		if (holder === undefined) rmSync(lock, { force: true });
		else {
			if (!isReported)
				console.log(`Another install is under way in this folder (process ${holder}): waiting for it ...`);
			isReported = true;
			await pause(POLL_MS);
		}
	}
}

/** The script that has taken the lock, and its npm, which may outlive it. */
function holders(/** @type {string} */ lock) {
	try {
		return readFileSync(lock, 'utf8').split(' ').map(Number);
	} catch {
		return [];
	}
}

function isAlive(/** @type {number} */ pid) {
	try {
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		return Object(error).code === 'EPERM';
	}
}
