import { Canvas } from './canvas';
import { LETTER_HEIGHT, columnsOf } from './font';
import { cornersOf, crossingsAt } from './outlines';
import type { Corners, Outline, Position } from './outlines';
import { colorOf, writePng } from './png';

/** A feature as a picture shows it. */
export interface Shape {
	outline: Outline;
	/** What its color stands for. */
	category: string;
	/** A higher one covers lower ones. */
	layer: number;
	/** Lies above everything that is no change. */
	isChange: boolean;
	label: string;
}

/** Area and edge as `0xrrggbb`, of which each part is a multiple of 0x33. */
export type Colors = readonly [area: number, edge: number];

/** Of the most frequent categories; the others share one. */
const COLORS: readonly Colors[] = [
	[0x99ccff, 0x336699],
	[0x99cc99, 0x336633],
	[0xffcc99, 0xcc6600],
	[0xcc99ff, 0x663399],
	[0x99cccc, 0x006666],
	[0xff9999, 0x993333],
	[0xffff99, 0x999900],
	[0xcc9966, 0x663300],
];
export const GRAY: Colors = [0xcccccc, 0x999999];
const INK = colorOf(0x333333);
const PAPER = colorOf(0xffffff);
const MAX_ASPECT = 1.5;
/** A plan in degrees is smaller, and one in other units larger. */
const MAX_DEGREES = 0.5;
const MAX_NAME_LENGTH = 40;

/** The picture of a plan. All lengths are of the canvas, which is twice as wide and high. */
export class PlanPicture {
	readonly width: number;

	readonly height: number;

	/** Those that it shows, in the order in which they cover each other. */
	readonly shapes: Shape[];

	/** A PNG, once it is drawn. */
	file: Buffer = Buffer.alloc(0);

	private readonly canvas: Canvas;

	private readonly categories: Map<string, Category>;

	/** A dot of the largest letters. */
	private readonly dot: number;

	private readonly project: (position: Position) => Position;

	/** @param colors of the categories that have their own */
	constructor(
		input: readonly Shape[],
		{ width, hasLegend, colors }: { width: number; hasLegend: boolean; colors: ReadonlyMap<string, Colors> },
	) {
		this.shapes = withoutFarOut(input).sort((one, other) => one.layer - other.layer || sizeOf(other) - sizeOf(one));
		this.categories = categoriesOf(this.shapes, colors);
		this.dot = width < 600 ? 2 : 4 * Math.round(width / 1200 + 0.1);
		const margin = 8 * this.dot;
		const inner = 2 * (width - margin);
		const { height, project } = fit(cornersOf(this.shapes.map(({ outline }) => outline.corners)), inner, margin);
		this.project = project;
		const lines = hasLegend ? legendLines([...new Set(this.categories.values())], inner / this.dot) : [];
		const line = 1.5 * LETTER_HEIGHT * this.dot;
		[this.width, this.height] = [width, Math.ceil((height + line * lines.length) / 2)];
		this.canvas = new Canvas(2 * this.width, 2 * this.height, PAPER);
		lines.forEach((entries, index) => {
			for (const { category, x } of entries) this.drawEntry(category, margin + x * this.dot, height + index * line);
		});
	}

	/** Draws a little at each step. After the last one the file is there. */
	*draw(): Generator<void> {
		for (const isChange of [false, true]) {
			const shapes = this.shapes.filter((shape) => shape.isChange === isChange);
			for (const shape of shapes) yield this.drawArea(shape);
			// Small shapes lie in large ones, whose edges are seen above theirs.
			for (const shape of shapes.reverse()) yield this.drawEdge(shape);
		}
		for (const shape of [...this.shapes].reverse()) yield this.drawLabel(shape);
		this.file = yield* writePng(this.canvas);
	}

	private drawArea({ outline, category }: Shape): void {
		if (!outline.isLine) this.canvas.area(this.ringsOf(outline), this.color(category, 0));
	}

	private drawEdge({ outline, category, layer }: Shape): void {
		const [edge, rings] = [this.color(category, 1), this.ringsOf(outline)];
		for (const ring of rings) {
			if (ring.length === 1) {
				this.canvas.disc(ring[0], 3 * this.dot, PAPER);
				this.canvas.disc(ring[0], 2.4 * this.dot, edge);
			}
			ring.forEach((to, at) => {
				if (at > 0 || !outline.isLine) this.canvas.line(ring.at(at - 1) ?? to, to, edge, layer === 0 ? 4 : 2);
			});
		}
	}

	/** Puts its label where an area is free, in letters as large as fit, and cut where the smallest are too wide. */
	private drawLabel({ outline, category, label }: Shape): void {
		if (label === '') return;
		const rings = this.ringsOf(outline);
		const [[, top], [, bottom]] = cornersOf(rings);
		const spans = [0.5, 0.3, 0.7, 0.15, 0.85].map((part) => widestSpan(rings, top + part * (bottom - top)));
		const isWritten = (text: string, dot: number) =>
			spans.some(({ from, to, y }) => {
				const [width, height] = [dot * columnsOf(text).length, dot * LETTER_HEIGHT];
				const [left, above] = [(from + to - width) / 2, y - height / 2];
				if (width > to - from - dot || above < top || y + height / 2 > bottom) return false;
				return this.canvas.text([left, above], text, INK, { dot, over: this.color(category, 0) });
			});
		const sizes = [this.dot, 2];
		if (sizes.some((dot) => isWritten(label, dot))) return;
		const max = Math.max(...spans.map(({ from, to }) => Math.floor((to - from) / 12) - 3));
		if (max >= 2) isWritten(`${[...label].slice(0, max).join('')}…`, 2);
	}

	private drawEntry({ name, count, colors: [area, edge] }: Category, x: number, y: number): void {
		const dot = this.dot;
		this.canvas.rectangle(x, y, 10 * dot, LETTER_HEIGHT * dot, colorOf(edge));
		this.canvas.rectangle(x + dot / 2, y + dot / 2, 9 * dot, (LETTER_HEIGHT - 1) * dot, colorOf(area));
		this.canvas.text([x + 13 * dot, y], `${name} (${count})`, INK, { dot, over: PAPER });
	}

	private ringsOf({ rings }: Outline): Position[][] {
		return rings.map((ring) => ring.map(this.project));
	}

	private color(category: string, part: 0 | 1): number {
		return colorOf((this.categories.get(category) as Category).colors[part]);
	}
}

interface Category {
	name: string;
	count: number;
	colors: Colors;
}

function categoriesOf(shapes: readonly Shape[], known: ReadonlyMap<string, Colors>): Map<string, Category> {
	const counts = new Map<string, number>();
	for (const { category } of shapes) counts.set(category, (counts.get(category) ?? 0) + 1);
	const free = [...COLORS];
	const other: Category = { name: 'other', count: 0, colors: GRAY };
	const sorted = [...counts].sort(([, one], [, another]) => another - one);
	return new Map(
		sorted.map(([name, count]) => {
			const colors = known.get(name) ?? free.shift();
			if (colors !== undefined) return [name, { name: name.slice(0, MAX_NAME_LENGTH), count, colors }];
			other.count += count;
			return [name, other];
		}),
	);
}

/** The entries of each line, and where they begin, in dots. */
function legendLines(categories: Category[], width: number): Array<Array<{ category: Category; x: number }>> {
	const lines: Array<Array<{ category: Category; x: number }>> = [];
	let x = Infinity;
	for (const category of categories) {
		const needed = 25 + columnsOf(`${category.name} (${category.count})`).length;
		if (x + needed > width) [x] = [0, lines.push([])];
		lines[lines.length - 1].push({ category, x });
		x += needed;
	}
	return lines;
}

function sizeOf({ outline }: Shape): number {
	const [[left, top], [right, bottom]] = outline.corners;
	return (right - left) * (bottom - top);
}

/** What lies a thousand times farther out than most, such as a mark at 0, 0, would shrink all others to a dot. */
function withoutFarOut(shapes: readonly Shape[]): Shape[] {
	const starts = shapes.map(({ outline }) => outline.corners[0]);
	const xs = starts.map(([x]) => x);
	const ys = starts.map(([, y]) => y);
	const [middleX, middleY] = [partOf(xs, 0.5), partOf(ys, 0.5)];
	const distances = starts.map(([x, y]) => Math.max(Math.abs(x - middleX), Math.abs(y - middleY)));
	const max = 1000 * partOf(distances, 0.75);
	return shapes.filter((_shape, index) => max === 0 || distances[index] <= max);
}

/** The number that so large a part of the numbers doesn't exceed. */
function partOf(numbers: readonly number[], part: number): number {
	return Float64Array.from(numbers).sort()[Math.floor(part * (numbers.length - 1))];
}

/** Degrees get the shape that they have on the ground, with the north at the top; other units grow downwards. */
function fit([[left, top], [right, bottom]]: Corners, width: number, margin: number) {
	const isDegrees = Math.max(right - left, bottom - top) < MAX_DEGREES && Math.max(-left, right) <= 180;
	const stretch = isDegrees ? Math.cos((((top + bottom) / 2) * Math.PI) / 180) : 1;
	const [across, down] = [(right - left) * stretch, bottom - top];
	const scale = across > 0 || down > 0 ? Math.min(width / across, (MAX_ASPECT * width) / down) : 1;
	const height = Math.max(down * scale, width / 8);
	const [x0, y0] = [margin + (width - across * scale) / 2, margin + (height - down * scale) / 2];
	const project = ([x, y]: Position): Position => [
		x0 + (x - left) * stretch * scale,
		y0 + (isDegrees ? bottom - y : y - top) * scale,
	];
	return { height: height + 2 * margin, project };
}

/** The widest part of an area on a horizontal line. */
function widestSpan(rings: Position[][], y: number): { from: number; to: number; y: number } {
	const crossings = crossingsAt(rings, y);
	let widest = { from: 0, to: 0, y };
	for (let at = 1; at < crossings.length; at += 2) {
		const [from, to] = [crossings[at - 1], crossings[at]];
		if (to - from > widest.to - widest.from) widest = { from, to, y };
	}
	return widest;
}
