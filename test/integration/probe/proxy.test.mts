import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { ProbeClient } from '../../../tools/scripts/probe/client.mts';
import { inputsOf } from '../../support/host/probe-inputs.mts';

describe('behind a proxy', () => {
	const seen: string[] = [];
	let sandbox: Sandbox;
	const proxy = createServer((request, response) => {
		seen.push(String(request.url));
		const { pathname, search } = new URL(String(request.url));
		fetch(`${sandbox.baseUrl}${pathname}${search}`).then(
			(reply) => response.writeHead(reply.status).end(),
			() => response.writeHead(502).end(),
		);
	});
	const environment = { ...process.env };

	beforeAll(async () => {
		sandbox = await startSandbox({ isChecked: false });
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	});

	afterEach(() => {
		process.env = { ...environment };
		seen.length = 0;
	});

	afterAll(async () => {
		await new Promise((resolve) => proxy.close(resolve));
		await sandbox.close();
	});

	const requested = async (more: Record<string, string>) => {
		const { port } = proxy.address() as AddressInfo;
		process.env = { ...environment, HTTP_PROXY: `http://127.0.0.1:${port}`, ...more };
		return await new ProbeClient({ ...inputsOf(sandbox), baseUrl: 'http://plans.invalid' }).get('/openapi.json');
	};

	test('HTTP_PROXY carries the requests to the service', async () => {
		expect(await requested({})).toMatchObject({ status: 200 });
		expect(seen).toEqual(['http://plans.invalid/openapi.json']);
	});

	test('a host of NO_PROXY is asked itself', async () => {
		expect(await requested({ NO_PROXY: 'plans.invalid' })).toMatchObject({ status: 0 });
		expect(seen).toEqual([]);
	});
});
