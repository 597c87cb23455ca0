import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isJsonObject } from './json.mts';
import type { Feature } from './json.mts';
import { application } from './credential.mts';
import { equalText } from './viewer-tokens.mts';

/** Section 2.5: at least 60 minutes. The minute more keeps it so while a response is on its way. */
const VALID_MS = 61 * 60 * 1000;

export interface PhotoAccess {
	expires: string;
	nonce: string;
	signature: string;
}

/** The photos of a feature with addresses that hold authentication parameters, new for each response. */
export function signedPhotos({ photos }: Feature, baseUrl: string, nowMs: number): unknown[] {
	if (!Array.isArray(photos)) return [];
	return photos.map((photo: unknown) => {
		if (!isJsonObject(photo) || typeof photo.imageUrl !== 'string') return photo;
		// An address elsewhere was set by a test and is its own affair.
		if (!photo.imageUrl.startsWith('/photos/')) return photo;
		const expires = String(nowMs + VALID_MS);
		const nonce = randomBytes(12).toString('base64');
		const signature = signatureOf(photo.imageUrl, expires, nonce);
		const query = new URLSearchParams({ expires, nonce, signature });
		return { ...photo, imageUrl: `${baseUrl}${photo.imageUrl}?${query}` };
	});
}

/** Why a photo is not shown; undefined when it may be. */
export function photoFault(path: string, access: PhotoAccess, nowMs: number): string | undefined {
	const { expires, nonce, signature } = access;
	if (!equalText(signature, signatureOf(path, expires, nonce))) {
		return 'The authentication parameters of this photo are missing or wrong.';
	}
	return Number(expires) <= nowMs ? 'The authentication parameters of this photo have expired.' : undefined;
}

function signatureOf(path: string, expires: string, nonce: string): string {
	const signed = [path, expires, nonce].join('\n');
	return createHmac('sha256', application.apiSecret).update(signed).digest('base64');
}

/** A colour of its own for each photo, 0 to 255. */
export function colourOf(path: string): [red: number, green: number, blue: number] {
	const [red, green, blue] = createHash('sha256').update(path).digest();
	return [64 + (red >> 1), 64 + (green >> 1), 64 + (blue >> 1)];
}
