import { readFileSync } from 'node:fs';
import path from 'node:path';

import { filledFields } from '../../credentials/credential-fields.ts';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { flatParameters } from '../../tools/scripts/docs/flat-parameters.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { pageOf } from '../../tools/scripts/docs/pages.mts';
import { isDescription, patternsIn, sourceFiles } from './message-patterns.mts';

const ALL = documentedNodes.flatMap(({ description }) => flatParameters(description.properties));
/** The credential writes its labels into its words; that they fit is tested beside it. */
const FIELDS = filledFields.map(({ displayName }) => displayName);

/** What a person can set: labels of ours, n8n's own, and those of the service's console. */
const LABELS = [
	...FIELDS,
	...ALL.flatMap(({ parameter, choices }) => [parameter.displayName, ...choices.map(({ name }) => name)]),
	...['Include Other Input Fields', 'Allowed Scopes', 'Allowed Grant Type', 'Resource Owner Password'],
].filter((label) => /^[A-Z]\w+ \w+/.test(label));

/** The sentences that the package can say, without the descriptions of its parameters. */
const SAID = sourceFiles()
	.flatMap((file) => patternsIn(file, isDescription))
	.map((pattern) => pattern.map((part) => part ?? '…').join(''))
	.filter((text) => text.includes(' '))
	.concat(FIELDS)
	.join('\n');

/** The last cells of the rows of tables whose heading has "On the screen". */
function remediesOf(file: string): string[] {
	let isTable = false;
	return readFileSync(path.join(projectRoot, file), 'utf8')
		.split('\n')
		.flatMap((line) => {
			if (!line.startsWith('|')) isTable = false;
			if (!isTable) {
				isTable = /^\|.*On the screen/.test(line);
				return [];
			}
			return [line.split(/(?<!\\)\|/).at(-2) ?? ''];
		});
}

test.each([...documentedNodes.map(pageOf), 'docs/credential.md', 'docs/errors.md'])(
	'what %s says to set, the screen says, too',
	(file) => {
		const remedies = remediesOf(file);
		expect(remedies.length).toBeGreaterThan(4);
		const unsaid = remedies.flatMap((remedy) =>
			LABELS.filter((label) => remedy.includes(label) && !SAID.includes(label)).map((label) => `${label}: ${remedy}`),
		);
		expect(unsaid).toEqual([]);
	},
);
