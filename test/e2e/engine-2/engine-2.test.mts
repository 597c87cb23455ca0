import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

const script = path.join('test', 'e2e', 'engine-2', 'run.mts');

test("on Engine 2.0, by n8n's own adapter, each node gives what it gives today; a second push skips all", async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'engine-2-'));
	try {
		const env = { ...process.env, N8N_USER_FOLDER: folder };
		const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
			cwd: projectRoot,
			env,
		});
		const line = stdout.split('\n').find((printed) => printed.startsWith('{')) ?? '{}';
		expect(JSON.parse(line)).toMatchObject({
			floor: 'Level 3',
			rooms: 2,
			pushed: [
				{ pushed: 2, skipped: 0 },
				{ pushed: 0, skipped: 2 },
			],
			embed: { url: expect.stringContaining('/plans-embed/v1/plan?viewerToken=') },
			onPlan: 2,
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
