import { axesOf, coordinatesOf } from './coordinates';
import type { Position } from './coordinates';
import { isEmptyValue } from './feature';
import type { Feature } from './feature';
import { isJsonEqual, isJsonObject } from '../text';

/** Types of GeoJSON that are no area by themselves. */
const NO_AREA = /^(?:(?:Multi)?(?:Point|LineString)|GeometryCollection|Feature(?:Collection)?)$/;
const AREA_TEXT = /^(?:SRID=\d+;)?\s*((?:MULTI)?POLYGON)[ ZM]*\(/i;

/** How an outline is written: as GeoJSON, well-known text, lists of points, or an object of the service's own. */
interface OutlineForm {
	/** With its article, for messages. */
	name: string;
	/** Whether it encloses something. */
	isArea: boolean;
}

/** Section 2.3 says Polygon and shows no structure; services of this form write GeoJSON. */
export const SPECIFIED_FORMS: ReadonlySet<string> = new Set(['a Polygon']);

export function outlineForm(geometry: unknown): OutlineForm {
	if (typeof geometry === 'string') {
		const type = AREA_TEXT.exec(geometry.trim())?.[1].toUpperCase();
		return { name: type === undefined ? 'text' : `text that begins with ${type}`, isArea: type !== undefined };
	}
	if (Array.isArray(geometry)) return formOfRings('a list', geometry, ' of points');
	if (!isJsonObject(geometry)) return { name: typeof geometry, isArea: false };
	const { type, coordinates } = geometry;
	if (type === 'Polygon' || type === 'MultiPolygon') {
		const depth = type === 'Polygon' ? 2 : 3;
		return formOfRings(`a ${type}`, depthOf(coordinates) === depth ? coordinates : []);
	}
	if (typeof type === 'string' && (coordinates !== undefined || NO_AREA.test(type)))
		return { name: `a ${type}`, isArea: false };
	const names = Object.keys(geometry).sort().join(', ');
	return { name: names === '' ? 'an empty object' : `an object with ${names}`, isArea: names !== '' };
}

function formOfRings(name: string, rings: unknown, what = ''): OutlineForm {
	const isArea = hasRing(rings);
	return { name: isArea ? `${name}${what}` : `${name} without an area`, isArea };
}

/** 1 for a ring, 2 for a list of rings. */
function depthOf(value: unknown): number {
	return Array.isArray(value) && !isPoint(value) ? 1 + depthOf(value[0]) : 0;
}

/** Rings, or a ring: at least three points that are not in a line, as lists of numbers, or different objects. */
function hasRing(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0) return false;
	const first: unknown = value[0];
	if (Array.isArray(first) && Array.isArray(first[0])) return value.every(hasRing);
	const points: unknown[] = value;
	if (!points.every(isPoint)) return false;
	const second = points.find((point) => !areSamePoint(point, first));
	const isThird = (point: unknown) =>
		!areSamePoint(point, first) && !areSamePoint(point, second) && areNotInLine(first, second, point);
	return second !== undefined && points.some(isThird);
}

/** Lists by their numbers, because a plan has a million of them. */
function areSamePoint(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) && Array.isArray(other)) return one[0] === other[0] && one[1] === other[1];
	return isJsonEqual(one, other);
}

function areNotInLine(one: unknown, other: unknown, third: unknown): boolean {
	// As they are: of a list no other is made.
	const from = coordinatesOf(one) as Position | undefined;
	const to = coordinatesOf(other) as Position | undefined;
	const next = coordinatesOf(third) as Position | undefined;
	if (from === undefined || to === undefined || next === undefined) return true;
	return (to[0] - from[0]) * (next[1] - from[1]) !== (to[1] - from[1]) * (next[0] - from[0]);
}

function isPoint(value: unknown): boolean {
	return Array.isArray(value) ? typeof value[0] === 'number' && typeof value[1] === 'number' : isJsonObject(value);
}

/** Kinds whose geometry is a Polygon (section 2.3). */
export function isPolygonal({ type }: Feature): boolean {
	return type === 'zone' || type === 'zonedIcon';
}

/** Kinds that have an outline: on services of this form rooms, too. */
export function isOutlined(feature: Feature): boolean {
	return feature.type === 'room' || isPolygonal(feature);
}

/** The names of the forms that outlines have on a plan. */
export function outlineFormsOf(plan: readonly Feature[]): ReadonlySet<string> {
	const outlined = plan.filter((feature) => isOutlined(feature) && !isEmptyValue(feature.geometry));
	const forms = outlined.map(({ geometry }) => outlineForm(geometry));
	const names = new Set(forms.map(({ name }) => name));
	return forms.some(({ isArea }) => isArea) ? names : new Set([...SPECIFIED_FORMS, ...names]);
}

/** Text files hold numbers as text. */
function numberOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

/**
 * A position in the form that positions have on a plan. Without an example it stays, because section 2.3 requires an
 * object and shows none.
 */
export function positionLike(example: unknown, position: unknown): unknown {
	const coordinates = coordinatesOf(position)?.map(numberOf);
	if (coordinates === undefined) return position;
	if (Array.isArray(example)) return coordinates;
	if (isJsonObject(example) && 'coordinates' in example) return { type: 'Point', coordinates };
	const axes = axesOf(example);
	const isAlike = axes.every((name) => Object.hasOwn(Object(position), name));
	const names = axes.length > 0 ? axes : axesOf(position);
	if (names.length === 0) return Array.isArray(position) ? position : { ...Object(position), coordinates };
	const found = Object.fromEntries(names.map((name, index) => [name, coordinates[index]]));
	return isAlike ? { ...Object(position), ...found } : found;
}

/**
 * The outline that GeoJSON gives. Programs for maps write each outline as a list of polygons, also where all have one.
 * @param forms that outlines have on the plan
 */
export function outlineOfGeoJson(geometry: unknown, forms: ReadonlySet<string>): unknown {
	if (!isJsonObject(geometry) || geometry.type !== 'MultiPolygon' || !forms.has('a Polygon')) return geometry;
	const { coordinates } = geometry;
	const [polygon, ...others]: unknown[] = Array.isArray(coordinates) ? coordinates : [];
	return others.length > 0 ? geometry : { ...geometry, type: 'Polygon', coordinates: polygon };
}

/** Where a position of null or none is the centre of the plan (section 2.3, rule 1). */
export function isCentred({ type }: Feature): boolean {
	return type === 'assemblyArea' || type === 'fixedIcon' || type === 'leaderLineIcon';
}

/** How many have neither outline nor position, and are of a kind that shows by one: by section 2.3, or on the plan. */
export function countWithoutLocation(features: readonly Feature[], plan: readonly Feature[]): number {
	const located = new Set<unknown>([...plan.filter(hasLocation).map(({ type }) => type), 'zone', 'zonedIcon']);
	return features.filter((one) => located.has(one.type) && !isCentred(one) && !hasLocation(one)).length;
}

export function hasLocation({ geometry, position }: Feature): boolean {
	return !isEmptyValue(geometry) || !isEmptyValue(position);
}
