/**
 * A text made from another. Each of its characters knows the stretch of the original that wrote it: `&` knows `&amp;`.
 */
export interface Writing {
	text: string;
	/** Where the stretch of each character begins, and where the next one does. */
	from: (index: number) => number;
	to: (index: number) => number;
}

/** One character, or one pair of surrogates, written by its number: in an address or form, in JSON or .NET, in HTML. */
const NUMERIC = [
	/%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3}|[\da-f]{2})/,
	/[\\%]u[\da-f]{4}/,
	/\\x[\da-f]{2}/,
	/&#\d{1,7};?/,
	/&#x[\da-f]{1,6};?/,
]
	.map(({ source }) => source)
	.join('|');
/** The same, and short escapes such as `\n` and `&amp;`. */
const NUMERIC_OR_SHORT = new RegExp(`${NUMERIC}|\\\\["'\\\\/bfnrt0]|&[a-z]{2,9};`, 'gi');
const NUMERIC_ONLY = new RegExp(NUMERIC, 'gi');

const SHORT: Partial<Record<string, string>> = {
	'\\b': '\b',
	'\\f': '\f',
	'\\n': '\n',
	'\\r': '\r',
	'\\t': '\t',
	'\\0': '\0',
};

/** The characters of ASCII that HTML has names for. */
const ENTITIES: Partial<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
	tab: '\t',
	newline: '\n',
	excl: '!',
	num: '#',
	dollar: '$',
	percnt: '%',
	lpar: '(',
	rpar: ')',
	ast: '*',
	midast: '*',
	plus: '+',
	comma: ',',
	hyphen: '-',
	dash: '-',
	period: '.',
	sol: '/',
	colon: ':',
	semi: ';',
	equals: '=',
	quest: '?',
	commat: '@',
	lsqb: '[',
	lbrack: '[',
	bsol: '\\',
	rsqb: ']',
	rbrack: ']',
	hat: '^',
	lowbar: '_',
	underbar: '_',
	grave: '`',
	lcub: '{',
	lbrace: '{',
	verbar: '|',
	vert: '|',
	rcub: '}',
	rbrace: '}',
};

/** Text in a text may be escaped twice and more, such as JSON in a form in a web page. */
const MOST_LEVELS = 6;

/**
 * The text as it is, and as it reads once its escapes are undone, again and again. Escapes are undone in two ways,
 * because
 * `\\u006E` is `\n` for one writer, who escaped an n, and `\u006E` for another, who escaped a backslash.
 */
export function readings(text: string): Writing[] {
	const asIs: Writing = { text, from: (index) => index, to: (index) => index + 1 };
	return [asIs, ...undoEscapes(asIs, NUMERIC_ONLY), ...undoEscapes(asIs, NUMERIC_OR_SHORT)];
}

function undoEscapes(writing: Writing, escapes: RegExp): Writing[] {
	const levels: Writing[] = [];
	for (let level: Writing | undefined = writing; levels.length < MOST_LEVELS; levels.push(level)) {
		level = undoEscapesOnce(level, escapes);
		if (level === undefined) break;
	}
	return levels;
}

/** Undefined where nothing is escaped. Linear in the text. */
function undoEscapesOnce({ text, from, to }: Writing, escapes: RegExp): Writing | undefined {
	const parts: string[] = [];
	const starts: number[] = [];
	const ends: number[] = [];
	let done = 0;
	const copyUntil = (end: number) => {
		parts.push(text.slice(done, end));
		for (; done < end; done++) {
			starts.push(from(done));
			ends.push(to(done));
		}
	};
	for (const { 0: escape, index } of text.matchAll(escapes)) {
		const character = decodeEscape(escape);
		if (character === escape) continue;
		copyUntil(index);
		done = index + escape.length;
		parts.push(character);
		for (let unit = 0; unit < character.length; unit++) {
			starts.push(from(index));
			ends.push(to(done - 1));
		}
	}
	if (done === 0) return undefined;
	copyUntil(text.length);
	return { text: parts.join(''), from: (index) => starts[index], to: (index) => ends[index] };
}

function decodeEscape(escape: string): string {
	if (escape.startsWith('&#')) {
		const code = /^&#x/i.test(escape) ? parseInt(escape.slice(3), 16) : parseInt(escape.slice(2), 10);
		return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
	}
	if (escape.startsWith('&')) return ENTITIES[escape.slice(1, -1).toLowerCase()] ?? escape;
	if (/^(?:[\\%]u|\\x)/i.test(escape)) return String.fromCharCode(parseInt(escape.slice(2), 16));
	if (escape.startsWith('\\')) return SHORT[escape] ?? escape.slice(1);
	try {
		return decodeURIComponent(escape);
	} catch {
		// A byte that is no UTF-8, as older forms write it.
		return escape.length === 3 ? String.fromCharCode(parseInt(escape.slice(1), 16)) : escape;
	}
}
