import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { HTTP_FAULTS, isTcpFault } from './faults.mts';
import type { Fault, HttpFault } from './faults.mts';
import { readHead } from './request-head.mts';
import type { RequestHead } from './request-head.mts';
import { closed } from './service-exchange.mts';
import { responseTo, carryOut } from './tcp-faults.mts';
import type { Delivery } from './tcp-faults.mts';

/** One request that reached the proxy, and what became of it. */
export interface ProxiedRequest {
	at: number;
	method: string;
	planCode: string | undefined;
	fault: Fault;
	/** What was sent. */
	body: string;
	/** When it took effect, where that was after the connection had ended. */
	lateAt?: number;
}

export interface FaultProxyOptions {
	servicePort: number;
	/** The fault of a request to a plan; requests to no plan meet none. */
	faultOf: (planCode: string, method: string) => Fault;
	/** Has the service respond to the next request of this kind so. */
	arm: (head: RequestHead, fault: HttpFault) => void;
}

export interface FaultProxy {
	baseUrl: string;
	requests: ProxiedRequest[];
	close(): Promise<void>;
}

/** A TCP proxy between n8n and the service. n8n makes a connection per request, so a fault is one connection's. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
	const clients = new Set<Socket>();
	const requests: ProxiedRequest[] = [];
	const server = createServer((client) => {
		clients.add(client);
		void closed(client).then(() => clients.delete(client));
		void serve(client, requests, options);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: async () => {
			server.close();
			for (const client of clients) client.destroy();
			if (server.listening) await once(server, 'close');
		},
	};
}

function serve(client: Socket, requests: ProxiedRequest[], { servicePort, faultOf, arm }: FaultProxyOptions): void {
	let request: Buffer = Buffer.alloc(0);
	let fault: Fault | undefined;
	let proxied: ProxiedRequest | undefined;
	client.on('data', (chunk: Buffer) => {
		request = Buffer.concat([request, chunk]);
		const head = readHead(request);
		if (head === undefined) return;
		if (fault === undefined) {
			const { method, planCode } = head;
			fault = planCode === undefined ? 'none' : faultOf(planCode, method);
			proxied = { at: Date.now(), method, planCode, fault, body: '' };
			requests.push(proxied);
			if (fault === 'resetBeforeBody') client.resetAndDestroy();
		}
		if (client.destroyed || request.length < head.length + head.bodyLength) return;
		if (Object.hasOwn(HTTP_FAULTS, fault)) arm(head, HTTP_FAULTS[fault]());
		const onLate = () => {
			if (proxied !== undefined) proxied.lateAt = Date.now();
		};
		if (proxied !== undefined) proxied.body = request.subarray(head.length).toString();
		void deliver({ client, request, head, servicePort, onLate }, fault);
	});
}

async function deliver(delivery: Delivery, fault: Fault): Promise<void> {
	if (isTcpFault(fault) && fault !== 'resetBeforeBody') await carryOut[fault](delivery);
	else delivery.client.end(await responseTo(delivery));
}
