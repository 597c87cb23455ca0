import { LETTER_HEIGHT, columnsOf } from './font';
import { cornersOf, crossingsAt } from './outlines';
import type { Position } from './outlines';

/** Pixels as places in a palette. Twice as wide and high as the picture: where four become one, edges get soft. */
export class Canvas {
	readonly pixels: Buffer;

	constructor(
		readonly width: number,
		readonly height: number,
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

	rectangle(x: number, y: number, width: number, height: number, color: number): void {
		for (let row = Math.round(y); row < Math.round(y + height); row++) this.row(row, x, x + width, color);
	}

	disc([x, y]: Position, radius: number, color: number): void {
		for (let row = Math.floor(y - radius); row <= y + radius; row++) {
			const half = Math.sqrt(Math.max(0, radius ** 2 - (row + 0.5 - y) ** 2));
			this.row(row, x - half, x + half, color);
		}
	}

	/** What lies in an odd number of rings, so that holes stay open. */
	area(rings: Position[][], color: number): void {
		const [[, top], [, bottom]] = cornersOf(rings);
		for (let y = Math.round(top); y < Math.round(bottom); y++) {
			const crossings = crossingsAt(rings, y + 0.5);
			for (let at = 1; at < crossings.length; at += 2) this.row(y, crossings[at - 1], crossings[at], color);
		}
	}

	line([fromX, fromY]: Position, [toX, toY]: Position, color: number, thickness: number): void {
		const half = thickness / 2 / (Math.hypot(toX - fromX, toY - fromY) || 1);
		const [along, up] = [(toX - fromX) * half, (toY - fromY) * half];
		const end: Position[] = [
			[toX + along - up, toY + up + along],
			[toX + along + up, toY + up - along],
		];
		this.area([[[fromX - along + up, fromY - up - along], [fromX - along - up, fromY - up + along], ...end]], color);
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
			for (let row = 0; bits >> row > 0; row++) {
				if ((bits >> row) % 2 === 1) this.rectangle(left + column * dot, top + row * dot, dot, dot, color);
			}
		});
		return true;
	}
}
