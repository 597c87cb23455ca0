import type { HostName } from '../../n8n/driver/host-folder.mts';
import { n8nVersions } from '../../n8n/driver/host-folder.mts';
import { command } from '../command.mts';
import { build, pack } from '../pack.mts';
import { checkTarball } from './check-tarball.mts';
import { checkCoverage, collectCoverage } from './coverage.mts';
import { beginInstall, untilInstalled } from './hosts.mts';
import { jestSuite } from './jest-suite.mts';
import type { JestOptions } from './jest-suite.mts';
import { installPostgres } from './postgres.mts';
import { bringsPostgres } from './programs.mts';
import { scanDescriptions, scanSources, scanTarball } from './scan.mts';
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
		// A file may start an n8n of its own: seconds, and minutes on a machine under load.
		args: ['--maxWorkers=2', '--testTimeout=900000'],
		env: { N8N_HOST: host },
		prepare: () => beginInstall(host),
		before: async () => await Promise.all([pack(), untilInstalled(host)]),
		...options,
	});
}

/** Tests of the packed tarball in a real n8n whose workers are processes of their own. */
function queueMode(name: string, options: Partial<JestOptions> & { title?: string }): Suite {
	return endToEnd(name, 'newest', {
		title: `Queue mode: n8n ${n8nVersions.newest}, two workers, Redis and PostgreSQL`,
		project: 'queue',
		needs: bringsPostgres ? ['redis-server'] : ['redis-server', 'postgres'],
		before: async () => await Promise.all([pack(), untilInstalled('newest'), installPostgres()]),
		...options,
	});
}

/** What a machine of its own measures, and what takes as long as all else: the nightly job runs it. */
const AT_LENGTH = ['trigger-busy', 'watched-plans'];
/**
 * Minutes long, and about our code rather than the host's: CI alone runs them, in the newest host. So is random-push.
 */
const LONG_RUNS = [...AT_LENGTH, 'trigger-random', 'trigger-schedulers', 'large-plans', 'e2e/spreadsheet'];
/** Fifty thousand features beside the silence of n8n, which other suites would lengthen. */
const PAUSES = 'faults/pauses';
/** The n8n of `npm start` is the newest, and only that brings n8n's adapter to its next engine. */
const ONLY_NEWEST = ['e2e/engine-2', 'e2e/examples/demo-host'];

const inCi = Boolean(process.env.CI);

/** Without CI, end to end is a scenario for each node and each example's main path. These have more. */
const MORE_THAN_MAIN_PATHS = [
	'e2e/compat',
	'e2e/credential',
	'e2e/host',
	'e2e/kept-folder',
	'e2e/recipes',
	'e2e/recording',
	'e2e/trigger',
	...ONLY_NEWEST,
];

/** Each further n8n costs ten seconds of a core. */
const IN_ONE_N8N = ['--maxWorkers=1', '--testTimeout=900000'];

const inTest = (part: string) => `test/${part}`;

/** Tests of what tests rest on, and of what only contributors run. */
const OF_TOOLS = ['install', 'probe', 'sandbox'].map((folder) => `integration/${folder}/`);

/**
 * Everything that `npm test` runs, in order, four side by side: first what takes long, and beside it what needs no
 * n8n, which is being installed. A new suite is a line here.
 */
export const suites: Suite[] = [
	endToEnd(
		'e2e',
		'newest',
		inCi ? { leaveOut: AT_LENGTH } : { leaveOut: [...LONG_RUNS, ...MORE_THAN_MAIN_PATHS], args: IN_ONE_N8N },
	),
	endToEnd('browser', 'newest', {
		title: `n8n ${n8nVersions.newest}'s editor in Chromium`,
		// A workflow built by hand is a hundred clicks, each of which waits for n8n.
		args: ['--maxWorkers=2', '--testTimeout=900000'],
		project: 'browser',
		needs: ['chromium-headless-shell'],
		onlyInCi: 'npm run test:browser runs it',
	}),
	// Far from UTC, where a time that is read without its offset is another time.
	jestSuite('unit', 'Unit tests', { project: 'unit', args: ['--maxWorkers=2'], env: { TZ: 'Asia/Kathmandu' } }),
	check('lint', "Lint, by n8n's rules and our own", npmRun('lint')),
	endToEnd('faults', 'newest', {
		title: `Hostile responses, kill -9, Stop, SSRF and secrets in n8n ${n8nVersions.newest}`,
		project: 'faults',
		leaveOut: inCi ? [PAUSES] : [PAUSES, 'random-push'],
		onlyInCi: 'npm test -- faults runs it',
	}),
	jestSuite('guide', 'The quickstart, to the letter in a fresh clone', {
		project: 'guide',
		// It installs everything anew: minutes, and more on a machine under load.
		args: ['--testTimeout=1800000'],
		needs: ['git'],
		onlyInCi: 'npm run test:guide runs it',
	}),
	jestSuite('services', 'Every service that the specification allows', {
		project: 'services',
		args: ['--maxWorkers=2'],
		whenChanged: ['test/services/'],
		onlyInCi: 'npm test -- services runs it',
	}),
	jestSuite('simulation', 'Pushes under every fault, in virtual time', {
		project: 'simulation',
		args: ['--maxWorkers=1'],
	}),
	check('types', 'Types', npmRun('types')),
	jestSuite('integration', "Integration tests on n8n's engine", {
		project: 'integration',
		// The linear time of single parts is held without CI, too.
		leaveOut: inCi ? OF_TOOLS : [...OF_TOOLS, 'laws/all-sizes'],
		args: ['--maxWorkers=2'],
		// Sheets are read and written by the libraries of n8n's own nodes.
		prepare: () => beginInstall('newest'),
		before: async () => await untilInstalled('newest'),
	}),
	check('build', 'Build', build),
	check('pack', 'The packed tarball', checkTarball),
	check('scan-sources', "n8n's package scanner: the sources", scanSources),
	check('scan-tarball', "n8n's package scanner: the tarball", scanTarball),
	check('scan-descriptions', "n8n's package scanner: what the nodes tell n8n", scanDescriptions),
	endToEnd('field', 'newest', {
		title: `Real cases, from files to plans, in n8n ${n8nVersions.newest}`,
		project: 'field',
		args: IN_ONE_N8N,
		onlyInCi: 'npm test -- field runs it',
	}),
	jestSuite('tools', 'Sandbox, probe and install', {
		project: 'integration',
		files: `(${OF_TOOLS.join('|')})`,
		args: ['--maxWorkers=2'],
		env: { TEST_PROJECT: 'tools' },
		whenChanged: [
			'tools/sandbox/',
			'tools/openapi/',
			'tools/scripts/',
			'tools/n8n/',
			'package',
			...OF_TOOLS.map(inTest),
		],
		onlyInCi: 'npm test -- tools runs it, and npm test where files of it have changed since main',
	}),
	endToEnd('e2e-oldest', 'oldest', {
		onlyInCi: 'npm run test:oldest runs it',
		leaveOut: [...LONG_RUNS, ...ONLY_NEWEST],
	}),
	endToEnd('field-oldest', 'oldest', {
		title: `Real cases, from files to plans, in n8n ${n8nVersions.oldest}`,
		project: 'field',
		// Where a plan lies, and where a process runs, is about our code rather than the host's.
		leaveOut: ['field/at-places', 'field/process-zones'],
		args: IN_ONE_N8N,
		onlyInCi: 'npm test -- field-oldest runs it',
	}),
	queueMode('queue', { leaveOut: ['queue/trigger'], onlyInCi: 'npm run test:queue runs it' }),
	queueMode('queue-trigger', {
		title: `The trigger in queue mode, on the durable schedulers of n8n ${n8nVersions.newest}`,
		files: 'queue/trigger',
		onlyByName: 'npm run test:queue-trigger runs it',
	}),
	endToEnd('agents', 'agents', {
		title: `AI agents in n8n ${n8nVersions.agents}`,
		project: 'agents',
		onlyInCi: 'npm run test:agents runs it',
	}),
	endToEnd('agents-oldest', 'oldest', {
		title: `AI agents over MCP in n8n ${n8nVersions.oldest}`,
		project: 'agents',
		leaveOut: ['agent-node'],
		onlyInCi: 'npm test -- agents-oldest runs it',
	}),
	endToEnd('pauses', 'newest', {
		title: `The longest pauses of n8n ${n8nVersions.newest}`,
		project: 'faults',
		files: PAUSES,
		args: IN_ONE_N8N,
		onlyByName: 'npm test -- pauses runs it',
	}),
	endToEnd('watched-plans', 'newest', {
		title: `As many features as the trigger of n8n ${n8nVersions.newest} watches`,
		files: 'watched-plans',
		args: IN_ONE_N8N,
		onlyByName: 'npm test -- watched-plans runs it',
	}),
	endToEnd('trigger-random', 'newest', {
		title: `The trigger on a busy machine, at length, on each scheduler of n8n ${n8nVersions.newest}`,
		files: 'trigger-(random|busy)',
		env: { N8N_HOST: 'newest', TRIGGER_STEPS: '300', TRIGGER_BUSY: '2', TRIGGER_RUNS: '3' },
		onlyByName: 'npm run test:trigger-random runs it',
	}),
	{
		...check('coverage', 'Branch coverage of service/, nodes/ and credentials/', checkCoverage),
		after: ['unit', 'integration'],
		prepare: collectCoverage,
		onlyInCi: 'npm test -- unit integration coverage runs it',
	},
];
