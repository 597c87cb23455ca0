import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';

const page = readFileSync(path.join(projectRoot, 'docs', 'guarantees.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\|.*\| ?(Real|Engine|Pure|Documented) ?\|/.test(line));

test('every promise of docs/guarantees.md that is kept names a test', () => {
	expect(rows.length).toBeGreaterThan(20);
	const isHeld = (row: string) =>
		/\| ?Documented ?\|/.test(row) || row.includes('.test.mts)') || row.includes('`npm run bench`');
	expect(rows.filter((row) => !isHeld(row))).toEqual([]);
});

/** The paragraphs and list entries under the heading, up to the next one. */
function promisesOf(file: string, heading: string): string[] {
	const [, section = ''] = readFileSync(path.join(projectRoot, file), 'utf8').split(`## ${heading}\n`);
	return section
		.split(/^## /m)[0]
		.split(/\n\n|\n(?=- )/)
		.map((part) => part.trim())
		.filter((part) => /^(?:-|\*\*)/.test(part));
}

test('every promise of SECURITY.md names a test that is there', () => {
	const promises = promisesOf('.github/SECURITY.md', 'What is promised');
	expect(promises.length).toBeGreaterThan(15);
	expect(readFileSync(path.join(projectRoot, '.github/SECURITY.md'), 'utf8').split(/\s+/).length).toBeLessThanOrEqual(
		900,
	);
	expect(promises.filter((promise) => !/\(\.\.\/test\/[\w/-]+\.test\.mts\)|\(the same\)/.test(promise))).toEqual([]);
	const tests = promises.flatMap((promise) =>
		[...promise.matchAll(/\((\.\.\/test\/[^)]+)\)/g)].map(([, file]) => file),
	);
	expect(tests.filter((file) => !existsSync(path.join(projectRoot, '.github', file)))).toEqual([]);
});
