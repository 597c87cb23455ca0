import {
	MAX_CELL_LENGTH,
	cellFromProperty,
	cleanText,
	jsonOfCell,
	textProblem,
} from '../../../../service/columns/cells';

/** Texts that no cell means, by the rule that says so. */
const PROBLEMS: Record<string, string[]> = {
	errorCell: [
		...['#N/A', '#NA', '#ND', '#NV', '#DIV/0!', '#¡VALOR!', '#NAME?', '###', 'Loading...', 'Err:509'],
		...['NULL', '[null]', '\\N', '<NA>', '(blank)', 'Invalid Date', 'Not Placed', '[m²]', 'ft2'],
		...['=B2', '= SUM(B2:B9)', '=-1', '=AB12', '=$AB$12', '=(1)', "='Sheet 1'!A1"],
	],
	expression: ['{{$json.Tenant}}', 'Lease of {{  $json.Tenant }}'],
	oneText: ['[object Object]', 'Room [object Object]'],
	html: ['R&amp;D', 'R&AMP;D', '<H2>Lab</H2>', '<br />', '<a href="x">Lab', '</td>', '<![CDATA[Lab]]>'],
	encoding: ['M\ufffdller', 'JÃ¼rgen', 'a â€“ b', 'B√ºro', 'B\\X\\FCro', 'Acme_x000D_'],
	exactNumber: ['8E+18', '-8,2E+18'],
};

describe('a text of a cell', () => {
	const all = Object.entries(PROBLEMS).flatMap(([rule, texts]) => texts.map((text): [string, string] => [text, rule]));

	it.each(all)('%j breaks the rule %s', (text, rule) => {
		expect(textProblem(text)?.rule).toBe(rule);
	});

	it.each(PROBLEMS.errorCell.concat(PROBLEMS.exactNumber))('%j may stand beside other words', (text) => {
		expect(textProblem(`Room ${text}`)).toBeUndefined();
		if (!text.startsWith('=')) expect(textProblem(`${text} room`)).toBeUndefined();
	});

	it.each(['<h7>', '<hr', 'h1>', '&x;', '{ $json }', '= A', '=A=B'])('%j breaks none', (text) => {
		expect(textProblem(text)).toBeUndefined();
	});

	it.each([
		['="0412"', '0412'],
		[' ="0412" ', '0412'],
		["'+49 30", '+49 30'],
		["'s Graven", "'s Graven"],
		['a ="0412"', 'a ="0412"'],
		["at '+49", "at '+49"],
		[' \u200eLab ', 'Lab'],
	])('%j is read as %j', (cell, text) => {
		expect(cleanText(cell)).toBe(text);
	});
});

it('JSON is read in cells of up to a million characters', () => {
	const json = (length: number) => `"${'x'.repeat(length - 2)}"`;
	expect(jsonOfCell(json(MAX_CELL_LENGTH))).toBe('x'.repeat(MAX_CELL_LENGTH - 2));
	expect(jsonOfCell(json(MAX_CELL_LENGTH + 1))).toBeUndefined();
});

it('a number of a property is a text in its cell where text files of n8n would cut it', () => {
	expect(cellFromProperty(1234567.89)).toBe(1234567.89);
	expect(cellFromProperty(12345678.91)).toBe('12345678.91');
});
