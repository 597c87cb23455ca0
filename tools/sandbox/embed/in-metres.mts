import { boxOf, lineOf, pointOf, ringsOf } from '../geometry.mts';
import type { XY } from '../geometry.mts';
import { isJsonObject } from '../json.mts';
import type { Feature } from '../json.mts';

/** Plans whose larger side is shorter lie in degrees. */
const MAX_DEGREES = 0.5;

const METRES_PER_DEGREE = 111_320;

/** Features as they are drawn: in metres, y down. A plan in degrees is drawn around its north-western corner. */
export function inMetres(features: readonly Feature[]): Feature[] {
	const points = features.flatMap(pointsOf);
	const { left, right, top, bottom } = boxOf(points);
	if (points.length === 0 || Math.max(right - left, bottom - top) >= MAX_DEGREES) return [...features];
	const metresPerLongitude = METRES_PER_DEGREE * Math.cos((bottom * Math.PI) / 180);
	const place = ({ x, y }: XY) => [(x - left) * metresPerLongitude, (bottom - y) * METRES_PER_DEGREE];
	const placed = (value: unknown): unknown => {
		if (!Array.isArray(value)) return value;
		const point = typeof value[0] === 'number' ? pointOf(value) : undefined;
		return point === undefined ? value.map(placed) : place(point);
	};
	return features.map((feature) => {
		const { geometry, position } = feature;
		const point = pointOf(position);
		return {
			...feature,
			...(isJsonObject(geometry) && { geometry: { ...geometry, coordinates: placed(geometry.coordinates) } }),
			...(point && { position: place(point) }),
		};
	});
}

/** All points of a feature. */
export function pointsOf({ geometry, position }: Feature): XY[] {
	return [...ringsOf(geometry).flat(), ...lineOf(geometry), ...[pointOf(position) ?? []].flat()];
}
