import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../hosts/driver/host-folder.mts';
import { linkingFiles, repository, withRepository } from '../../scripts/docs/repository-links.mts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const [build, publish] = textOf('.github/workflows/release.yml').split(/^ {2}publish:$/m);

test.each(linkingFiles)('%s names the repository of package.json; npm run docs writes it', (file) => {
	const text = textOf(file);
	expect(text).toContain(repository);
	expect(text).toBe(withRepository(text));
});

test('links to another address of the repository are rewritten, and nothing else is', () => {
	const other = 'https://git.example.com/someone/n8n-nodes-plan-service';
	expect(withRepository(`${other}.git ${other}/blob/main/README.md ${other}-two https://example.com`)).toBe(
		`${repository}.git ${repository}/blob/main/README.md ${other}-two https://example.com`,
	);
});

test.each(readdirSync(path.join(projectRoot, '.github/workflows')))(
	'%s pins every action to a commit, and says its version',
	(file) => {
		const uses = [...textOf(`.github/workflows/${file}`).matchAll(/uses: (.*)/g)].map(([, action]) => action);
		expect(uses).not.toEqual([]);
		for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	},
);

test('the job that may publish runs npm alone, in an environment, and no stored secret is used', () => {
	expect(publish).toContain('environment: npm');
	expect(publish.match(/permissions:\n {6}(.*)\n {4}\w/)?.[1]).toBe('id-token: write');
	expect([...publish.matchAll(/run: (\S+ \S+)/g)].map(([, command]) => command)).toEqual(['npm publish']);
	expect(publish).not.toContain('checkout');
	expect(build).not.toContain('id-token');
	expect(build + publish).not.toContain('secrets.');
});

test('a tag of another version, or in another repository than package.json names, is not released', () => {
	const checks = [...build.matchAll(/run: test "(.*)" = "(.*)"/g)].map(([, , wanted]) => wanted);
	expect(checks).toEqual(['$GITHUB_REF_NAME', 'git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git']);
	expect(build.indexOf('run: test')).toBeLessThan(build.indexOf('.ci/run'));
});

test.each(
	Object.entries((JSON.parse(textOf('package.json')) as { devDependencies: Record<string, string> }).devDependencies),
)('%s has a range: %s', (_name, range) => {
	expect(range).toMatch(/^\^?\d/);
});
