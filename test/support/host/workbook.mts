import { createRequire } from 'node:module';
import path from 'node:path';

import { chosenHost, projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

/** As much as is used of the library with which n8n itself reads and writes workbooks. */
interface WorkbookLibrary {
	readFile(file: string): Workbook;
	writeFile(workbook: Workbook, file: string): void;
	utils: {
		sheet_to_json(sheet: unknown): Row[];
		json_to_sheet(rows: Row[]): unknown;
	};
}

interface Workbook {
	SheetNames: string[];
	Sheets: Record<string, unknown>;
}

export type Row = Record<string, string | number | boolean>;

/** The outline of a new room, in a copy of the row of another one. */
export function elsewhere(geometry: unknown): string {
	return String(geometry).replaceAll(/\[(-?[\d.]+),/g, (_corner, x: string) => `[${Number(x) + 0.01},`);
}

/** Opens an XLSX file, changes its rows as a person does in a spreadsheet program, and saves it. */
export function editWorkbook(file: string, edit: (rows: Row[]) => void): void {
	const host = chosenHost();
	const requireFromHost = createRequire(path.join(projectRoot, 'tools', 'n8n', host, 'package.json'));
	const library = requireFromHost(host === 'oldest' ? 'xlsx' : '@e965/xlsx') as WorkbookLibrary;
	const workbook = library.readFile(file);
	const [first] = workbook.SheetNames;
	const rows = library.utils.sheet_to_json(workbook.Sheets[first]);
	edit(rows);
	workbook.Sheets[first] = library.utils.json_to_sheet(rows);
	library.writeFile(workbook, file);
}
