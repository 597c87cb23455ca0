import { inertLine } from '../../service/text/words.ts';
import { accessFacts } from './access-facts.mts';
import type { Fact } from './fact.mts';
import { placeFacts } from './place-facts.mts';
import { planFacts } from './plan-facts.mts';
import { serviceFacts } from './service-facts.mts';
import type { Survey } from './survey.mts';

export function factsOf(survey: Survey): Fact[] {
	return [...accessFacts(survey), ...placeFacts(survey), ...planFacts(survey), ...serviceFacts(survey)];
}

/** The facts as a Markdown table that can also be read as text. What a service says is no command to a terminal. */
export function factSheet(facts: readonly Fact[]): string {
	const rows = [
		['Topic', 'Found', 'The nodes rest on', ''],
		...facts.map(({ topic, found, restsOn, verdict }) => [topic, found, restsOn, verdict === 'a fact' ? '' : verdict]),
	].map((cells) => cells.map((cell) => inertLine(cell).replace(/\|/g, '\\|')));
	const widths = rows[0].map((_, column) => Math.min(60, Math.max(3, ...rows.map((cells) => cells[column].length))));
	const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const [head, ...body] = rows;
	return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}
