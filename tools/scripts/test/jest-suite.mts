import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { AggregatedResult } from '@jest/reporters';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { CHECKS_VARIABLE } from '../../sandbox/description/traffic-check.mts';
import { exitOf } from '../command.mts';
import { coverageArguments } from './coverage.mts';
import { DONE, REPORT_VARIABLE } from './reporter.mts';
import type { Suite, SuiteEnd } from './suite.mts';
import type { Tally } from './tally.mts';
import { checksInWords, readChecks } from './traffic-checks.mts';

/** What Jest runs. */
interface JestRun {
	/** The suite's. */
	name: string;
	/** The project of test/jest.config.mjs. */
	project: string;
	/** Only test files whose path holds this. */
	files?: string;
	/** But not test files whose path holds one of these. */
	leaveOut?: string[];
	/** Further arguments. */
	args?: string[];
	env?: Record<string, string>;
	before?: () => Promise<unknown>;
}

const CONFIGURATION = path.join(projectRoot, 'test', 'jest.config.mjs');
const REPORTER = path.join(projectRoot, 'tools', 'scripts', 'test', 'reporter.mts');

export type JestOptions = Omit<JestRun, 'name'> & Omit<Suite, 'name' | 'title' | 'run'>;

/** A project of Jest, or a part of one, as a step of `npm test`. */
export function jestSuite(name: string, title: string, options: JestOptions): Suite {
	const { project, files, leaveOut, args, env, before, ...suite } = options;
	const run: JestRun = { name, project, files, leaveOut, args, env, before };
	return { ...suite, name, title, run: async (tell) => await runJest(run, tell) };
}

async function runJest(
	{ name, project, files, leaveOut = [], args = [], env, before }: JestRun,
	tellProgress: (words: string) => void,
): Promise<SuiteEnd> {
	await before?.();
	const folder = await mkdtemp(path.join(tmpdir(), 'jest-report-'));
	const report = path.join(folder, 'report.json');
	try {
		const jest = path.join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js');
		const selection = ['--selectProjects', project, ...(files ? ['--testPathPatterns', files] : [])];
		// A list of Jest's takes every argument up to the next option, so it is given as one.
		selection.push(...leaveOut.map((part) => `--testPathIgnorePatterns=${part}`));
		const checks = path.join(folder, 'checks.jsonl');
		const { code, held } = await exitOf(
			process.execPath,
			[jest, `--config=${CONFIGURATION}`, ...selection, ...args, ...coverageArguments(name), `--reporters=${REPORTER}`],
			{
				output: 'hold',
				env: { TEST_PROJECT: project, [CHECKS_VARIABLE]: checks, [REPORT_VARIABLE]: report, ...env },
				onLine: (line) => {
					if (line.startsWith(DONE)) tellProgress(line.slice(DONE.length));
					else if (!line.startsWith('Running one project')) console.log(line);
				},
			},
		);
		const written = await readFile(report, 'utf8').catch(() => {
			throw new Error(`Jest ended with code ${code} before it wrote its report.\n${held}`);
		});
		const jestReport = JSON.parse(written) as AggregatedResult;
		const tally = tallyOf(jestReport, code);
		const compared = await readChecks(checks);
		const failed = tally.failed + (compared?.departed ?? 0);
		const failures = failuresOf(jestReport);
		if (compared && compared.departed > 0) console.log(checksInWords(compared));
		return { tally: { ...tally, failed }, failures, checks: compared };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function tallyOf(report: AggregatedResult, code: number): Tally {
	if (report.numTotalTests === 0 && report.numRuntimeErrorTestSuites === 0) {
		throw new Error('No test ran.');
	}
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return {
		passed: report.numPassedTests,
		// Jest can fail without a failed test, such as when it can't write its coverage.
		failed: failed === 0 && code !== 0 ? 1 : failed,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

/**
 * What each failed test says, and each file that failed beside its tests (it did not load, or did not end well),
 * without the lines of the stack.
 */
function failuresOf({ testResults }: AggregatedResult): string[] {
	const said = testResults.flatMap(({ testResults: tests, failureMessage, testFilePath }) => {
		const failed = tests.filter(({ status }) => status === 'failed');
		if (failed.length === 0 && failureMessage)
			return [`${path.relative(projectRoot, testFilePath)}:\n${failureMessage}`];
		return failed.map(({ fullName, failureMessages }) => `${fullName}:\n${failureMessages.join('\n')}`);
	});
	return said.map((text) => text.replace(/^[ \t]+at .*\n?/gm, ''));
}
