// `npm run docs`: writes the parameter tables of docs/nodes from the descriptions of the nodes, and the
// samples of all pages from real runs, and the address of the repository wherever it is named.
import '../../../test/n8n-settings.mts';

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { runSample } from '../../../test/integration/samples/run.mts';
import { documentedNodes } from './nodes.mts';
import { pageOf, withParameters } from './pages.mts';
import { linkingFiles, withRepository } from './repository-links.mts';
import { samplePages, withSamples } from './sample-pages.mts';

for (const file of samplePages) {
	const where = path.join(projectRoot, file);
	const page = await readFile(where, 'utf8');
	const node = documentedNodes.find((candidate) => pageOf(candidate) === file);
	const written = await withSamples(node === undefined ? page : withParameters(page, node), runSample);
	if (written !== page) await writeFile(where, written);
	console.log(`${file}: ${written === page ? 'up to date' : 'written'}`);
}

for (const file of linkingFiles) {
	const where = path.join(projectRoot, file);
	const text = await readFile(where, 'utf8');
	if (withRepository(text) !== text) await writeFile(where, withRepository(text));
}
