import { AXES } from './coordinates';
import type { Feature } from './features';
import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** Of a ring that encloses something. */
const MIN_POINTS = 3;
const AREAS: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon']);
const AREA_TEXT = /^(?:SRID=\d+;)?\s*((?:MULTI)?POLYGON)[ ZM]*\(/i;

/** Section 2.3 says Polygon and shows no structure; services of this form write GeoJSON. */
const SPECIFIED_FORMS: ReadonlySet<string> = new Set(['Polygon']);

/**
 * How an outline is written: as an object of GeoJSON by its type, as well-known text, as lists of points, or as an
 * object of the service's own.
 * @returns undefined where it encloses nothing, as a line or an empty list
 */
export function outlineForm(geometry: unknown): string | undefined {
	if (typeof geometry === 'string') {
		const [, type] = AREA_TEXT.exec(geometry.trim()) ?? [];
		return type === undefined ? undefined : `text that begins with ${type.toUpperCase()}`;
	}
	if (Array.isArray(geometry)) return hasRing(geometry) ? 'a list of points' : undefined;
	if (!isJsonObject(geometry)) return undefined;
	const { type, coordinates } = geometry;
	if (typeof type === 'string' && (coordinates !== undefined || AREAS.has(type)))
		return AREAS.has(type) && hasRing(coordinates) ? type : undefined;
	const names = Object.keys(geometry);
	return names.length === 0 ? undefined : `an object with ${names.sort().join(', ')}`;
}

/** Points are lists of numbers or objects. */
function hasRing(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0) return false;
	const [first]: unknown[] = value;
	const isPoint = isJsonObject(first) || (Array.isArray(first) && typeof first[0] === 'number');
	return isPoint ? value.length >= MIN_POINTS : hasRing(first);
}

/** Kinds whose geometry is a Polygon (section 2.3). */
export function isOutlined({ type }: Feature): boolean {
	return type === 'zone' || type === 'zonedIcon';
}

/** The forms that outlines of zones and zoned icons have on a plan, or else those that other outlines have there. */
export function outlineFormsOf(plan: readonly Feature[]): ReadonlySet<string> {
	const formsOf = (features: readonly Feature[]) =>
		new Set(features.map(({ geometry }) => outlineForm(geometry)).filter((form) => form !== undefined));
	const forms = formsOf(plan.filter(isOutlined));
	if (forms.size > 0) return forms;
	const others = formsOf(plan);
	return others.size > 0 ? others : SPECIFIED_FORMS;
}

/**
 * A Point of GeoJSON in the form that positions have on a plan: a list, `{ x, y }`, or such as
 * `{ longitude, latitude }`. Without an example it stays an object, as section 2.3 wants.
 */
export function positionLike(example: unknown, point: JsonObject): unknown {
	const { coordinates } = point;
	if (!Array.isArray(coordinates)) return point;
	if (Array.isArray(example)) return coordinates;
	const names = isJsonObject(example) ? Object.keys(example) : [];
	const axes = AXES.map((axis) => names.find((name) => axis.test(name)));
	return axes.includes(undefined) ? point : Object.fromEntries(axes.map((name, index) => [name, coordinates[index]]));
}

/**
 * The outline that GeoJSON gives. Programs for maps write each outline as a list of polygons, also where all have one.
 * @param forms that outlines have on the plan
 */
export function outlineOfGeoJson(geometry: unknown, forms: ReadonlySet<string>): unknown {
	if (!isJsonObject(geometry) || geometry.type !== 'MultiPolygon' || forms.has('MultiPolygon')) return geometry;
	const { coordinates } = geometry;
	const [polygon, ...others]: unknown[] = Array.isArray(coordinates) ? coordinates : [];
	return others.length > 0 ? geometry : { ...geometry, type: 'Polygon', coordinates: polygon };
}
