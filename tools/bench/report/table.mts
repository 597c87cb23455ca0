import type { Row } from '../bench.mts';

const HEAD = ['Work', 'Target', 'This package', 'Against', 'Ratio', 'Met'];

function cells({ work, target, ours, against, ratio, met }: Row): string[] {
	return [work, target, ours, against, ratio, met === undefined ? '' : met ? 'yes' : 'no'];
}

/** For the screen: columns of equal width. */
export function screenTable(rows: Row[]): string {
	const lines = [HEAD, ...rows.map(cells)];
	const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
	return lines
		.map((line) =>
			line
				.map((cell, column) => cell.padEnd(widths[column]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** For the documentation: the rows that have a target. */
export function markdownTable(rows: Row[]): string {
	const met = rows.filter((row) => row.met !== undefined);
	const line = (texts: string[]) => `|${texts.map((text) => text.replaceAll('|', '\\|')).join('|')}|`;
	return [line(HEAD), line(HEAD.map(() => '---')), ...met.map((row) => line(cells(row)))].join('\n');
}
