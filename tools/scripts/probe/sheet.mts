import { inertLine } from '../../../service/text/safe-text.ts';
import { accessFacts } from './access-facts.mts';
import { adviceOf } from './advice.mts';
import type { Advice } from './advice.mts';
import type { Fact } from './fact.mts';
import { placeFacts } from './place-facts.mts';
import { planFacts } from './plan-facts.mts';
import { serviceFacts } from './service-facts.mts';
import type { Survey } from './survey.mts';

/** What `--json` prints. A member that goes, or means something else, makes another version. */
export interface Report {
	probe: 1;
	/** The exit code: nothing to set, something to set, or it could not look. */
	exit: 0 | 1 | 2;
	/** Why it could not look. */
	problem?: string;
	set: Advice[];
	facts: Fact[];
}

const WIDTH = 100;
const VERDICT_WIDTH = 14;

export function reportOf(survey: Survey): Report {
	const { problem } = survey;
	const set = adviceOf(survey);
	const exit = problem !== undefined ? 1 : set.length > 0 ? 2 : 0;
	return { probe: 1, exit, ...(problem === undefined ? {} : { problem }), set, facts: factsOf(survey) };
}

export function factsOf(survey: Survey): Fact[] {
	return [...accessFacts(survey), ...placeFacts(survey), ...planFacts(survey), ...serviceFacts(survey)];
}

/** The report as lines of 100 characters. What a service says is no command to a terminal. */
export function sheetOf({ problem, set, facts }: Report): string {
	const lines = (indent: number, text: string) => wrap(inertLine(text), indent);
	const problemLines = problem === undefined ? [] : [...lines(0, problem), ''];
	const advice = set.flatMap(({ setting, value, where, reason }) => [
		...lines(2, `${setting}: ${value}`),
		...lines(6, `in ${where === 'credential' ? 'the credential' : where}, because ${reason}`),
	]);
	const nothing = problem === undefined ? ['Nothing to set.', ''] : [];
	return [
		...problemLines,
		...(advice.length === 0 ? nothing : ['Set:', ...advice, '']),
		...facts.flatMap((fact) => {
			const verdict = fact.verdict === 'a fact' ? '' : fact.verdict;
			const rests = fact.verdict === 'differs' ? `; the nodes rest on: ${fact.restsOn}` : '';
			const [first, ...more] = lines(VERDICT_WIDTH, `${fact.topic}: ${fact.found}${rests}`);
			return [`${verdict.padEnd(VERDICT_WIDTH)}${first.trimStart()}`, ...more];
		}),
	].join('\n');
}

/** Breaks at blanks, and a word that is longer than a line within it. */
function wrap(text: string, indent: number): string[] {
	const room = WIDTH - indent;
	const parts = text.match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S{${room}}`, 'g')) ?? [''];
	return parts.map((part) => `${' '.repeat(indent)}${part}`);
}
