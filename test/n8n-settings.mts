import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

if (process.env.N8N_USER_FOLDER === undefined) {
	// n8n-core writes its settings here, and would write into the home folder otherwise. One folder for each worker of
	// Jest.
	const folder = join(
		process.cwd(),
		'.cache',
		'test',
		`n8n-${process.env.TEST_PROJECT ?? 'one'}-${process.env.JEST_WORKER_ID ?? 0}`,
	);
	mkdirSync(folder, { recursive: true });
	process.env.N8N_USER_FOLDER = folder;
}

// Nodes that fail are what many tests are about: n8n's own log of them is noise.
process.env.N8N_LOG_LEVEL ??= 'silent';
