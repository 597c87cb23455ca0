import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { command } from '../command.mts';
import { pack } from '../pack.mts';
import { writeDescriptions } from './description-sources.mts';

const SCAN = path.join(projectRoot, 'tools', 'scripts', 'test', 'scan-folder.mts');
/** A name of a header, and a switch. */
const NO_SECRETS = ['tokenHeader', 'allowUnauthorizedCerts'];

/** In a process of its own: it works for seconds without a pause, and nobody would say how far all is. */
async function scan(folder: string, patterns: string[], noSecrets: string[] = []): Promise<void> {
	const args = ['--import', 'tsx', SCAN, folder, JSON.stringify(patterns), ...noSecrets];
	await command(process.execPath, args, { output: 'hold' });
}

/** n8n's own check of community packages, on the sources as it reads them from a repository. */
export async function scanSources(): Promise<void> {
	await scan(projectRoot, SOURCE_FILE_PATTERNS);
}

/** The same check on what a user installs. */
export async function scanTarball(): Promise<void> {
	const tarball = await pack();
	await inNewFolder(async (folder) => {
		await command('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { output: 'hold' });
		await scan(folder, ['**/*.js', 'package.json']);
	});
}

/** The same check on what the sources tell n8n. */
export async function scanDescriptions(): Promise<void> {
	await inNewFolder(async (folder) => {
		await writeDescriptions(folder);
		await scan(folder, SOURCE_FILE_PATTERNS, NO_SECRETS);
	});
}

async function inNewFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'scan-'));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
