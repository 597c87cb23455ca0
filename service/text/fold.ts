const ZERO_WIDTH = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

const APOSTROPHES = /[\u2018\u2019\u02bc]/g;

/** What few texts have: without these the other steps of a fold change nothing. */
const UNUSUAL = /[^ -~]| {2}/;

/** A longer text, such as an outline or a file in a cell, is nobody's spelling of another one. */
const MAX_FOLDED = 50_000;

/** A text without outer spaces, letter case, Unicode form, zero-width characters, forms of dashes and apostrophes. */
export function foldText(text: string): string {
	if (text.length > MAX_FOLDED) return text;
	if (!UNUSUAL.test(text)) return text.trim().toLowerCase();
	return normalizeText(text).toUpperCase().toLowerCase().normalize('NFC');
}

/** The same with its letter case. */
export function normalizeText(text: string): string {
	const composed = text.normalize('NFKC').replace(ZERO_WIDTH, '').replace(DASHES, '-').replace(APOSTROPHES, "'");
	return composed.replace(/\s+/g, ' ').trim();
}

/** Accents don't count either: keyboards lack them. */
export function foldAccents(text: string): string {
	return foldText(text).normalize('NFD').replace(/\p{M}/gu, '');
}
