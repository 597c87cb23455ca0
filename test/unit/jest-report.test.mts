import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Reporter, { REPORT_VARIABLE } from '../../tools/scripts/test/reporter.mts';

const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
const ofThisRun = process.env[REPORT_VARIABLE];
afterAll(() => {
	if (ofThisRun === undefined) delete process.env[REPORT_VARIABLE];
	else process.env[REPORT_VARIABLE] = ofThisRun;
	rmSync(folder, { recursive: true });
});

test('a report is written whatever a test has thrown', () => {
	const thrown: { request?: unknown } = {};
	thrown.request = { error: thrown };
	const failed = { fullName: 'reads a plan', status: 'failed', failureMessages: ['ECONNRESET'] };
	const report = { numPassedTests: 7, numFailedTests: 1 };
	const results = { ...report, testResults: [{ testResults: [{ ...failed, failureDetails: [thrown] }] }] };
	const file = path.join(folder, 'report.json');
	process.env[REPORT_VARIABLE] = file;

	new Reporter().onRunComplete(undefined, results as never);

	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...report, testResults: [{ testResults: [failed] }] });
});
