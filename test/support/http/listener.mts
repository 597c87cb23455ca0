import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardRequest {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** A bare HTTP server beside the sandbox: another host, or a service that misbehaves below JSON. */
export interface Listener {
	readonly url: string;
	readonly heard: HeardRequest[];
	/** What it responds with from now on; 200 without a body at first. */
	respond: (request: HeardRequest, response: ServerResponse) => void;
}

/** Tokens may be long. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** @param address another than 127.0.0.1 of this machine, for a host that n8n may treat differently */
export function useListener(address = '127.0.0.1'): Listener {
	const heard: HeardRequest[] = [];
	let url = '';
	const listener: Listener = {
		get url() {
			return url;
		},
		heard,
		respond: (_request, response) => void response.end(),
	};
	const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url: path = '', headers } = request;
			const one = { method, url: path, headers, body: Buffer.concat(chunks).toString() };
			heard.push(one);
			// Node would write it by a clock that no test can set.
			response.setHeader('date', new Date(Date.now()).toUTCString());
			listener.respond(one, response);
		});
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, address, resolve));
		url = `http://${address}:${(server.address() as AddressInfo).port}`;
	});
	beforeEach(() => {
		heard.length = 0;
		listener.respond = (_request, response) => void response.end();
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return listener;
}
