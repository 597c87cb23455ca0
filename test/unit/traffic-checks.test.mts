import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { checksInWords, readChecks, sumOf } from '../../tools/scripts/test/traffic-checks.mts';

const departure = 'GET /x: the address is not described';

describe('what npm test says it has compared with the description', () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'checks-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	test('adds up the sandboxes of a suite, and the suites', async () => {
		const file = path.join(folder, 'checks.jsonl');
		const lines = [
			{ requests: 1200, responses: 1100, rejected: 7, departures: [] },
			{ requests: 34, responses: 20, rejected: 1, departures: [departure] },
		];
		await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
		const suite = await readChecks(file);
		const none = await readChecks(path.join(folder, 'missing'));

		expect(none).toBeUndefined();
		expect(suite?.departed).toBe(1);
		expect(checksInWords(sumOf([suite, none, suite].flatMap((checks) => checks ?? [])))).toBe(
			'Compared with tools/openapi/openapi.json: 2,468 requests (16 of them wrong, and rejected), 2,240 ' +
				`responses, 1 departures.\n  ${departure}`,
		);
	});
});
