import { outlineOfGeoJson, positionLike } from '../../../../service/columns';

const RING = [
	[0, 1],
	[2, 1],
	[2, 3],
	[0, 1],
];

test.each<[unknown, unknown, unknown]>([
	[[1, 2], { lng: 3, lat: 4 }, [3, 4]],
	[[1, 2], { type: 'Point', coordinates: [3, 4] }, [3, 4]],
	[{ longitude: 1, latitude: 2 }, [3, 4], { longitude: 3, latitude: 4 }],
	[
		{ type: 'Point', coordinates: [1, 2] },
		{ x: 3, y: 4 },
		{ type: 'Point', coordinates: [3, 4] },
	],
	[
		{ x: 1, y: 2 },
		{ y: 4, x: 3, rotation: 9 },
		{ y: 4, x: 3, rotation: 9 },
	],
	[[1, 2], { long: 3, lat: 4 }, [3, 4]],
	[
		{ long: 1, lat: 2 },
		{ x: 3, y: 4 },
		{ long: 3, lat: 4 },
	],
	[{ anchor: 'door' }, [3, 4], [3, 4]],
	[undefined, { lng: 3, lat: 4 }, { lng: 3, lat: 4 }],
	[[1, 2], { anchor: 'door' }, { anchor: 'door' }],
	[[1, 2], 'POINT (3 4)', 'POINT (3 4)'],
])('beside %j the position %j is %j', (example, position, expected) => {
	expect(positionLike(example, position)).toEqual(expected);
});

test.each<[unknown, unknown, unknown]>([
	[[0, 0], { x: '1', y: ' -2.5 ' }, [1, -2.5]],
	[
		[0, 0],
		['12', '0.25'],
		[12, 0.25],
	],
	...[
		['1e3', '1.'],
		['a1', '1a'],
	].map((texts): [unknown, unknown, unknown] => [[0, 0], texts, texts]),
	[{ type: 'Point', coordinates: [0, 0] }, [1, 2], { type: 'Point', coordinates: [1, 2] }],
	[
		{ type: 'Point', coordinates: [0, 0] },
		{ type: 'Point', coordinates: [1, 2, 3.5] },
		{ type: 'Point', coordinates: [1, 2] },
	],
	[
		[0, 0, 1],
		[1, 2, 3.5],
		[1, 2, 3.5],
	],
	[
		{ x: 0, y: 0 },
		{ x: 1, y: 2, z: 3 },
		{ x: 1, y: 2, z: 3 },
	],
	[
		{ longitude: 0, latitude: 0 },
		{ x: 1, y: 2, z: 3 },
		{ longitude: 1, latitude: 2 },
	],
	[
		{ x: 0, latitude: 0 },
		{ x: 1, y: 2 },
		{ x: 1, latitude: 2 },
	],
	[undefined, { x: '1', y: 2, z: 3 }, { x: 1, y: 2, z: 3 }],
	[undefined, { type: 'Point', coordinates: ['1', 2] }, { type: 'Point', coordinates: [1, 2] }],
	[[0, 0], 'NE corner', 'NE corner'],
])('where positions are like %j, %j is %j', (example, position, expected) => {
	expect(positionLike(example, position)).toEqual(expected);
});

test('makes a Polygon of a list of one, where the plan has polygons', () => {
	const [one, two] = [[[RING]], [[RING], [RING]]].map((coordinates) => ({
		type: 'MultiPolygon',
		coordinates,
		bbox: [],
	}));
	const forms = new Set(['a Polygon']);
	expect(outlineOfGeoJson(one, forms)).toEqual({ type: 'Polygon', coordinates: [RING] });
	for (const other of [{ type: 'Polygon', coordinates: [[RING]] }, 'text', null])
		expect(outlineOfGeoJson(other, forms)).toEqual(other);
	for (const [other, known] of [
		[two, forms],
		[one, new Set(['a MultiPolygon'])],
	] as const)
		expect(outlineOfGeoJson(other, known)).toEqual({ type: 'MultiPolygon', coordinates: other.coordinates });
});

test('has no heights, which programs for maps write and plans have not', () => {
	const raised = RING.map((point) => [...point, 12.5]);
	for (const [type, coordinates] of [
		['Polygon', [raised]],
		['MultiPolygon', [[raised]]],
	])
		expect(outlineOfGeoJson({ type, coordinates }, new Set(['a Polygon']))).toEqual({
			type: 'Polygon',
			coordinates: [RING],
		});
});
