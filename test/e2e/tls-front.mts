import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';

/** The same service by https, with a certificate that nobody trusts. */
export interface TlsFront {
	readonly url: string;
	close(): Promise<void>;
}

export async function startTlsFront(service: string): Promise<TlsFront> {
	const { hostname, port } = new URL(service);
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
	const server = createServer({ key, cert }, (socket) => {
		const inner = connect(Number(port), hostname);
		for (const [end, other] of [
			[socket, inner],
			[inner, socket],
		]) {
			end.on('error', () => other.destroy());
			end.pipe(other);
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port: own } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${own}`,
		close: async () => {
			server.close();
			await Promise.resolve();
		},
	};
}
