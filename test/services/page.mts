import { factorNames, factors, levelOf, levelsOf } from './factors.mts';
import { jobNames } from './judge.mts';
import type { Factor } from './level.mts';
import { pointsOf } from './space.mts';

/** What reports it, by the names that people know. */
const TITLES: Record<string, string> = {
	every: 'each node',
	children: '*Get Children*',
	descendants: '*Get Descendants*',
	pickClient: 'the list of clients',
	pickFloor: 'the list of floors',
	pickPlan: 'the list of plans',
};

/** What `docs/services.md` says of the space. */
export function pageOfSpace(): string {
	const points = pointsOf(2);
	const levels = factorNames.reduce((sum, factor) => sum + Object.keys(factors[factor].levels).length, 0);
	const usual = points.filter((point) =>
		factorNames.every((factor) => levelOf(factor, point[factor]).mark !== 'unexpected'),
	);
	return [
		'# Services that the specification allows',
		'',
		'The specification leaves open much of what a service may do. `test/services/*-factors.mts` have a factor for ' +
			'each such thing. Small services are made of their levels, and the jobs of README done at each, on the engine ' +
			'of n8n.',
		'',
		'|||',
		'|---|---:|',
		`|Factors|${factorNames.length}|`,
		`|Levels|${levels}|`,
		`|Services with each two levels that are not unexpected|${usual.length}|`,
		`|Services with one unexpected level, beside each other level|${points.length - usual.length}|`,
		`|Jobs at each|${jobNames.length}|`,
		`|Checks|${points.length * jobNames.length}|`,
		'|Wrong successes, hangs, texts of JavaScript or HTML, secrets in messages|0|',
		'',
		'A job works, or its message says what prevents it. `npm test -- services` fails otherwise, and where this page ' +
			'is out of date.',
		'',
		'## Unexpected, and reported',
		'',
		'These are not what the specification says. A job works all the same, or says this:',
		'',
		'|The service …|The message matches|',
		'|---|---|',
		...factorNames.flatMap((factor) => levelsOf(factor, true).map((level) => unexpectedRow(levelOf(factor, level)))),
		'',
		'What is allowed, and not there everywhere, is in [README](../README.md#what-rests-on-observation).',
		'',
	].join('\n');
}

/** What README promises on the strength of an observation, and what says so where a service is otherwise. */
export function observedTable(): string {
	const rows = factorNames.flatMap((factor) => {
		const { observed, levels }: Factor = factors[factor];
		const reported = Object.values(levels).flatMap(({ stops }) => Object.keys(stops ?? {}).map((job) => TITLES[job]));
		const elsewhere = reported.length === 0 ? 'everything works' : `reported by ${[...new Set(reported)].join(', ')}`;
		return observed === undefined ? [] : [`|${observed}|${Object.keys(levels).length}|${elsewhere}|`];
	});
	return ['|Observed|Variants tested|If a service differs|', '|---|---:|---|', ...rows].join('\n');
}

function unexpectedRow({ note = '', stops }: ReturnType<typeof levelOf>): string {
	const words = stops?.every?.source ?? '';
	return `|${note}|\`${words.replace(/\|/g, ' or ')}\`|`;
}
