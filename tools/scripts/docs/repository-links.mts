import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';

interface Manifest {
	name: string;
	repository: { url: string };
}

const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Manifest;

/** The one place that says where the repository is: `repository` in package.json. Without `.git`. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** Files that name it, but can import nothing: npm, n8n and people read them as they are. */
export const linkingFiles: string[] = [
	'package.json',
	'README.md',
	'docs/quickstart.md',
	'credentials/PlanServiceApi.credentials.ts',
	...readdirSync(path.join(projectRoot, 'nodes'))
		.filter((folder) => folder !== 'shared')
		.map((folder) => `nodes/${folder}/${folder}.node.json`),
];

/** The text with every link to a repository of this name leading to the one of package.json. */
export function withRepository(text: string): string {
	return text.replaceAll(new RegExp(`https://[\\w.-]+/[\\w.-]+/${manifest.name}(?![\\w-])`, 'g'), repository);
}
