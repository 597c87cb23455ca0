import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import coverage from 'istanbul-lib-coverage';
import type { CoverageMapData, FileCoverage } from 'istanbul-lib-coverage';

import { projectRoot } from '../../n8n/driver/host-folder.mts';

const MIN_PERCENT = 95.7;
const FILES_NAMED = 10;

/** The suites whose tests count. */
const counted = ['unit', 'integration'];

let collecting = false;

const folderOf = (suite: string) => path.join(projectRoot, '.cache', 'coverage', suite);

/** From here on the tests that count are run with coverage; what earlier runs have left is gone. */
export function collectCoverage(): void {
	collecting = true;
	for (const suite of counted) rmSync(folderOf(suite), { recursive: true, force: true });
}

/** What Jest needs to know, so that the run of a suite leaves its coverage. */
export function coverageArguments(suite: string): string[] {
	if (!collecting || !counted.includes(suite)) return [];
	return ['--coverage', '--coverageReporters=json', `--coverageDirectory=${folderOf(suite)}`];
}

/** Counts what the runs have left together. @returns the share in words. @throws Error below the least share */
export async function checkCoverage(): Promise<string> {
	const map = coverage.createCoverageMap();
	for (const suite of counted) map.merge(await readCoverage(suite));
	const { pct, covered, total } = map.getCoverageSummary().branches;
	const share = `${pct} % of branches, ${covered} of ${total}`;
	if (total > 0 && pct >= MIN_PERCENT) return share;
	const files = map.files().map((file) => map.fileCoverageFor(file));
	const least = files.sort((one, other) => missingIn(other) - missingIn(one)).slice(0, FILES_NAMED);
	throw new Error(
		[`The tests reach ${share}; ${MIN_PERCENT} % are wanted. Most are missing in:`, ...least.map(describeFile)].join(
			'\n',
		),
	);
}

async function readCoverage(suite: string): Promise<CoverageMapData> {
	const text = await readFile(path.join(folderOf(suite), 'coverage-final.json'), 'utf8').catch(() => {
		throw new Error(`No coverage of the suite "${suite}". Run: npm test -- ${counted.join(' ')} coverage`);
	});
	return JSON.parse(text) as CoverageMapData;
}

function missingIn(file: FileCoverage): number {
	const { total, covered } = file.toSummary().branches;
	return total - covered;
}

/** `service/words.ts: 3 of 12, in lines 4, 17` */
function describeFile(file: FileCoverage): string {
	const lines = Object.entries(file.getBranchCoverageByLine()).filter(([, { covered, total }]) => covered < total);
	const where = `in lines ${lines.map(([line]) => line).join(', ')}`;
	return `${path.relative(projectRoot, file.path)}: ${missingIn(file)} of ${file.toSummary().branches.total}, ${where}`;
}
