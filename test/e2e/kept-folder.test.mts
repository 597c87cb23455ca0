import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { N8nHost } from '../../tools/n8n/driver/n8n-host.mts';
import { tarball } from '../../tools/n8n/driver/tarball.mts';
import { createWorkflow } from '../../tools/n8n/driver/workflows.mts';
import { mainExample } from '../../tools/scripts/demo/example-workflows.mts';
import { runMainExample } from '../../tools/scripts/demo/main-example.mts';
import { importExample } from '../support/host/imported-example.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';

test(`what is built in the ${chosenHost()} n8n of a kept folder is there after its end and a new start`, async () => {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'kept n8n-'));
	const start = async () => await N8nHost.start({ host: chosenHost(), tarball, userFolder });
	try {
		const first = await start();
		const built = await createWorkflow(first.session, { name: 'Built by hand', nodes: [], connections: {} });
		const ended = first.process.ended();
		await first.close();
		expect(await ended).not.toBeNull();

		const second = await start();
		try {
			const found = await second.session.request<{ name: string }>('get', `/rest/workflows/${built.id}`);
			expect(found.name).toBe('Built by hand');
		} finally {
			await second.close();
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
});

test(`one token serves two runs and one after kill -9 of the ${chosenHost()} n8n`, async () => {
	const host = await sharePlanHost();
	try {
		const example = await importExample(host, mainExample);
		await runMainExample(host.n8n, example);
		await runMainExample(host.n8n, example);

		await host.n8n.killAndRestart();
		await runMainExample(host.n8n, example);

		expect(host.sandbox.requests.filter(({ route }) => route === 'token')).toHaveLength(1);
	} finally {
		await host.close();
	}
});
