import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { compare } from '../../support/engine/steps.mts';
import { fileOf, rowsOf } from './read-sheet.mts';
import { sheetRows, square } from './sheet-plan.mts';

const service = useService();
const pad = (n: number, l = 2) => String(n).padStart(l, '0');
const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
const word = fc.array(fc.constantFrom('Anna', 'Ben', 'Möller & Co', 'a "quoted" one', 'x, y', 'ä;ö', 'Ward 3', "O'Neil", 'Łódź', 'two  spaces', 'line\nbreak', '#12', '=SUM', '+49 171 55', '007', '1/2', '3-01', 'TRUE', '12e5', '0x1F', '50%', 'Q1'), { minLength: 1, maxLength: 3 }).map((w) => w.join(' '));
const fields: Record<string, fc.Arbitrary<string>> = {
	Number: fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 100, max: 999 })).map(([a, b]) => `${a}.${b}`),
	Since: day.map((d) => `${pad(d.getUTCDate())}.${pad(d.getUTCMonth() + 1)}.${d.getUTCFullYear()}`),
	Iso: day.map((d) => d.toISOString().slice(0, 10)),
	Opens: fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 })).map(([h, m]) => `${pad(h)}:${pad(m)}`),
	Exact: fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }), fc.nat({ max: 59 })).map(([h, m, s]) => `${pad(h)}:${pad(m)}:${pad(s)}`),
	Stamp: fc.tuple(day, fc.nat({ max: 23 }), fc.nat({ max: 59 })).map(([d, h, m]) => `${d.toISOString().slice(0, 10)} ${pad(h)}:${pad(m)}`),
	Share: fc.nat({ max: 100 }).map((n) => `${n} %`),
	Occupied: fc.constantFrom('Yes', 'No'),
	Area: fc.nat({ max: 99999 }).map((n) => (n / 100).toFixed(2)),
	Code: fc.nat({ max: 999 }).map((n) => pad(n, 3)),
	Rent: fc.integer({ min: 100000, max: 99999999 }).map((n) => (n / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })),
	Note: word,
	Seats: fc.nat({ max: 400 }).map(String),
};
const names = Object.keys(fields);
const SIZE = Number(process.env.LO_SIZE ?? 10000);
const rows = fc.sample(fc.record(fields), { numRuns: SIZE, seed: Number(process.env.LO_SEED ?? 1) });
const plan: Feature[] = rows.map((row, at) => ({
	type: 'room', id: `room-${at}`, geometry: square(at * 2),
	data: names.map((name, index) => ({ key: `dfld_${String(index).padStart(25, 'k')}`, name, value: (row as Record<string, string>)[name] })),
}));

test.each(['csv:English', 'csv:German', 'xlsx:English', 'ods:English'])('LibreOffice %s', async (how) => {
	const [format, language] = how.split(':');
	const lang = language === 'English' ? 1033 : 1031;
	writeFileSync('/tmp/lo/table.csv', fileOf(sheetRows(plan), 'csv'));
	const writer = format === 'csv' ? `csv:Text - txt - csv (StarCalc):44,34,76,1,,${lang},false,true` : format;
	execFileSync('soffice', ['-env:UserInstallation=file:///tmp/lo/profile', '--headless', `--infilter=CSV:44,34,76,1,,${lang},false,true`, '--convert-to', writer, '--outdir', '/tmp/lo/out', '/tmp/lo/table.csv']);
	const items = rowsOf(readFileSync(`/tmp/lo/out/table.${format}`), format);
	const [planCode] = service.plans(1, plan);
	const { success, error } = await runNode({
		...compare({ results: ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] }, { source: 'item' }),
		items: items.map((row): IDataObject => ({ planCode, ...row })), credential: service.credential(),
	});
	const count: Record<string, number> = {}; const reasons: Record<string, number> = {}; const changes: string[] = [];
	for (const { json } of success) {
		count[String(json.result)] = (count[String(json.result)] ?? 0) + 1;
		if (json.reason) { const k = String(json.reason).replace(/is ".*?"/g, 'is "…"').slice(0, 140); reasons[k] = (reasons[k] ?? 0) + 1; }
		if (json.result !== 'same' && changes.length < 12) changes.push(JSON.stringify([json.reason, json.changes]).slice(0, 300));
	}
	console.log(how, error?.message, count, Object.entries(reasons).sort((a, b) => b[1] - a[1]).slice(0, 12), changes.slice(0, 12));
}, 600000);
