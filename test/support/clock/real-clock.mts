/** Test files that need the real clock, by a part of their path, with the reason. Each other has a clock of its own. */
const REAL_CLOCK: Record<string, string> = {
	'integration/install/': 'npm and Node run as programs of their own, which know no clock but the real one',
	'integration/probe/program': 'the probe runs as a program of its own',
	'unit/nodes/map-in-chunks': 'it keeps the process busy for a time',
	'unit/service/linear-time': 'it measures how long the code works',
};

/** Why a test file has the real clock; undefined for most. */
export function realClockOf(testPath: string): string | undefined {
	return Object.entries(REAL_CLOCK).find(([part]) => testPath.includes(part))?.[1];
}
