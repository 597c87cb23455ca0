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
		label: values.name,
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
		name: values.name,
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

export function fixedIcon(at: Point, iconType: string, more: Feature = {}): Feature {
	return { type: 'fixedIcon', position: position(at), icons: icons(iconType), ...more };
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

/** An evacuation diagram on the wall. */
export function evacSign(area: Rectangle, name: string, reference: string): Feature {
	return { type: 'evacSign', geometry: polygon(corners(area)), name, reference };
}

export function exitSign(at: Point, reference: string, rotation: number): Feature {
	return { type: 'exitSign', position: position(at), reference, rotation };
}

export function door(
	type: 'foldingDoor' | 'hingedDoor' | 'rollerDoor' | 'slidingDoorway',
	at: Point,
	rotation: number,
	rating: { fireRating?: string; smokeRating?: string } = {},
): Feature {
	return { type, position: position(at), rotation, ...rating };
}

export function wallSegment(from: Point, to: Point): Feature {
	return {
		type: 'wallSegment',
		geometry: { type: 'LineString', coordinates: [from, to].map(([x, y]) => [round(x), round(y)]) },
	};
}

/** A wall of any form, such as a column. */
export function wallBlob(area: Rectangle): Feature {
	return { type: 'wallBlob', geometry: polygon(corners(area)) };
}
