import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections, one of which could take a port before it is used. */
const FIRST = 15_000;
const LAST = 32_000;

/** Ports of 127.0.0.1 that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = randomInt(FIRST, LAST);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

/** `wanted` if nobody listens there, else any free port. */
export async function freePort(wanted: number): Promise<number> {
	return (await isFree(wanted)) ? wanted : (await freePorts(1))[0];
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch (error) {
		if (['EADDRINUSE', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))) return false;
		throw error;
	}
	await once(server.close(), 'close');
	return true;
}
