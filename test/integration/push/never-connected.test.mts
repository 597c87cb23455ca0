import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onceEach, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';

const service = useService();

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = Object(server.address()) as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}

function passOn(incoming: IncomingMessage, to: string, response: ServerResponse): void {
	const { method, url = '', headers } = incoming;
	const outgoing = request(new URL(url, to), { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 0, answer.headers);
		answer.pipe(response);
	});
	incoming.pipe(outgoing);
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
	const late = createServer((incoming, response) => {
		seen.push(incoming.method ?? '');
		passOn(incoming, service.sandbox.baseUrl, response);
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
] as const)('%s says that a service does not speak TLS, and does not try again', async (_name, step) => {
	const { error } = await runNode({
		...step(),
		items: [{ planCode: 'pln', features: zones(1) }],
		credential: service.credential({ baseUrl: service.sandbox.baseUrl.replace('http:', 'https:') }),
	});

	expect(error?.message).toMatch(/: No secure connection to 127\.0\.0\.1:\d+.*does not speak TLS(?!.*attempts)/);
	expect(error?.description).toContain('Check https:// in Base URL');
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

	expect(error?.message).toContain(`127.0.0.1:${port} refused the connection (after 5 attempts)`);
	expect(error?.description).toContain('Base URL');
});
