const MEGABYTE = 1024 * 1024;

/** The longest answer of a login. */
export const MOST_LOGIN_BYTES = MEGABYTE;
/** A push is answered with nothing, or with a refusal that may name a hundred thousand features (section 4.2). */
const MOST_PUSH_BYTES = 10 * MEGABYTE;
const MOST_LIST_BYTES = MEGABYTE;
const MOST_LOOKUP_BYTES = 50 * MEGABYTE;
const MOST_PLAN_BYTES = 512 * MEGABYTE;
/**
 * Node.js holds no more than half a billion characters as one text. A megabyte less, because the last piece may go
 * beyond.
 */
const MOST_TEXT_BYTES = 2 ** 29 - 24 - MEGABYTE;
/** So many characters are kept of an answer that is too long, to be quoted. */
const MOST_BEGINNING = MEGABYTE;

/**
 * How many bytes the answer at an address may have after decompression. The specification sets no limits (section 8);
 * these are far above what a service sends, and far below what holds up n8n.
 * @param url as `urls.ts` makes it
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

/**
 * Reads a stream no further than allowed. Bytes are counted as they arrive, after decompression, because 1.5 MB of
 * gzip can hold 1.5 GB.
 * @returns false where more came than was allowed; the rest is not read
 */
async function readBounded(
	stream: AsyncIterable<Uint8Array>,
	mostBytes: number,
	take: (chunk: Uint8Array) => void,
): Promise<boolean> {
	let size = 0;
	for await (const chunk of stream) {
		take(chunk);
		size += chunk.length;
		// Leaving the loop ends the stream, and with it the connection.
		if (size > mostBytes) return false;
	}
	return true;
}

export interface BoundedText {
	text: string;
	/** False where more came than was allowed: the text is its beginning then, 1 MB at most. */
	isWhole: boolean;
	/** Why the text is not what was sent: it fits after "The service's response …". */
	damage?: string;
}

/**
 * The text of an answer in the character set that its media type names, without a byte order mark, read no further than
 * allowed. Each piece is decoded as it arrives: V8 parses what was one buffer of 30 MB a third more slowly.
 * @param body a stream of bytes; a text is taken as it is
 * @param mediaType the header `Content-Type`; UTF-8 where it names no character set
 */
export async function readBoundedText(body: unknown, mostBytes: number, mediaType?: unknown): Promise<BoundedText> {
	if (!isStream(body)) return { text: typeof body === 'string' ? body : '', isWhole: true };
	const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(String(mediaType))?.[1] ?? 'utf-8';
	const decoder = decoderOf(charset);
	const lenient = new TextDecoder();
	let damage = decoder === undefined ? `is in the character set "${charset}", which is not known` : undefined;
	let text = '';
	const decode = (chunk?: Uint8Array) => {
		const stream = chunk !== undefined;
		if (damage !== undefined) return lenient.decode(chunk, { stream });
		try {
			return decoder?.decode(chunk, { stream }) ?? '';
		} catch {
			damage = `holds bytes that are no text in the character set "${charset}"`;
			// What was begun and not ended is a sign for what is missing.
			return stream ? lenient.decode(chunk, { stream }) : '\ufffd';
		}
	};
	const isWhole = await readBounded(body, Math.min(mostBytes, MOST_TEXT_BYTES), (chunk) => {
		text += decode(chunk);
	});
	if (!isWhole) return { text: text.slice(0, Math.min(mostBytes, MOST_BEGINNING)), isWhole };
	text += decode();
	return { text, isWhole, ...(damage === undefined ? {} : { damage }) };
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
	try {
		return new TextDecoder(charset, { fatal: true });
	} catch {
		return undefined;
	}
}

/** The bytes of a file; undefined where there are more than allowed. */
export async function readBoundedFile(body: unknown, mostBytes: number): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.alloc(0);
	const chunks: Uint8Array[] = [];
	return (await readBounded(body, mostBytes, (chunk) => void chunks.push(chunk))) ? Buffer.concat(chunks) : undefined;
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
