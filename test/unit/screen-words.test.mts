import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const workflows = readdirSync(path.join(projectRoot, 'workflows'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => `workflows/${name}`);
/** What n8n 2 no longer has on its screen: it publishes workflows, and tests credentials when they are saved. */
const GONE = /\bactivate (the|your|this) workflow\b|\b(press|click) \**Test\b|\*\*Test\*\* /i;

test.each(workflows)('the notes of %s tell a person to publish, with the words of both n8n versions', (file) => {
	const { nodes } = JSON.parse(textOf(file)) as { nodes: Array<{ parameters: { content?: string } }> };
	const notes = nodes.map(({ parameters }) => parameters.content ?? '').join('\n');
	expect(notes).not.toMatch(GONE);
	for (const [told] of notes.matchAll(/.*\*\*Publish\*\*.*/g))
		expect(told).toContain('(n8n 1.x: switch it to **Active**)');
});

test.each([
	'README.md',
	'docs/credential.md',
	'.github/SECURITY.md',
	'workflows/README.md',
	'docs/quickstart.md',
	'docs/nodes/planFeaturesTrigger.md',
])('%s names no button that n8n 2 has not got', (file) => {
	expect(textOf(file)).not.toMatch(GONE);
});
