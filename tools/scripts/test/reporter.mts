import { writeFileSync } from 'node:fs';

import type { AggregatedResult, Test, TestResult } from '@jest/reporters';

/** Begins a line that says how many files are done. */
export const DONE = '#done ';

/** Where the report of a run is written. */
export const REPORT_VARIABLE = 'TEST_REPORT';

/** What `npm test` shows of Jest: failures at once and whole, and how many files are done. */
export default class Reporter {
	onTestFileResult(_test: Test, { failureMessage, console: said = [] }: TestResult, all: AggregatedResult): void {
		const done = all.numPassedTestSuites + all.numFailedTestSuites + all.numPendingTestSuites;
		const printed = failureMessage ? [failureMessage.trim(), ...said.map(({ message }) => message)] : [];
		process.stdout.write([...printed, `${DONE}${done} of ${all.numTotalTestSuites}`, ''].join('\n'));
	}

	onRunComplete(_contexts: unknown, results: AggregatedResult): void {
		const file = process.env[REPORT_VARIABLE];
		// The map of the coverage is large, and written by itself.
		if (file !== undefined) writeFileSync(file, JSON.stringify({ ...results, coverageMap: undefined }));
	}
}
