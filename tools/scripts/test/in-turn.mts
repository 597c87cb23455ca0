import { Progress } from './progress.mts';
import { runSuite } from './run-suite.mts';
import type { SuiteResult } from './run-suite.mts';
import type { Suite } from './suite.mts';

/** Those that compute beside those that wait keep two cores busy. */
const SIDE_BY_SIDE = 4;

const progress = new Progress();

/** Runs suites in their order, four side by side: whichever ends makes room for the next. */
export async function runInTurn(suites: Suite[]): Promise<SuiteResult[]> {
	const ends = new Map<string, Promise<SuiteResult>>();
	const left = [...suites];
	const run = async (suite: Suite) => {
		await Promise.all((suite.after ?? []).map((name) => ends.get(name)));
		const result = await runSuite(suite, progress.begin(suite.name));
		progress.end(suite.name);
		return result;
	};
	const takeTurns = async () => {
		for (let suite = left.shift(); suite !== undefined; suite = left.shift()) {
			ends.set(suite.name, run(suite));
			await ends.get(suite.name);
		}
	};
	await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeTurns));
	return await Promise.all(ends.values());
}
