import type { Feature } from '../plan';

const MARK = '\ufeff';

/**
 * Takes the byte order mark off a column's name. n8n and Excel begin CSV files with it, and n8n reads it as a part of
 * the first name.
 */
export function withoutByteOrderMark(row: Feature): Feature {
	for (const column in row) {
		if (column.startsWith(MARK))
			return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.replace(MARK, ''), cell]));
	}
	return row;
}
