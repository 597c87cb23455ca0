import { stat } from 'node:fs/promises';

import { command } from '../command.mts';
import { sha256Of } from '../npm-pack.mjs';
import { hashOfSecondPack, pack } from '../pack.mts';
import { publishDryRun } from './publish-dry-run.mts';

const MAX_BYTES = 400_000;

/** Nothing but what n8n loads, and what n8n's and npm's pages show. */
const ALLOWED = /^package\/(package\.json|README\.md|LICENSE|LICENSE\.md|dist\/.+)$/;
/** What every n8n and every Node has. All else is bundled. */
const FROM_HOST = ['n8n-workflow', 'crypto'];
const FORBIDDEN = /(^|\/)(zod|node_modules|test|tests|__tests__)\/|\.map$|\.test\.|\.tsbuildinfo$/;

/** Packs, and looks at what a user would get. @returns its size in words */
export async function checkTarball(): Promise<string> {
	const tarball = await pack();
	const { size } = await stat(tarball);
	const listing = await command('tar', ['-tzf', tarball], { output: 'hold' });
	const files = listing.split('\n').filter((file) => file && !file.endsWith('/'));
	const wrong = files.filter((file) => !ALLOWED.test(file) || FORBIDDEN.test(file));
	if (wrong.length > 0) throw new Error(`These do not belong into the tarball:\n${wrong.join('\n')}`);
	if (size > MAX_BYTES) throw new Error(`The tarball has ${size} bytes, more than ${MAX_BYTES}.`);
	const code = await command('tar', ['-xzOf', tarball, '--wildcards', '*.js'], { output: 'hold' });
	const loaded = Array.from(code.matchAll(/\b(?:require|import)\(\s*["']([^"']+)["']\s*\)/g), ([, name]) => name);
	const foreign = loaded.filter((name) => !name.startsWith('.') && !FROM_HOST.includes(name));
	if (foreign.length > 0)
		throw new Error(`The built code loads this from the host: ${[...new Set(foreign)].join(', ')}`);
	// Of a folder npm says what it would correct in package.json; the tarball is what the release workflow publishes.
	for (const what of ['.', tarball]) await publishDryRun(what);
	const [first, second] = await Promise.all([sha256Of(tarball), hashOfSecondPack()]);
	if (first !== second) throw new Error(`Packed in two folders it is not the same: ${first} and ${second}.`);
	return `${files.length} files, ${Math.round(size / 1000)} kB, SHA-256 ${first}, the same in two folders`;
}
