import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TcpFault } from './faults.mts';
import type { RequestHead } from './request-head.mts';
import { breakOff, closed, exchange } from './service-exchange.mts';

const DELIVERED_LATE_MS = 150;
const SLOW_MS = 1000;
const DONE_SOON_MS = 700;
export const DONE_LATE_MS = 4000;
const DRIP_CHUNKS = 20;
const DRIP_MS = 10;
const ENDLESS_DRIP_MS = 400;

/** One request of the client, all of it, and where the service listens. */
export interface Delivery {
	client: Socket;
	request: Buffer;
	head: RequestHead;
	servicePort: number;
	/** The service has responded to a request that its client had given up, or a response for. */
	onLate: () => void;
}

/** Carries out a fault that begins once the whole request is there. */
export const carryOut: Record<Exclude<TcpFault, 'resetBeforeBody'>, (delivery: Delivery) => Promise<void>> = {
	resetDuringBody: async ({ client, request, head, servicePort }) => {
		await breakOff(servicePort, request.subarray(0, head.length + (head.bodyLength >> 1)));
		client.resetAndDestroy();
	},
	resetAfterBody: async (delivery) => {
		const response = responseTo(delivery);
		delivery.client.resetAndDestroy();
		await response;
		delivery.onLate();
	},
	resetThenDelivered: async (delivery) => {
		delivery.client.resetAndDestroy();
		await pause(DELIVERED_LATE_MS);
		await responseTo(delivery);
		delivery.onLate();
	},
	'504, done soon': async (delivery) => await deliveredLater(delivery, DONE_SOON_MS),
	'504, done late': async (delivery) => await deliveredLater(delivery, DONE_LATE_MS),
	closeAfterRead: async (delivery) => {
		await responseTo(delivery);
		delivery.client.end();
	},
	halfResponse: async (delivery) => {
		const response = await responseTo(delivery);
		await written(delivery.client, response.subarray(0, response.length >> 1));
		await pause(DRIP_MS);
		delivery.client.resetAndDestroy();
	},
	stallUnsent: async ({ client }) => await closed(client),
	stallResponse: async (delivery) => {
		await responseTo(delivery);
		await closed(delivery.client);
	},
	slow: async (delivery) => {
		const response = await responseTo(delivery);
		await pause(SLOW_MS);
		delivery.client.end(response);
	},
	drip: async (delivery) => {
		const response = await responseTo(delivery);
		await drip(delivery.client, response, Math.ceil(response.length / DRIP_CHUNKS), DRIP_MS);
		delivery.client.end();
	},
	endlessDrip: async (delivery) => await drip(delivery.client, await responseTo(delivery), 1, ENDLESS_DRIP_MS),
};

export async function responseTo({ request, head, servicePort }: Delivery): Promise<Buffer> {
	return await exchange(servicePort, request, head);
}

async function deliveredLater(delivery: Delivery, afterMs: number): Promise<void> {
	delivery.client.end('HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
	await pause(afterMs);
	await responseTo(delivery);
	delivery.onLate();
}

async function drip(client: Socket, response: Buffer, chunkLength: number, everyMs: number): Promise<void> {
	for (let at = 0; at < response.length && !client.destroyed; at += chunkLength) {
		await written(client, response.subarray(at, at + chunkLength));
		await pause(everyMs);
	}
}

async function written(client: Socket, bytes: Buffer): Promise<void> {
	await new Promise<void>((resolve) => client.write(bytes, () => resolve()));
}
