/**
 * One character, or one pair of surrogates, written by its number: in an address or form, in JSON or .NET, in HTML.
 */
const NUMERIC = [
	/%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3}|[\da-f]{2})/,
	/[\\%]u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}/,
	/&#\d{1,7};?|&#x[\da-f]{1,6};?/,
]
	.map(({ source }) => source)
	.join('|');
/** Numbers that may also be plain text: of mail, octal, of Unicode's charts. */
const DOUBTFUL = /=[\da-f]{2}|=\r?\n|\\[0-3][0-7]{2}|U\+[\da-f]{4}/.source;
/** The same, and short escapes such as `\n` and `&amp;`. */
const NUMERIC_OR_SHORT = new RegExp(`${NUMERIC}|${DOUBTFUL}|\\\\["'\\\\/bfnrt0]|&[a-z]{2,31};`, 'gi');
const NUMERIC_ONLY = new RegExp(NUMERIC, 'gi');

/** What short escapes stand for, as far as it may write something else: markup, a further escape, base64. */
const SIGNS: Partial<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	percnt: '%',
	bsol: '\\',
	num: '#',
	semi: ';',
	plus: '+',
	sol: '/',
	equals: '=',
	lowbar: '_',
	hyphen: '-',
	'\\\\': '\\',
	'\\/': '/',
};

const ESCAPED = /[%\\&=]|U\+/i;
const BASE64 = /[\w+/-]{6,}/g;
/** Hexadecimal bytes, also as a dump writes them: `61 62`, `61:62`, `0x61, 0x62`. */
const HEX = /(?:(?:0x)?[\da-f]{2}[\s:,;-]{0,2}){4,}/gi;
const HEX_ORNAMENT = /0x|[^\da-f]/gi;
/** The numbers of characters: `97, 98`. */
const NUMBERS = /(?:\b\d{1,3}[\s,;]{1,2}){4,}\d{0,3}/g;

/** Text in a text may be written twice and more, such as JSON in a form in a web page, in base64. */
const MOST_LEVELS = 6;
/** So many times its own length may the readings of a text have together. */
const MOST_GROWTH = 40;

/**
 * The text as it is, and as it reads once its escapes are undone and its base64 and hexadecimal runs are decoded, again
 * and again. Escapes are undone in two ways, because `\\u006E` is `\n` for one writer, who escaped an n, and `\u006E`
 * for another, who escaped a backslash. Base64 has four ways, because what stands before a run may belong to it.
 * @param shortest the fewest bytes that are worth decoding
 * @returns undefined where there are too many ways to read it
 */
export function readingsOf(text: string, shortest: number): string[] | undefined {
	const found = new Set([text]);
	let left = (text.length + 100) * MOST_GROWTH;
	let level = [text];
	for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
		level = level
			.flatMap((one) => [...undone(one), ...decoded(one, shortest)])
			.filter((one) => one !== '' && !found.has(one));
		for (const one of level) {
			left -= found.has(one) ? 0 : one.length;
			found.add(one);
		}
		if (left < 0) return undefined;
	}
	return [...found];
}

/** Whatever was written there. Bytes that were no text give signs of control and of what is missing, few letters. */
const WRITTEN = /[^\p{Cc}\p{Co}\p{Cn}\ufffd]+/gu;

function undone(text: string): string[] {
	if (!ESCAPED.test(text)) return [];
	return [NUMERIC_ONLY, NUMERIC_OR_SHORT].map((escapes) => text.replace(escapes, decodeEscape));
}

function decoded(text: string, shortest: number): string[] {
	const base64 = (text.replace(/[\r\n]+/g, '').match(BASE64) ?? []).filter(({ length }) => length * 6 >= shortest * 8);
	const hex = (text.match(HEX) ?? [])
		.map((run) => run.replace(HEX_ORNAMENT, ''))
		.filter(({ length }) => length >= shortest * 2);
	const numbers = (text.match(NUMBERS) ?? []).map((run) => run.split(/\D+/).map(Number));
	const bytesOf = (runs: string[], from: number, encoding: 'base64' | 'hex') =>
		runs.map((run) => writtenIn(Buffer.from(run.slice(from), encoding).toString(), shortest)).join('\n');
	return [
		...[0, 1, 2, 3].map((from) => bytesOf(base64, from, 'base64')),
		...[0, 1].map((from) => bytesOf(hex, from, 'hex')),
		numbers.map((codes) => codes.map((code) => String.fromCharCode(code)).join('')).join('\n'),
	];
}

/** What a person may have written, without the zeros of UTF-16; empty where it is too short for a secret. */
function writtenIn(text: string, shortest: number): string {
	const runs = text.replaceAll('\0', '').match(WRITTEN) ?? [];
	return runs.filter(({ length }) => length >= shortest).join('\n');
}

function decodeEscape(escape: string): string {
	const digits = escape.replace(/^(?:&#x?|[\\%]u\{?|\\x|=|U\+|\\)/i, '');
	if (/^(?:&#\d)/.test(escape)) return characterOf(parseInt(digits, 10), escape);
	if (/^&#/.test(escape) || /^(?:[\\%]u|\\x|U\+|=[\da-f])/i.test(escape))
		return characterOf(parseInt(digits, 16), escape);
	if (/^\\\d{3}/.test(escape)) return characterOf(parseInt(digits, 8), escape);
	if (!escape.startsWith('%')) return SIGNS[escape] ?? SIGNS[escape.slice(1, -1).toLowerCase()] ?? '';
	try {
		return decodeURIComponent(escape);
	} catch {
		// A byte that is no UTF-8, as older forms write it.
		return escape.length === 3 ? characterOf(parseInt(escape.slice(1), 16), escape) : escape;
	}
}

function characterOf(code: number, escape: string): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}
