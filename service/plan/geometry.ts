import { isEmptyValue } from './feature';
import type { Feature } from './feature';
import { isJsonObject, parseJson } from '../text';
import type { JsonObject } from '../text';

/** Plans whose larger side is shorter lie in degrees: a floor is some 0.001 degrees wide. */
const MAX_DEGREES = 0.5;
/** Five kilometres in degrees, and five centimetres: fewer than between two icons. */
const MIN_METRES = 0.05;
/** A new wing or building may lie so many sides of the plan beyond it, and so far at least. */
const NEAR_SIDES = 100;
const NEAR_METRES = 1000;
const NEAR_DEGREES = 0.05;
/** From here on a plan lies in metres, or in another unit of lengths. */
const MIN_SIDE = 10;
/** Nothing on such a plan is smaller, and few floors in degrees are larger. */
const MIN_OUTLINE = 0.002;
/** About a centimetre. */
const DEGREES_TOLERANCE = 1e-7;
const MAX_TOLERANCE = 0.01;
const SIDE_PER_TOLERANCE = 10_000;

export type Position = readonly [x: number, y: number];

/** A position may hold more numbers, such as a rotation. */
const AXES = [/^(?:x|lon|lng|long|longitude)$/i, /^(?:y|lat|latitude)$/i];

/** The names of both axes, such as x and y, in the order of coordinates; none for what is no such object. */
export function axesOf(position: unknown): string[] {
	const names = isJsonObject(position) ? Object.keys(position) : [];
	const axes = AXES.flatMap((axis) => names.find((name) => axis.test(name)) ?? []);
	return axes.length === AXES.length ? axes : [];
}

/** What columns call both axes, also within names such as pos_x, GPSX and geo_lat. */
const AXIS_WORDS: Array<[axes: readonly [string, string], words: string[]]> = [
	[
		['longitude', 'latitude'],
		[
			...['longi lati', 'long lat', 'lng lat', 'lon lat', '経度 緯度', '經度 緯度', '经度 纬度', '경도 위도'],
			...['долгот широт', 'boylam enlem', 'keido ido', 'długość szerokość'],
		],
	],
	[
		['x', 'y'],
		['x y', 'left top', 'east north', 'rechtswert hochwert'],
	],
];

/** The columns of a row that say where it is, by what they are: one is a position, or both are its coordinates. */
export function locationColumns(row: JsonObject): Record<string, string> {
	const names = Object.keys(row);
	const whole = names.find((name) => isPointCell(row[name]));
	if (whole !== undefined) return { position: whole };
	const numbers = new Map(names.flatMap((name) => (hasDigit(row[name]) ? [[name.toLowerCase(), name]] : [])));
	for (const [[first, second], all] of AXIS_WORDS) {
		for (const [x, y] of all.map((words) => words.split(' '))) {
			for (const [name, column] of numbers) {
				// Nothing but the axis is different.
				const parts = name.split(x);
				const others = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(x) + y + parts.slice(at + 1).join(x));
				const other = others.map((one) => numbers.get(one)).find((one) => one !== undefined);
				if (other !== undefined) return { [first]: column, [second]: other };
			}
		}
	}
	return {};
}

/** `POINT (153.02 -27.47)` of databases for maps, and `-27.47, 153.02` of open data. */
const POINT_TEXT = /^\s*(?:(?:SRID=\d+;)?POINT\b|\(?-?\d+\.\d{3,}\s*[,;]\s*-?\d+\.\d{3,}\)?\s*$)/i;

/** Whether a cell is a point and nothing else. */
function isPointCell(cell: unknown): boolean {
	const value = typeof cell === 'string' && cell.startsWith('{') ? parseJson(cell) : cell;
	if (typeof value === 'string') return POINT_TEXT.test(value);
	const isOfPoint = (name: string) => OF_POINT.includes(name) || AXES.some((axis) => axis.test(name));
	// Coordinates of an outline are lists.
	return isJsonObject(value) && Object.keys(value).every(isOfPoint) && isScalar(coordinatesOf(value)?.[0]);
}

function isScalar(coordinate: unknown): boolean {
	return typeof coordinate === 'number' || typeof coordinate === 'string';
}

function hasDigit(cell: unknown): boolean {
	return isScalar(cell) && /\d/.test(String(cell));
}

/** Whether a position says by the names of its axes that it is longitude and latitude. */
export function isGeographic(position: unknown): boolean {
	return axesOf(position).some((name) => /^l/i.test(name));
}

/** The coordinates of a list, a Point, or an object such as `{ x, y }`; undefined for any other position. */
export function coordinatesOf(position: unknown): unknown[] | undefined {
	if (Array.isArray(position)) return position;
	if (!isJsonObject(position)) return undefined;
	if (Array.isArray(position.coordinates)) return position.coordinates;
	const axes = axesOf(position);
	return axes.length === 0 ? undefined : axes.map((name) => position[name]);
}

export function positionOf(value: unknown): Position | undefined {
	// By index: a pattern takes an iterator for each position of a plan.
	const coordinates = coordinatesOf(value);
	const x = coordinates?.[0];
	const y = coordinates?.[1];
	return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

/** Opposite corners of the box around something. */
export type Extent = readonly [min: Position, max: Position];

/** Of positions at any depth, such as those of outlines; extents have one, too. */
export function extentOf(values: readonly unknown[]): Extent {
	let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
	const extend = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		// No list is made of a position, because a plan has a million of them.
		const coordinates = coordinatesOf(value);
		const x = coordinates?.[0];
		const y = coordinates?.[1];
		if (typeof x === 'number' && typeof y === 'number') {
			if (x < left) left = x;
			if (x > right) right = x;
			if (y < low) low = y;
			if (y > high) high = y;
		} else for (const inner of coordinates ?? Object.values(value)) extend(inner);
	};
	for (const value of values) extend(value);
	return [
		[left, low],
		[right, high],
	];
}

/** Without what lies a thousand times farther out than most, such as a mark at 0, 0. */
export function withoutFarOut<T extends { extent: Extent }>(all: readonly T[]): T[] {
	const partOf = (part: number, numberOf: (one: T) => number, some = all) =>
		Float64Array.from(some, numberOf)
			.sort()
			.at(Math.floor(part * (some.length - 1))) ?? 0;
	const x = partOf(0.5, ({ extent }) => extent[0][0]);
	const y = partOf(0.5, ({ extent }) => extent[0][1]);
	const distanceOf = ({ extent: [[left, top]] }: T) => Math.max(Math.abs(left - x), Math.abs(top - y));
	// Most may be icons that stand together, so a room's size counts, too.
	const outlined = all.filter(({ extent }) => sideOf(extent) > 0);
	const side = partOf(0.5, ({ extent }) => sideOf(extent), outlined);
	const max = 1000 * Math.max(side, partOf(0.75, distanceOf));
	return all.filter((one) => max === 0 || distanceOf(one) <= max);
}

/** Where the features of a plan lie that are not far out by mistake. */
function planExtent(plan: readonly Feature[]): Extent {
	const all = plan.map(({ geometry, position }) => ({ extent: extentOf([geometry, position]) }));
	const located = all.filter(({ extent: [[left]] }) => left < Infinity);
	return extentOf(withoutFarOut(located).map(({ extent }) => extent));
}

function sideOf([min, max]: Extent): number {
	return Math.max(max[0] - min[0], max[1] - min[1]);
}

export interface PlanLocation {
	extent: Extent;
	/** Its coordinates can be nothing but longitude and latitude: all of it is closer together than metres would be. */
	isInDegrees: boolean;
	/** How far features may lie beyond the extent. */
	distance: number;
}

/** Where a plan lies; undefined where its coordinates may be of either kind, or all are the same. */
export function locationOf(plan: readonly Feature[]): PlanLocation | undefined {
	const extent = planExtent(plan);
	const side = sideOf(extent);
	const isInDegrees = areDegrees(extent);
	if (!isInDegrees && !(side >= MIN_SIDE)) return undefined;
	return { extent, isInDegrees, distance: Math.max(isInDegrees ? NEAR_DEGREES : NEAR_METRES, NEAR_SIDES * side) };
}

/** Whether a feature is not where a plan is: its coordinates are of another kind or unit, or its axes turned around. */
export function isMisplaced({ geometry, position }: Feature, { extent, isInDegrees, distance }: PlanLocation): boolean {
	const [min, max] = extent;
	const [[left, low], [right, high]] = extentOf([geometry, position]);
	if (left <= min[0] - distance || right >= max[0] + distance) return true;
	if (low <= min[1] - distance || high >= max[1] + distance) return true;
	const side = isInDegrees ? 0 : sideOf(extentOf([geometry]));
	return side > 0 && side < MIN_OUTLINE;
}

function areDegrees(extent: Extent): boolean {
	const side = sideOf(extent);
	return side > 0 && side < MIN_METRES && extent.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
}

/** How far equal coordinates of a plan may lie from each other, by its own measure. */
export function toleranceOf(plan: readonly Feature[]): number {
	const side = sideOf(planExtent(plan));
	return side >= MAX_DEGREES ? Math.min(side / SIDE_PER_TOLERANCE, MAX_TOLERANCE) : DEGREES_TOLERANCE;
}

/** Types of GeoJSON that are no area by themselves. */
const NO_AREA = /^(?:(?:Multi)?(?:Point|LineString)|GeometryCollection|Feature(?:Collection)?)$/;
const AREA_TEXT = /^(?:SRID=\d+;)?\s*((?:MULTI)?POLYGON)[ ZM]*\(/i;

/** Section 2.3 says Polygon and shows no structure; services of this form write GeoJSON. */
export const SPECIFIED_FORMS: ReadonlySet<string> = new Set(['a Polygon']);

/**
 * How an outline is written: as GeoJSON, well-known text, lists of points, or an object of the service's own.
 * @returns its name with its article, for messages, and whether it encloses something
 */
export function outlineForm(geometry: unknown): { name: string; isArea: boolean } {
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

function formOfRings(name: string, rings: unknown, what = '') {
	const isArea = hasRing(rings);
	return { name: isArea ? `${name}${what}` : `${name} without an area`, isArea };
}

/** 1 for a ring, 2 for a list of rings. */
function depthOf(value: unknown): number {
	return Array.isArray(value) && !isPoint(value) ? 1 + depthOf(value[0]) : 0;
}

/** Rings, or a ring: at least three points that are not in a line, as lists of numbers, or objects. */
function hasRing(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0) return false;
	const points: unknown[] = value;
	if (Array.isArray(points[0]) && Array.isArray(points[0][0])) return points.every(hasRing);
	if (!points.every(isPoint)) return false;
	// Without a closure, which would be garbage for each outline of a plan.
	for (let at = 2; at < points.length; at++) if (!areInLine(points[0], points[at - 1], points[at])) return true;
	return false;
}

function areInLine(first: unknown, second: unknown, third: unknown): boolean {
	// Text and null, too: what they write encloses nothing.
	const [from, to, next] = [coordinatesOf(first), coordinatesOf(second), coordinatesOf(third)] as Array<
		Position | undefined
	>;
	if (from === undefined || to === undefined || next === undefined) return false;
	return (to[0] - from[0]) * (next[1] - from[1]) === (to[1] - from[1]) * (next[0] - from[0]);
}

/** Without a list of its own, as `positionOf` makes one: a plan has a million positions. */
export function isPosition(value: unknown): value is unknown[] {
	return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';
}

function isPoint(value: unknown): boolean {
	return Array.isArray(value) ? isPosition(value) : isJsonObject(value);
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

/** What programs for maps add to coordinates. */
export const NO_COORDINATES: readonly string[] = ['bbox', 'crs', 'spatialReference'];

const OF_POINT = ['type', 'coordinates', ...NO_COORDINATES];

function withoutMapProperties(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !NO_COORDINATES.includes(name)));
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
