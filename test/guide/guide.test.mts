import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { codeBlocks } from '../support/markdown.mts';
import { FreshMachine } from './fresh-machine.mts';
import { missingLine } from './shown-output.mts';

const textOf = (page: string) => readFileSync(path.join(projectRoot, 'docs', page), 'utf8');
const guide = textOf('quickstart.md');
/** The first way of docs/install.md, in the clone that the guide makes. */
const [install] = codeBlocks(textOf('install.md'), 'sh');
const { name, repository } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
	name: string;
	repository: { url: string };
};

/** Prints the name of each node and credential of the package in its folder, as n8n loads them. */
const LOADED = `
const { n8n } = require('./package.json');
const types = [...n8n.nodes, ...n8n.credentials].map((file) => new (Object.values(require('./' + file))[0])());
console.log(JSON.stringify(types.map(({ displayName, description }) => displayName ?? description.displayName)));`;

const address = repository.url.replace(/^git\+/, '');

/** The clone is of HEAD: what is not committed is not in it. */
describe('someone who types the commands of docs/quickstart.md, and of docs/install.md for a clone', () => {
	let machine: FreshMachine;
	let printed: string;

	beforeAll(async () => {
		machine = await FreshMachine.make(address);
		const started = Date.now();
		printed = await machine.run([...codeBlocks(guide, 'sh'), install]);
		console.log(`The guide's commands took ${Math.round((Date.now() - started) / 1000)} s.`);
	});

	afterAll(async () => {
		await machine?.remove();
	});

	test('sees what the guide shows: the pushed features, and the address of their plan', () => {
		const shown = codeBlocks(guide, 'text');
		expect(shown.join()).toContain('Pushed 3 features');
		for (const output of shown) {
			const missing = missingLine(output, printed);
			if (missing !== undefined) throw new Error(`The guide shows "${missing}", and this was printed:\n${printed}`);
		}
	});

	test('has the nodes in an n8n of their own', async () => {
		const installed = path.join(machine.home, '.n8n', 'nodes', 'node_modules', name);
		const clone = path.join(machine.folder, path.basename(address, '.git'));
		// n8n lends the packages that it loads what it has itself.
		const lent = { NODE_PATH: path.join(clone, 'node_modules') };
		const loaded = await machine.run([`cd '${installed}'`, `node --eval "$LOADED"`], { ...lent, LOADED });

		const names = [...documentedNodes.map(({ description }) => description.displayName), 'Plan Service API'];
		expect(loaded.split('\n')).toContain(JSON.stringify(names));
	});
});
