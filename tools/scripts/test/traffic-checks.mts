import { readFile } from 'node:fs/promises';

import type { CheckTotals } from '../../sandbox/description/traffic-check.mts';

/** What a suite has compared with the description of the service. */
export interface SuiteChecks extends CheckTotals {
	/** Sandboxes that met a departure. */
	departed: number;
}

/** Adds up what the sandboxes of a suite have written into this file; undefined where there was none. */
export async function readChecks(file: string): Promise<SuiteChecks | undefined> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const lines = text.split('\n').filter((line) => line !== '');
	return sumOf(
		lines.map((line) => {
			const totals = JSON.parse(line) as CheckTotals;
			return { ...totals, departed: totals.departures.length > 0 ? 1 : 0 };
		}),
	);
}

export function sumOf(checks: SuiteChecks[]): SuiteChecks | undefined {
	if (checks.length === 0) return undefined;
	const count = (member: 'requests' | 'responses' | 'rejected' | 'departed') =>
		checks.reduce((sum, one) => sum + one[member], 0);
	return {
		requests: count('requests'),
		responses: count('responses'),
		rejected: count('rejected'),
		departed: count('departed'),
		departures: [...new Set(checks.flatMap(({ departures }) => departures))],
	};
}

/** One line, and one for each departure. */
export function checksInWords(checks: SuiteChecks | undefined): string {
	if (checks === undefined) return '';
	const { departures, requests, rejected, responses } = checks;
	const counted = [requests, rejected, responses].map((number) => number.toLocaleString('en'));
	return [
		`Compared with tools/openapi/openapi.json: ${counted[0]} requests (${counted[1]} of them wrong, and ` +
			'rejected), ' +
			`${counted[2]} responses, ${departures.length} departures.`,
		...departures.map((departure) => `  ${departure}`),
	].join('\n');
}
