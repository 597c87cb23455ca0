// `npm run docs`: writes the parameter tables of docs/nodes from the descriptions of the nodes.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../hosts/driver/hostFolder.mts';
import { documentedNodes } from './nodes.mts';
import { pageOf, readPage, withParameters } from './pages.mts';

for (const node of documentedNodes) {
	const page = await readPage(node);
	const written = withParameters(page, node);
	if (written !== page) await writeFile(path.join(projectRoot, pageOf(node)), written);
	console.log(`${pageOf(node)}: ${written === page ? 'up to date' : 'written'}`);
}
