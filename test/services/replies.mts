import { constants, brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { Point } from './factors.mts';

/** A response, before the point says in which bytes. */
export interface Reply {
	status: number;
	/** JSON, unless it is a text with a media type of its own. */
	body?: unknown;
	headers?: Record<string, string>;
}

/** Sends a response in the bytes of this point. */
export async function sendReply(point: Point, response: ServerResponse, { status, body, headers = {} }: Reply) {
	const isPage = typeof body === 'string' && body.startsWith('<');
	const mediaType = isPage ? 'text/html' : point.mediaType;
	const text = body === undefined ? '' : typeof body === 'string' ? body : writeJson(point, body);
	const { bytes, charset } = encoded(point, text);
	const packed = bytes.length === 0 ? bytes : compressed(point, bytes);
	response.writeHead(status, {
		...(body === undefined ? {} : { 'content-type': `${mediaType}${charset}` }),
		...(point.compression === 'none' || bytes.length === 0 ? {} : { 'content-encoding': point.compression }),
		...(point.framing === 'length' ? { 'content-length': String(packed.length) } : {}),
		connection: point.connection === 'kept' ? 'keep-alive' : 'close',
		date: new Date(serviceNow(point)).toUTCString(),
		...headers,
	});
	if (point.framing !== 'dripping') return void response.end(packed);
	const step = Math.max(1, Math.ceil(packed.length / 3));
	for (let from = 0; from < packed.length; from += step) {
		response.write(packed.subarray(from, from + step));
		await new Promise((resume) => setImmediate(resume));
	}
	response.end();
}

const TWO_HOURS_MS = 2 * 3_600_000;

/** The time by the service's clock. */
export function serviceNow({ clock }: Point): number {
	return Date.now() + { right: 0, ahead: TWO_HOURS_MS, behind: -TWO_HOURS_MS }[clock];
}

function writeJson({ json }: Point, body: unknown): string {
	if (json === 'indented') return `${JSON.stringify(body, null, 2)}\n`;
	const text = JSON.stringify(body);
	if (json === 'compact') return text;
	return text.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function encoded({ encoding }: Point, text: string): { bytes: Buffer; charset: string } {
	switch (encoding) {
		case 'utf8':
			return { bytes: Buffer.from(text), charset: '' };
		case 'declaredUtf8':
			return { bytes: Buffer.from(text), charset: '; charset=utf-8' };
		case 'byteOrderMark':
			return { bytes: Buffer.from(text === '' ? '' : `\ufeff${text}`), charset: '; charset=UTF-8' };
		case 'declaredOther':
			return { bytes: Buffer.from(text), charset: '; charset=x-plans-1' };
	}
}

function compressed({ compression }: Point, bytes: Buffer): Buffer {
	if (compression === 'gzip') return gzipSync(bytes);
	if (compression === 'deflate') return deflateSync(bytes);
	if (compression === 'br') return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
	return bytes;
}

/** What the service says when it rejects something. */
export function rejection({ errorBody }: Point, status: number, words: string): Reply {
	const body = {
		message: { message: words },
		problem: { type: 'about:blank', title: 'Rejected', detail: words, status },
		nested: { error: { code: 'E1', message: words } },
		text: words,
		page: `<html><body><h1>${words}</h1></body></html>`,
		list: { errors: [{ message: words }] },
		empty: undefined,
	}[errorBody];
	return { status, body };
}
