export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * What a run takes in the long run, for work whose garbage is collected in some runs only: between two such kinds of
 * runs a median is chance.
 */
export function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that so many percent of the values do not exceed. */
export function percentile(values: number[], percent: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
}

/**
 * Runs each side once for nothing, then all of them in turn, so that what else the machine does meets all alike.
 * @returns what each side gave, by its name
 */
export async function alternating<Side extends string, T>(
	runs: number,
	sides: Record<Side, () => Promise<T>>,
): Promise<Record<Side, T[]>> {
	const names = Object.keys(sides) as Side[];
	const results = Object.fromEntries(names.map((name): [string, T[]] => [name, []])) as Record<Side, T[]>;
	for (let run = 0; run <= runs; run++) {
		for (const name of names) {
			const result = await sides[name]();
			if (run > 0) results[name].push(result);
		}
	}
	return results;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}
