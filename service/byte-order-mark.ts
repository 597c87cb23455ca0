import type { Feature } from './features';

const MARK = '\ufeff';

/** A row of a CSV file as its columns are named: n8n and Excel begin such files with a mark that n8n reads as a part of the first name. */
export function withoutByteOrderMark(row: Feature): Feature {
	for (const column in row) {
		if (column.startsWith(MARK)) return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.replace(MARK, ''), cell]));
	}
	return row;
}
