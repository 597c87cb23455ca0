import { Zlib, gzipSync } from 'fflate';
import { extentOf } from '../plan';
import type { Position } from '../plan';

/** `0xrrggbb`. */
export type Color = number;

export const PAPER: Color = 0xffffff;
const INK: Color = 0x333333;

export class Canvas {
	/** Pixels are indices of it. */
	private readonly palette = [PAPER];

	/** As a PNG has them: each begins with 0, for no filter. */
	private readonly rows: Buffer[];

	constructor(
		private readonly width: number,
		height: number,
	) {
		this.rows = Array.from({ length: height }, () => Buffer.alloc(1 + width));
	}

	/** Everything is made of these. What lies beside the canvas is cut off. */
	private rectangle(left: number, top: number, width: number, height: number, color: Color): void {
		if (!this.palette.includes(color)) this.palette.push(color);
		const index = this.palette.indexOf(color);
		const [from, to] = [left, left + width].map((x) => 1 + Math.min(Math.max(0, Math.round(x)), this.width));
		const [first, end] = [top, top + height].map((y) => Math.max(0, Math.round(y)));
		for (const row of this.rows.slice(first, end)) row.fill(index, from, to);
	}

	area(rings: Position[][], color: Color): undefined {
		const [[, top], [, bottom]] = extentOf(rings);
		for (let y = Math.round(top); y < Math.round(bottom); y++)
			for (const [from, to] of spansAt(rings, y + 0.5)) this.rectangle(from, y, to - from, 1, color);
	}

	edges(rings: Position[][], color: Color): undefined {
		for (const ring of rings) ring.forEach((to, at) => this.line(ring.at(at - 1) ?? to, to, color));
	}

	private line([fromX, fromY]: Position, [toX, toY]: Position, color: Color): void {
		const [across, down] = [toX - fromX, toY - fromY];
		const steps = Math.ceil(Math.max(Math.abs(across), Math.abs(down), 1));
		for (let at = 0; at <= steps; at++)
			this.rectangle(fromX + (across * at) / steps, fromY + (down * at) / steps, 1, 1, color);
	}

	/**
	 * @param dot how large a dot of the letters is
	 * @returns whether it was written, which is only done where nothing but the color `over` is
	 */
	text([x, y]: Position, text: string, dot: number, over: Color): boolean {
		const columns = columnsOf(text);
		const [left, top] = [Math.round(x), Math.round(y)];
		const index = this.palette.indexOf(over);
		for (const row of this.rows.slice(top, top + LETTER_HEIGHT * dot))
			if (row.subarray(1 + left, 1 + left + columns.length * dot).some((one) => one !== index)) return false;
		columns.forEach((bits, column) => {
			for (let row = 0; bits >> row > 0; row++)
				if ((bits >> row) % 2 === 1) this.rectangle(left + column * dot, top + row * dot, dot, dot, INK);
		});
		return true;
	}

	/** Writes a PNG, a row at each step. @returns the file */
	*png(): Generator<undefined, Buffer> {
		const { rows, width } = this;
		const data: Uint8Array[] = [];
		const deflate = new Zlib({ level: 6 }, (part) => data.push(part));
		for (const row of rows) {
			deflate.push(row, row === rows.at(-1));
			yield;
		}
		const colors = this.palette.flatMap((color) => [...uint32(color).subarray(1)]);
		return Buffer.concat([
			Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
			// 8 bits a pixel, which are an index of the palette.
			chunk('IHDR', [...uint32(width), ...uint32(rows.length), 8, 3, 0, 0, 0]),
			chunk('PLTE', colors),
			chunk('IDAT', Buffer.concat(data)),
			chunk('IEND', []),
		]);
	}
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
