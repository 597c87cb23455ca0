import type { Feature } from '../json.mts';
import type { ZONE_TYPES } from '../push-rules.mts';
import { dataFields } from './constants.mts';

export interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

export type Point = readonly [x: number, y: number];

/** Metres on the plan, x to the right and y down, to the centimetre. */
const round = (metres: number) => Math.round(metres * 100) / 100;

/** A Polygon as in GeoJSON: an outline, then holes, each closed. Section 2.3 does not show the structure. */
function polygon(...outlines: Point[][]) {
	const coordinates = outlines.map((outline) => [...outline, outline[0]].map(([x, y]) => [round(x), round(y)]));
	return { type: 'Polygon', coordinates };
}

export function corners({ x, y, width, height }: Rectangle): Point[] {
	return [
		[x, y],
		[x + width, y],
		[x + width, y + height],
		[x, y + height],
	];
}

export function centre({ x, y, width, height }: Rectangle): Point {
	return [x + width / 2, y + height / 2];
}

const position = ([x, y]: Point) => ({ x: round(x), y: round(y) });

export type DataValues = Partial<Record<keyof typeof dataFields, string>>;

function dataOf(values: DataValues) {
	return Object.entries(dataFields).flatMap(([field, { key, name }]) => {
		const value = values[field as keyof typeof dataFields];
		return value === undefined ? [] : [{ key, name, value }];
	});
}

export function room(area: Rectangle, values: DataValues, photos: string[] = []): Feature {
	const squareMetres = (area.width * area.height).toFixed(1);
	return {
		type: 'room',
		geometry: polygon(corners(area)),
		data: dataOf({ area: squareMetres, ...values }),
		photos: photos.map((photo) => ({ imageUrl: `/photos/${photo}` })),
	};
}

export function zone(
	zoneType: (typeof ZONE_TYPES)[number],
	outlines: Point[][],
	values: DataValues,
	more: Feature = {},
): Feature {
	return {
		type: 'zone',
		zoneType,
		...more,
		geometry: polygon(...outlines),
		data: dataOf(values),
		photos: [],
	};
}

const icons = (...iconTypes: string[]) => iconTypes.map((iconType) => ({ iconType }));

export function zonedIcon(area: Rectangle, ...iconTypes: string[]): Feature {
	return { type: 'zonedIcon', geometry: polygon(corners(area)), icons: icons(...iconTypes), photos: [] };
}

export function fixedIcon(at: Point, iconType: string): Feature {
	return { type: 'fixedIcon', position: position(at), icons: icons(iconType) };
}

export function leaderLineIcon(at: Point, iconTypes: string[], photos: string[] = []): Feature {
	return {
		type: 'leaderLineIcon',
		position: position(at),
		icons: icons(...iconTypes),
		photos: photos.map((photo) => ({ imageUrl: `/photos/${photo}` })),
	};
}

export function assemblyArea(at: Point, name: string): Feature {
	return { type: 'assemblyArea', position: position(at), name };
}

export function diagram(area: Rectangle, name: string): Feature {
	return { type: 'diagram', geometry: polygon(corners(area)), name };
}
