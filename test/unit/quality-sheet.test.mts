import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../hosts/driver/host-folder.mts';

const sheet = readFileSync(path.join(projectRoot, 'docs', 'quality.md'), 'utf8');
const rows = sheet.split('\n').filter((line) => /^\|.*\| (Real|Engine|Pure|Told|Exempt) \|/.test(line));

test('every promise of the quality sheet that is kept names a test', () => {
	expect(rows.length).toBeGreaterThan(20);
	const isHeld = (row: string) => /\| (Told|Exempt) \|/.test(row) || row.includes('.test.mts)') || row.includes('`npm run bench`');
	expect(rows.filter((row) => !isHeld(row))).toEqual([]);
});
