import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Transform, TransformCallback } from 'node:stream';
import { Gunzip } from 'node:zlib';

/** What Node's list of active resources calls work that no socket shows: files, names of hosts, other programs. */
const WORK = /^(FSReq|GetAddrInfo|GetNameInfo|Process|Worker)/;

/** What all of zlib's streams are made from. */
const zlibStream = Object.getPrototypeOf(Object.getPrototypeOf(Gunzip.prototype)) as Transform;

/** Both ends of a connection within this process, by their ports. */
const ownEnd = ({ localPort, remotePort }: Socket) => `${localPort} ${remotePort}`;
const otherEnd = ({ localPort, remotePort }: Socket) => `${remotePort} ${localPort}`;

/**
 * Sees whether anything is under way that no timer shows: bytes between the sockets of this process, connections that
 * are being made, files, other programs.
 */
export class UnderWay {
	private readonly sockets = new Set<Socket>();

	/** What packs and unpacks, in threads that no list of Node's shows. */
	private readonly unpacking = new Set<Transform>();

	/** Opened and closed sockets, and turns of the event loop that somebody waits for. */
	private changes = 0;

	private readonly opened = (message: unknown): void => {
		const { socket } = message as { socket: Socket };
		this.sockets.add(socket);
		this.changes++;
		socket.once('close', () => {
			this.sockets.delete(socket);
			this.changes++;
		});
	};

	watch(): () => void {
		subscribe('net.client.socket', this.opened);
		subscribe('net.server.socket', this.opened);
		const unwatch = [this.watchZlib(), this.watchTurns()];
		return () => {
			for (const one of unwatch) one();
			unsubscribe('net.client.socket', this.opened);
			unsubscribe('net.server.socket', this.opened);
		};
	}

	/** Another one after anything has happened. */
	get mark(): string {
		let bytes = 0;
		for (const { bytesRead, bytesWritten } of this.sockets) bytes += bytesRead + bytesWritten;
		return `${this.changes} ${bytes}`;
	}

	/** Whether a request may wait for its response. */
	get isConnected(): boolean {
		return this.sockets.size > 0;
	}

	get isAnything(): boolean {
		if (this.isOnItsWay() || [...this.unpacking].some(({ destroyed }) => !destroyed)) return true;
		return process.getActiveResourcesInfo().some((name) => WORK.test(name));
	}

	private watchTurns(): () => void {
		const { setImmediate } = globalThis;
		const start = (...args: Parameters<typeof setImmediate>) => {
			this.changes++;
			return setImmediate(...args);
		};
		Object.assign(globalThis, { setImmediate: start });
		return () => void Object.assign(globalThis, { setImmediate });
	}

	private watchZlib(): () => void {
		const { unpacking } = this;
		const transform = zlibStream._transform;
		zlibStream._transform = function (this: Transform, chunk, encoding, done: TransformCallback) {
			unpacking.add(this);
			transform.call(this, chunk, encoding, (...end) => {
				unpacking.delete(this);
				done(...end);
			});
		};
		return () => void (zlibStream._transform = transform);
	}

	/** Whether an end has not yet read what the other has written, or does not yet know that the other is closed. */
	private isOnItsWay(): boolean {
		const ends = new Map([...this.sockets].map((socket) => [ownEnd(socket), socket]));
		return [...this.sockets].some((socket) => {
			const other = ends.get(otherEnd(socket));
			return socket.connecting || other === undefined || other.bytesRead !== socket.bytesWritten;
		});
	}
}
