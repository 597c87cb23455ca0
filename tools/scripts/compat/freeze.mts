// `npm run freeze`: records under test/compat/<version> what the version of package.json promises: its example
// workflows, what they give in a real n8n, and its public names. Run it for a release; later versions are tested
// against it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createCredential } from '../../n8n/driver/credentials.mts';
import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { N8nHost } from '../../n8n/driver/n8n-host.mts';
import { readExample } from '../demo/example-workflows.mts';
import { publicNames } from '../docs/public-names.mts';
import { installHost } from '../install/host.mts';
import { pack } from '../pack.mts';
import { atEnd, end } from '../shutdown.mts';
import { runFrozen } from './frozen-run.mts';
import { folderOf } from './frozen-version.mts';
import type { NodeOutputs } from './frozen-version.mts';
import { starts } from './starts.mts';

async function freeze(): Promise<void> {
	const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };
	await installHost('newest', (line) => console.log(line));
	const n8n = await N8nHost.start({ host: 'newest', tarball: await pack() });
	atEnd(async () => await n8n.close());
	const credentialFor = async (data: Record<string, unknown>) =>
		await createCredential(n8n.session, { name: 'Sandbox', type: 'planServiceApi', data });

	const folder = folderOf(version);
	await rm(folder, { recursive: true, force: true });
	await mkdir(path.join(folder, 'workflows'), { recursive: true });
	const write = async (file: string, json: unknown) =>
		await writeFile(path.join(folder, file), `${JSON.stringify(json, null, '\t')}\n`);
	const outputs: Record<string, NodeOutputs> = {};
	for (const [file, start] of Object.entries(starts)) {
		const draft = await readExample(file);
		console.log(`${draft.name} ...`);
		outputs[file] = await runFrozen(n8n, credentialFor, draft, start);
		await write(path.join('workflows', file), draft);
	}
	await write('outputs.json', outputs);
	await write('starts.json', starts);
	await write('public-names.json', publicNames());
	console.log(`Frozen in test/compat/${version}: commit it with the release.`);
}

try {
	await freeze();
	await end(0);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	await end(1);
}
