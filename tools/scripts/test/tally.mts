/** What tests came to. */
export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

export const onePassed: Tally = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 };
export const oneSkipped: Tally = { passed: 0, failed: 0, skipped: 1 };

export function sum(tallies: Tally[]): Tally {
	return tallies.reduce(
		(total, one) => ({
			passed: total.passed + one.passed,
			failed: total.failed + one.failed,
			skipped: total.skipped + one.skipped,
		}),
		{ passed: 0, failed: 0, skipped: 0 },
	);
}

/** `N passed, N failed`, and how many were skipped if any were. */
export function describeTally({ passed, failed, skipped }: Tally): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
