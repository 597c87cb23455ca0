import type { HostName } from '../../hosts/driver/host-folder.mts';
import { n8nVersions } from '../../hosts/driver/host-folder.mts';
import { command } from '../command.mts';
import { build, pack } from '../pack.mts';
import { checkTarball } from './check-tarball.mts';
import { checkCoverage, collectCoverage } from './coverage.mts';
import { beginInstall, untilInstalled } from './hosts.mts';
import { jestSuite } from './jest-suite.mts';
import type { JestOptions } from './jest-suite.mts';
import { installPostgres } from './postgres.mts';
import { bringsPostgres } from './programs.mts';
import { scanSources, scanTarball } from './scan.mts';
import { check } from './suite.mts';
import type { Suite } from './suite.mts';

const npmRun = (script: string) => async () =>
	void (await command('npm', ['run', '--silent', script], { output: 'hold' }));

/** Tests of the packed tarball in a real n8n. */
function endToEnd(
	name: string,
	host: HostName,
	{ title = `End to end in n8n ${n8nVersions[host]}`, ...options }: Partial<JestOptions> & { title?: string } = {},
): Suite {
	return jestSuite(name, title, {
		project: 'e2e',
		lane: 'n8n',
		// A file may start an n8n of its own: seconds, and minutes on a machine under load.
		args: ['--maxWorkers=2', '--testTimeout=300000'],
		env: { N8N_HOST: host },
		prepare: () => beginInstall(host),
		before: async () => await Promise.all([pack(), untilInstalled(host)]),
		...options,
	});
}

/** Tests of the packed tarball in a real n8n whose workers are processes of their own. */
function queueMode(name: string, options: Partial<JestOptions> & { title?: string }): Suite {
	return endToEnd(name, 'newest', {
		lane: 'code',
		title: `Queue mode: n8n ${n8nVersions.newest}, two workers, Redis and PostgreSQL`,
		project: 'queue',
		needs: bringsPostgres ? ['redis-server'] : ['redis-server', 'postgres'],
		before: async () => await Promise.all([pack(), untilInstalled('newest'), installPostgres()]),
		...options,
	});
}

/**
 * Minutes long, and about our code rather than the host's: CI alone runs them, in the newest host. So is random-push.
 */
const LONG_RUNS = [
	'trigger-busy',
	'trigger-random',
	'trigger-schedulers',
	'large-plans',
	'e2e/spreadsheet',
	'watched-plans',
];
/** The n8n of `npm start` is the newest, and only that brings n8n's adapter to its next engine. */
const ONLY_NEWEST = ['e2e/engine-2', 'e2e/examples/demo-host'];

const inCi = Boolean(process.env.CI);

/** Everything that `npm test` runs, in order. A new suite is a line here. */
export const suites: Suite[] = [
	// Far from UTC, where a time that is read without its offset is another time.
	jestSuite('unit', 'Unit tests', {
		project: 'unit',
		lane: 'code',
		args: ['--maxWorkers=2'],
		env: { TZ: 'Asia/Kathmandu' },
		busyLoopsInCi: 4,
	}),
	// They wait for most of their time: more of them than the machine has cores.
	jestSuite('integration', "Integration tests on n8n's engine", {
		project: 'integration',
		lane: 'code',
		args: ['--maxWorkers=3'],
		// Sheets are read and written by the libraries of n8n's own nodes.
		prepare: () => beginInstall('newest'),
		before: async () => await untilInstalled('newest'),
	}),
	jestSuite('services', 'Every service that the specification allows', {
		project: 'services',
		lane: 'code',
		args: ['--maxWorkers=3'],
	}),
	jestSuite('simulation', 'Pushes under every fault, in virtual time', {
		project: 'simulation',
		lane: 'code',
		args: ['--maxWorkers=1'],
		busyLoopsInCi: 4,
	}),
	{
		...check('coverage', 'Branch coverage of service/, nodes/ and credentials/', 'code', checkCoverage),
		prepare: collectCoverage,
		onlyInCi: 'npm test -- unit integration coverage runs it',
	},
	check('types', 'Types', 'n8n', npmRun('types')),
	check('lint', "Lint, by n8n's rules and our own", 'n8n', npmRun('lint')),
	check('build', 'Build', 'n8n', build),
	check('pack', 'The packed tarball', 'n8n', checkTarball),
	check('scan-sources', "n8n's package scanner: the sources", 'n8n', scanSources),
	check('scan-tarball', "n8n's package scanner: the tarball", 'n8n', scanTarball),
	endToEnd('e2e', 'newest', { leaveOut: inCi ? [] : LONG_RUNS }),
	endToEnd('browser', 'newest', {
		title: `n8n ${n8nVersions.newest}'s editor in Chromium`,
		project: 'browser',
		needs: ['chromium'],
		onlyInCi: 'npm run test:browser runs it',
	}),
	endToEnd('faults', 'newest', {
		title: `Hostile answers, kill -9, Stop, SSRF and secrets in n8n ${n8nVersions.newest}`,
		project: 'faults',
		leaveOut: inCi ? [] : ['random-push'],
		onlyInCi: 'npm test -- faults runs it',
	}),
	jestSuite('guide', 'The first ten minutes, to the letter in a fresh clone', {
		project: 'guide',
		lane: 'code',
		// It installs everything anew: minutes, and more on a machine under load.
		args: ['--testTimeout=1800000'],
		needs: ['git'],
		onlyInCi: 'npm run test:guide runs it',
	}),
	queueMode('queue', { leaveOut: ['queue/trigger'], onlyInCi: 'npm run test:queue runs it' }),
	queueMode('queue-trigger', {
		title: `The trigger in queue mode, on the durable schedulers of n8n ${n8nVersions.newest}`,
		files: 'queue/trigger',
		onlyByName: 'npm run test:queue-trigger runs it',
	}),
	endToEnd('agents', 'agents', {
		lane: 'code',
		title: `AI agents in n8n ${n8nVersions.agents}`,
		project: 'agents',
		onlyInCi: 'npm run test:agents runs it',
	}),
	endToEnd('agents-oldest', 'oldest', {
		lane: 'code',
		title: `AI agents over MCP in n8n ${n8nVersions.oldest}`,
		project: 'agents',
		leaveOut: ['agent-node'],
		onlyInCi: 'npm test -- agents-oldest runs it',
	}),
	endToEnd('e2e-oldest', 'oldest', {
		lane: 'code',
		onlyInCi: 'npm run test:oldest runs it',
		leaveOut: [...LONG_RUNS, ...ONLY_NEWEST],
	}),
	endToEnd('trigger-random', 'newest', {
		title: `The trigger on a busy machine, at length, on each scheduler of n8n ${n8nVersions.newest}`,
		files: 'trigger-(random|busy)',
		env: { N8N_HOST: 'newest', TRIGGER_STEPS: '300', TRIGGER_RUNS: '3' },
		onlyByName: 'npm run test:trigger-random runs it',
	}),
	endToEnd('compat', 'newest', {
		lane: 'code',
		title: `Workflows of released versions in n8n ${n8nVersions.newest}`,
		project: 'compat',
		onlyInCi: 'npm test -- compat runs it',
	}),
	endToEnd('compat-oldest', 'oldest', {
		lane: 'code',
		title: `Workflows of released versions in n8n ${n8nVersions.oldest}`,
		project: 'compat',
		onlyInCi: 'npm test -- compat-oldest runs it',
	}),
];
