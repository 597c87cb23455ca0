import { Canvas, colorOf } from './canvas';
import { LETTER_HEIGHT, columnsOf } from './font';
import { cornersOf, spansAt } from './outlines';
import type { Corners, Outline } from './outlines';
import type { Position } from '../plan';

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

export interface Picture {
	/** A PNG. */
	file: Buffer;
	width: number;
	height: number;
	/** How many of the shapes it shows. */
	drawn: number;
}

/**
 * Draws a little at each step; the last step gives the picture. Lengths are of the canvas, which is twice as wide and
 * high.
 * @param colors of the categories that have their own
 */
export function* drawPicture(
	input: readonly Shape[],
	{ width, hasLegend, colors }: { width: number; hasLegend: boolean; colors: ReadonlyMap<string, Colors> },
): Generator<Picture | undefined> {
	const shapes = withoutFarOut(input).sort((one, other) => one.layer - other.layer || sizeOf(other) - sizeOf(one));
	const categories = categoriesOf(shapes, colors);
	// Of the largest letters.
	const dot = width < 600 ? 2 : 4 * Math.round(width / 1200 + 0.1);
	const margin = 8 * dot;
	const inner = 2 * (width - margin);
	const plan = fit(cornersOf(shapes.map(({ outline }) => outline.corners)), inner, margin);
	const legend = hasLegend ? legendOf([...new Set(categories.values())], inner / dot) : [];
	const lineHeight = 1.5 * LETTER_HEIGHT * dot;
	const height = Math.ceil((plan.height + lineHeight * (1 + (legend.at(-1)?.line ?? -1))) / 2);
	const canvas = new Canvas(2 * width, 2 * height, PAPER);
	for (const { name, count, colors: own, x, line } of legend) {
		const [left, top] = [margin + x * dot, plan.height + line * lineHeight];
		canvas.rectangle([left, top], 10 * dot, LETTER_HEIGHT * dot, colorOf(own[1]));
		canvas.rectangle([left + dot / 2, top + dot / 2], 9 * dot, (LETTER_HEIGHT - 1) * dot, colorOf(own[0]));
		canvas.text([left + 13 * dot, top], `${name} (${count})`, INK, { dot, over: PAPER });
	}
	const onCanvas = ({ outline, category }: Shape): ShapeOnCanvas => ({
		rings: outline.rings.map((ring) => ring.map(plan.project)),
		colors: (categories.get(category) as Category).colors.map(colorOf),
	});
	for (const isChange of [false, true]) {
		const some = shapes.filter((shape) => shape.isChange === isChange);
		for (const shape of some) {
			const { rings, colors: own } = onCanvas(shape);
			yield shape.outline.isLine ? undefined : void canvas.area(rings, own[0]);
		}
		// Small shapes lie in large ones, whose edges are seen above theirs.
		for (const shape of some.reverse()) yield drawEdge(canvas, shape, onCanvas(shape), dot);
	}
	for (const shape of [...shapes].reverse()) yield drawLabel(canvas, shape.label, onCanvas(shape), dot);
	yield { file: yield* canvas.png(), width, height, drawn: shapes.length };
}

interface ShapeOnCanvas {
	rings: Position[][];
	/** Of area and edge. */
	colors: number[];
}

function drawEdge(canvas: Canvas, { outline, layer }: Shape, { rings, colors }: ShapeOnCanvas, dot: number): undefined {
	for (const ring of rings) {
		if (ring.length === 1) {
			canvas.disc(ring[0], 3 * dot, PAPER);
			canvas.disc(ring[0], 2.4 * dot, colors[1]);
		}
		ring.forEach((to, at) => {
			if (at > 0 || !outline.isLine) canvas.line(ring.at(at - 1) ?? to, to, colors[1], layer === 0 ? 4 : 2);
		});
	}
}

/** Puts a label where an area is free, in letters as large as fit, and cut where the smallest are too wide. */
function drawLabel(canvas: Canvas, label: string, { rings, colors }: ShapeOnCanvas, maxDot: number): undefined {
	if (label === '') return;
	const [[, top], [, bottom]] = cornersOf(rings);
	const spans = [0.5, 0.3, 0.7, 0.15, 0.85].map((part) => {
		const y = top + part * (bottom - top);
		const [from, to] = spansAt(rings, y).reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), [0, 0]);
		return { from, to, y };
	});
	const isWritten = (text: string, dot: number) =>
		spans.some(({ from, to, y }) => {
			const [width, height] = [dot * columnsOf(text).length, dot * LETTER_HEIGHT];
			const [left, above] = [(from + to - width) / 2, y - height / 2];
			if (width > to - from - dot || above < top || y + height / 2 > bottom) return false;
			return canvas.text([left, above], text, INK, { dot, over: colors[0] });
		});
	if ([maxDot, 2].some((dot) => isWritten(label, dot))) return;
	const max = Math.max(...spans.map(({ from, to }) => Math.floor((to - from) / 12) - 3));
	if (max >= 2) isWritten(`${[...label].slice(0, max).join('')}…`, 2);
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

/** Each category with its line, and where it begins there, in dots. */
function legendOf(categories: Category[], width: number): Array<Category & { x: number; line: number }> {
	let [x, line] = [0, 0];
	return categories.map((category) => {
		const needed = 25 + columnsOf(`${category.name} (${category.count})`).length;
		if (x > 0 && x + needed > width) [x, line] = [0, line + 1];
		x += needed;
		return { ...category, x: x - needed, line };
	});
}

function sizeOf({ outline }: Shape): number {
	const [[left, top], [right, bottom]] = outline.corners;
	return (right - left) * (bottom - top);
}

/** What lies a thousand times farther out than most, such as a mark at 0, 0, would shrink all others to a dot. */
function withoutFarOut(shapes: readonly Shape[]): Shape[] {
	const partOf = (numbers: number[], part: number) =>
		Float64Array.from(numbers).sort()[Math.floor(part * (numbers.length - 1))];
	const starts = shapes.map(({ outline }) => outline.corners[0]);
	const xs = starts.map(([x]) => x);
	const ys = starts.map(([, y]) => y);
	const middle = [partOf(xs, 0.5), partOf(ys, 0.5)];
	const distances = starts.map(([x, y]) => Math.max(Math.abs(x - middle[0]), Math.abs(y - middle[1])));
	const max = 1000 * partOf(distances, 0.75);
	return shapes.filter((_shape, index) => max === 0 || distances[index] <= max);
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
