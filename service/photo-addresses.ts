import { isJsonObject } from './json';
import type { Feature } from './features';

/** Members `photos` that hold no further arrays. Never within a text: there the quotes are escaped. */
const PHOTOS = /(?<!\\)"photos"\s*:\s*\[(?:[^[\]"]|"[^"\\]*(?:\\.[^"\\]*)*")*\]/g;
const ADDRESS = /(?<!\\)"imageUrl"\s*:\s*"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * JSON text without the addresses of photos: their authentication parameters differ on each answer
 * (section 2.5). A member `imageUrl` elsewhere, such as an icon's, is left alone.
 */
export function textWithoutPhotoAddresses(text: string): string {
	if (!text.includes('"imageUrl"')) return text;
	return text.replace(PHOTOS, (photos) => photos.replace(ADDRESS, '"imageUrl":""'));
}

/** The same feature; its photos keep everything but their addresses, which let anyone see them. */
export function withoutPhotoAddresses(feature: Feature): Feature {
	const { photos } = feature;
	if (!Array.isArray(photos) || photos.length === 0) return feature;
	return { ...feature, photos: photos.map(withoutAddress) };
}

function withoutAddress(photo: unknown): unknown {
	return isJsonObject(photo) ? { ...photo, imageUrl: undefined } : photo;
}
