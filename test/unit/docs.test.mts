import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { FAILURE_CODES } from '../../nodes/shared/messages.ts';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { flatParameters } from '../../tools/scripts/docs/flat-parameters.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { pageOf, readPage, withParameters } from '../../tools/scripts/docs/pages.mts';
import { anchorsOf, linksOf, markdownFiles } from '../support/markdown.mts';
import { quotedMessages, unsaid } from './quoted-messages.mts';

const fileOf = (...steps: string[]) => path.join(projectRoot, ...steps);
const textOf = (...steps: string[]) => readFileSync(fileOf(...steps), 'utf8');
const packageJson = JSON.parse(textOf('package.json')) as { scripts: Record<string, string>; n8n: { nodes: string[] } };

/** A floor has nothing below it: these operations always end with an error. */
const WITHOUT_OUTPUT = ['floor/getChildren', 'floor/getDescendants'];

test('package.json lists every documented node, and no other', () => {
	const listed = documentedNodes.map(({ folder }) => `dist/nodes/${folder}/${folder}.node.js`);
	expect(packageJson.n8n.nodes).toEqual(listed);
});

describe.each(documentedNodes.map((node) => [node.description.displayName, node] as const))('%s', (_name, node) => {
	const { folder, description } = node;
	const valuesOf = (name: string) =>
		description.properties
			.filter((parameter) => parameter.name === name)
			.flatMap(({ options = [] }) => options.flatMap((option) => ('value' in option ? [String(option.value)] : [])));

	test('its page has the parameters that the node has; npm run docs writes them', async () => {
		const page = await readPage(node);
		expect(page).toBe(withParameters(page, node));
	});

	test('its page says what comes out, what can go wrong, and shows an example', async () => {
		const page = await readPage(node);
		expect(page).toMatch(new RegExp(`^# ${description.displayName}\n`));
		for (const heading of ['Parameters', 'Output', 'Errors', 'Example'])
			expect(page).toMatch(new RegExp(`^## ${heading}`, 'm'));
	});

	test('each of its parameters says what it is for', () => {
		// n8n's own nodes leave these without: their choices say it, or what is added to them.
		const speakForThemselves = ['resource', 'operation', 'filters', 'options'];
		const silent = flatParameters(description.properties)
			.filter(({ parameter }) => !parameter.description)
			.map(({ path: name }) => name);
		expect(silent.filter((name) => !speakForThemselves.includes(name))).toEqual([]);
	});

	test('it has a codex file that leads to its page', () => {
		const codex = textOf('nodes', folder, `${folder}.node.json`);
		expect(JSON.parse(codex)).toMatchObject({ node: `n8n-nodes-plan-service.${description.name}` });
		expect(codex).toContain(`blob/main/${pageOf(node)}"`);
	});

	test('it has an icon for light and one for dark', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) expect(textOf('nodes', folder, icon.replace('file:', ''))).toContain('<svg');
	});

	test('each of its operations has an output schema', () => {
		const resources = valuesOf('resource');
		const operations = valuesOf('operation');
		const below = (operation: string) =>
			resources.length === 0 ? [operation] : resources.map((resource) => `${resource}/${operation}`);
		const schemas = operations.flatMap(below).filter((schema) => !WITHOUT_OUTPUT.includes(schema));
		const files = schemas.length === 0 ? ['v1.0.0.json'] : schemas.map((schema) => `v1.0.0/${schema}.json`);
		for (const file of files) {
			expect(JSON.parse(textOf('nodes', folder, '__schema__', file))).toMatchObject({ type: 'object' });
		}
	});
});

describe.each(markdownFiles())('%s', (file) => {
	const text = textOf(file);

	test('every link within the project leads somewhere', () => {
		const broken = linksOf(text).filter((link) => {
			const [target, anchor] = link.split('#');
			const linked = target === '' ? file : path.join(path.dirname(file), target);
			if (!existsSync(fileOf(linked))) return true;
			return anchor !== undefined && !anchorsOf(textOf(linked)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	test('every npm script that it names exists', () => {
		const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
		expect(named.filter((script) => packageJson.scripts[script] === undefined)).toEqual([]);
	});
});

/** README, the two pages beside it, and docs, with their generated tables. CHANGELOG.md only grows. */
const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'.github/SECURITY.md',
	...markdownFiles().filter((file) => file.startsWith('docs/')),
];
const MAX_WORDS = 18_000;

test('all pages together are read in two hours: words as `wc -w` counts them', () => {
	expect(PAGES.length).toBeGreaterThan(20);
	const counts = Object.fromEntries(PAGES.map((file) => [file, textOf(file).trim().split(/\s+/).length]));
	const sum = Object.values(counts).reduce((total, count) => total + count, 0);
	expect({ counts, isTooLong: sum > MAX_WORDS }).toEqual({ counts, isTooLong: false });
});

/** What a person reads as sentences: no code, tables, headings or URLs. */
const proseOf = (page: string) =>
	page
		.replaceAll(/^\s*```[^]*?^\s*```|<!--[^]*?-->|!\[[^\]]*\]\([^)]*\)|^ *[|#].*$/gm, '')
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
const MAX_WORDS_A_SENTENCE = 20;

test.each([...PAGES, 'workflows/README.md', 'tools/sandbox/README.md'])('%s has short sentences', (file) => {
	const sentences = proseOf(textOf(file))
		.split(/\n\s*(?:\n|[-*] |\d+\. )|(?<=[.!?:][)*"]*)\s+(?=[A-Z`*"[\d])/)
		.map((sentence) => sentence.split(/\s+/).filter(Boolean).length)
		.filter((words) => words > 0);
	expect(sentences.reduce((sum, words) => sum + words, 0) / sentences.length).toBeLessThan(MAX_WORDS_A_SENTENCE);
});

test('every picture of docs/images is on a page', () => {
	const pages = markdownFiles().map((file) => textOf(file));
	const unseen = readdirSync(fileOf('docs', 'images')).filter(
		(name) => !pages.some((page) => page.includes(`images/${name})`)),
	);
	expect(unseen).toEqual([]);
});

test('docs/examples.md leads to every example', () => {
	const files = readdirSync(path.join(projectRoot, 'workflows'), { recursive: true, encoding: 'utf8' });
	const examples = files.filter((file) => file.endsWith('.json')).map((file) => file.split(path.sep).join('/'));
	const page = readFileSync(path.join(projectRoot, 'docs', 'examples.md'), 'utf8');
	expect(examples.filter((file) => !page.includes(`[${file}](../workflows/README.md#`))).toEqual([]);
});

test('docs/errors.md has one anchor for each code of a failure', () => {
	const anchors = [...textOf('docs/errors.md').matchAll(/<a id="([^"]*)"><\/a>`([^`]*)`/g)];
	expect(anchors.map(([, id]) => id).sort()).toEqual([...FAILURE_CODES].sort());
	expect(anchors.filter(([, id, code]) => id !== code)).toEqual([]);
});

test('README.md is read in two minutes', () => {
	expect(textOf('README.md').length).toBeLessThanOrEqual(7_168);
});

test.each([...documentedNodes.map(pageOf), 'docs/credential.md', 'docs/errors.md'])(
	'every message that %s quotes is one that the package can say',
	(file) => {
		const messages = quotedMessages(textOf(file));
		expect(messages).not.toEqual([]);
		expect(unsaid(messages)).toEqual([]);
	},
);

describe('CONTRIBUTING.md', () => {
	const text = textOf('CONTRIBUTING.md');

	test('names files that are there', () => {
		const files = Array.from(
			text.matchAll(/`((?:nodes|service|credentials|scripts|test|docs|hosts)\/[\w./-]+\.\w+)`/g),
			([, file]) => file,
		);
		expect(files.length).toBeGreaterThan(15);
		expect(files.filter((file) => !existsSync(fileOf(...file.split('/'))))).toEqual([]);
	});

	test('quotes the main function of a push as it is', () => {
		const [main] = /^export async function pushPlan[^]*?^}\n/m.exec(textOf('service', 'push', 'push-plan.ts')) ?? [];
		expect(text).toContain(`\`\`\`ts\n${main}\`\`\``);
	});

	test('lists every command', () => {
		const commands = Object.keys(packageJson.scripts).filter((name) => !['start', 'test'].includes(name));
		expect(commands.filter((name) => !text.includes(`npm run ${name}`) && !text.includes(`\`${name}\``))).toEqual([]);
	});
});
