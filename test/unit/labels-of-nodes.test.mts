import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';

// What n8n's review looks at by hand, because its linter can't.

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

function partsIn(parts: readonly Part[] = []): Part[] {
	return parts.flatMap((part) => [
		part,
		...partsIn('options' in part ? part.options : undefined),
		...partsIn('values' in part ? part.values : undefined),
	]);
}

describe.each(documentedNodes)('the labels of $folder', ({ folder, description }) => {
	const parts = partsIn(description.properties);

	test('speak of no error, problem or member', () => {
		const labels = parts.map((part) => ('displayName' in part ? part.displayName : part.name));
		expect(labels.length).toBeGreaterThan(10);
		expect(labels.filter((label) => /\b(?:error|problem|member)s?\b/i.test(label))).toEqual([]);
	});

	test('have no articles in actions', () => {
		const actions = parts.flatMap((part) => ('action' in part && part.action !== undefined ? [part.action] : []));
		expect(actions.filter((action) => /\b(?:an?|the)\b/i.test(action))).toEqual([]);
	});

	test('are found by what people call it', () => {
		const codex = JSON.parse(readFileSync(path.join(projectRoot, 'nodes', folder, `${folder}.node.json`), 'utf8')) as {
			alias: string[];
		};
		const words = ['floor plan', 'plan service', 'office', 'CAFM'];
		const ofFeatures = /Features/.test(folder) ? ['icons', 'desk'] : [];
		expect(codex.alias).toEqual(expect.arrayContaining([...words, ...ofFeatures]));
	});
});
