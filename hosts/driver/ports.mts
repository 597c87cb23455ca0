import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

async function listenAnywhere(): Promise<Server> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

/** Ports of 127.0.0.1 that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
	return ports;
}

/** `wanted` if nobody listens there, else any free port. */
export async function freePort(wanted: number): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return (await freePorts(1))[0];
	}
	await once(server.close(), 'close');
	return wanted;
}
