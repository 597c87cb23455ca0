import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import { ProbeClient } from '../../../tools/scripts/probe/client.mts';
import type { Fact } from '../../../tools/scripts/probe/fact.mts';
import { saveRecording } from '../../../tools/scripts/probe/recording.mts';
import { sheetOf } from '../../../tools/scripts/probe/sheet.mts';
import { survey } from '../../../tools/scripts/probe/survey.mts';
import { inputsOf } from '../../support/host/probe-inputs.mts';

describe('what the probe writes and the sandbox reads does no harm', () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'probe-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	test('a recording takes the place of an older file that others could read', async () => {
		const file = path.join(folder, 'older.json');
		await writeFile(file, 'older', { mode: 0o644 });
		const sandbox = await startSandbox();
		const inputs = inputsOf(sandbox);
		await saveRecording(file, await survey(new ProbeClient(inputs), inputs));
		await sandbox.close();

		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	test('a recording with a page in it gives JSON', async () => {
		const file = path.join(folder, 'page.json');
		const hostile = {
			method: 'GET',
			path: `/esapi/api/v1/Floors/${demo.floorCode}`,
			query: {},
			sent: [],
			status: 404,
			headers: { 'content-type': 'text/html; application/json' },
			body: '<script>alert(1)</script>',
			receivedAt: 0,
		};
		const tokenHeader = 'both';
		await writeFile(file, JSON.stringify({ recording: 2, scope: 's', tokenHeader, exchanges: [hostile] }));
		const sandbox = await startSandbox({ replay: file });
		const response = await fetch(`${sandbox.baseUrl}/esapi/api/v1/Floors/${demo.floorCode}`);
		await sandbox.close();

		expect(response.headers.get('content-type')).toMatch(/^application\/json/);
		expect(await response.text()).toBe('"<script>alert(1)</script>"');
	});

	test('a fact sheet holds no command to a terminal', () => {
		const found = '\u001b]0;title\u0007\u001b]52;c;cm0gLXJm\u0007 room';

		const facts: Fact[] = [{ topic: 'Kinds', found, restsOn: '', verdict: 'a fact' }];
		const sheet = sheetOf({ probe: 1, exit: 1, problem: found, set: [], facts });

		expect(sheet.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
	});
});
