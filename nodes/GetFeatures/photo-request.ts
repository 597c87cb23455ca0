import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { isBlockedByN8n, n8nReason } from '../../credentials/login-error';
import { readBoundedFile, rowOf, sizeText, statusError } from '../../service/api';
import { Secrets } from '../../service/text';
import type { RequestError } from '../../service/api';
import type { Session } from '../shared/client';

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
export type PhotoOutcome =
	{ photo: IBinaryData; bytes: number } | { reason: string; throttled?: RequestError; hasNoResponse?: boolean };

/** The URL of a photo, or why it is not opened. */
export function photoUrl(text: unknown): URL | string {
	const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
	if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return 'a URL that is not http(s)';
	return url.username === '' && url.password === '' ? url : 'a URL with a user name or password';
}

/**
 * Requests a photo once (section 2.5). No credentials are sent along, because the URL carries its own
 * authentication parameters. n8n's SSRF policy decides about private addresses.
 */
export async function requestPhoto(
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

/** With the extension of its type where the URL has none, so that programs open it. */
function fileName({ pathname }: URL, imageType: string): string {
	const name = pathname.split('/').pop() || 'photo';
	return /\.[a-z\d]{1,5}$/i.test(name) ? name : `${name}.${imageType.replace('image/', '').replace('jpeg', 'jpg')}`;
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
	if (isBlockedByN8n(error)) {
		const reason = n8nReason(error, new Secrets([url.search]));
		return { reason: `n8n did not send the request to ${url.host}: ${reason}` };
	}
	if (code === 'ERR_FR_REDIRECTION_FAILURE') return { reason: `${url.host} redirects to a URL that n8n does not open` };
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') return { reason: `${url.host} redirects without end` };
	const { status } = Object(response) as Record<string, unknown>;
	const reason = `${url.host} did not give it (${String(status ?? code ?? 'no response')})`;
	return { reason, hasNoResponse: status === undefined };
}
