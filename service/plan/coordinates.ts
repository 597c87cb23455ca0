import type { Feature } from './feature';
import { isJsonObject } from '../text';
import { foldedText } from './feature-equality';
import type { EqualityLevel } from './feature-equality';

/** Plans whose larger side is shorter lie in degrees: a floor is some 0.001 degrees wide. */
const MAX_DEGREES = 0.5;
/** Five kilometres in degrees, and five centimetres: fewer than between two icons. */
const MIN_METRES = 0.05;
/** Some hundred kilometres in degrees. */
const NEAR = 1;
/** About a centimetre. */
const DEGREES_TOLERANCE = 1e-7;
const MAX_TOLERANCE = 0.01;
const SIDE_PER_TOLERANCE = 10_000;

export type Position = readonly [x: number, y: number];

/** A position may hold more numbers, such as a rotation. */
const AXES = [/^(?:x|lon|lng|longitude)$/i, /^(?:y|lat|latitude)$/i];

/** The names of both axes, such as x and y, in the order of coordinates; none for what is no such object. */
export function axesOf(position: unknown): string[] {
	const names = isJsonObject(position) ? Object.keys(position) : [];
	const axes = AXES.flatMap((axis) => names.find((name) => axis.test(name)) ?? []);
	return axes.length === AXES.length ? axes : [];
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

/** The positions of an outline or a position. @param take returns whether to go on */
function visitPositions(value: unknown, take: (position: Position) => boolean): boolean {
	if (typeof value !== 'object' || value === null) return true;
	const position = positionOf(value);
	if (position !== undefined) return take(position);
	const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
	return inner.every((one) => visitPositions(one, take));
}

/** Opposite corners of the box around features. */
export type Extent = readonly [min: Position, max: Position];

/** @param isWhole whether all positions of a feature count, or its first one */
function extentOf(features: readonly Feature[], isWhole: boolean): Extent {
	let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
	const measure = ([x, y]: Position): boolean => {
		if (x < left) left = x;
		if (x > right) right = x;
		if (y < low) low = y;
		if (y > high) high = y;
		return isWhole;
	};
	for (const { geometry, position } of features) {
		visitPositions(geometry, measure);
		visitPositions(position, measure);
	}
	return [
		[left, low],
		[right, high],
	];
}

function sideOf([min, max]: Extent): number {
	return Math.max(max[0] - min[0], max[1] - min[1]);
}

/**
 * Where a plan lies, if its coordinates can be nothing but longitude and latitude: all of it is closer together than
 * metres would be, and not in one place.
 */
export function extentInDegrees(plan: readonly Feature[]): Extent | undefined {
	const extent = extentOf(plan, plan.length === 1);
	const side = sideOf(extent);
	return side > 0 && side < MIN_METRES && isOnEarth(extent) ? extent : undefined;
}

/** Whether a feature is not where such a plan is: its coordinates are projected, or its axes are turned around. */
export function isMisplaced(feature: Feature, plan: Extent): boolean {
	const extent = extentOf([feature], false);
	if (isNear(extent, plan)) return false;
	const turned = ([x, y]: Position): Position => [y, x];
	return !isOnEarth(extent) || isNear([turned(extent[0]), turned(extent[1])], plan);
}

function isOnEarth([min, max]: Extent): boolean {
	return min[0] >= -180 && max[0] <= 180 && min[1] >= -90 && max[1] <= 90;
}

function isNear([min, max]: Extent, plan: Extent): boolean {
	const isNearOn = (axis: 0 | 1) => max[axis] > plan[0][axis] - NEAR && min[axis] < plan[1][axis] + NEAR;
	return isNearOn(0) && isNearOn(1);
}

/** So wide that most positions are farther from the border than the tolerance, and are in no other cell. */
const TOLERANCES_PER_CELL = 8;

/** A table of texts can't hold a tolerance. Equal coordinates lie in one cell of a grid, or in two that touch. */
export class Grid {
	/** How far equal coordinates of a plan may lie from each other, by its own measure. */
	readonly tolerance: number;

	/** Equal but for what services change in what they store. */
	readonly level: EqualityLevel;

	constructor(plan: readonly Feature[]) {
		const side = sideOf(extentOf(plan, true));
		this.tolerance = side >= MAX_DEGREES ? Math.min(side / SIDE_PER_TOLERANCE, MAX_TOLERANCE) : DEGREES_TOLERANCE;
		this.level = { tolerance: this.tolerance, foldsTexts: true };
	}

	/**
	 * The cells that the first position of an outline may be in. What has none, such as well-known text, has its text.
	 * @param distance how far it may lie from there
	 */
	cellsOf(value: unknown, distance: number): string[] {
		let first: Position | undefined;
		visitPositions(value, (position) => (first = position) === undefined);
		if (first === undefined) return [foldedText(value)];
		const [xs, ys] = (first as Position).map((at) => {
			const [from, to] = [-distance, distance].map((by) =>
				Math.floor((at + by) / this.tolerance / TOLERANCES_PER_CELL),
			);
			return from === to ? [from] : [from, to];
		});
		return xs.flatMap((x) => ys.map((y) => `${x},${y}`));
	}
}
