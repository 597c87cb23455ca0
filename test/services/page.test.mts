import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { factorNames, levelsOf } from './factors.mts';
import type { FactorName, Point } from './factors.mts';
import { observedTable, pageOfSpace } from './page.mts';
import { pointsOf } from './space.mts';

const README = path.join(projectRoot, 'README.md');
const FILE = path.join(projectRoot, 'docs', 'services.md');

it('docs/services.md says what the space is; WRITE_SERVICES=1 writes it', async () => {
	const page = pageOfSpace();
	if (process.env.WRITE_SERVICES === '1') await writeFile(FILE, page);
	expect(await readFile(FILE, 'utf8')).toBe(page);
});

it('README.md says what rests on observation; WRITE_SERVICES=1 writes it', async () => {
	const text = await readFile(README, 'utf8');
	const written = text.replace(/^\|Observed\|[^]*?\n(?!\|)/m, () => `${observedTable()}\n`);
	if (process.env.WRITE_SERVICES === '1') await writeFile(README, written);
	expect(text).toContain('|Observed|');
	expect(await readFile(README, 'utf8')).toBe(written);
});

it('has each two levels that are not both unexpected in one service', () => {
	const points = pointsOf(2);
	const met = new Set(points.flatMap((point) => pairsOf(point)));
	const missing: string[] = [];
	factorNames.forEach((one, index) => {
		for (const other of factorNames.slice(index + 1)) {
			for (const [first, isFirstUnexpected] of levelsWithMark(one)) {
				for (const [second, isSecondUnexpected] of levelsWithMark(other)) {
					const pair = `${one}=${first} ${other}=${second}`;
					if (!(isFirstUnexpected && isSecondUnexpected) && !met.has(pair)) missing.push(pair);
				}
			}
		}
	});
	expect(missing).toEqual([]);
});

function pairsOf(point: Point): string[] {
	return factorNames.flatMap((one, index) =>
		factorNames.slice(index + 1).map((other) => `${one}=${point[one]} ${other}=${point[other]}`),
	);
}

function levelsWithMark(factor: FactorName): Array<[string, boolean]> {
	return [false, true].flatMap((isUnexpected) =>
		levelsOf(factor, isUnexpected).map((level): [string, boolean] => [level, isUnexpected]),
	);
}
