import { parseJson } from '../text';
import { isEmptyValue } from '../plan';
import type { RowProblem } from './row-rules';

/** Of a text in a cell. A sheet holds 32,767, an outline of thousands of points a tenth of a million. */
export const MAX_CELL_LENGTH = 1_000_000;

/** JSON in a cell; undefined for other text, and for one that is longer than any cell. */
export function jsonOfCell(text: string): unknown {
	return text.length > MAX_CELL_LENGTH ? undefined : parseJson(text);
}

/** What is wrong with a cell, without its place. */
export type CellProblem = RowProblem extends infer P ? (P extends RowProblem ? Omit<P, 'path'> : never) : never;

const ERROR_CELLS = [
	// What programs for tables show for a formula that failed, in their languages, or for a column that is too narrow.
	/^(?:#(?:N[ADV]|\p{Lu}\/\p{Lu}|YOK|HIÁNYZIK|GETTING_DATA|#+|[¡¿]?\p{Lu}[\p{L}\d/]*[!?])|Loading\.\.\.|Err:\d{3})$/u,
	// What databases, their clients and Python write for nothing.
	/^(?:\P{L}*(?:(?:NULL|null|nan)\P{L}*)+|\\N|NaT|<NA>|<Null>|\((?:blank|Leer)\))$/u,
	// What JavaScript and Luxon make of nothing, and of a Date, between other text.
	/(?<!\p{L})(?:undefined|NaN|Invalid Date(?:Time)?)(?!\p{L})|\d{4} \d\d:\d\d:\d\d GMT[-+]\d{4}/u,
	// What Revit writes for the area of a room without one, and for several values; a line of units below the headings.
	/^(?:Not (?:Placed|Enclosed)|Redundant Room|<varies>|[[(]?(?:m|ft)[²2][\])]?)$/,
	// Such as `=B2*C2`, `=SUM(B2:B9)` or `=Sheet1!A1`.
	/^=\s*(?:["(]|[-+]?\d|\$?[A-Z]{1,3}\$?\d|[\p{L}.]+\(|['\p{L}][^=]*!)/iu,
];
/** How text files keep programs from reading a text as a number or a formula: `="0412"` and `'+49 30`. */
const PROTECTED = /^\s*(?:="([^"]*)"\s*|'([-+=@][^]*|\d+))$/;
/** What n8n leaves as it is in a field that is no expression. */
const EXPRESSION = /\{\{\s*\$/;
/**
 * Read as Latin1 or Windows-1252, `ü` of UTF-8 is `Ã¼`, and a dash begins with `â€`; old Macs and DOS make `√º` and
 * `├╝` of it. IFC has `\X\FC` for it, and workbooks `_x000D_` for a line break. Of control characters none is text.
 */
const CORRUPTED = new RegExp(
	String.raw`[^\t\n\r\u0020-\u007e\u00a0-\ufffc]|[ÂÃ][\u00a0-\u00bf\u0152-\u02dc\u2013-\u2122]|â€|` +
		String.raw`[√├][^ -~]|\\X\d?\\|_x00[01][\dA-F]_`,
);
/** What web pages write in place of a character, or around a text. */
const HTML_ENTITY = new RegExp(
	'&(?:amp|lt|gt|quot|apos|nbsp|shy|szlig|euro|pound|yen|#\\d+|#x[\\da-f]+|[lr](?:[sd]quo|aquo)|[nm]dash|hellip|bull|' +
		'middot|deg|sup[123]|frac\\d\\d|times|plusmn|micro|sect|reg|copy|trade|ord[mf]|' +
		'[a-z](?:uml|acute|grave|circ|tilde|cedil|slash|elig|ring|caron));',
	'i',
);
const HTML_TAG =
	/<\/?(?:br|b|i|u|p|div|span|strong|em|a|li|ul|ol|font|h[1-6]|table|tr|td)(?:\s[^<>]*)?\/?>|<!\[CDATA\[/i;
/** Marks of directions, soft hyphens and other characters that nobody sees or types. */
const INVISIBLE = String.raw`\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'g');
/** Programs put such spaces into dates, times and amounts, and web pages anywhere. */
const NON_BREAKING = /[\u00a0\u2007\u2009\u202f]/g;
/** Also as Excel protects an empty text. */
const BLANK = new RegExp(`^[\\s${INVISIBLE}]*(?:=""[\\s${INVISIBLE}]*)?$`);
/** What an e-mail, a URL or a program for JSON has encoded: M=C3=BCller. Paths and URLs have slashes. */
const ENCODED = /^(?!.*[/\\]).*[=%]C3[=%][89AB][\dA-F]|^(?!\\\\)(?=.*\p{L}\\u00[\da-f]{2}\p{L})/iu;
/** Lists and objects as Python, Postgres and SharePoint write them: ['A', 'B'], {A,"B c"}, 12;#A and A;#12. */
const LIST_TEXT = /^(?:\[\s*'.*\]|\{\s*'.*\}|\{[^{}",]*[",][^{}]*\})$|;#/s;
/** A minus sign, or a dash in place of one. */
const MINUS = /^[\u2212\u2013](?=[\d.,]+$)/;
/** What Excel writes into a text file in place of a long number. */
const SCIENTIFIC = /^-?\d(?:[.,]\d+)?E\+\d+$/i;

/** What is wrong with a text that is clean. */
export function textProblem(text: string): CellProblem | undefined {
	if (SCIENTIFIC.test(text)) return { rule: 'exactNumber', details: text };
	if (ERROR_CELLS.some((one) => one.test(text))) return { rule: 'errorCell', details: text };
	if (EXPRESSION.test(text)) return { rule: 'expression' };
	if (HTML_ENTITY.test(text) || HTML_TAG.test(text)) return { rule: 'html', details: text };
	// What JavaScript makes of an object between other text.
	if (/\[object [A-Z]\w*\]/.test(text) || LIST_TEXT.test(text)) return { rule: 'oneText' };
	return CORRUPTED.test(text) || ENCODED.test(text) ? { rule: 'encoding', details: text } : undefined;
}

/** Digits as they are typed in Japan and China: ０４１２ */
const WIDE_NUMBER = /^[\s\uff0c-\uff19]+$/;

/** Whether a cell says nothing but that it is empty. */
export function isEmptyCell(cell: unknown): boolean {
	return typeof cell === 'string' ? BLANK.test(cell) : isEmptyValue(cell);
}

/** A text as a person reads it. */
export function cleanText(cell: string): string {
	const form = WIDE_NUMBER.test(cell) ? 'NFKC' : 'NFC';
	const visible = () => cell.normalize(form).replace(ALL_INVISIBLE, '').replace(NON_BREAKING, ' ');
	const plain = /[^ -~]/.test(cell) ? visible().replace(MINUS, '-') : cell;
	const [, quoted, marked] = PROTECTED.exec(plain) ?? [];
	return quoted ?? marked ?? plain.trim();
}

const UNIT = String.raw`[([]?(?:sf|qm|sq\.? ?(?:m|ft)\.?|(?:m|ft)[²2])[)\]]?`;
const NUMBER = String.raw`\d[\d.,']*(?: \d{3}[\d.,]*)*(?: ?${UNIT})?`;
const OF = '[ :-]+(?:for |of |per )?';
/** What is summed, such as ` rooms` and `: rentable area (m²)`. */
const AREA =
	String.raw`(?:${OF}(?:rooms|räume|[gn][if]a|[gnr]la|[nb]gf|nuf|[rug]sf|${UNIT}|[a-zäöü]*fläche|\(\d+\)|` +
	'(?:(?:net|gross|floor|internal|usable|rentable|lettable|leasable) )*area))*';
const FLOOR =
	String.raw`${OF}(?:[dekou]g(?: ?\d+)?|\d+\. ?[dkou]g|(?:\d+(?:st|nd|rd|th)|ground|top) floor|` +
	String.raw`(?:\d+\. ?)?[a-z]*gescho(?:ss|ß))`;
/** What stands before sums, in the languages of programs for tables. */
const SUM =
	'[-=* ]*(?:(?:grand|sub|sous)[ -]?)?(?:totals?|total (?:général|general|geral)|totale(?: complessivo)?|' +
	'insgesamt|(?:eind)?totaal|totaux|(?:gesamt|teil)?ergebnis|sum|count|anzahl|(?:gesamt|zwischen)?summe|' +
	`gesamt(?:[a-zäöü]*fläche)?|somme|suma|summa|σ|average|avg\\.?|durchschnitt|mittelwert|moyenne|` +
	`promedio|итого|всего|razem|celkem|yhteensä|i alt|toplam|összesen|合計)${AREA}`;

/** A cell beside sums, folded. */
export const TOTALS = new RegExp(
	`^(?:(?:.+ (?:total|gesamt)${AREA}|${SUM}(?:${FLOOR})?)(?:[ :=]+${NUMBER})?[-=*: ]*|` +
		`${SUM}${OF}(?:floor|level|etage|étage|planta|piano|building|gebäude|ebene)(?:[ :=-].*)?)$`,
);

/** What a report ends its pages with, folded. */
export const FOOTER = new RegExp(
	String.raw`^[-=* ]*(?:(?:(?:page|seite|pagina|página) \d+(?: ?(?:\/|of|von|de|di|van|sur) ?\d+)?|` +
		String.raw`\(?\d+ (?:rows?|records?|zeilen|datensätze)\)?|end of (?:report|list|data))[-=* ]*|` +
		String.raw`(?:(?:average|durchschnitt) [^\d]*\d|(?:stand|as of|(?:druck)?datum|(?:print )?date):[^\d]*\d|` +
		String.raw`(?:stand|as of|datum) (?:\d+[./-]\d+[./-]|[^\d]*(?:19|20)\d\d)|(?:(?:data )?source|quelle|` +
		String.raw`(?:prepared|checked) by|applied filters):|last (?:updated|modified)|` +
		'(?:report )?(?:exported|generated|printed|created|updated|exportiert|gedruckt|erstellt)' +
		String.raw`(?::| (?:on|at|by|from|am|von)\b| \d)).*)$`,
	's',
);

/** Whether JavaScript has lost digits of a number, or would write it in another way than a person. */
export function inexactNumber(number: number): CellProblem | undefined {
	const text = String(number);
	const isExact = !text.includes('e') && (!Number.isInteger(number) || Number.isSafeInteger(number));
	return isExact ? undefined : { rule: 'exactNumber', details: text };
}
