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
		if (last !== undefined && `${last} ${word}`.length <= columns)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	const shown = lines.slice(0, maxLines);
	if (lines.length > maxLines) shown[maxLines - 1] += '…';
	return shown.map((line) => (line.length > columns ? `${line.slice(0, Math.max(columns - 1, 1))}…` : line));
}
