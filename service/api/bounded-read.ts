import { JsonDepth } from '../text';

const MEGABYTE = 1024 * 1024;

/** The longest response of a login. */
export const MAX_LOGIN_BYTES = MEGABYTE;
/** A rejection may name a hundred thousand features (section 4.2), and a lookup nest as many floors. */
const MAX_OTHER_BYTES = 50 * MEGABYTE;
/** Node.js holds texts of 512 MB. A megabyte less, because the last chunk may go beyond. */
const MAX_PLAN_BYTES = 511 * MEGABYTE - 24;
/** So many characters are kept of a response that is too long, to be quoted. */
const MAX_BEGINNING = MEGABYTE;

/**
 * How many bytes the response at a URL of `urls.ts` may have after decompression: 1.5 MB of gzip can hold 1.5 GB. The
 * specification sets no limits (section 8); these are far above what a service sends.
 */
export function maxBytesAt(url: string): number {
	return /\/Plans\/[^/]+\/Features$/.test(url) ? MAX_PLAN_BYTES : MAX_OTHER_BYTES;
}

/** Such as `512 MB`. */
export function sizeText(bytes: number): string {
	return `${Math.round((10 * bytes) / MEGABYTE) / 10} MB`;
}

/** @returns false where more came than was allowed, after decompression; the rest is not read */
async function readBounded(
	stream: AsyncIterable<Uint8Array>,
	maxBytes: number,
	take: (chunk: Uint8Array) => void,
): Promise<boolean> {
	let size = 0;
	for await (const chunk of stream) {
		take(chunk);
		size += chunk.length;
		// Leaving the loop ends the stream, and with it the connection.
		if (size > maxBytes) return false;
	}
	return true;
}

interface BoundedText {
	text: string;
	/** False where more came than was allowed: the text is its beginning then, 1 MB at most. */
	isWhole: boolean;
	/** Why the text is not what was sent: it fits after "The service's response …". */
	damage?: string | undefined;
}

/**
 * The text of a response, read no further than allowed: in UTF-8, as JSON always is (RFC 8259), without a byte order
 * mark. Each chunk is decoded and measured as it arrives: V8 parses what was one buffer of 30 MB a third more slowly.
 * @param body a stream of bytes; a text is taken as it is
 */
export async function readBoundedText(body: unknown, maxBytes: number): Promise<BoundedText> {
	if (!isStream(body)) return { text: typeof body === 'string' ? body : '', isWhole: true };
	let decoder = new TextDecoder('utf-8', { fatal: true });
	const depth = new JsonDepth();
	let text = '';
	let damage: string | undefined;
	const decode = (chunk?: Uint8Array) => {
		try {
			text += decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			// The rest is good enough to be quoted.
			damage = 'holds bytes that are no text in UTF-8';
			decoder = new TextDecoder();
			text += decoder.decode(chunk, { stream: true });
		}
	};
	const isWhole = await readBounded(body, maxBytes, (chunk) => {
		decode(chunk);
		depth.add(chunk);
	});
	if (!isWhole) return { text: text.slice(0, Math.min(maxBytes, MAX_BEGINNING)), isWhole };
	decode();
	if (depth.isTooDeep && /^\s*[[{]/.test(text)) damage ??= 'nests too deep';
	return { text, isWhole, damage };
}

/** The bytes of a file; undefined where there are more than allowed. */
export async function readBoundedFile(body: unknown, maxBytes: number): Promise<Buffer | undefined> {
	if (!isStream(body)) return Buffer.alloc(0);
	const chunks: Uint8Array[] = [];
	return (await readBounded(body, maxBytes, (chunk) => void chunks.push(chunk))) ? Buffer.concat(chunks) : undefined;
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
