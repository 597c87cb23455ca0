/**
 * Writes the files beside it by the programs that people use: `npx tsx test/integration/sheets/make-sheets.mts`, with
 * LibreOffice (`soffice`) and openpyxl (`/usr/bin/python3`) on the machine. The files are kept, so that tests need
 * neither.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { fileOf } from './read-sheet.mts';
import { roomsPlan, sheetRows } from './sheet-plan.mts';

const files = path.join(import.meta.dirname, 'files');
const work = mkdtempSync(path.join(tmpdir(), 'sheets-'));

/** What a person types below and beside the cells of the table: as they look in the cells above. */
const TYPED = `
import sys, json, datetime, openpyxl
rows = json.loads(sys.argv[1])
book = openpyxl.Workbook()
sheet = book.active
header = list(rows[0])
sheet.append(header)
for row in rows: sheet.append([row[name] for name in header])
def put(line, name, value, look=None):
    cell = sheet.cell(row=line, column=header.index(name) + 1, value=value)
    if look: cell.number_format = look
put(2, 'Since', datetime.datetime(2024, 7, 1), 'dd.mm.yyyy')
put(2, 'Share', 0.5, '0 %')
put(3, 'Occupied', True)
put(4, 'Area', 12.5, '0.00')
put(4, 'Code', 7, '000')
sheet.append([None] * len(header))
put(7, 'type', 'room'); put(7, 'Number', '3.140'); put(7, 'Since', datetime.datetime(2024, 8, 31), 'dd.mm.yyyy')
put(7, 'Share', 0.05, '0 %'); put(7, 'Occupied', False); put(7, 'Area', 7.5, '0.00'); put(7, 'Code', 30, '000')
book.save(sys.argv[2])
`;

const GERMAN = 1031;
const ENGLISH = 1033;

function byLibreOffice(name: string, language: number, rows: object[] = sheetRows()): void {
	const table = path.join(work, 'table.csv');
	writeFileSync(table, fileOf(rows, 'csv'));
	const [, format] = name.split('.');
	// Comma, quotes, UTF-8, from line 1, no columns; texts are not all texts; what looks like a number is one.
	const reader = `CSV:44,34,76,1,,${language},false,true`;
	const writer = format === 'csv' ? `csv:Text - txt - csv (StarCalc):44,34,76,1,,${language},false,true` : format;
	const given = [
		'--headless',
		`--infilter=${reader}`,
		'--convert-to',
		writer,
		'--outdir',
		path.join(work, 'out'),
		table,
	];
	execFileSync('soffice', [`-env:UserInstallation=file://${work}/profile`, ...given]);
	renameSync(path.join(work, 'out', `table.${format}`), path.join(files, name));
}

byLibreOffice('libreoffice-german.csv', GERMAN);
byLibreOffice('libreoffice-german.xlsx', GERMAN);
byLibreOffice('libreoffice-german.ods', GERMAN);
byLibreOffice('libreoffice-english.xlsx', ENGLISH);
byLibreOffice('libreoffice-english.csv', ENGLISH);
execFileSync('/usr/bin/python3', ['-c', TYPED, JSON.stringify(sheetRows()), path.join(files, 'openpyxl-typed.xlsx')]);
const [first, second, ...others] = sheetRows();
const typed = { type: 'room', Number: '3.140', Since: 45535, Share: 0.05, Occupied: false, Area: 7.5, Code: 30 };
const rows = [{ ...first, Since: 45474, Share: 0.5 }, { ...second, Occupied: true }, ...others, typed];
writeFileSync(path.join(files, 'sheetjs-typed.xlsx'), fileOf(rows, 'xlsx'));
writeFileSync(path.join(files, 'sheetjs.csv'), fileOf(sheetRows(), 'csv'));

/** What people bring of the plan with two rooms of one name. */
const own = sheetRows(roomsPlan);
const blank = Object.fromEntries(Object.keys(own[0]).map((column) => [column, '']));
const numbered = own.filter(({ Number: number }) => number !== '' && number !== 'WC');
byLibreOffice('rooms-unedited.xlsx', ENGLISH, own);
byLibreOffice('rooms-with-notes.xlsx', ENGLISH, [
	...own,
	{ ...blank, Number: '3.130', Tenant: 'Eve' },
	{ ...blank, Tenant: 'ask Bob about the archive' },
	{ ...blank, type: 'room', Number: 'WC' },
	{ ...blank, type: 'room', Number: 'New wing' },
]);
byLibreOffice(
	'rooms-two-columns.csv',
	ENGLISH,
	own.map(({ Number: number, Tenant: tenant }) => ({ Number: number, Tenant: tenant })),
);
byLibreOffice(
	'rooms-emptied.ods',
	ENGLISH,
	own.map((row) => ({ ...row, Tenant: '' })),
);
byLibreOffice('rooms-one-row.csv', ENGLISH, [{ ...own[0], Tenant: '' }]);
writeFileSync(
	path.join(files, 'database-ids.xlsx'),
	fileOf(
		[...numbered, { type: 'room', Number: '3.777', Tenant: 'Flo' }].map(({ type, Number: number, Tenant }, at) => {
			return { id: at + 1, type, Number: number, Tenant };
		}),
		'xlsx',
	),
);
