import type { HostName } from '../../hosts/driver/hostFolder.mts';
import { n8nVersions } from '../../hosts/driver/hostFolder.mts';
import { command } from '../command.mts';
import { build, pack } from '../pack.mts';
import { checkTarball } from './checkTarball.mts';
import { checkCoverage, collectCoverage } from './coverage.mts';
import { beginInstall, untilInstalled } from './hosts.mts';
import { jestSuite } from './jestSuite.mts';
import type { JestOptions } from './jestSuite.mts';
import { scanSources, scanTarball } from './scan.mts';
import { check } from './suite.mts';
import type { Suite } from './suite.mts';

const npmRun = (script: string) => async () =>
	await command('npm', ['run', '--silent', script], { output: 'hold' });

/** Tests of the packed tarball in a real n8n. */
function endToEnd(
	name: string,
	host: HostName,
	{ title = `End to end in n8n ${n8nVersions[host]}`, ...options }: Partial<JestOptions> & { title?: string } = {},
): Suite {
	return jestSuite(name, title, {
		project: 'e2e',
		// One n8n at a time; it takes seconds to start, and minutes on a machine under load.
		args: ['--maxWorkers=1', '--testTimeout=300000'],
		env: { N8N_HOST: host },
		prepare: () => beginInstall(host),
		before: async () => await Promise.all([pack(), untilInstalled(host)]),
		...options,
	});
}

/** Everything that `npm test` runs, in order. A new suite is a line here. */
export const suites: Suite[] = [
	check('types', 'Types', npmRun('types')),
	check('lint', "Lint, by n8n's rules and our own", npmRun('lint')),
	// Far from UTC, where a time that is read without its offset is another time.
	jestSuite('unit', 'Unit tests', { project: 'unit', args: ['--maxWorkers=2'], env: { TZ: 'Asia/Kathmandu' } }),
	check('build', 'Build', build),
	jestSuite('integration', "Integration tests on n8n's engine", { project: 'integration', args: ['--maxWorkers=2'] }),
	{
		...check('coverage', 'Branch coverage of service/, nodes/ and credentials/', checkCoverage),
		prepare: collectCoverage,
	},
	check('pack', 'The packed tarball', checkTarball),
	check('scan-sources', "n8n's package scanner: the sources", scanSources),
	check('scan-tarball', "n8n's package scanner: the tarball", scanTarball),
	endToEnd('e2e', 'newest'),
	endToEnd('faults', 'newest', { title: `Random faults, hostile answers, kill -9, Stop and secrets in n8n ${n8nVersions.newest}`, project: 'faults' }),
	endToEnd('queue', 'newest', {
		title: `Queue mode: n8n ${n8nVersions.newest}, two workers, Redis and PostgreSQL`,
		project: 'queue',
		needs: ['redis-server', 'postgres'],
	}),
	endToEnd('browser', 'newest', {
		title: `n8n ${n8nVersions.newest}'s editor in Chromium`,
		project: 'browser',
		needs: ['chromium'],
	}),
	endToEnd('agents', 'oldest', {
		title: `AI agents over MCP in n8n ${n8nVersions.oldest}`,
		project: 'agents',
		onlyInCi: 'npm run test:agents runs it',
	}),
	endToEnd('e2e-oldest', 'oldest', {
		onlyInCi: 'npm run test:oldest runs it',
		// Minutes long, and about our code rather than the host's: the newest host has them.
		leaveOut: ['triggerHistory', 'largePlans'],
	}),
	jestSuite('guide', 'The first ten minutes, to the letter in a fresh clone', {
		project: 'guide',
		// It installs everything anew: minutes, and more on a machine under load.
		args: ['--testTimeout=1800000'],
		needs: ['git'],
		onlyInCi: 'npm run test:guide runs it',
	}),
];
