import { Zlib } from 'fflate';
import type { Canvas } from './canvas';

const BAND = 32;

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

/** Writes a canvas as a PNG, half as wide and high, a band of rows at a time. */
export class Png {
	private readonly data: Uint8Array[] = [];

	private readonly deflate = new Zlib({ level: 6 }, (part) => this.data.push(part));

	readonly width: number;

	readonly height: number;

	constructor(private readonly canvas: Canvas) {
		this.width = canvas.width / 2;
		this.height = canvas.height / 2;
	}

	/** Writes a band of rows at each step. */
	*write(): Generator<void> {
		for (let top = 0; top < this.height; top += BAND) yield this.addBand(top);
	}

	private addBand(top: number): void {
		const bottom = Math.min(top + BAND, this.height);
		// Each row begins with 0: no filter.
		const rows = new Uint8Array((bottom - top) * (this.width + 1));
		const { pixels, width } = this.canvas;
		for (let y = top, at = 0; y < bottom; y++) {
			at++;
			for (let x = 2 * y * width, end = x + width; x < end; x += 2) {
				rows[at++] = mixed(pixels[x], pixels[x + 1], pixels[x + width], pixels[x + width + 1]);
			}
		}
		this.deflate.push(rows, bottom === this.height);
	}

	/** The file, once it is written. */
	file(): Buffer {
		const header = Buffer.alloc(13);
		header.writeUInt32BE(this.width, 0);
		header.writeUInt32BE(this.height, 4);
		// 8 bits a pixel, which are a place in the palette.
		header.set([8, 3], 8);
		const palette = Buffer.from(PALETTE.flat().map((level) => level * 0x33));
		const chunks = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', Buffer.concat(this.data))];
		return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.alloc(0))]);
	}
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
