import { Zlib } from 'fflate';
import type { Canvas } from './canvas';

/** The palette: six levels each of red, green and blue, so that a mixture of colors is a color of it. */
const PALETTE = Array.from({ length: 216 }, (_, color) => [
	Math.floor(color / 36),
	Math.floor(color / 6) % 6,
	color % 6,
]);

/** The place in the palette of `0xrrggbb`, of which each part is a multiple of 0x33. */
export function colorOf(rgb: number): number {
	return 36 * ((rgb >> 16) / 0x33) + 6 * (((rgb >> 8) & 0xff) / 0x33) + (rgb & 0xff) / 0x33;
}

/** Writes a canvas as a PNG, half as wide and high, a row at each step. @returns the file */
export function* writePng({ pixels, width, height }: Canvas): Generator<void, Buffer> {
	const data: Uint8Array[] = [];
	const deflate = new Zlib({ level: 6 }, (part) => data.push(part));
	for (let start = 0; start < pixels.length; start += 2 * width) {
		// Each row begins with 0: no filter.
		const row = new Uint8Array(1 + width / 2);
		for (let at = 1, x = start; at < row.length; at++, x += 2)
			row[at] = mixed(pixels[x], pixels[x + 1], pixels[x + width], pixels[x + width + 1]);
		yield deflate.push(row, start + 2 * width === pixels.length);
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width / 2, 0);
	header.writeUInt32BE(height / 2, 4);
	// 8 bits a pixel, which are a place in the palette.
	header.set([8, 3], 8);
	const palette = Buffer.from(PALETTE.flat().map((level) => level * 0x33));
	const chunks = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', Buffer.concat(data))];
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function mixed(a: number, b: number, c: number, d: number): number {
	if (a === b && b === c && c === d) return a;
	const levels = [0, 1, 2].map((part) => PALETTE[a][part] + PALETTE[b][part] + PALETTE[c][part] + PALETTE[d][part]);
	return levels.reduce((color, level) => 6 * color + Math.round(level / 4), 0);
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type), data]);
	const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	checksum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, checksum]);
}

function crc32(bytes: Buffer): number {
	let crc = -1;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}
