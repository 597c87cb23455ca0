export interface RequestHead {
	method: string;
	/** The address as it came, with its query. */
	path: string;
	planCode: string | undefined;
	/** Bytes of the head, its empty line included. */
	length: number;
	/** Bytes of the body. */
	bodyLength: number;
}

const END = '\r\n\r\n';

/** The head of an HTTP/1.1 request, as soon as all of it is there. */
export function readHead(bytes: Buffer): RequestHead | undefined {
	const end = bytes.indexOf(END);
	if (end < 0) return undefined;
	const text = bytes.subarray(0, end).toString('latin1');
	const [method = '', path = ''] = text.split(' ', 2);
	const planCode = /\/Plans\/([^/?]+)\//.exec(path)?.[1];
	const bodyLength = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
	return { method, path, planCode, length: end + END.length, bodyLength };
}

/** The same request with the wish that the service closes the connection after its response. */
export function closingAfterResponse(request: Buffer, { length }: RequestHead): Buffer {
	const head = request.subarray(0, length).toString('latin1');
	const others = head.replace(/\r\nconnection:[^\r]*/i, '');
	const closing = others.replace('\r\n', '\r\nConnection: close\r\n');
	return Buffer.concat([Buffer.from(closing, 'latin1'), request.subarray(length)]);
}
