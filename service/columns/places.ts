import { NO_COORDINATES, axesOf, coordinatesOf, isPosition } from '../plan';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** Text files hold numbers as text. */
function numberOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

/**
 * A position in the form that positions have on a plan. Without an example it stays, because section 2.3 requires an
 * object and shows none.
 */
export function positionLike(example: unknown, position: unknown): unknown {
	const coordinates = coordinatesOf(position)?.slice(0, coordinatesOf(example)?.length).map(numberOf);
	if (coordinates === undefined) return position;
	if (Array.isArray(example)) return coordinates;
	if (isJsonObject(example) && 'coordinates' in example) return { type: 'Point', coordinates };
	const axes = axesOf(example);
	const isAlike = axes.every((name) => Object.hasOwn(Object(position), name));
	const names = axes.length > 0 ? axes : axesOf(position);
	if (names.length === 0) return Array.isArray(position) ? position : { ...Object(position), coordinates };
	const found = Object.fromEntries(names.map((name, index) => [name, coordinates[index]]));
	return isAlike ? { ...withoutMapProperties(Object(position) as JsonObject), ...found } : found;
}

/**
 * The outline that GeoJSON gives, without what programs for maps add to it, such as heights. They write each outline
 * as a list of polygons, also where all have one.
 * @param forms that outlines have on the plan
 */
export function outlineOfGeoJson(geometry: unknown, forms: ReadonlySet<string>): unknown {
	if (!isJsonObject(geometry) || !Array.isArray(geometry.coordinates)) return geometry;
	const outline = { ...withoutMapProperties(geometry), coordinates: geometry.coordinates.map(withoutHeight) };
	const [polygon, ...others] = outline.coordinates;
	const isSingle = geometry.type === 'MultiPolygon' && others.length === 0 && forms.has('a Polygon');
	return isSingle ? { ...outline, type: 'Polygon', coordinates: polygon } : outline;
}

/** Of a position, or of positions at any depth. */
function withoutHeight(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	return isPosition(value) ? value.slice(0, 2) : value.map(withoutHeight);
}

function withoutMapProperties(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !NO_COORDINATES.includes(name)));
}
