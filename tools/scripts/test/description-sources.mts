import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';

import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials.ts';
import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { documentedNodes } from '../docs/nodes.mts';

/**
 * Writes a copy of the package in which each description is one literal: n8n's rules read literals, and are blind to
 * parameters that functions make.
 */
export async function writeDescriptions(folder: string): Promise<void> {
	for (const copied of ['package.json', 'nodes', 'credentials']) {
		const filter = (file: string) => !file.endsWith('.ts');
		await cp(path.join(projectRoot, copied), path.join(folder, copied), { recursive: true, filter });
	}
	for (const { folder: name, description } of documentedNodes) {
		const field = `description: INodeTypeDescription = ${literal(description)};`;
		const source = `export class ${name} implements INodeType {\n${field}\n}\n`;
		// Of all that n8n wants by a name in place of its value, this is all that descriptions have.
		await writeFile(
			path.join(folder, 'nodes', name, `${name}.node.ts`),
			source.replace(/(?<=(?:in|out)puts: \[\s*)'main'/g, 'NodeConnectionTypes.Main'),
		);
	}
	const { name, displayName, icon, documentationUrl, properties, test } = new PlanServiceApi();
	const members = Object.entries({ name, displayName, icon, documentationUrl, properties, test });
	const fields = members.map(([key, value]) => `${key} = ${literal(value)};\n`);
	await writeFile(
		path.join(folder, 'credentials', 'PlanServiceApi.credentials.ts'),
		`export class PlanServiceApi implements ICredentialType {\n${fields.join('')}}\n`,
	);
}

/** With quotes only around the keys that need them. */
function literal(value: unknown): string {
	return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, compact: false });
}
