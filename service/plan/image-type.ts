/** The first bytes by which files of an image type are known, and where in the file these stand. */
const SIGNATURES: ReadonlyArray<[type: string, at: number, bytes: string]> = [
	['image/png', 0, '\x89PNG\r\n\x1a\n'],
	['image/jpeg', 0, '\xff\xd8\xff'],
	['image/gif', 0, 'GIF8'],
	['image/webp', 8, 'WEBP'],
	['image/bmp', 0, 'BM'],
	['image/tiff', 0, 'II*\0'],
	['image/tiff', 0, 'MM\0*'],
	['image/avif', 4, 'ftypavif'],
	['image/heic', 4, 'ftyphei'],
	['image/heif', 4, 'ftypmif1'],
];

/**
 * The media type of an image by its first bytes; undefined for everything else, SVG included because it is text that
 * can hold scripts.
 */
export function imageTypeOf(bytes: Buffer): string | undefined {
	const beginning = bytes.toString('latin1', 0, 16);
	return SIGNATURES.find(([, at, signature]) => beginning.startsWith(signature, at))?.[0];
}
