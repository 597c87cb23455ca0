import { Canvas, LETTER_HEIGHT, PAPER, columnsOf, spansAt } from './canvas';
import type { Color } from './canvas';
import { extentOf, positionOf, withoutFarOut } from '../plan';
import type { Extent, Feature, Position } from '../plan';
import { groupBy, memo, parseJson } from '../text';
import type { JsonObject } from '../text';

/** Where a feature lies: a ring of one position is a mark, one of two a line, and a longer one an area or a hole. */
interface Outline {
	rings: Position[][];
	extent: Extent;
	isLine: boolean;
}

/** A service that sends more for one feature would make n8n pause: each row of pixels passes all of them. */
const MAX_POSITIONS = 10_000;
const MAX_DEPTH = 6;
/** Of what is larger, distances are no numbers any more. */
const MAX_COORDINATE = 1e15;

/**
 * The outline of a feature, or its position. The specification shows no structure of either (section 2.3, rule 4):
 * GeoJSON, WKT, lists of positions, and positions as `[x, y]`, `{ x, y }` or `{ longitude, latitude }` are understood.
 * @returns undefined for every other structure
 */
export function outlineOf({ geometry, position }: Feature): Outline | undefined {
	for (const input of [geometry, position]) {
		const value = typeof input === 'string' ? parseText(input.trim()) : input;
		const { type, coordinates = value } = Object(value) as JsonObject;
		const rings = ringsIn(coordinates).flatMap((ring) =>
			/^MultiPoint$/i.test(String(type)) ? ring.map((one) => [one]) : [ring],
		);
		const count = rings.reduce((sum, ring) => sum + ring.length, 0);
		if (count > 0 && count <= MAX_POSITIONS)
			return { rings, extent: extentOf(rings), isLine: /LineString$/i.test(String(type)) };
	}
	return undefined;
}

function ringsIn(value: unknown, depth = 0): Position[][] {
	const single = positionIn(value);
	if (single !== undefined) return [[single]];
	if (!Array.isArray(value) || depth > MAX_DEPTH) return [];
	const positions = value.map(positionIn).filter((one) => one !== undefined);
	if (positions.length === 0) return value.flatMap((one: unknown) => ringsIn(one, depth + 1));
	// A ring with a gap would show an outline that the feature doesn't have.
	return positions.length === value.length ? [positions] : [];
}

function positionIn(value: unknown): Position | undefined {
	const position = Array.isArray(value) && value.length > 4 ? undefined : positionOf(value);
	return position && Math.abs(position[0]) + Math.abs(position[1]) < MAX_COORDINATE ? position : undefined;
}

/** WKT as GeoJSON, such as `POLYGON((0 0, 1 0, 1 1))`; otherwise JSON. */
function parseText(text: string): unknown {
	const type = /^(?:SRID=\d+;)?\s*([a-z]+)/i.exec(text)?.[1];
	if (type === undefined) return parseJson(text);
	// `153.02 -27.47` becomes `[153.02,-27.47]`.
	const lists = text.slice(text.indexOf('(')).replaceAll('(', '[').replaceAll(')', ']');
	const positions = lists.replace(/[^[\],\s][^[\],]*/g, (one) => JSON.stringify(one.trim().split(/\s+/).map(Number)));
	return { type, coordinates: parseJson(positions) };
}

/** A feature as a picture shows it. */
export interface Shape extends Outline {
	/** What its color stands for. */
	category: string;
	/** A higher one covers lower ones. Of each three the lowest has thick edges. */
	layer: number;
	/** Lies above everything that is no change. */
	isChange: boolean;
	label: string;
}

export type Colors = readonly [area: Color, edge: Color];

/** Of the most frequent categories; the others share one. An edge is seen two levels of the palette from its area. */
export const COLORS: readonly Colors[] = [
	[0x9cf, 0x369],
	[0x9c9, 0x363],
	[0xfc9, 0xc60],
	[0xc9f, 0x639],
	[0x9cc, 0x066],
	[0xf99, 0x933],
	[0xff9, 0x990],
	[0xc96, 0x630],
];
export const GRAY: Colors = [0xccc, 0x666];
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
	yield undefined;
	// Of the largest letters.
	const dot = width < 600 ? 2 : 4 * Math.round(width / 1200 + 0.1);
	const margin = 8 * dot;
	const inner = 2 * (width - margin);
	const plan = fit(extentOf(shapes.map(({ extent }) => extent)), inner, margin);
	const { colorsOf, entries } = legendOf(shapes, colors, inner / dot);
	const legend = hasLegend ? entries : [];
	const lineHeight = 1.5 * LETTER_HEIGHT * dot;
	const height = Math.ceil((plan.height + lineHeight * (1 + (legend.at(-1)?.line ?? -1))) / 2);
	const canvas = new Canvas(2 * width, 2 * height);
	for (const { text, colors: own, x, line } of legend) {
		const [left, top] = [margin + x * dot, plan.height + line * lineHeight];
		canvas.rectangle([left, top], 10 * dot, LETTER_HEIGHT * dot, own[1]);
		canvas.rectangle([left + dot / 2, top + dot / 2], 9 * dot, (LETTER_HEIGHT - 1) * dot, own[0]);
		canvas.text([left + 13 * dot, top], text, dot, PAPER);
	}
	const onCanvas = ({ rings, ...shape }: Shape) => ({
		...shape,
		rings: rings.map((ring) => ring.map(plan.project)),
		colors: colorsOf(shape.category) ?? GRAY,
	});
	for (const isChange of [false, true]) {
		const some = shapes.filter((shape) => shape.isChange === isChange);
		for (const shape of some) {
			const { rings, isLine, colors } = onCanvas(shape);
			if (!isLine) canvas.area(rings, colors[0]);
			yield undefined;
		}
		// Small shapes lie in large ones, whose edges are seen above theirs.
		for (const shape of some.reverse()) yield drawEdge(canvas, onCanvas(shape), dot);
	}
	for (const shape of shapes.reverse()) if (shape.label !== '') yield drawLabel(canvas, onCanvas(shape), dot);
	yield { file: yield* canvas.png(), width, height, drawn: shapes.length };
}

type ShapeOnCanvas = Shape & { colors: Colors };

function drawEdge(canvas: Canvas, { rings, isLine, layer, colors: [, edge] }: ShapeOnCanvas, dot: number): undefined {
	for (const ring of rings) {
		if (ring.length === 1) {
			canvas.disc(ring[0], 3 * dot, PAPER);
			canvas.disc(ring[0], 2.4 * dot, edge);
		}
		ring.forEach((to, at) => {
			if (at > 0 || !isLine) canvas.line(ring.at(at - 1) ?? to, to, edge, layer % 3 === 0 ? 4 : 2);
		});
	}
}

/** Puts a label where an area is free, in letters as large as fit, and cut where the smallest are too wide. */
function drawLabel(canvas: Canvas, { label, rings, colors: [over] }: ShapeOnCanvas, maxDot: number): undefined {
	const [[, top], [, bottom]] = extentOf(rings);
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
			return canvas.text([left, above], text, dot, over);
		});
	if ([maxDot, 2].some((dot) => isWritten(label, dot))) return;
	const max = Math.max(...spans.map(({ from, to }) => Math.floor((to - from) / 12) - 3));
	if (max >= 2) isWritten(`${[...label].slice(0, max).join('')}…`, 2);
}

/**
 * The colors of categories, and the entries of the legend, each with its line and where it begins there, in dots.
 * Categories for which no colors are left are one entry.
 * @param known colors of the categories that have their own
 */
function legendOf(shapes: readonly Shape[], known: ReadonlyMap<string, Colors>, width: number) {
	const groups = [...groupBy(shapes, ({ category }) => category).values()];
	const sorted = groups.sort((one, other) => other.length - one.length).flat();
	const free = [...COLORS];
	const colorsOf = memo((category: string) => known.get(category) ?? free.shift());
	const listed = groupBy(sorted, ({ category }) => colorsOf(category) && category);
	let [x, line] = [0, 0];
	const entries = [...listed].map(([category, { length, 0: first }]) => {
		const text = `${category?.slice(0, MAX_NAME_LENGTH) ?? 'other'} (${length})`;
		const needed = 25 + columnsOf(text).length;
		if (x > 0 && x + needed > width) [x, line] = [0, line + 1];
		x += needed;
		return { text, colors: colorsOf(first.category) ?? GRAY, x: x - needed, line };
	});
	return { colorsOf, entries };
}

function sizeOf({ extent: [[left, top], [right, bottom]] }: Shape): number {
	return (right - left) * (bottom - top);
}

/** Degrees get the shape that they have on the ground, with the north at the top; other units grow downwards. */
function fit([[left, top], [right, bottom]]: Extent, width: number, margin: number) {
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
