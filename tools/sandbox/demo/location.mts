import type { Feature } from '../json.mts';
import { isJsonObject } from '../json.mts';
import type { SandboxSettings } from '../settings.mts';
import type { Point } from './feature-parts.mts';

/** A corner of a plan on earth, in degrees (WGS84). */
export interface Origin {
	longitude: number;
	latitude: number;
}

/** Of latitude everywhere, of longitude at the equator. */
const METRES_PER_DEGREE = 111_320;

/** So many metres to the east and to the south. */
export function moved({ longitude, latitude }: Origin, [east, south]: Point): Origin {
	const metresPerLongitude = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
	return { longitude: longitude + east / metresPerLongitude, latitude: latitude - south / METRES_PER_DEGREE };
}

/**
 * A feature that was drawn in metres, x to the right and y down, where its plan lies. In degrees a position is a
 * GeoJSON Point and each pair is longitude and latitude; in metres it is `{ x, y }`. Section 2.3 shows no structure.
 */
export function locate(feature: Feature, coordinates: SandboxSettings['coordinates'], origin: Origin): Feature {
	if (coordinates === 'metres') return feature;
	const point = (x: number, y: number) => {
		const { longitude, latitude } = moved(origin, [x, y]);
		return [longitude, latitude];
	};
	const points = (value: unknown): unknown => {
		if (!Array.isArray(value)) return value;
		const [x, y]: unknown[] = value;
		return typeof x === 'number' && typeof y === 'number' ? point(x, y) : value.map(points);
	};
	const { geometry, position } = feature;
	return {
		...feature,
		...(isJsonObject(geometry) && { geometry: { ...geometry, coordinates: points(geometry.coordinates) } }),
		...(isJsonObject(position) && {
			position: { type: 'Point', coordinates: point(Number(position.x), Number(position.y)) },
		}),
	};
}
