import type { XY } from '../geometry.mts';
import { escapeHtml, number } from './html.mts';

/** A line of text on the plan, one `unit` high. */
export function text(line: string, { x, y }: XY, unit: number, style = ''): string {
	const size = style === 'tenant' || style === 'use' ? unit * 0.86 : unit;
	const looks = style === '' ? '' : ` class="${style}"`;
	return `<text${looks} x="${number(x)}" y="${number(y)}" font-size="${number(size)}">${escapeHtml(line)}</text>`;
}

/** Words in lines of at most so many characters; what does not fit ends in an ellipsis. */
export function wrapped(words: string, columns: number, maxLines: number): string[] {
	const lines: string[] = [];
	for (const word of words.split(/\s+/).filter((part) => part !== '')) {
		const last = lines[lines.length - 1];
		if (last !== undefined && `${last} ${word}`.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	const shown = lines.slice(0, maxLines);
	if (lines.length > maxLines) shown[maxLines - 1] += '…';
	return shown.map((line) => (line.length > columns ? `${line.slice(0, Math.max(columns - 1, 1))}…` : line));
}

/** In units: the width of a letter of a name and of the lines below it, and what stays free beside a line. */
const LETTERS = { name: 0.52, below: 0.468 };
const FREE = 0.8;

/** How many letters a line of so much width has room for. */
export function lettersIn(width: number, unit: number, line: keyof typeof LETTERS): number {
	// Of two equal widths one may come out a trace smaller.
	return Math.floor((width / unit - FREE) / LETTERS[line] + 0.001);
}

/** Labels of a narrow room shrink, to three quarters at most, where the longest word would be cut off. */
export function unitForWords(words: string, width: number, unit: number): number {
	const longest = Math.max(...words.split(/\s+/).map((word) => word.length));
	return Math.min(unit, Math.max(unit * 0.75, width / (longest * LETTERS.below + FREE)));
}
