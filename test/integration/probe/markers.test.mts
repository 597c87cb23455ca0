import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readRecording } from '../../../tools/sandbox/replay/recording.mts';
import { ProbeClient } from '../../../tools/scripts/probe/client.mts';
import type { Send } from '../../../tools/scripts/probe/client.mts';
import { recordingOf, saveRecording } from '../../../tools/scripts/probe/recording.mts';
import { reportOf, sheetOf } from '../../../tools/scripts/probe/sheet.mts';
import { survey } from '../../../tools/scripts/probe/survey.mts';
import type { Survey } from '../../../tools/scripts/probe/survey.mts';
import { seed } from '../../support/seed.mts';
import { MarkedService, isMarked, isMarkedOrTyped } from './marked-service.mts';

/** 10,000 take minutes. */
const SERVICES = Number(process.env.MARKED_SERVICES ?? 500);
const OVER_HTTP = 40;

/** What is printed holds nothing of the service, what is written nothing of the credential either. */
function leaksOf(seen: Survey, written: string): string[] {
	const report = reportOf(seen);
	return [
		...(isMarkedOrTyped(written) ? ['the recording'] : []),
		...(isMarked(sheetOf(report)) ? ['the sheet'] : []),
		...(isMarked(JSON.stringify(report)) ? ['--json'] : []),
	];
}

test(`of ${SERVICES} services full of marks neither a recording nor the report holds one`, async () => {
	let responses = 0;
	const leaking: string[] = [];
	for (let index = 0; index < SERVICES; index++) {
		const name = `${seed}/${index}`;
		const service = new MarkedService(name);
		const send: Send = async (question) => await Promise.resolve(service.respond(question));
		const seen = await survey(new ProbeClient(service.inputs, send), service.inputs);
		responses += seen.exchanges.filter(({ text }) => isMarked(text)).length;
		const leaks = leaksOf(seen, JSON.stringify(recordingOf(seen)));
		if (leaks.length > 0) leaking.push(`${name}: ${leaks.join()}`);
	}

	expect(leaking).toEqual([]);
	// Some ten of each, as chance has it.
	expect(responses).toBeGreaterThan(5 * SERVICES);
}, 600_000);

test(`of ${OVER_HTTP} of them over HTTP neither, and the sandbox takes their recordings`, async () => {
	let service: MarkedService;
	const server = createServer(({ method, url = '' }, response) => {
		const { pathname } = new URL(url, 'http://local');
		const { status, headers, text } = service.respond({ method: method === 'POST' ? 'POST' : 'GET', url: pathname });
		response.writeHead(status, headers).end(text);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const folder = await mkdtemp(path.join(tmpdir(), 'probe-'));
	const file = path.join(folder, 'marked.json');

	try {
		for (let index = 0; index < OVER_HTTP; index++) {
			service = new MarkedService(`http/${seed}/${index}`, baseUrl);
			const seen = await survey(new ProbeClient(service.inputs), service.inputs);
			await saveRecording(file, seen);

			expect(leaksOf(seen, await readFile(file, 'utf8'))).toEqual([]);
			expect((await readRecording(file)).exchanges.length).toBeGreaterThan(0);
		}
	} finally {
		server.close();
		server.closeAllConnections();
		await rm(folder, { recursive: true, force: true });
	}
});
