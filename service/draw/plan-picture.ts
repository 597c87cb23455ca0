import { Canvas, LETTER_HEIGHT, PAPER, columnsOf, spansAt } from './canvas';
import type { Color } from './canvas';
import { extentOf, positionOf, withoutFarOut } from '../plan';
import type { Extent, Feature, Position } from '../plan';
import { groupBy, memo, parseJson } from '../text';
import type { JsonObject } from '../text';

/** A service that sends more for one feature would make n8n pause: each row of pixels passes all of them. */
const MAX_POSITIONS = 10_000;
const MAX_DEPTH = 6;
/** Of what is larger, distances are no numbers any more. */
const MAX_COORDINATE = 1e15;

/**
 * Where a feature lies, by its geometry or else its position: a ring of one position is a mark, others are areas, holes
 * or lines there and back. The specification shows no structure (section 2.3, rule 4). GeoJSON, WKT, lists of positions
 * and positions as `[x, y]`, `{ x, y }` or `{ longitude, latitude }` are understood.
 * @returns undefined for every other structure
 */
export function outlineOf({ geometry, position }: Feature): Position[][] | undefined {
	for (const input of [geometry, position]) {
		const value = typeof input === 'string' ? parseText(input.trim()) : input;
		const { type, coordinates = value } = Object(value) as JsonObject;
		const lists = ringsIn(coordinates);
		const found = /Point$/i.test(String(type)) ? lists.flat().map((one) => [one]) : lists;
		const rings = /LineString$/i.test(String(type)) ? found.map((line) => [...line, ...line.toReversed()]) : found;
		const { length } = rings.flat();
		if (length > 0 && length <= MAX_POSITIONS) return rings;
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
export interface Shape {
	rings: Position[][];
	extent: Extent;
	/** What its colors stand for. */
	category: string;
	/** An area covers those of lower layers, whose edges are seen above it. */
	layer: number;
	label: string;
}

/** Of the most frequent categories; the others share one. */
export const COLORS = [0x99ccff, 0x99cc99, 0xffcc66, 0xcc99ff, 0x99cccc, 0xff9999, 0xffff99, 0xcc9966];
const OTHERS: Color = 0xcccccc;
/** Edges are so much darker than areas. */
export const SHADE = 0x666666;
const MAX_ASPECT = 1.5;
/** A plan in degrees is smaller, and one in other units larger. */
const MAX_DEGREES = 0.5;
const MAX_NAME_LENGTH = 40;
/** With the gap after it. */
const SMALLEST_LETTER = 6;

export interface Picture {
	/** A PNG. */
	file: Buffer;
	width: number;
	height: number;
	/** How many of the shapes it shows. */
	drawn: number;
}

/**
 * Draws a little at each step; the last step gives the picture.
 * @param known colors of the categories that have their own; an area in the color of the paper is not filled
 */
export function* drawPicture(
	input: readonly Shape[],
	{ width, hasLegend, known }: { width: number; hasLegend: boolean; known: ReadonlyMap<string, Color> },
): Generator<Picture | undefined> {
	const shapes = withoutFarOut(input);
	yield undefined;
	const { colorOf, entries } = legendOf(shapes, known);
	const legend = hasLegend ? entries : [];
	// Small shapes lie in large ones.
	shapes.sort((one, other) => other.layer - one.layer || sizeOf(one) - sizeOf(other));
	yield undefined;
	// Of the letters.
	const dot = 1 + Math.round(width / 1000);
	const margin = 8 * dot;
	const inner = width - 2 * margin;
	const plan = fit(extentOf(shapes.map(({ extent }) => extent)), inner, margin);
	const entryWidth = dot * Math.max(...legend.map(({ text }) => 20 + columnsOf(text).length));
	const perLine = Math.max(1, Math.floor(inner / entryWidth));
	const lineHeight = 15 * dot;
	const height = Math.ceil(plan.height) + lineHeight * Math.ceil(legend.length / perLine);
	const canvas = new Canvas(width, height);
	const drawings: Array<{ rings: Position[][]; color: Color; label: string }> = [];
	for (const { rings, category, label } of shapes) {
		const onCanvas = rings.map((ring) => ring.map(plan.project));
		const visible = onCanvas.map((ring) => (ring.length === 1 ? disc(ring[0], 3 * dot) : ring));
		drawings.push({ rings: visible, color: colorOf(category), label });
		yield undefined;
	}
	for (const [at, { text, color }] of legend.entries()) {
		const [x, y] = [margin + (at % perLine) * entryWidth, plan.height + Math.floor(at / perLine) * lineHeight];
		drawings.push({ rings: [disc([x + 5 * dot, y + 5 * dot], 5 * dot)], color, label: '' });
		canvas.text([x + 13 * dot, y], text, dot, PAPER);
	}
	for (const { rings, color } of drawings.toReversed()) yield color === PAPER ? undefined : canvas.area(rings, color);
	for (const { rings, color } of drawings) yield canvas.edges(rings, color - SHADE);
	for (const { rings, color, label } of drawings) yield drawLabel(canvas, rings, color, label, dot);
	yield { file: yield* canvas.png(), width, height, drawn: shapes.length };
}

/** Puts a label where an area is free, in letters as large as fit, and cut where the smallest are too wide. */
function drawLabel(canvas: Canvas, rings: Position[][], color: Color, label: string, maxDot: number): undefined {
	const [[, top], [, bottom]] = extentOf(rings);
	for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
		const y = top + part * (bottom - top);
		const [from, to] = spansAt(rings, y).reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), [0, 0]);
		const max = Math.floor((to - from) / SMALLEST_LETTER) - 1;
		const text = label.length > max && max > 3 ? `${label.slice(0, max - 2)}…` : label;
		const columns = columnsOf(text).length;
		const dot = Math.min(maxDot, Math.floor((to - from) / (columns + 2)));
		const start: Position = [(from + to - dot * columns) / 2, y - (dot * LETTER_HEIGHT) / 2];
		if (dot > 0 && canvas.text(start, text, dot, color)) return;
	}
}

/** The colors of categories, the most frequent first, and the entries of the legend: the others are one. */
function legendOf(shapes: readonly Shape[], known: ReadonlyMap<string, Color>) {
	const groups = [...groupBy(shapes, ({ category }) => category).values()];
	const sorted = groups.sort((one, other) => other.length - one.length).flat();
	const free = [...COLORS];
	const colorOf = memo((category: string) => known.get(category) ?? free.shift() ?? OTHERS);
	// None for the others: a category may be called so.
	const listed = groupBy(sorted, ({ category }) => (colorOf(category) === OTHERS ? undefined : category));
	const entries = [...listed].map(([name = 'other', some]) => ({
		text: `${name.slice(0, MAX_NAME_LENGTH)} (${some.length})`,
		color: colorOf(some[0].category),
	}));
	return { colorOf, entries };
}

function disc([x, y]: Position, radius: number): Position[] {
	const angles = Array.from({ length: 24 }, (_, at) => (at * Math.PI) / 12);
	return angles.map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
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
