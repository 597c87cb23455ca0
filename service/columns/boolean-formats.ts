import type { Cell, KindFormat } from './date-formats';

/** Pairs of words for yes and no. Single letters and dashes are no such words: they are names and gaps as well. */
const BOOLEAN_PAIRS = [
	...['true false', 'yes no', 'ja nein', 'wahr falsch', 'oui non', 'vrai faux', 'si no', 'sí no', 'sì no'],
	...['ja nee', 'ja nej', 'ja nei', 'sim não', 'tak nie', 'vero falso', 'verdadero falso', 'waar onwaar', 'on off'],
].map((pair) => pair.split(' '));

const BOOLEAN_WORDS = new Set(BOOLEAN_PAIRS.flat());

export function isBooleanWord(value: string): boolean {
	return BOOLEAN_WORDS.has(value.toLowerCase());
}

/**
 * Letters, and words that are short or mean something else elsewhere, are no names where a field has both of a pair and
 * nothing else. N and O, N and S, NE and NO are directions.
 */
const EXACT_PAIRS = [
	...[
		'y n',
		'j n',
		't f',
		'v f',
		'ano ne',
		'áno nie',
		'da ne',
		'da nu',
		'taip ne',
		'jā nē',
		'jah ei',
		'kyllä ei',
		'igen nem',
	],
	...['evet hayır', 'evet hayir', 'да нет', 'да не', 'так ні', 'ναι όχι', 'ναι οχι', 'כן לא', 'نعم لا'],
	...['是 否', '有 無', '有 无', 'はい いいえ', '예 아니오', '예 아니요'],
].map((pair) => pair.split(' '));

export function areExactPair(values: readonly string[]): boolean {
	const words = new Set(values.map((value) => value.toLowerCase()));
	return words.size === 2 && EXACT_PAIRS.some((pair) => pair.every((word) => words.has(word)));
}

/** Marks for yes, each with every mark for no, of which nothing is the first. */
const TICK_PAIRS = 'x ✓ ✔ ✔\ufe0f ☑ ☑\ufe0f ☒ ✅ ●'
	.split(' ')
	.flatMap((yes) => ' ✗ ✘ ✕ ✖ ☐ ❌ ○'.split(' ').map((no) => [yes, no]));

const TICKS = new Set(TICK_PAIRS.flat());

export function isTick(value: string): boolean {
	return TICKS.has(value.toLowerCase());
}

/** @param isAll whether the field has no other values: beside these, one word of a pair may be a name or a count */
export function booleanFormat(values: readonly string[], isAll: boolean): KindFormat | undefined {
	const first = values.at(0);
	if (first === undefined) return undefined;
	/** The first value of each word. */
	const words = new Map([...values].reverse().map((value) => [value.toLowerCase(), value]));
	const ticks = TICK_PAIRS.filter(([yes]) => words.has(yes));
	const all = [...BOOLEAN_PAIRS, ...EXACT_PAIRS, ...ticks];
	const pairs = all.filter((pair) => [...words.keys()].every((word) => pair.includes(word)));
	if (!isAll && (pairs.length === 0 || words.size < 2)) return undefined;
	const styled = (word: string) => {
		if (first === first.toLowerCase()) return word;
		return first === first.toUpperCase() ? word.toUpperCase() : `${word[0].toUpperCase()}${word.slice(1)}`;
	};
	const hasBoth = (pair: readonly string[]) => pair.every((word) => words.has(word));
	const isCertain = isTick(first) || all.some(hasBoth);
	// Databases and programs write letters or another language for both words, and nothing else is meant where all are
	// these.
	const readable = [
		['1', '0'],
		...pairs,
		...BOOLEAN_PAIRS,
		...(isAll && BOOLEAN_PAIRS.some(hasBoth) ? EXACT_PAIRS : []),
	];
	const write = (cell: Cell): string | undefined => {
		const text = String(typeof cell === 'boolean' ? Number(cell) : cell).toLowerCase();
		// Beside one X, 1 may be a name or a count.
		if (ticks.length > 0 && typeof cell !== 'boolean' && /^[01]$/.test(text)) return undefined;
		const index = readable.map((pair) => pair.indexOf(text)).find((at) => at >= 0);
		// Beside "ja" alone, "no" is nein, though it may be nee or nej.
		const own = pairs.find((pair) => pair.includes(text)) ?? pairs.at(0);
		if (index === undefined || own === undefined) return words.get(text);
		return words.get(own[index]) ?? styled(own[index]);
	};
	return { write, isCertain };
}
