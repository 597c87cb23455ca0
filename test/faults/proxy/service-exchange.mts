import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { closingAfterResponse } from './request-head.mts';
import type { RequestHead } from './request-head.mts';

/** Sends a whole request to the service. @returns all bytes of its response; none if it gave none */
export async function exchange(port: number, request: Buffer, head: RequestHead): Promise<Buffer> {
	const service = connect(port, '127.0.0.1');
	service.write(closingAfterResponse(request, head));
	const chunks: Buffer[] = [];
	service.on('data', (chunk: Buffer) => chunks.push(chunk));
	await closed(service);
	return Buffer.concat(chunks);
}

/** Sends the beginning of a request to the service and then breaks the connection. */
export async function breakOff(port: number, part: Buffer): Promise<void> {
	const service = connect(port, '127.0.0.1');
	await new Promise<void>((sent) => service.write(part, () => sent()));
	service.resetAndDestroy();
}

/** Resolves when a connection is over, whichever way. */
export async function closed(socket: Socket): Promise<void> {
	socket.on('error', () => undefined);
	if (socket.closed) return;
	await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}
