import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What npm has installed, as it wrote it down itself. */
const INSTALLED = '.package-lock.json';

/**
 * Gives a folder without packages those of another one, by hard links, so that npm has only to install what differs.
 * npm changes no file in place, so the other folder's stay as they are.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<boolean>} whether it has them now; not on another disk, nor where `cp` makes no links (Windows)
 */
export async function linkPackages(from, to) {
	const [source, target] = [from, to].map((folder) => path.join(folder, 'node_modules'));
	if (existsSync(target)) return false;
	mkdirSync(target);
	// Names with a dot are not packages, but for the programs of packages.
	const names = readdirSync(source).filter((name) => !name.startsWith('.') || name === '.bin');
	try {
		await run('cp', ['-al', ...names.map((name) => path.join(source, name)), target]);
	} catch {
		rmSync(target, { recursive: true, force: true });
		return false;
	}
	writeFileSync(path.join(target, INSTALLED), readFileSync(path.join(source, INSTALLED)));
	return true;
}
