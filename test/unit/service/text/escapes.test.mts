import { readings } from '../../../../service/text';

const textsOf = (text: string) => readings(text).map((reading) => reading.text);

describe('a text with escapes reads', () => {
	it.each([
		['of an address', '%41', 'A'],
		['of an address, two bytes', '%c3%A9', 'é'],
		['of an address, four bytes', '%F0%9F%8F%A0', '🏠'],
		['of an old form, one byte', '%e9', 'é'],
		['of an old script', '%u0041', 'A'],
		['of JSON', '\\u00e9', 'é'],
		['of JSON, in capitals', '\\U00E9', 'é'],
		['of .NET', '\\x41', 'A'],
		['of HTML, decimal', '&#233;', 'é'],
		['of HTML, without its end', '&#233', 'é'],
		['of HTML, hexadecimal', '&#xe9;', 'é'],
		['of HTML, hexadecimal in capitals', '&#XE9;', 'é'],
		['of HTML, the last character', '&#1114111;', '\u{10ffff}'],
	])('as the character of a number %s', (_of, escaped, character) => {
		expect(textsOf(`(${escaped})`)).toEqual([`(${escaped})`, `(${character})`, `(${character})`]);
	});

	it.each([
		['&lt;', '<'],
		['&QUOT;', '"'],
		['\\n', '\n'],
		['\\"', '"'],
	])('as the character that %s is short for', (escaped, character) => {
		expect(textsOf(`(${escaped})`)).toEqual([`(${escaped})`, `(${character})`]);
	});

	it.each([
		['\\b\\f\\n\\r\\t\\0', '\b\f\n\r\t\0'],
		["\\\\\\/\\'", "\\/'"],
		['&amp;&lt;&gt;&quot;&apos;&nbsp;&tab;&newline;', '&<>"\'\u00a0\t\n'],
		['&excl;&num;&dollar;&percnt;&lpar;&rpar;&ast;&midast;&plus;&comma;', '!#$%()**+,'],
		['&hyphen;&dash;&period;&sol;&colon;&semi;&equals;&quest;&commat;', '--./:;=?@'],
		['&lsqb;&lbrack;&bsol;&rsqb;&rbrack;&hat;&lowbar;&underbar;&grave;', '[[\\]]^__`'],
		['&lcub;&lbrace;&verbar;&vert;&rcub;&rbrace;', '{{||}}'],
	])('as the characters that %s are short for', (escaped, characters) => {
		expect(textsOf(escaped)[1]).toBe(characters);
	});

	it.each(['plain', '&#1114112;', '&nosuch;', '%zz', '\\q', '%ED%A0%80'])(
		'as it is where nothing can be undone: %s',
		(text) => {
			expect(textsOf(text)).toEqual([text]);
		},
	);

	it('again and again, six times at most', () => {
		const nested = (times: number) => `%${'25'.repeat(times)}41`;

		expect(textsOf(nested(2)).slice(0, 4)).toEqual([nested(2), nested(1), nested(0), 'A']);
		expect(textsOf(nested(9)).slice(0, 7)).toEqual([9, 8, 7, 6, 5, 4, 3].map(nested));
		expect(textsOf(nested(9))).toHaveLength(13);
	});

	it('with the place that each character was written at', () => {
		const [, read] = readings('a&amp;%C3%A9b&#x1F3E0;');
		const [, , short] = readings('a&amp;%C3%A9b&#x1F3E0;');

		expect([read.text, short.text]).toEqual(['a&amp;éb🏠', 'a&éb🏠']);
		expect([...short.text.split('').keys()].map((index) => [short.from(index), short.to(index)])).toEqual([
			[0, 1],
			[1, 6],
			[6, 12],
			[12, 13],
			[13, 22],
			[13, 22],
		]);
	});
});
