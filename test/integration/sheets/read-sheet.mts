import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

/** As much as is used of the library with which n8n reads and writes workbooks. */
interface Workbooks {
	read(file: Buffer, options: { raw: undefined }): { SheetNames: string[]; Sheets: Record<string, unknown> };
	write(workbook: unknown, options: { type: 'buffer'; bookType: 'xlsx' | 'csv' }): Buffer;
	utils: {
		sheet_to_json(sheet: unknown, options: { defval: string }): IDataObject[];
		json_to_sheet(rows: object[]): unknown;
		book_new(): unknown;
		book_append_sheet(book: unknown, sheet: unknown): void;
	};
}

const requireFromHost = createRequire(path.join(projectRoot, 'tools', 'n8n', 'newest', 'package.json'));

export const workbooks = requireFromHost('@e965/xlsx') as Workbooks;
const csv = requireFromHost('csv-parse/sync') as {
	parse(file: Buffer, options: { columns: true; skip_empty_lines: true; bom: true }): IDataObject[];
};

/** The rows of a file, as n8n's Extract from File gives them with Include Empty Cells. */
export function rowsOf(file: Buffer, format: string): IDataObject[] {
	if (format === 'csv') return csv.parse(file, { columns: true, skip_empty_lines: true, bom: true });
	const { SheetNames, Sheets } = workbooks.read(file, { raw: undefined });
	return workbooks.utils.sheet_to_json(Sheets[SheetNames[0]], { defval: '' });
}

/** A file of these rows, as n8n's Convert to File writes it. */
export function fileOf(rows: object[], bookType: 'xlsx' | 'csv'): Buffer {
	const book = workbooks.utils.book_new();
	workbooks.utils.book_append_sheet(book, workbooks.utils.json_to_sheet(rows));
	return workbooks.write(book, { type: 'buffer', bookType });
}

export function readSheet(name: string): IDataObject[] {
	return rowsOf(readFileSync(path.join(projectRoot, 'test/integration/sheets', 'files', name)), name.split('.')[1]);
}
