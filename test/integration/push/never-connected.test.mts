import { createServer } from 'node:http';
import { onceEach, zones } from '../engine/features.mts';
import { runNode } from '../engine/outcome.mts';
import { useService } from '../engine/service.mts';
import { getMany, push } from '../engine/steps.mts';

const service = useService();

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = Object(server.address()) as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}

test.each([
	['Get Plan Features', getMany],
	['Push Plan Features', push],
] as const)('%s waits for a service that is just starting', async (_name, step) => {
	const port = await closedPort();
	const [planCode] = service.plans(1, zones(1));
	const features = zones(2, 'pushed');
	const credential = service.credential({ baseUrl: `http://127.0.0.1:${port}` });
	jest.spyOn(Math, 'random').mockReturnValue(0.99);
	const running = runNode({ ...step(), items: [{ planCode, features }], credential });
	await new Promise((resolve) => setTimeout(resolve, 300));
	const seen: string[] = [];
	// Hands what arrives on to the sandbox.
	const late = createServer((request, response) => {
		seen.push(request.method ?? '');
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void fetch(`${service.sandbox.baseUrl}${request.url}`, {
				method: request.method,
				headers: new Headers(Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' && name !== 'content-length' && name !== 'connection' && name !== 'host' ? [[name, value] as [string, string]] : []))),
				...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
			}).then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
		});
	});
	await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve));

	const { success, error } = await running;
	late.close();

	expect(error).toBeUndefined();
	expect(success).toHaveLength(1);
	expect(seen).toHaveLength(1);
	if (step === push) expect(service.held(planCode)).toEqual(onceEach(...zones(1), ...features));
});

test.each([
	['Get Plan Features', getMany],
	['Push Plan Features', push],
] as const)('%s names a service that refuses the connection', async (_name, step) => {
	const port = await closedPort();
	jest.spyOn(Math, 'random').mockReturnValue(0);

	const { error } = await runNode({
		...step(),
		items: [{ planCode: 'pln', features: zones(1) }],
		credential: service.credential({ baseUrl: `http://127.0.0.1:${port}` }),
	});

	expect(error?.message).toContain(`127.0.0.1:${port} refused the connection (after 5 tries)`);
	expect(error?.description).toContain('Base URL');
});
