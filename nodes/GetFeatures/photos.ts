import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { isUnsent, unsentWords } from '../../credentials/unsent';
import { isJsonObject, photoSchema } from '../../service';
import { AdaptiveLimiter } from '../shared/adaptive-limiter';
import type { ItemResult } from '../shared/item-loop';
import { cancelSignalOf } from '../shared/session';

export const MOST_PHOTOS_OF_AN_ITEM = 20;
const MOST_BYTES_OF_A_PHOTO = 20 * 1024 * 1024;
const PHOTO_TIMEOUT_MS = 60_000;
const PHOTOS_AT_ONCE = 8;

/** Downloads photos for the items of one run (section 2.5), never more than a few at once. */
export class PhotoDownload {
	private readonly limiter = new AdaptiveLimiter(PHOTOS_AT_ONCE, false);

	private readonly troubles = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The items with their photos as binary `photo_0`, `photo_1`, …
	 * A photo that cannot be had is left out and told in a hint: the item itself is whole.
	 */
	async into(items: ItemResult): Promise<ItemResult> {
		return await Promise.all(
			items.map(async (item) => {
				const addresses = photoAddresses(item.json);
				if (addresses.length > MOST_PHOTOS_OF_AN_ITEM) {
					this.troubles.add(`${addresses.length - MOST_PHOTOS_OF_AN_ITEM} beyond the first ${MOST_PHOTOS_OF_AN_ITEM} of an item`);
				}
				const binary: IBinaryKeyData = {};
				const downloads = addresses.slice(0, MOST_PHOTOS_OF_AN_ITEM).map(async (address, index) => {
					const photo = await this.limiter.run(async () => await download(this.context, address));
					if (typeof photo === 'string') this.troubles.add(photo);
					else binary[`photo_${index}`] = photo;
				});
				await Promise.all(downloads);
				return Object.keys(binary).length === 0 ? item : { ...item, binary: sorted(binary) };
			}),
		);
	}

	/** Tells in one hint what was left out. */
	hint(): void {
		if (this.troubles.size === 0) return;
		const reasons = [...this.troubles].slice(0, 5).join('; ');
		this.context.addExecutionHints({ message: `Photos left out: ${reasons}`, location: 'outputPane' });
	}
}

function sorted(binary: IBinaryKeyData): IBinaryKeyData {
	const number = (name: string) => Number(name.slice('photo_'.length));
	return Object.fromEntries(Object.entries(binary).sort(([one], [other]) => number(one) - number(other)));
}

function photoAddresses(json: unknown): unknown[] {
	if (!isJsonObject(json)) return [];
	if (Array.isArray(json.features)) return json.features.flatMap(photoAddresses);
	if (!Array.isArray(json.photos)) return [];
	return json.photos.flatMap((photo: unknown) => {
		const parsed = photoSchema.safeParse(photo);
		return parsed.success ? [parsed.data.imageUrl] : [];
	});
}

/**
 * No credentials are sent along: the address carries its own authentication parameters, which is also
 * why no reason names it. n8n's SSRF policy decides about private addresses.
 * @returns the photo, or why there is none
 */
async function download(context: IExecuteFunctions, address: unknown): Promise<IBinaryData | string> {
	const url = webAddress(address);
	if (url === undefined) return 'an address that is not http(s)';
	const cancelSignal = cancelSignalOf(context);
	if (cancelSignal?.aborted) return 'the execution was stopped';
	const timeoutSignal = AbortSignal.timeout(PHOTO_TIMEOUT_MS);
	let answer: unknown;
	try {
		answer = await context.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			encoding: 'stream',
			returnFullResponse: true,
			abortSignal: cancelSignal === undefined ? timeoutSignal : AbortSignal.any([cancelSignal, timeoutSignal]),
		});
		const { body, headers } = Object(answer) as Record<string, unknown>;
		const bytes = await collect(body as AsyncIterable<Buffer>);
		if (bytes === undefined) return `larger than ${MOST_BYTES_OF_A_PHOTO / 1024 / 1024} MB`;
		const { 'content-type': type } = Object(headers) as Record<string, unknown>;
		const mimeType = typeof type === 'string' ? type.split(';')[0].trim() : undefined;
		return await context.helpers.prepareBinaryData(bytes, url.pathname.split('/').pop() || 'photo', mimeType);
	} catch (error) {
		if (answer === undefined && isUnsent(error)) return unsentWords(error, url.href, [url.href, url.search]).message;
		const { code, status, response } = Object(error) as Record<string, unknown>;
		if (code === 'ERR_FR_REDIRECTION_FAILURE') return `${url.host} redirects to an address that n8n does not open`;
		const { status: answered } = Object(response) as Record<string, unknown>;
		return `${url.host} did not give it (${String(answered ?? status ?? code ?? 'no answer')})`;
	}
}

function webAddress(address: unknown): URL | undefined {
	try {
		const url = new URL(String(address));
		return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
	} catch {
		return undefined;
	}
}

/** Undefined when there is more than a photo may have; the rest is not read then. */
async function collect(body: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MOST_BYTES_OF_A_PHOTO) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
