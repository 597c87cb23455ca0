import { isMisplaced, locationOf } from '../../../../service/plan';
import type { Feature, PlanLocation } from '../../../../service/plan';

const square = (x: number, y: number, side: number): Feature => ({
	type: 'zone',
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[x, y],
				[x + side, y],
				[x + side, y + side],
				[x, y],
			],
		],
	},
});
const icon = (x: number, y: number): Feature => ({ type: 'fixedIcon', position: { x, y } });

function known(...plan: Feature[]): PlanLocation {
	const place = locationOf(plan);
	if (place === undefined) throw new Error('The plan shows no place');
	return place;
}

describe('a plan', () => {
	it('lies in degrees where all of it is on earth, and closer together than metres would be', () => {
		expect(known(square(153.02, -27.47, 0.0001), icon(153.021, -27.469))).toMatchObject({ isInDegrees: true });
		expect(known(square(0, 0, 0.049))).toMatchObject({ isInDegrees: true });
		for (const other of [square(0, 0, 0.05), square(180.5, 0, 0.001), square(0, -90.5, 0.001)])
			expect(locationOf([other])).toBeUndefined();
	});

	it('lies in lengths from ten metres on, between the corners of all that it has', () => {
		expect(known(square(-4, 6, 2), icon(6, 1))).toEqual({
			extent: [
				[-4, 1],
				[6, 8],
			],
			isInDegrees: false,
			distance: 1000,
		});
		expect(known(square(0, 0, 300)).distance).toBe(30_000);
		expect(locationOf([square(0, 0, 9.9)])).toBeUndefined();
	});

	it('shows no location without positions, or with one', () => {
		expect(locationOf([])).toBeUndefined();
		expect(locationOf([{ type: 'room', geometry: 'POLYGON ((0 0, 9 0, 9 9, 0 0))' }])).toBeUndefined();
		expect(locationOf([icon(7, 46), icon(7, 46)])).toBeUndefined();
	});
});

describe('on a plan in degrees', () => {
	const place = known(square(153.02, -27.47, 0.001));

	it.each([
		['a room', square(153.0203, -27.4698, 0.0001), false],
		['a building some way off', icon(153.11, -27.55), false],
		['another building of the city', icon(153.13, -27.4), true],
		['another city', icon(151.2, -33.9), true],
		['metres of a building', square(12.4, 8.2, 6), true],
		['no coordinates', icon(0, 0), true],
		['axes turned around', icon(-27.47, 153.02), true],
		['metres of a country', square(502_930, 6_961_440, 6), true],
	])('%s', (_what, feature, is) => {
		expect(isMisplaced(feature, place)).toBe(is);
	});

	it('axes that are turned around are known where both are on earth', () => {
		const north = known(square(7.1, 46.1, 0.01));

		expect(isMisplaced(icon(46.1, 7.1), north)).toBe(true);
		expect(isMisplaced(icon(7.9, 46.2), north)).toBe(false);
	});
});

describe('on a plan of 20 by 20 metres', () => {
	const place = known(square(0, 0, 20));

	it.each([
		['two kilometres to the east', icon(2019, 0), false],
		['farther to the east', icon(2021, 0), true],
		['two kilometres to the west', icon(-1999, 0), false],
		['farther to the west', icon(-2001, 0), true],
		['two kilometres to the north', icon(0, 2019), false],
		['farther to the north', icon(0, 2021), true],
		['two kilometres to the south', icon(0, -1999), false],
		['farther to the south', icon(0, -2001), true],
		['an outline of which one corner is there', square(10, 10, 2011), true],
		['an outline of a centimetre', square(3, 3, 0.01), false],
		['an outline of less than two millimetres', square(3, 3, 0.0019), true],
		['an outline that is a point', { type: 'zone', geometry: { type: 'Point', coordinates: [3, 3] } }, false],
		['a feature without any place', { type: 'zone' }, false],
	])('%s', (_what, feature, is) => {
		expect(isMisplaced(feature, place)).toBe(is);
	});

	it('a kilometre is near a plan of ten metres', () => {
		const small = known(square(0, 0, 10));

		expect([isMisplaced(icon(1009, 0), small), isMisplaced(icon(1011, 0), small)]).toEqual([false, true]);
	});
});
