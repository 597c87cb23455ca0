import { NO_COORDINATES, axesOf, coordinatesOf, isPosition } from '../plan';
import { isJsonObject } from '../text';
import { jsonOfCell } from './cells';
import type { JsonObject } from '../text';

/** Words of the names of columns that hold the coordinates of a point, such as desk_x, Position X (ft) and geoLat. */
const AXES_OF_COLUMNS: ReadonlyArray<Record<string, RegExp>> = [
	{
		longitude: /^(?:lon|lng|long|longitude|経度|經度|经度|경도|долгота|boylam|długość|keido)$/i,
		latitude: /^(?:lat|latitude|緯度|纬度|위도|широта|enlem|szerokość|ido)$/i,
	},
	{
		x: /^(?:(?:gps|geo|pos|coord)?x(?:pos|coord)?|left|easting|rechtswert)$/i,
		y: /^(?:(?:gps|geo|pos|coord)?y(?:pos|coord)?|top|northing|hochwert)$/i,
	},
];
const BETWEEN_WORDS = /[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u;

/** The columns that hold a place: one the position, or two the coordinates, each by its axis. */
export type PlaceColumns = Readonly<Record<string, string>>;

/** The columns that hold the coordinates of a place, by their names; none where there are not both. */
export function axisColumns(names: readonly string[]): PlaceColumns {
	const columnOf = (axis: RegExp) => names.find((name) => name.split(BETWEEN_WORDS).some((word) => axis.test(word)));
	const all = AXES_OF_COLUMNS.map((axes) =>
		Object.entries(axes).flatMap(([axis, words]) => {
			const column = columnOf(words);
			return column === undefined ? [] : [[axis, column] as const];
		}),
	);
	return Object.fromEntries(all.find(({ length }) => length === 2) ?? []);
}

/** `POINT (153.02 -27.47)` of databases for maps, and `-27.47, 153.02` of open data. */
const POINT_TEXT = /^\s*(?:(?:SRID=\d+;)?POINT\b|\(?-?\d+\.\d{3,}\s*[,;]\s*-?\d+\.\d{3,}\)?\s*$)/i;
const OF_POINT: ReadonlySet<string> = new Set(['type', 'coordinates', ...NO_COORDINATES]);

/** Whether a cell is a point and nothing else. */
export function isPoint(cell: unknown): boolean {
	const value = typeof cell === 'string' && cell.startsWith('{') ? jsonOfCell(cell) : cell;
	if (typeof value === 'string') return POINT_TEXT.test(value);
	if (!isJsonObject(value)) return false;
	const others = Object.keys(value).filter((name) => !OF_POINT.has(name) && !axesOf(value).includes(name));
	// Coordinates of an outline are lists.
	return others.length === 0 && ['number', 'string'].includes(typeof coordinatesOf(value)?.[0]);
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

function withoutMapProperties(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !NO_COORDINATES.includes(name)));
}
