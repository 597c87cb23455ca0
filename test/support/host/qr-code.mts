import readPixels from 'jsqr';

/** How many pixels a module of the code is wide. */
const SCALE = 8;

/**
 * The text of a QR code that is drawn as an SVG of unit squares; empty where it can't be read.
 * @throws Error for another drawing
 */
export function readQrCode(svg: string): string {
	const [, left, top, width, height] = (/viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/.exec(svg) ?? []).map(Number);
	if (height === undefined) throw new Error(`No viewBox: ${svg.slice(0, 100)}`);
	const pixels = new Uint8ClampedArray(width * SCALE * height * SCALE * 4).fill(255);
	for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
		for (let row = 0; row < SCALE; row++) {
			const from = (((Number(y) - top) * SCALE + row) * width * SCALE + (Number(x) - left) * SCALE) * 4;
			for (let pixel = from; pixel < from + SCALE * 4; pixel += 4) pixels.fill(0, pixel, pixel + 3);
		}
	}
	return readPixels(pixels, width * SCALE, height * SCALE)?.data ?? '';
}
