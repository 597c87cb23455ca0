import { readFileSync } from 'node:fs';
import path from 'node:path';

import { credentialFields } from '../../credentials/credential-fields';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { DEFAULT_PORT } from '../../tools/sandbox/cli-options.mts';
import { CREDENTIAL_LABELS, credentialOf } from '../../tools/sandbox/credential.mts';
import { defaultSettings } from '../../tools/sandbox/settings.mts';
import { tarball } from '../../tools/n8n/driver/tarball.mts';
import { codeBlocks } from '../support/markdown.mts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const commandsOf = (file: string) => codeBlocks(textOf(file), 'sh').flatMap((block) => block.trimEnd().split('\n'));
const guide = 'docs/quickstart.md';
const { repository } = JSON.parse(textOf('package.json')) as {
	repository: { url: string };
};

test('README.md gives no command that the tested guide does not give', () => {
	// What ends by Ctrl-C is tested with --once, which does what npm ci does as well.
	const tested = [...commandsOf(guide), 'npm start', 'npm ci'];
	expect(commandsOf(guide)).toContain('npm start -- --once');
	expect(commandsOf('README.md').filter((command) => !tested.includes(command))).toEqual([]);
});

test.each(['README.md', guide])('%s clones the repository of package.json', (file) => {
	expect(commandsOf(file)).toContain(`git clone ${repository.url.replace(/^git\+/, '')}`);
});

test('docs/install.md installs the tarball that npm run tarball makes; no other page gives commands for it', () => {
	expect(commandsOf('docs/install.md').join('\n')).toContain(`tar -xzf .cache/pack/${path.basename(tarball)} `);
	for (const file of ['README.md', guide]) expect(textOf(file)).not.toMatch(/npm (pack|install)|tar -x/);
});

test('the guide gives the credential of npm run sandbox, under the names that its fields have', () => {
	const address = `http://127.0.0.1:${DEFAULT_PORT}`;
	const values = Object.entries(credentialOf(address, `${address}/auth`, defaultSettings.allowedScope));
	const rows = values.map(([field, value]) => {
		const label = credentialFields.find(({ name: fieldName }) => fieldName === field)?.displayName;
		expect(CREDENTIAL_LABELS).toHaveProperty(field, label);
		return `|${label}|\`${value}\`|`;
	});
	for (const row of rows) expect(textOf(guide)).toContain(row);
});
