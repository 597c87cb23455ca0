import { extentOf, positionOf } from '../plan';
import type { Extent, Feature, Position } from '../plan';
import { isJsonObject, parseJson } from '../text';

/** Where a feature lies: a ring of one position is a mark, one of two a line, and a longer one an area or a hole. */
export interface Outline {
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
		const rings = ringsIn(value);
		const count = rings.reduce((sum, ring) => sum + ring.length, 0);
		if (count > 0 && count <= MAX_POSITIONS)
			return { rings, extent: extentOf(rings), isLine: /LineString$/i.test(typeOf(value)) };
	}
	return undefined;
}

/** Of GeoJSON, of the geometry of its Feature, or of the first one of a collection. */
function typeOf(value: unknown): string {
	if (!isJsonObject(value)) return '';
	const [first = value.geometry]: unknown[] = Array.isArray(value.geometries) ? value.geometries : [];
	return isJsonObject(first) ? typeOf(first) : String(value.type);
}

function ringsIn(value: unknown, depth = 0, arePoints = false): Position[][] {
	if (depth > MAX_DEPTH) return [];
	const single = positionIn(value);
	if (single !== undefined) return [[single]];
	if (isJsonObject(value)) {
		const { geometries } = value;
		if (Array.isArray(geometries)) return geometries.flatMap((one: unknown) => ringsIn(one, depth + 1));
		return ringsIn(value.coordinates ?? value.geometry, depth + 1, /^MultiPoint$/i.test(typeOf(value)));
	}
	if (!Array.isArray(value)) return [];
	const positions = value.map(positionIn).filter((one) => one !== undefined);
	if (arePoints || positions.length === 0) return value.flatMap((one: unknown) => ringsIn(one, depth + 1));
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
	// `153.02 -27.47` becomes `[153.02,-27.47]`, and a collection the list of what it holds, without their types.
	const lists = text
		.slice(text.indexOf('('))
		.replace(/[a-z]{2,}/gi, '')
		.replaceAll('(', '[')
		.replaceAll(')', ']');
	const positions = lists.replace(/[^[\],\s][^[\],]*/g, (one) => JSON.stringify(one.trim().split(/\s+/).map(Number)));
	return { type, coordinates: parseJson(positions) };
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
