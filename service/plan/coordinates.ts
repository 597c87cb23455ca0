import type { Feature } from './feature';
import { isJsonObject } from '../text';
import { foldedText } from './feature-equality';
import type { EqualityLevel } from './feature-equality';

/** Plans whose larger side is shorter lie in degrees: a floor is some 0.001 degrees wide. */
const MAX_DEGREES = 0.5;
/** Five kilometres in degrees, and five centimetres: fewer than between two icons. */
const MIN_METRES = 0.05;
/** About a centimetre. */
const DEGREES_TOLERANCE = 1e-7;
const MAX_TOLERANCE = 0.01;
const SIDE_PER_TOLERANCE = 10_000;

/** A position may hold more numbers, such as a rotation. */
export const AXES = [/^(?:x|lon|lng|longitude)$/i, /^(?:y|lat|latitude)$/i];

/** How far equal coordinates of a plan may lie from each other, by its own measure. */
export function coordinateTolerance(plan: readonly Feature[]): number {
	const side = sideOf(extentOf(plan));
	return side >= MAX_DEGREES ? Math.min(side / SIDE_PER_TOLERANCE, MAX_TOLERANCE) : DEGREES_TOLERANCE;
}

/**
 * Whether the coordinates of a plan can be nothing but longitude and latitude: all of it is closer together than metres
 * would be, and not in one place.
 */
export function liesInDegrees(plan: readonly Feature[]): boolean {
	const side = sideOf(extentOf(plan));
	return side > 0 && side < MIN_METRES && isOnEarth(plan);
}

/** Whether coordinates may be longitude and latitude. */
export function isOnEarth(features: readonly Feature[]): boolean {
	const { min, max } = extentOf(features);
	return [180, 90].every((limit, axis) => min[axis] >= -limit && max[axis] <= limit);
}

function sideOf({ min, max }: Extent): number {
	return Math.max(max[0] - min[0], max[1] - min[1]);
}

/** By axis. */
type Extent = Record<'min' | 'max', readonly number[]>;

function extentOf(features: readonly Feature[]): Extent {
	const [min, max] = [
		[Infinity, Infinity],
		[-Infinity, -Infinity],
	];
	const measure = (axis: number, number: unknown): void => {
		if (typeof number !== 'number') return;
		if (number < min[axis]) min[axis] = number;
		if (number > max[axis]) max[axis] = number;
	};
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) {
			measure(0, value[0]);
			measure(1, value[1]);
			if (typeof value[0] !== 'number') for (const inner of value as unknown[]) visit(inner);
		} else if (isJsonObject(value)) {
			for (const name in value) {
				const axis = AXES.findIndex((names) => names.test(name));
				if (axis < 0) visit(value[name]);
				else measure(axis, value[name]);
			}
		}
	};
	for (const { geometry, position } of features) {
		visit(geometry);
		visit(position);
	}
	return { min, max };
}

/** In an order of their own, because `{ x, y }` and `{ y, x }` are one position. */
function valuesByName(object: object): unknown[] {
	return isJsonObject(object)
		? Object.keys(object)
				.sort()
				.map((name) => object[name])
		: [];
}

/** The first two coordinates of a position or an outline. */
function anchorOf(value: unknown): number[] {
	const found: number[] = [];
	const visit = (inner: unknown): void => {
		if (found.length > 1) return;
		if (typeof inner === 'number') found.push(inner);
		else if (typeof inner === 'object' && inner !== null)
			for (const next of Array.isArray(inner) ? (inner as unknown[]) : valuesByName(inner)) visit(next);
	};
	visit(value);
	return found;
}

/** So wide that most anchors are farther from the border than the tolerance, and are in no other cell. */
const TOLERANCES_PER_CELL = 8;

/** A table of texts can't hold a tolerance. Equal coordinates lie in one cell of a grid, or in two that touch. */
export class Grid {
	readonly level: EqualityLevel;

	private readonly width: number;

	constructor(private readonly tolerance: number) {
		this.level = { tolerance, foldsTexts: true };
		this.width = tolerance * TOLERANCES_PER_CELL;
	}

	/** The cell of a position or an outline. One without coordinates, such as well-known text, has its text. */
	cellOf(value: unknown): string {
		const anchor = anchorOf(value);
		return anchor.length === 0 ? foldedText(value) : anchor.map((number) => this.at(number)).join();
	}

	/** All cells that equal coordinates may be in. */
	cellsAround(value: unknown): string[] {
		const anchor = anchorOf(value);
		if (anchor.length === 0) return [foldedText(value)];
		const [xs, ys] = anchor.map((number) => [
			...new Set([this.at(number - this.tolerance), this.at(number), this.at(number + this.tolerance)]),
		]);
		return ys === undefined ? xs.map(String) : xs.flatMap((x) => ys.map((y) => `${x},${y}`));
	}

	private at(number: number): number {
		return Math.floor(number / this.width);
	}
}
