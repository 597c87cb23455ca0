import { positionLike } from '../../../../service/plan';

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
