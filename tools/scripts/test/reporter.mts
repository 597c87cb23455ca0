import { writeFileSync } from 'node:fs';

import type { AggregatedResult, Test, TestResult } from '@jest/reporters';

/** Begins a line that says how many files are done. */
export const DONE = '#done ';

/** Where the report of a run is written. */
export const REPORT_VARIABLE = 'TEST_REPORT';

/** Large, and written by itself; and the thrown errors themselves, whose requests refer to each other. */
const NOT_WRITTEN = new Set(['coverageMap', 'failureDetails']);

/** What `npm test` shows of Jest: failures at once and whole, and how many files are done. */
export default class Reporter {
	onTestFileResult(_test: Test, { failureMessage, console: said = [] }: TestResult, all: AggregatedResult): void {
		const done = all.numPassedTestSuites + all.numFailedTestSuites + all.numPendingTestSuites;
		const printed = failureMessage ? [failureMessage.trim(), ...said.map(({ message }) => message)] : [];
		process.stdout.write([...printed, `${DONE}${done} of ${all.numTotalTestSuites}`, ''].join('\n'));
	}

	onRunComplete(_contexts: unknown, results: AggregatedResult): void {
		const file = process.env[REPORT_VARIABLE];
		if (file === undefined) return;
		writeFileSync(
			file,
			JSON.stringify(results, (name, value: unknown) => (NOT_WRITTEN.has(name) ? undefined : value)),
		);
	}
}
