import { Zlib, gzipSync } from 'fflate';
import { LETTER_HEIGHT, columnsOf } from './font';
import { spansAt } from './outlines';
import { extentOf } from '../plan';
import type { Position } from '../plan';

/** Six levels each of red, green and blue, so that a mixture of colors is a color of the palette. */
const PALETTE = Array.from({ length: 216 }, (_, at) => [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6]);

/** As CSS writes it for short: `0xrgb`, of which each digit is a multiple of 3. */
export type Color = number;

export const PAPER: Color = 0xfff;
const INK: Color = 0x333;

function placeInPalette(color: Color): number {
	return 12 * (color >> 8) + 2 * ((color >> 4) & 0xf) + (color & 0xf) / 3;
}

/** Pixels as places in the palette. Twice as wide and high as the picture: where four become one, edges get soft. */
export class Canvas {
	private readonly pixels: Buffer;

	constructor(
		private readonly width: number,
		private readonly height: number,
	) {
		this.pixels = Buffer.alloc(width * height, placeInPalette(PAPER));
	}

	/** Everything is made of these. */
	private row(y: number, from: number, to: number, color: Color): void {
		const [first, end] = [Math.max(0, Math.round(from)), Math.min(this.width, Math.round(to))];
		if (y < 0 || y >= this.height || first >= end) return;
		this.pixels.fill(placeInPalette(color), y * this.width + first, y * this.width + end);
	}

	rectangle([x, y]: Position, width: number, height: number, color: Color): void {
		for (let row = Math.round(y); row < Math.round(y + height); row++) this.row(row, x, x + width, color);
	}

	disc([x, y]: Position, radius: number, color: Color): void {
		const angles = Array.from({ length: 24 }, (_, at) => (at * Math.PI) / 12);
		this.area([angles.map((angle): Position => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)])], color);
	}

	area(rings: Position[][], color: Color): void {
		const [[, top], [, bottom]] = extentOf(rings);
		for (let y = Math.round(top); y < Math.round(bottom); y++)
			for (const [from, to] of spansAt(rings, y + 0.5)) this.row(y, from, to, color);
	}

	line([fromX, fromY]: Position, [toX, toY]: Position, color: Color, thickness: number): void {
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
	text([x, y]: Position, text: string, dot: number, over: Color): boolean {
		const columns = columnsOf(text);
		// Whole pixels of the picture, so that letters stay sharp.
		const [left, top] = [2 * Math.round(x / 2), 2 * Math.round(y / 2)];
		const expected = placeInPalette(over);
		for (let row = top; row < top + LETTER_HEIGHT * dot; row += 2) {
			const start = row * this.width + left;
			if (this.pixels.subarray(start, start + columns.length * dot).some((pixel) => pixel !== expected)) return false;
		}
		columns.forEach((bits, column) => {
			for (let row = 0; bits >> row > 0; row++)
				if ((bits >> row) % 2 === 1) this.rectangle([left + column * dot, top + row * dot], dot, dot, INK);
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
		const palette = PALETTE.flat().map((level) => level * 0x33);
		return Buffer.concat([
			Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
			// 8 bits a pixel, which are a place in the palette.
			chunk('IHDR', [...uint32(width / 2), ...uint32(height / 2), 8, 3, 0, 0, 0]),
			chunk('PLTE', palette),
			chunk('IDAT', Buffer.concat(data)),
			chunk('IEND', []),
		]);
	}
}

function mixed(a: number, b: number, c: number, d: number): number {
	if (a === b && b === c && c === d) return a;
	const levels = [0, 1, 2].map((part) => PALETTE[a][part] + PALETTE[b][part] + PALETTE[c][part] + PALETTE[d][part]);
	return levels.reduce((color, level) => 6 * color + Math.round(level / 4), 0);
}

function chunk(type: string, data: Uint8Array | number[]): Buffer {
	const content = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
	// The checksum of PNG is that of gzip, which writes it from its lowest byte up, before the length.
	const trailer = Buffer.from(gzipSync(content, { level: 0 })).subarray(-8);
	return Buffer.concat([uint32(data.length), content, uint32(trailer.readUInt32LE())]);
}

/** From the highest byte down; a buffer takes the lowest eight bits of each. */
function uint32(value: number): Buffer {
	return Buffer.from([value >> 24, value >> 16, value >> 8, value]);
}
