import { readFile } from 'node:fs/promises';

import type { CheckTotals } from '../../sandbox/description/traffic-check.mts';

/** What the sandboxes of a suite have compared with the description, in words, and how many of them met a departure. */
export async function sumUpChecks(file: string): Promise<{ words: string; departed: number }> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.split('\n').filter((line) => line !== '');
	const totals = lines.map((line) => JSON.parse(line) as CheckTotals);
	if (totals.length === 0) return { words: '', departed: 0 };
	const count = (member: 'requests' | 'answers' | 'refused') =>
		totals.reduce((sum, one) => sum + one[member], 0).toLocaleString('en');
	const departures = [...new Set(totals.flatMap((one) => one.departures))];
	const words = [
		`Compared with service-description/openapi.json: ${count('requests')} requests (${count('refused')} of them wrong, ` +
			`and refused), ${count('answers')} answers, ${departures.length} departures.`,
		...departures.map((departure) => `  ${departure}`),
	];
	return { words: words.join('\n'), departed: totals.filter((one) => one.departures.length > 0).length };
}
