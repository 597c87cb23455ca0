import { Zlib, gzipSync } from 'fflate';
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

/** The parts of a horizontal line in an area, from where it enters to where it leaves. Holes stay open. */
export function spansAt(rings: Position[][], y: number): Array<readonly [from: number, to: number]> {
	const crossings: number[] = [];
	for (const ring of rings) {
		let [fromX, fromY] = ring[ring.length - 1];
		for (const [toX, toY] of ring) {
			if (fromY <= y !== toY <= y) crossings.push(fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX));
			[fromX, fromY] = [toX, toY];
		}
	}
	crossings.sort((one, other) => one - other);
	const spans: Array<readonly [number, number]> = [];
	for (let at = 1; at < crossings.length; at += 2) spans.push([crossings[at - 1], crossings[at]]);
	return spans;
}

/** The 5 × 7 letters from the space to `~`: a byte a column, its lowest bit at the top. */
const LETTERS = Buffer.from(
	'000000000000005F00000007000700147F147F14242A7F2A12231308646236495620500008070300001C2241000041221C00' +
		'2A1C7F1C2A08083E080800807030000808080808000060600020100804023E5149453E00427F400072494949462141494D33' +
		'1814127F1027454545393C4A49493141211109073649494936464949291E0000140000004034000000081422411414141414' +
		'004122140802015909063E415D594E7C1211127C7F494949363E414141227F4141413E7F494949417F090909013E41415173' +
		'7F0808087F00417F41002040413F017F081422417F404040407F021C027F7F0408107F3E4141413E7F090909063E4151215E' +
		'7F09192946264949493203017F01033F4040403F1F2040201F3F4038403F631408146303047804036159494D43007F414141' +
		'0204081020004141417F04020102044040404040000307080020545478407F284444383844444428384444287F3854545418' +
		'00087E090218A4A49C787F0804047800447D40002040403D007F1028440000417F40007C047804787C080404783844444438' +
		'FC1824241818242418FC7C08040408485454542404043F44243C4040207C1C2040201C3C4030403C44281028444C9090907C' +
		'4464544C440008364100000077000000413608000201020402',
	'hex',
);
const BOX = [0x7f, 0x41, 0x41, 0x41, 0x7f];

/** Accents by the two dots that each of the three middle columns of a letter gets above it. */
const ACCENTS =
	'\u0300120 \u0301021 \u0302212 \u0303121 \u0304111 \u0306121 \u0307010 \u0308101 \u030a212 \u030c121'.split(' ');
/** Letters that Unicode doesn't decompose into a plain letter and an accent. */
const PLAIN = "ßss æae œoe øo đd łl ÆAE ŒOE ØO ĐD ŁL –- ’' …..".split(' ');

export const LETTER_HEIGHT = 10;

/** The columns of a text, each of ten bits from the top. Letters of other scripts are boxes. */
export function columnsOf(text: string): number[] {
	const columns: number[] = [];
	const plain = text
		.replace(/\s+/g, ' ')
		.replace(/[^ -~]/g, (letter) => PLAIN.find((one) => one.startsWith(letter))?.slice(1) ?? letter);
	for (const letter of plain.normalize('NFKD')) {
		const accent = ACCENTS.find((one) => one.startsWith(letter));
		const start = 5 * (letter.charCodeAt(0) - 0x20);
		const glyph = start < LETTERS.length ? [...LETTERS.subarray(start, start + 5)] : BOX;
		if (accent !== undefined)
			for (const column of [1, 2, 3]) columns[columns.length - 6 + column] |= Number(accent[column]);
		else if (!/\p{M}/u.test(letter)) columns.push(...glyph.map((bits) => bits << 2), 0);
	}
	return columns;
}
