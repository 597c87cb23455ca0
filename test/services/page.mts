import { factorNames, factors, levelOf, levelsOf } from './factors.mts';
import { jobNames } from './judge.mts';
import { pointsOf } from './space.mts';

/** What `docs/services.md` says of the space. */
export function pageOfSpace(): string {
	const points = pointsOf(2);
	const levels = factorNames.reduce((sum, factor) => sum + Object.keys(factors[factor].levels).length, 0);
	const usual = points.filter((point) => factorNames.every((factor) => levelOf(factor, point[factor]).mark !== 'odd'));
	return [
		'# Services that the specification allows',
		'',
		'The specification leaves open much of what a service may do. `test/services` has a factor for each such thing, ' +
			'makes small services of their levels, and does the jobs of README at each, on the engine of n8n.',
		'',
		'|||',
		'|---|---:|',
		`|Factors|${factorNames.length}|`,
		`|Levels|${levels}|`,
		`|Services with each two levels that are not odd|${usual.length}|`,
		`|Services with one odd level, beside each other level|${points.length - usual.length}|`,
		`|Jobs at each|${jobNames.length}|`,
		`|Checks|${points.length * jobNames.length}|`,
		'|Wrong successes, hangs, texts of JavaScript or HTML, secrets in words|0|',
		'',
		'A job works, or its words say what is in the way. `npm test -- services` fails otherwise, and where this page ' +
			'is out of date.',
		'',
		'## Odd, and told',
		'',
		'These are not what the specification says. A job works all the same, or says this:',
		'',
		'|The service …|The words match|',
		'|---|---|',
		...factorNames.flatMap((factor) => levelsOf(factor, true).map((level) => oddRow(levelOf(factor, level)))),
		'',
		'## Allowed, and not there',
		'',
		'The specification does not promise these, so a job that wants them says that they are not there.',
		'',
		'|Factor|Level|Jobs that are told|',
		'|---|---|---|',
		...factorNames.flatMap((factor) =>
			levelsOf(factor, false).flatMap((level) => {
				const { stops } = levelOf(factor, level);
				return stops === undefined ? [] : [`|${factor}|${level}|${Object.keys(stops).join(', ')}|`];
			}),
		),
		'',
		'## Factors',
		'',
		'What is not marked is allowed.',
		'',
		'|Factor|Section|Levels|',
		'|---|---|---|',
		...factorNames.map((factor) => {
			const all = Object.keys(factors[factor].levels).map((level) => withMark(level, levelOf(factor, level).mark));
			return `|${factor}|${factors[factor].section}|${all.join(', ')}|`;
		}),
		'',
	].join('\n');
}

/** Most are allowed, so that this is not said. */
function withMark(level: string, mark: string): string {
	return mark === 'allowed' ? level : `${level} (${mark})`;
}

function oddRow({ note = '', stops }: ReturnType<typeof levelOf>): string {
	const words = stops?.every?.source ?? '';
	return `|${note}|\`${words.replace(/\|/g, ' or ')}\`|`;
}
