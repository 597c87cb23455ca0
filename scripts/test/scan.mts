import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

import { projectRoot } from '../../hosts/driver/host-folder.mts';
import { command } from '../command.mts';
import { pack } from '../pack.mts';

const SCAN = path.join(projectRoot, 'scripts', 'test', 'scan-folder.mts');

/** In a process of its own: it works for seconds without a pause, and nobody would say how far all is. */
async function scan(folder: string, patterns: string[]): Promise<void> {
	await command(process.execPath, ['--import', 'tsx', SCAN, folder, ...patterns], { output: 'hold' });
}

/** n8n's own check of community packages, on the sources as it reads them from a repository. */
export async function scanSources(): Promise<void> {
	await scan(projectRoot, SOURCE_FILE_PATTERNS);
}

/** The same check on what a user installs. */
export async function scanTarball(): Promise<void> {
	const tarball = await pack();
	const folder = await mkdtemp(path.join(tmpdir(), 'scan-'));
	try {
		await command('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { output: 'hold' });
		await scan(folder, ['**/*.js', 'package.json']);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
