import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { hostFolder, projectRoot } from '../../n8n/driver/host-folder.mts';
import { loadTarball } from '../../n8n/driver/load-tarball.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { median } from '../measure.mts';
import { benchHost } from '../n8n/bench-host.mts';
import { time } from '../report/words.mts';

const run = promisify(execFile);
const MAX_MS = 60;

/** All nodes and the credential, loaded and made as n8n does when it starts, in a new process each time. */
export const loadTime: RowGroup = { name: 'load', measure };

async function measure({ runs, tarball }: Bench): Promise<Row[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-load-'));
	try {
		await loadTarball(tarball, folder);
		const modules = path.join(folder, '.n8n', 'nodes', 'node_modules');
		const script = path.join(projectRoot, 'tools', 'bench', 'n8n', 'load-package.cjs');
		const env = { ...process.env, NODE_PATH: path.join(hostFolder(benchHost), 'node_modules') };
		const times: number[] = [];
		for (let again = 0; again < runs; again++) {
			const { stdout } = await run(process.execPath, [script, path.join(modules, 'n8n-nodes-plan-service')], { env });
			times.push(Number(stdout));
		}
		const ms = median(times);
		return [
			{
				work: 'Load the package (n8n-workflow is loaded already)',
				target: `at most ${MAX_MS} ms`,
				ours: time(ms),
				against: '',
				ratio: '',
				met: ms <= MAX_MS,
			},
		];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
