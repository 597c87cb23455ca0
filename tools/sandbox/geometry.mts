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

/** `{ x, y }`, `[x, y]` or a GeoJSON Point, in finite numbers. */
export function pointOf(point: unknown): XY | undefined {
	if (isJsonObject(point) && Array.isArray(point.coordinates)) return pointOf(point.coordinates);
	const [x, y]: unknown[] = Array.isArray(point) ? point : isJsonObject(point) ? [point.x, point.y] : [];
	if (typeof x !== 'number' || typeof y !== 'number') return undefined;
	return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

/** The points of a LineString as in GeoJSON; none for any other structure. */
export function lineOf(geometry: unknown): XY[] {
	if (!isJsonObject(geometry) || !Array.isArray(geometry.coordinates)) return [];
	return geometry.coordinates.flatMap((point: unknown) => (Array.isArray(point) ? (pointOf(point) ?? []) : []));
}

/** Whether a point lies in an outline. */
export function isInside({ x, y }: XY, outline: readonly XY[]): boolean {
	return outline.reduce((inside, from, index) => {
		const to = outline[(index + 1) % outline.length];
		const crosses = from.y > y !== to.y > y && x < from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y);
		return crosses ? !inside : inside;
	}, false);
}

/** Of an outline that does not cross itself. */
export function areaOf(outline: readonly XY[]): { area: number; centre: XY } {
	const [origin] = outline;
	// Products of degrees far from zero would leave no digits for an area of metres.
	const near = outline.map(({ x, y }) => ({ x: x - origin.x, y: y - origin.y }));
	let [x, y, doubled] = [0, 0, 0];
	near.forEach((from, index) => {
		const to = near[(index + 1) % near.length];
		const cross = from.x * to.y - to.x * from.y;
		x += cross * (from.x + to.x);
		y += cross * (from.y + to.y);
		doubled += cross;
	});
	if (doubled === 0) return { area: 0, centre: origin };
	return { area: Math.abs(doubled) / 2, centre: { x: origin.x + x / (3 * doubled), y: origin.y + y / (3 * doubled) } };
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
