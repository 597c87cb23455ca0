import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export type Reply =
	| { status?: number; headers?: Record<string, string>; body?: unknown }
	/** The connection is closed before there is a response. */
	| 'reset'
	/** There is never a response. */
	| 'hang';

/** A real HTTP server that keeps what it received and responds as a test says. */
class LocalServer {
	readonly received: Received[] = [];

	private constructor(
		private readonly server: Server,
		readonly address: string,
	) {}

	/** @param respond gets each request and how many there were before it */
	static async start(respond: (request: Received, before: number) => Reply | Promise<Reply>): Promise<LocalServer> {
		const server = createServer((request, response) => {
			void readBody(request).then(async (body) => {
				const { method = '', url: path = '', headers } = request;
				const received = { method, path, headers, body };
				local.received.push(received);
				send(response, await respond(received, local.received.length - 1));
			});
		});
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		const { port } = server.address() as AddressInfo;
		const local = new LocalServer(server, `http://127.0.0.1:${port}`);
		return local;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, reply: Reply): void {
	if (reply === 'hang') return;
	if (reply === 'reset') {
		response.socket?.resetAndDestroy();
		return;
	}
	const { status = 200, headers = {}, body = '' } = reply;
	response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Servers of one test file, stopped after each test. */
export function useLocalServers(): typeof LocalServer.start {
	const started: LocalServer[] = [];
	afterEach(async () => {
		await Promise.all(started.splice(0).map(async (server) => await server.stop()));
	});
	return async (respond) => {
		const server = await LocalServer.start(respond);
		started.push(server);
		return server;
	};
}
