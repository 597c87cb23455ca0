import { extentOf, isMisplaced, locationOf, positionOf, withoutFarOut } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { toleranceOf } from '../../../../service/plan';
import { cellsOf } from '../../../../service/plan/plan-index';

const icon = (x: number, y: number): Feature => ({ type: 'fixedIcon', position: [x, y] });
const square = (x: number, y: number, side: number): Feature => ({
	type: 'zone',
	geometry: [
		[x, y],
		[x + side, y],
		[x + side, y + side],
		[x, y],
	],
});

describe('a position', () => {
	it.each<[unknown, readonly [number, number]]>([
		[{ index: 7, x: 1, y: 2 }, [1, 2]],
		[{ yaw: 90, Y: 2, X: 1 }, [1, 2]],
		[{ latitude: 46, longitude: 7 }, [7, 46]],
	])('has the numbers of its axes: %j', (value, position) => {
		expect(positionOf(value)).toEqual(position);
	});

	it.each<[unknown]>([
		[{ max: 1, y: 2 }],
		[{ longest: 1, y: 2 }],
		[{ x: 1, density: 2 }],
		[{ x: 1, yaw: 2 }],
		[[1, '2']],
		[['1', 2]],
		[{ x: 1, y: null }],
	])('needs two axes, and a number in both: %j is none', (value) => {
		expect(positionOf(value)).toBeUndefined();
	});
});

it.each<[unknown]>([[[1, '2']], [['1', 2]], [{ x: 1, y: null }]])('the extent of a plan leaves out %j', (broken) => {
	expect(extentOf([broken, [[3, 4]], { x: 5, y: 6 }])).toEqual([
		[3, 4],
		[5, 6],
	]);
});

describe('what lies far out', () => {
	const left = (...xs: number[]) => withoutFarOut(xs.map((x) => ({ x, extent: extentOf([[x, 0]]) }))).map(({ x }) => x);

	it('is left out wherever it stands in the list', () => {
		expect(left(0, 1_000_000, 1)).toEqual([0, 1]);
		expect(left(1_000_000, 0, 1)).toEqual([0, 1]);
	});

	it('is more than a thousand times farther out than most', () => {
		expect(left(-1, 0, 1, 1000)).toEqual([-1, 0, 1, 1000]);
		expect(left(-1, 0, 1, 1001)).toEqual([-1, 0, 1]);
	});

	it.each([
		['degrees', 1e-5, 153.175, -27.666, 1e-13],
		['metres', 1, 500_000, 6_900_000, 0.0001],
	])('is a mark at 0, 0, and no room of a floor in %s on which most icons stand together', (_unit, side, x, y, gap) => {
		const shown = (features: Feature[]) =>
			withoutFarOut(features.map(({ geometry, position }) => ({ extent: extentOf([geometry, position]) })));
		const rooms = Array.from({ length: 11 }, (_, index) => square(x + 2 * index * side, y, side));
		const icons = Array.from({ length: 60 }, (_, index) => icon(x + index * gap, y));
		expect(shown([...icons, ...rooms, icon(0, 0)])).toHaveLength(71);
		expect(shown([icon(0, 0), ...rooms, icon(0, 0)])).toHaveLength(11);
		expect(shown([...icons, rooms[10], icon(0, 0)])).toHaveLength(61);
	});

	it('is nothing where most have one place', () => {
		expect(left(3, 3, 3, 3, 8)).toEqual([3, 3, 3, 3, 8]);
	});
});

describe('the place of a plan', () => {
	it.each([
		['the end of the east', square(179.96875, 0, 0.03125), true],
		['beyond the end of the east', square(179.984375, 0, 0.03125), undefined],
		['the north pole', square(0, 89.96875, 0.03125), true],
		['beyond the north pole', square(0, 89.984375, 0.03125), undefined],
	])('lies in degrees as far as these go: %s', (_where, feature, isInDegrees) => {
		expect(locationOf([feature])?.isInDegrees).toBe(isInDegrees);
	});

	it.each([
		['east', icon(2020, 0)],
		['west', icon(-2000, 0)],
		['north', icon(0, 2020)],
		['south', icon(0, -2000)],
	])('ends a hundred times its side to the %s', (_side, feature) => {
		const place = locationOf([square(0, 0, 20)]);

		expect(place && isMisplaced(feature, place)).toBe(true);
	});

	it('may have an outline of two millimetres', () => {
		const place = locationOf([square(0, 0, 20)]);

		expect(place && isMisplaced(square(0, 0, 0.002), place)).toBe(false);
	});
});

it.each([
	[0.001, 1e-7],
	[0.4, 1e-7],
	[0.5, 0.00005],
	[20, 0.002],
	[100, 0.01],
	[5000, 0.01],
])('on a plan whose side is %d equal coordinates lie up to %d from each other', (side, tolerance) => {
	expect(toleranceOf([square(0, 0, side)])).toBeCloseTo(tolerance, 12);
});

describe('a table of places', () => {
	const share = (one: unknown, other: unknown, tolerance: number): boolean => {
		const cells = cellsOf(other, tolerance, 0);
		return cellsOf(one, tolerance, tolerance).some((cell) => cells.includes(cell));
	};

	it.each([1e-7, 0.002, 0.01])(
		'finds what is as near as the tolerance of %d, and not what is farther off',
		(tolerance) => {
			for (let step = 0; step < 20; step++) {
				const [x, y] = [7 + step * tolerance, 46 - step * tolerance];
				for (const shift of [-0.9, 0, 0.9]) expect(share([x, y], [x + shift * tolerance, y], tolerance)).toBe(true);
				expect(share([x, y], [x + 20 * tolerance, y], tolerance)).toBe(false);
				expect(share([x, y], [x, y - 20 * tolerance], tolerance)).toBe(false);
			}
		},
	);

	it('finds an outline that is text by that text alone', () => {
		expect(share('POINT (1 2)', 'point (1 2)', 0.01)).toBe(true);
		expect(share('POINT (1 2)', 'POINT (3 4)', 0.01)).toBe(false);
	});
});
