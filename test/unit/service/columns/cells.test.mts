import { MAX_CELL_LENGTH, cleanText, jsonOfCell, textProblem } from '../../../../service/columns/cells';

/** Texts that no cell means, by the rule that says so. */
const PROBLEMS: Record<string, string[]> = {
	errorCell: [
		...['#N/A', '#NA', '#ND', '#NV', '#DIV/0!', '#¡VALOR!', '#NAME?', '###', 'Loading...', 'Err:509'],
		...[
			'NULL',
			'[null]',
			'\\N',
			'<NA>',
			'(blank)',
			'null null',
			'NULL-NULL',
			'104-null',
			'Not Placed',
			'<varies>',
			'[m²]',
			'ft2',
		],
		...['=B2', '= SUM(B2:B9)', '=-1', '=AB12', '=$AB$12', '=(1)', "='Sheet 1'!A1"],
	],
	expression: ['{{$json.Tenant}}', 'Lease of {{  $json.Tenant }}'],
	oneText: ['[object Object]', 'Room [object Object]'],
	html: ['R&amp;D', 'R&AMP;D', '<H2>Lab</H2>', '<br />', '<a href="x">Lab', '</td>', '<![CDATA[Lab]]>'],
	encoding: ['M\ufffdller', 'JÃ¼rgen', 'a â€“ b', 'B√ºro', 'B\\X\\FCro', 'Acme_x000D_'],
	exactNumber: ['8E+18', '-8,2E+18'],
};

/** What JavaScript makes of nothing and of a Date, wherever it stands in a text. */
const OF_JAVASCRIPT = [
	...['undefined', 'NaN', 'undefined undefined', '104-undefined', 'Room undefined', 'undefined_104', 'NaN m²'],
	...['Invalid Date', 'Lease until Invalid DateTime', 'Invalid Date, Anna'],
	...[
		'Sun Mar 01 2026 00:00:00 GMT+0100 (CET)',
		'Anna, Sun Mar 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time)',
	],
];

describe('a text of a cell', () => {
	it.each(OF_JAVASCRIPT)('%j breaks the rule errorCell', (text) => {
		expect(textProblem(text)).toEqual({ rule: 'errorCell', details: text });
	});

	const all = Object.entries(PROBLEMS).flatMap(([rule, texts]) => texts.map((text): [string, string] => [text, rule]));

	it.each(all)('%j breaks the rule %s', (text, rule) => {
		expect(textProblem(text)?.rule).toBe(rule);
	});

	it.each(PROBLEMS.errorCell.concat(PROBLEMS.exactNumber))('%j may stand beside other words', (text) => {
		expect(textProblem(`Room ${text}`)).toBeUndefined();
		if (!text.startsWith('=')) expect(textProblem(`${text} room`)).toBeUndefined();
	});

	it.each([
		...['<h7>', '<hr', 'h1>', '&x;', '{ $json }', '= A', '=A=B'],
		...[
			'Undefined territory',
			'Nullarbor',
			'Null',
			'null Euro',
			'Nan',
			'NaNo',
			'isundefined',
			'Invalid Dates',
			'nan Lab',
		],
		...['Sun Mar 01 2026', 'Sun Terrace 01', 'UNDEFINED'],
	])('%j breaks none', (text) => {
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
		['Anna\u00a0Lind\u202f& Co', 'Anna Lind & Co'],
		['Anna\tLind\u3000', 'Anna\tLind'],
	])('%j is read as %j', (cell, text) => {
		expect(cleanText(cell)).toBe(text);
	});
});

it('JSON is read in cells of up to a million characters', () => {
	const json = (length: number) => `"${'x'.repeat(length - 2)}"`;
	expect(jsonOfCell(json(MAX_CELL_LENGTH))).toBe('x'.repeat(MAX_CELL_LENGTH - 2));
	expect(jsonOfCell(json(MAX_CELL_LENGTH + 1))).toBeUndefined();
});
