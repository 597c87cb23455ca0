import type { IBinaryData, IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { connectionErrorOf, n8nReason } from '../../credentials/connection-errors';
import { readBoundedFile, retryDelayMs, rowOf, sizeText, statusError } from '../../service/api';
import type { RequestError } from '../../service/api';
import type { Feature } from '../../service/plan';
import { Secrets, inertLine } from '../../service/text';
import type { JsonObject } from '../../service/text';
import type { RequestOptions, Session } from '../shared/client';
import { Limiter, RunQueue } from '../shared/limiter';
import type { ServiceRun } from '../shared/service-run';
import { wait } from '../shared/wait';

export const MAX_PHOTOS_OF_AN_ITEM = 20;
const PHOTOS_AT_ONCE = 8;
/** A host that gave no response so often gets no more requests, because each one takes a whole Timeout. */
const MAX_MISSING_RESPONSES = 8;
/** Of one photo whose host keeps rate limiting; mostly Max Wait ends it before. */
const MAX_RETRIES = 50;

/** What the photos of one run may take. */
interface PhotoLimits extends Pick<RequestOptions, 'timeoutMs' | 'maxWaitMs'> {
	maxPhotos: number;
	maxBytes: number;
}

/** Output items, and the features that each shows, in whatever form. */
export interface ShownFeatures {
	items: INodeExecutionData[];
	featuresOf: (index: number) => readonly Feature[];
	/** How many more there are, which a limit leaves out. */
	leftOut?: number;
	/** Items are rows of a table, so what was left out is reported in one cell. */
	areRows?: boolean;
}

/** Downloads photos for the items of one run (section 2.5), never more than a few at once. */
export class PhotoDownload {
	private readonly limiter = new Limiter();

	private readonly queue = new RunQueue(PHOTOS_AT_ONCE);

	/** How many photos were left out, by the reason. */
	private readonly skipped = new Map<string, number>();

	private requested = 0;

	private bytes = 0;

	/** How many requests each host gave no response to. */
	private readonly missingResponses = new Map<string, number>();

	constructor(private readonly run: ServiceRun) {}

	/**
	 * The items with their photos as binary `photo_<index>`. A photo that can't be downloaded is left out and named in
	 * `photosSkipped: [{ index, reason }]`: the item itself is whole.
	 */
	async addPhotos(
		{ items, featuresOf, areRows = false }: ShownFeatures,
		limits: PhotoLimits,
	): Promise<INodeExecutionData[]> {
		const session = await this.run.session();
		const addTo = async (item: INodeExecutionData, itemIndex: number): Promise<INodeExecutionData> => {
			const photos = featuresOf(itemIndex).flatMap((feature) => (Array.isArray(feature.photos) ? feature.photos : []));
			const binary: IBinaryKeyData = {};
			const left: Array<{ index: number; reason: string }> = [];
			const outcomes = await Promise.all(
				photos.map(async (photo: unknown, index) => await this.one(photo, index, session, limits)),
			);
			outcomes.forEach((outcome, index) => {
				if (typeof outcome === 'string') left.push({ index, reason: session.settings.secrets.redact(outcome) });
				else binary[`photo_${index}`] = outcome;
			});
			for (const { reason } of left) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
			const photosSkipped = areRows ? JSON.stringify(left) : left;
			return {
				...item,
				json: left.length === 0 ? item.json : { ...item.json, photosSkipped },
				...(Object.keys(binary).length > 0 && { binary }),
			};
		};
		return await Promise.all(items.map(addTo));
	}

	/** The photo, or why there is none. */
	private async one(
		photo: unknown,
		index: number,
		session: Session,
		limits: PhotoLimits,
	): Promise<IBinaryData | string> {
		if (index >= MAX_PHOTOS_OF_AN_ITEM) return `beyond the first ${MAX_PHOTOS_OF_AN_ITEM} of an item`;
		const url = photoUrl((Object(photo) as JsonObject).imageUrl);
		if (typeof url === 'string') return url;
		if (this.requested >= limits.maxPhotos) return `beyond the first ${limits.maxPhotos} of the run`;
		this.requested++;
		return await this.limiter.run(this.queue, async () => await this.download(url, session, limits));
	}

	private async download(url: URL, session: Session, limits: PhotoLimits): Promise<IBinaryData | string> {
		const { timeoutMs, maxBytes } = limits;
		const beyond = `beyond the first ${sizeText(maxBytes)} of the run`;
		for (let attempt = 1, waitedMs = 0; ; attempt++) {
			if (session.cancelSignal.aborted) return 'the execution was cancelled';
			if (this.bytes >= maxBytes) return beyond;
			const missingResponses = this.missingResponses.get(url.host) ?? 0;
			if (missingResponses >= MAX_MISSING_RESPONSES)
				return `${url.host} did not respond ${MAX_MISSING_RESPONSES} times and gets no more requests`;
			const outcome = await requestPhoto(this.run.context, session, url, timeoutMs);
			if ('photo' in outcome) {
				if (this.bytes + outcome.bytes > maxBytes) return beyond;
				this.bytes += outcome.bytes;
				return outcome.photo;
			}
			if (outcome.hasNoResponse) this.missingResponses.set(url.host, (this.missingResponses.get(url.host) ?? 0) + 1);
			if (outcome.throttled === undefined) return outcome.reason;
			const count = { attempt, waitedMs };
			const delayMs = retryDelayMs(outcome.throttled, count, { ...limits, maxRetries: MAX_RETRIES }, Math.random());
			if (delayMs === undefined) return outcome.reason;
			waitedMs += delayMs;
			await wait(delayMs, session.cancelSignal);
		}
	}

	/** One hint for all that was left out. */
	addHint(): void {
		if (this.skipped.size === 0) return;
		const reasons = [...this.skipped]
			.slice(0, 5)
			.map(([reason, count]) => (reason.startsWith('beyond') ? `${count} ${reason}` : reason));
		this.run.reporter.hint(`Photos left out: ${reasons.join('; ')}`);
	}
}

const MAX_BYTES_OF_A_PHOTO = 20 * 1024 * 1024;
/** Such as `20 MB`. */
export const MAX_OF_A_PHOTO = sizeText(MAX_BYTES_OF_A_PHOTO);

/** The bytes by which files of an image type are known, and where in the file these stand. */
const SIGNATURES: ReadonlyArray<[type: string, ...parts: Array<[at: number, bytes: string]>]> = [
	['image/png', [0, '\x89PNG\r\n\x1a\n']],
	['image/jpeg', [0, '\xff\xd8\xff']],
	['image/gif', [0, 'GIF8']],
	['image/webp', [0, 'RIFF'], [8, 'WEBP']],
	// Two letters may be the beginning of any text.
	['image/bmp', [0, 'BM'], [6, '\0\0\0\0']],
	['image/tiff', [0, 'II*\0']],
	['image/tiff', [0, 'MM\0*']],
	['image/avif', [4, 'ftypavi']],
	['image/heic', [4, 'ftyphe']],
	['image/heif', [4, 'ftypmif1']],
	['image/heif', [4, 'ftypmsf1']],
];

/**
 * The outcome of one request for a photo. A reason never names the URL, which lets whoever has it see the photo.
 */
type PhotoOutcome =
	{ photo: IBinaryData; bytes: number } | { reason: string; throttled?: RequestError; hasNoResponse?: boolean };

/** The URL of a photo, or why it is not opened. */
function photoUrl(text: unknown): URL | string {
	const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
	if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return 'a URL that is not http(s)';
	return url.username === '' && url.password === '' ? url : 'a URL with a user name or password';
}

/**
 * Requests a photo once (section 2.5). No credentials are sent along, because the URL carries its own
 * authentication parameters. n8n's SSRF policy decides about private addresses.
 */
async function requestPhoto(
	context: IExecuteFunctions,
	{ settings, cancelSignal }: Session,
	url: URL,
	timeoutMs: number,
): Promise<PhotoOutcome> {
	const ignoresCertificates = settings.allowUnauthorizedCerts && url.host === new URL(settings.baseUrl).host;
	try {
		const response: unknown = await context.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: timeoutMs,
			abortSignal: AbortSignal.any([AbortSignal.timeout(timeoutMs), cancelSignal]),
			skipSslCertificateValidation: ignoresCertificates,
			// A redirect may lead to another host, whose certificate counts.
			disableFollowRedirect: ignoresCertificates,
		});
		return await photoOf(context, response, url);
	} catch (error) {
		return noResponsePhoto(error, url);
	}
}

async function photoOf(context: IExecuteFunctions, response: unknown, url: URL): Promise<PhotoOutcome> {
	const { statusCode, headers, body } = Object(response) as Record<string, unknown>;
	const known = Object(headers) as Record<string, unknown>;
	const status = Number(statusCode);
	if (status < 200 || status > 299) {
		(body as { destroy?: () => void } | undefined)?.destroy?.();
		const error = statusError(status, known);
		const reason = `${url.host} did not give it (${status})`;
		return { reason, ...(rowOf(error).isThrottling ? { throttled: error } : {}) };
	}
	const bytes = await readBoundedFile(body, MAX_BYTES_OF_A_PHOTO);
	if (bytes === undefined) return { reason: `larger than ${MAX_OF_A_PHOTO}` };
	const imageType = imageTypeOf(bytes, String(known['content-type'] ?? ''));
	if (imageType === undefined) return { reason: `the response of ${url.host} is no image of a known kind` };
	const photo = await context.helpers.prepareBinaryData(bytes, fileName(url, imageType), imageType);
	return { photo, bytes: bytes.length };
}

const IMAGE_FILE = /\.(?:avif|bmp|gif|hei[cf]|ico|jfif|jp2|jpe?g|jxl|png|psd|tga|tiff?|webp)$/i;

/** With the extension of its type where the URL has none of an image, so that programs open it. */
function fileName({ pathname }: URL, imageType: string): string {
	const encoded = pathname.slice(pathname.lastIndexOf('/') + 1);
	const text = encoded.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
		const decoded = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
		return decoded.includes('\ufffd') ? bytes : decoded;
	});
	const name = inertLine(text.replace(/[\\/]/g, '_')) || 'photo';
	return IMAGE_FILE.test(name) ? name : `${name}.${imageType.replace('image/', '').replace('jpeg', 'jpg')}`;
}

/**
 * The media type of an image, by its bytes where these show it: storage gives photos wrong types. Otherwise by the type
 * that it comes with, unless it is text: a login page is no image, and SVG can hold scripts.
 */
export function imageTypeOf(bytes: Buffer, contentType = ''): string | undefined {
	const beginning = bytes.toString('latin1', 0, BEGINNING);
	const known = SIGNATURES.find(([, ...parts]) => parts.every(([at, part]) => beginning.startsWith(part, at)));
	const [declared] = /^image\/(?!svg)[\w.+-]+/i.exec(contentType.trim()) ?? [];
	// Text has no control characters.
	return known?.[0] ?? (/[^\s -\xff]/.test(beginning) ? declared?.toLowerCase() : undefined);
}

/** So many bytes show whether a file is text. */
const BEGINNING = 64;

function noResponsePhoto(error: unknown, url: URL): PhotoOutcome {
	const { code, response } = Object(error) as Record<string, unknown>;
	if (connectionErrorOf(error) === 'blocked') {
		const reason = n8nReason(error, new Secrets([url.search]));
		return { reason: `n8n did not send the request to ${url.host}: ${reason}` };
	}
	if (code === 'ERR_FR_REDIRECTION_FAILURE') return { reason: `${url.host} redirects to a URL that n8n does not open` };
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return { reason: `${url.host} redirects without end` };
	const { status } = Object(response) as Record<string, unknown>;
	const reason = `${url.host} did not give it (${String(status ?? code ?? 'no response')})`;
	return { reason, hasNoResponse: status === undefined };
}
