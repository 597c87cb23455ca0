const MEGABYTE = 1024 * 1024;

/** The longest answer of a login. */
export const MOST_LOGIN_BYTES = MEGABYTE;
/** A push is answered with nothing, or with a refusal that may name a hundred thousand features (section 4.2). */
const MOST_PUSH_BYTES = 10 * MEGABYTE;
const MOST_LIST_BYTES = MEGABYTE;
const MOST_LOOKUP_BYTES = 50 * MEGABYTE;
const MOST_PLAN_BYTES = 512 * MEGABYTE;
/** So much is kept of an answer that is too long, to be quoted. */
const MOST_BEGINNING_BYTES = MEGABYTE;

/**
 * How many bytes the answer at an address may have after decompression. The specification sets no limits (section 8);
 * these are far above what a service sends, and far below what holds up n8n.
 * @param url as `address.ts` makes it
 */
export function mostBytesAt(url: string): number {
	const [path] = url.split('?', 1);
	if (/\/Plans\/[^/]+\/Features$/.test(path)) return MOST_PLAN_BYTES;
	if (/\/Plans\/[^/]+\/PushFeatures$/.test(path)) return MOST_PUSH_BYTES;
	return /\/Partners(?:\/[^/]+\/Clients)?$/.test(path) ? MOST_LIST_BYTES : MOST_LOOKUP_BYTES;
}

/** Such as `512 MB`. */
export function sizeInWords(bytes: number): string {
	return `${Math.round((10 * bytes) / MEGABYTE) / 10} MB`;
}

/** What was read of a stream, in the pieces in which it arrived. */
interface BoundedBytes {
	chunks: Uint8Array[];
	size: number;
	/** False where more came than was allowed; the rest was not read. */
	isWhole: boolean;
}

/**
 * Reads a stream no further than allowed. Bytes are counted as they arrive, after decompression, because 1.5 MB of
 * gzip can hold 1.5 GB.
 */
async function readBounded(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<BoundedBytes> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		chunks.push(chunk);
		size += chunk.length;
		// Leaving the loop ends the stream, and with it the connection.
		if (size > mostBytes) return { chunks, size, isWhole: false };
	}
	return { chunks, size, isWhole: true };
}

export interface BoundedText {
	text: string;
	/** False where more came than was allowed: the text is its beginning then, 1 MB at most. */
	isWhole: boolean;
}

/** The text of an answer, read no further than allowed. @param body a stream of bytes; a text is taken as it is */
export async function readBoundedText(body: unknown, mostBytes: number): Promise<BoundedText> {
	if (!isStream(body)) return { text: typeof body === 'string' ? body : '', isWhole: true };
	const { chunks, size, isWhole } = await readBounded(body, mostBytes);
	try {
		return { text: decodeUtf8(chunks, isWhole ? size : Math.min(mostBytes, MOST_BEGINNING_BYTES)), isWhole };
	} catch {
		// Node.js holds no more than half a billion characters as one text.
		return { text: '', isWhole: false };
	}
}

/** The bytes of a file; undefined where there are more than allowed. */
export async function readBoundedFile(body: unknown, mostBytes: number): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.alloc(0);
	const { chunks, size, isWhole } = await readBounded(body, mostBytes);
	return isWhole ? Buffer.concat(chunks, size) : undefined;
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

const BYTE_ORDER_MARK = 0xfeff;

/** UTF-8 without a byte order mark. */
function decodeUtf8(chunks: Uint8Array[], size: number): string {
	const text = Buffer.concat(chunks, size).toString();
	return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
