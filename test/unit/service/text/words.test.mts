import fc from 'fast-check';
import { readServiceMessage } from '../../../../service/api';
import { Secrets, inertLine, inertText, isCutJson, parseJson, textOf, withoutTrailing } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';
import { anyCharacter, anyText } from '../../../support/generators/text.mts';

/** Nothing to hide. */
const NONE = new Secrets([]);

describe('inert text', () => {
	const markup = fc
		.array(fc.oneof(anyText, fc.constantFrom('<', '>', '<script>', '</script >', '<style', '<!--', '\u202e', '\u2028')))
		.map((parts) => parts.join(''));

	it('holds no < and >, no control or format characters, one line, at most 300 characters', () => {
		fc.assert(
			fc.property(fc.oneof(markup, fc.string({ unit: anyCharacter, maxLength: 800, size: 'max' })), (text) => {
				const inert = inertText(text);
				expect(inert).not.toMatch(/[<>\p{Cc}\p{Cf}\u2028\u2029]| {2}/u);
				expect(inert).toBe(inert.trim());
				expect(inert.length).toBeLessThanOrEqual(300);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		['plain words, 100 % & "quoted"', 'plain words, 100 % & "quoted"'],
		['  two \n\t lines  ', 'two lines'],
		['a<b>bold</b>c', 'a bold c'],
		['a <img src=x onerror=alert(1)', 'a'],
		['a > b', 'a b'],
		['a>b', 'a b'],
		['1<script>alert(1)</script>2', '1 2'],
		['1<SCRIPT src="x">alert(1)</Script  >2', '1 2'],
		['1<style>p { color: red }</style>2', '1 2'],
		['1<script>one</script>2<style>two</style>3', '1 2 3'],
		['1<script>x</style>2', '1'],
		['1<scripted>2', '1 2'],
		['a\u0000\u0007b\u202ec\u2028\u2029\u0085d', 'a b c d'],
		['', ''],
	])('of %j is %j', (text, inert) => {
		expect(inertText(text)).toBe(inert);
	});

	it('that is too long ends with an ellipsis', () => {
		expect(inertText('x'.repeat(300))).toBe('x'.repeat(300));
		expect(inertText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
	});

	it('is looked for in the first 20,000 characters only', () => {
		expect(inertText(`${' '.repeat(19_999)}xy`)).toBe('x');
	});

	it('of one line is as long as its text, without markup, line breaks, and what turns the direction of writing', () => {
		const text = ` a <b>\r\n\u0007 c\u202ed \u2028${'e'.repeat(400)} `;

		expect(inertLine(text)).toBe(`a b c d ${'e'.repeat(400)}`);
	});

	it.each([
		[' plain words ', 'plain words'],
		['Ä\u202eÖ', 'Ä Ö'],
		['<>', ''],
		['\u202e\u0007', ''],
	])('of the one line %j is %j', (text, line) => {
		expect(inertLine(text)).toBe(line);
	});
});

describe('the words of a service', () => {
	it.each([
		['{"error":"e","title":"t","detail":"d","message":"m","error_description":"ed"}', 'ed'],
		['{"error":"e","title":"t","detail":"d","message":"m"}', 'm'],
		['{"error":"e","title":"t","detail":"d"}', 'd'],
		['{"error":"e","title":"t"}', 't'],
		['{"error":"e"}', 'e'],
		['{"error":{"code":7,"message":"m"}}', 'm'],
		['{"message":"","error":"e"}', 'e'],
		['{"message":{"code":7},"error":"e"}', 'e'],
		['{"message":["m","n"],"error":7}', 'm; n'],
		['{"Message":"M"}', 'M'],
		['{"Message":"first","message":"second"}', 'first'],
		[
			'{"title":"One or more validation errors occurred.","status":400,"errors":{"features[0].zoneType":["is ' +
				'unknown.","is odd."]}}',
			'One or more validation errors occurred: features[0].zoneType is unknown.; features[0].zoneType is odd.',
		],
		['{"title":"Bad Request","detail":"The plan is locked."}', 'The plan is locked.'],
		['{"errors":["first","second"]}', 'first; second'],
		['{"errors":[{"message":"first"},{"path":"a.b","message":"second"}]}', 'first; a.b second'],
		[
			'{"Message":"The request is invalid.","ModelState":{"model.Code":["is missing"]}}',
			'The request is invalid: model.Code is missing',
		],
		['{"error":{"message":"no","errors":[{"reason":"why"}]}}', 'no: why'],
		['{"message":"wrong: a.b is odd","errors":[{"path":"a.b","message":"is odd"}]}', 'wrong: a.b is odd'],
		['{"errors":{"name":"is empty","other":null}}', 'name is empty'],
		['{"other":"words"}', ''],
		['"just text"', 'just text'],
		['plain text', 'plain text'],
		['<html><title>Bad gateway</title>502</html>', 'Bad gateway 502'],
		['{"message":"<b>bold</b>\\u0000"}', 'bold'],
		['["a","b"]', '["a","b"]'],
		['7', '7'],
		['', ''],
	])('of the answer %j are %j', (body, words) => {
		expect(readServiceMessage(body, NONE)).toBe(words);
	});

	it.each([
		[{ message: ' ', detail: 'Odd.' }, 'Odd.'],
		[{ errors: { 'features[0]': [7, null, 'is odd'] } }, 'features[0] rejected; features[0] is odd'],
		[{ errors: [7, { message: '', title: 'is odd' }, { message: 7 }] }, 'rejected; is odd; rejected'],
		[{ errors: [{ path: '', field: 'zoneType', message: 'is odd' }] }, 'zoneType is odd'],
		[{ title: 'Refused.', errors: ['is odd'] }, 'Refused: is odd'],
		[{ title: 'One is odd.', errors: ['is odd'] }, 'One is odd.'],
	])('of the object %j are %j', (body, words) => {
		expect(readServiceMessage(JSON.stringify(body), NONE)).toBe(words);
	});

	const paths = ['path', 'field', 'property', 'propertyName', 'propertyPath'];
	const messages = ['message', 'msg', 'errorMessage', 'detail', 'description', 'title', 'reason'];
	it.each(paths.flatMap((path) => messages.map((message) => [path, message])))(
		'of what is wrong are read where it says %s and %s',
		(path, message) => {
			expect(readServiceMessage(JSON.stringify({ errors: [{ [path]: 'a.b', [message]: 'is odd' }] }), NONE)).toBe(
				'a.b is odd',
			);
		},
	);

	it.each(
		[
			['errors', 'modelState', 'violations', 'fieldErrors'].map((name) => ({ [name]: { 'a.b': ['is odd'] } })),
			['errors', 'modelState', 'violations', 'fieldErrors', 'details', 'detail', 'message'].map((name) => ({
				[name]: [{ path: 'a.b', message: 'is odd' }],
			})),
		].flat(),
	)('of what is wrong are read in %j', (body) => {
		expect(readServiceMessage(JSON.stringify(body), NONE)).toBe('a.b is odd');
	});

	it('of twenty things that are wrong are as many as fit, of more the first twenty', () => {
		const wrong = (count: number) => Array.from({ length: count }, (_none, index) => `e${index}`);
		expect(readServiceMessage(JSON.stringify({ errors: wrong(30) }), NONE)).toBe(wrong(20).join('; '));
	});

	it('are looked for in the first 20,000 characters only', () => {
		expect(readServiceMessage(`${' '.repeat(19_999)}xy`, NONE)).toBe('x');
	});

	it('are looked for no further where a long secret stands before them', () => {
		const secret = 'a secret of some length'.repeat(20);
		expect(textOf(`${secret}${' '.repeat(20_000 - secret.length)}words`, new Secrets([secret]))).toBe('[redacted]');
	});

	it('are found up to five objects deep, and a bottomless answer does no harm', () => {
		const nested = (depth: number) => `${'{"error":'.repeat(depth)}"words"${'}'.repeat(depth)}`;
		expect([5, 6].map((depth) => readServiceMessage(nested(depth), NONE))).toEqual(['words', '']);
		expect(readServiceMessage(nested(200_000), NONE)).toBe('');
	});
});

describe('JSON that may be none', () => {
	it.each([
		['{"a":1', true],
		['{"a":[1]', true],
		['[1, 2', true],
		['[{"a":1}', true],
		[' {"a":1', true],
		['{"a":1}\n', false],
		['[1, 2]\n', false],
		['"text"', false],
		['', false],
		['words {', false],
		['words [', false],
	])('is without its end where it is %j: %j', (text, isCut) => {
		expect(isCutJson(text)).toBe(isCut);
	});

	it('is read, or undefined', () => {
		fc.assert(
			fc.property(anyJson, (value) =>
				expect(JSON.stringify(parseJson(JSON.stringify(value)))).toBe(JSON.stringify(value)),
			),
		);
		expect(['', '{', 'x', "{'a':1}"].map(parseJson)).toEqual([undefined, undefined, undefined, undefined]);
	});
});

it.each([
	['a/b//', '/', 'a/b'],
	['/a', '/', '/a'],
	['a/b', '/', 'a/b'],
	['///', '/', ''],
	['', '/', ''],
	['Wait.. .', '.', 'Wait.. '],
])('%j without %j at its end is %j', (text, sign, rest) => {
	expect(withoutTrailing(text, sign)).toBe(rest);
});
