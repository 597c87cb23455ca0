import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { linkingFiles, repository, withRepository } from '../../tools/scripts/docs/repository-links.mts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const [build, tests, describing, stage] = textOf('.github/workflows/release.yml').split(
	/^ {2}(?:test|describe|stage):$/m,
);
const [check, tell] = textOf('.github/workflows/early-warning.yml').split(/^ {2}tell:$/m);

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
		for (const action of uses)
			expect(action).toMatch(
				/^(?:actions\/[\w-]+|github\/codeql-action\/[\w-]+|ossf\/scorecard-action)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
			);
	},
);

test('the job that npm trusts stages with npm alone, in an environment, and no stored secret is used', () => {
	expect(stage).toContain('environment: npm');
	expect(stage.match(/permissions:\n {6}(.*)\n {4}\w/)?.[1]).toBe('id-token: write');
	const [checked, staged, ...others] = [...stage.matchAll(/run: (.*)/g)].map(([, command]) => command);
	expect(checked).toBe('printf \'11.15.0\\n%s\\n\' "$(npm --version)" | sort --version-sort --check');
	expect(staged).toBe('npm stage publish ./n8n-nodes-plan-service.tgz --ignore-scripts --provenance --access public');
	expect(others).toEqual([]);
	expect(stage).not.toContain('checkout');
	expect(build + tests).not.toContain('id-token');
	expect(build + tests + describing + stage).not.toContain('secrets.');
});

test('a release holds the hash of its tarball and everything that it was made with, and gh alone writes it', () => {
	expect(build).toContain('sha256sum n8n-nodes-plan-service.tgz > SHA256SUMS');
	expect(build).toContain('npm sbom --sbom-format cyclonedx --package-lock-only > .cache/pack/sbom.cdx.json');
	expect(build.indexOf('npm run tarball')).toBeLessThan(build.indexOf('sha256sum'));
	expect(build + tests).not.toMatch(/: write/);
	expect(describing.match(/permissions:\n {6}(.*)\n {4}\w/)?.[1]).toBe('contents: write');
	expect([...describing.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
		'sha256sum --check SHA256SUMS',
		'gh release create "$GITHUB_REF_NAME" --verify-tag --draft --notes-file SHA256SUMS SHA256SUMS sbom.cdx.json',
	]);
});

test('CodeQL and Scorecard run, and may write to the Security page alone', () => {
	const [codeql, scorecard] = textOf('.github/workflows/security.yml').split(/^ {2}scorecard:$/m);
	expect(codeql).toContain('languages: javascript-typescript, actions');
	expect(scorecard).toContain('uses: ossf/scorecard-action@');
	for (const job of [codeql, scorecard]) {
		expect(job.match(/\w[\w-]+: write/g)).toEqual(['security-events: write']);
		expect(job).not.toMatch(/run: |secrets\./);
	}
});

test('Dependabot proposes no version in the first week after its release, and none of n8n', () => {
	const updates = textOf('.github/dependabot.yml').split('package-ecosystem: ').slice(1);
	expect(updates.map((one) => one.split('\n')[0])).toEqual(['npm', 'github-actions']);
	for (const one of updates) expect(one).toMatch(/cooldown: \{ default-days: 7\b/);
	expect(updates[0]).toContain("ignore: [{ dependency-name: n8n }, { dependency-name: 'n8n-*' }]");
});

test.each([
	['11.14.9', false],
	['11.15.0', true],
	['11.100.1', true],
	['12.2.0', true],
])('npm %s can stage: %s', (version, canStage) => {
	const command = /run: (printf .*)/.exec(stage)?.[1].replace('$(npm --version)', version) ?? '';
	expect(spawnSync('bash', ['-c', command]).status === 0).toBe(canStage);
});

test('the weekly job tries the newest lint and scanner, and what opens an issue runs gh alone', () => {
	expect(check).toContain('npm install --no-save @n8n/node-cli@latest @n8n/scan-community-package@latest');
	expect(check).toMatch(/run: npx n8n-node lint\n/);
	expect(check).toContain('tools/scripts/test.mts scan-sources scan-tarball scan-descriptions');
	expect(check).not.toMatch(/: write/);
	expect(tell).toMatch(/needs: check\n {4}if: failure\(\)/);
	expect(tell.match(/permissions:\n {6}(.*)\n {4}\w/)?.[1]).toBe('issues: write');
	expect(tell).not.toMatch(/uses:|npm |npx |node /);
	// A word from outside in a shell's text would be run: they come as variables.
	expect(tell.split('steps:')[1]).not.toContain('${{');
});

test('a tag of another version, or in another repository than package.json names, is not released', () => {
	const checks = [...build.matchAll(/run: test "(.*)" = "(.*)"/g)].map(([, , wanted]) => wanted);
	expect(checks).toEqual(['$GITHUB_REF_NAME', 'git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git']);
	expect(build.indexOf('run: test')).toBeLessThan(build.indexOf('npm run tarball'));
});

test('the tarball is made where the build alone is installed, tested in another job, and then staged', () => {
	expect(build).not.toMatch(/npm (ci|install|test)|\.ci\/run|bootstrap/);
	expect(tests).toMatch(/needs: build\n[^]*RELEASE_TARBALL: \.cache\/release\/n8n-nodes-plan-service\.tgz/);
	expect(tests.indexOf('.ci/run')).toBeLessThan(tests.indexOf('sha256sum --check ../release/SHA256SUMS'));
	for (const job of [describing, stage]) expect(job).toContain('needs: [build, test]');
});

test.each(
	Object.entries((JSON.parse(textOf('package.json')) as { devDependencies: Record<string, string> }).devDependencies),
)('%s has a range: %s', (_name, range) => {
	expect(range).toMatch(/^\^?\d/);
});

test('each night draws other values, meets each three levels of the services, and measures n8n', () => {
	const [, nightly] = textOf('.github/workflows/ci.yml').split(/^ {2}random-seeds:$/m);
	expect(nightly).toContain("if: github.event_name == 'schedule'");
	expect([...nightly.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
		'npm test -- unit integration',
		'SERVICES_STRENGTH=3 npm test -- services',
		'STOP_TIMES=50 FAULT_PUSHES=400 npm test -- faults',
		'MARKED_SERVICES=10000 npm test -- tools',
		'EXAMPLE_ROUNDS=2 npm test -- browser',
		'TRIGGER_SEED=$FAULT_SEED npm test -- trigger-random queue-trigger',
		'npm test -- pauses',
		'npm test -- watched-plans',
		'npm test -- unit integration simulation --times 5 --busy 4',
	]);
});
