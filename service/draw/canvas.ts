import { Zlib } from 'fflate';
import { LETTER_HEIGHT, columnsOf } from './font';
import { cornersOf, spansAt } from './outlines';
import type { Position } from '../plan';

/** Six levels each of red, green and blue, so that a mixture of colors is a color of the palette. */
const PALETTE = Array.from({ length: 216 }, (_, at) => [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6]);

/** The place in the palette of `0xrrggbb`, of which each part is a multiple of 0x33. */
export function colorOf(rgb: number): number {
	return 36 * ((rgb >> 16) / 0x33) + 6 * (((rgb >> 8) & 0xff) / 0x33) + (rgb & 0xff) / 0x33;
}

/** Pixels as places in the palette. Twice as wide and high as the picture: where four become one, edges get soft. */
export class Canvas {
	private readonly pixels: Buffer;

	constructor(
		private readonly width: number,
		private readonly height: number,
		background: number,
	) {
		this.pixels = Buffer.alloc(width * height, background);
	}

	/** Everything is made of these. */
	private row(y: number, from: number, to: number, color: number): void {
		const [first, end] = [Math.max(0, Math.round(from)), Math.min(this.width, Math.round(to))];
		if (y < 0 || y >= this.height || first >= end) return;
		this.pixels.fill(color, y * this.width + first, y * this.width + end);
	}

	rectangle([x, y]: Position, width: number, height: number, color: number): void {
		for (let row = Math.round(y); row < Math.round(y + height); row++) this.row(row, x, x + width, color);
	}

	disc([x, y]: Position, radius: number, color: number): void {
		for (let row = Math.floor(y - radius); row <= y + radius; row++) {
			const half = Math.sqrt(Math.max(0, radius ** 2 - (row + 0.5 - y) ** 2));
			this.row(row, x - half, x + half, color);
		}
	}

	area(rings: Position[][], color: number): void {
		const [[, top], [, bottom]] = cornersOf(rings);
		for (let y = Math.round(top); y < Math.round(bottom); y++)
			for (const [from, to] of spansAt(rings, y + 0.5)) this.row(y, from, to, color);
	}

	line([fromX, fromY]: Position, [toX, toY]: Position, color: number, thickness: number): void {
		const half = thickness / 2 / (Math.hypot(toX - fromX, toY - fromY) || 1);
		const [along, up] = [(toX - fromX) * half, (toY - fromY) * half];
		const start: Position[] = [
			[fromX - along + up, fromY - up - along],
			[fromX - along - up, fromY - up + along],
		];
		this.area([[...start, [toX + along - up, toY + up + along], [toX + along + up, toY + up - along]]], color);
	}

	/**
	 * @param dot how large a dot of the letters is
	 * @returns whether it was written, which is only done where nothing but the color `over` is
	 */
	text([x, y]: Position, text: string, color: number, { dot, over }: { dot: number; over: number }): boolean {
		const columns = columnsOf(text);
		// Whole pixels of the picture, so that letters stay sharp.
		const [left, top] = [2 * Math.round(x / 2), 2 * Math.round(y / 2)];
		for (let row = top; row < top + LETTER_HEIGHT * dot; row += 2) {
			const start = row * this.width + left;
			if (this.pixels.subarray(start, start + columns.length * dot).some((pixel) => pixel !== over)) return false;
		}
		columns.forEach((bits, column) => {
			for (let row = 0; bits >> row > 0; row++)
				if ((bits >> row) % 2 === 1) this.rectangle([left + column * dot, top + row * dot], dot, dot, color);
		});
		return true;
	}

	/** Writes a PNG, half as wide and high, a row at each step. @returns the file */
	*png(): Generator<undefined, Buffer> {
		const { pixels, width, height } = this;
		const data: Uint8Array[] = [];
		const deflate = new Zlib({ level: 6 }, (part) => data.push(part));
		for (let start = 0; start < pixels.length; start += 2 * width) {
			// Each row begins with 0: no filter.
			const row = new Uint8Array(1 + width / 2);
			for (let at = 1, x = start; at < row.length; at++, x += 2)
				row[at] = mixed(pixels[x], pixels[x + 1], pixels[x + width], pixels[x + width + 1]);
			deflate.push(row, start + 2 * width === pixels.length);
			yield;
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
	let crc = -1;
	for (const byte of content) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	checksum.writeUInt32BE(~crc >>> 0);
	return Buffer.concat([length, content, checksum]);
}
