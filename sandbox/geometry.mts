import { isJsonObject } from './json.mts';

export interface XY {
	x: number;
	y: number;
}

/** The outlines of a Polygon as in GeoJSON, without the closing point; none for any other structure. */
export function ringsOf(geometry: unknown): XY[][] {
	if (!isJsonObject(geometry) || !Array.isArray(geometry.coordinates)) return [];
	const rings: unknown[] = geometry.coordinates;
	return rings.flatMap((ring) => {
		if (!Array.isArray(ring)) return [];
		const points = ring.flatMap((point: unknown) => pointOf(point) ?? []);
		const [first, last] = [points[0], points[points.length - 1]];
		if (points.length > 1 && first.x === last.x && first.y === last.y) points.pop();
		return points.length < 3 ? [] : [points];
	});
}

/** `{ x, y }` or `[x, y]`, in finite numbers. */
export function pointOf(point: unknown): XY | undefined {
	const [x, y]: unknown[] = Array.isArray(point) ? point : isJsonObject(point) ? [point.x, point.y] : [];
	if (typeof x !== 'number' || typeof y !== 'number') return undefined;
	return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

/** Of an outline that does not cross itself. */
export function areaOf(outline: readonly XY[]): { area: number; centre: XY } {
	let [x, y, doubled] = [0, 0, 0];
	outline.forEach((from, index) => {
		const to = outline[(index + 1) % outline.length];
		const cross = from.x * to.y - to.x * from.y;
		x += cross * (from.x + to.x);
		y += cross * (from.y + to.y);
		doubled += cross;
	});
	if (doubled === 0) return { area: 0, centre: outline[0] };
	return { area: Math.abs(doubled) / 2, centre: { x: x / (3 * doubled), y: y / (3 * doubled) } };
}

export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export function boxOf(points: Iterable<XY>): Box {
	const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
	for (const { x, y } of points) {
		box.left = Math.min(box.left, x);
		box.top = Math.min(box.top, y);
		box.right = Math.max(box.right, x);
		box.bottom = Math.max(box.bottom, y);
	}
	return box;
}
