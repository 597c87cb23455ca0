import { outlineOf } from '../../../../service/draw';

const ring = [
	[0, 0],
	[20, 0],
	[20, 10],
	[0, 0],
];
const wkt = ring.map((corner) => corner.join(' ')).join(', ');

test.each<[string, unknown]>([
	['Polygon', { type: 'Polygon', coordinates: [ring] }],
	['MultiPolygon', { type: 'MultiPolygon', coordinates: [[ring]] }],
	['WKT', `POLYGON ((${wkt}))`],
	['WKT of several', `SRID=4326;MULTIPOLYGON(((${wkt})))`],
	['WKT with heights', `POLYGON Z ((${ring.map((corner) => [...corner, 2.5].join(' ')).join(',')}))`],
	['JSON as text', JSON.stringify({ type: 'Polygon', coordinates: [ring] })],
	['a list of positions', ring],
	['a list of x and y', ring.map(([x, y]) => ({ x, y }))],
	['a list of long and lat', ring.map(([long, lat]) => ({ long, lat }))],
	['a list of longitude and latitude', ring.map(([longitude, latitude]) => ({ longitude, latitude }))],
])('%s is drawn', (_name, geometry) => {
	expect(outlineOf({ type: 'room', geometry })).toEqual([ring]);
});

test.each<[string, unknown]>([
	['LineString', { type: 'LineString', coordinates: ring }],
	['WKT', `LINESTRING (${wkt})`],
])('a line as %s goes there and back, so that nothing is filled', (_name, geometry) => {
	expect(outlineOf({ geometry })).toEqual([[...ring, ...ring.toReversed()]]);
});

test.each<[string, unknown]>([
	['MultiPoint', { type: 'MultiPoint', coordinates: ring }],
	['WKT', `MULTIPOINT (${wkt})`],
	['other WKT', `MULTIPOINT (${ring.map((corner) => `(${corner.join(' ')})`).join(',')})`],
])('points as %s are marks', (_name, geometry) => {
	expect(outlineOf({ geometry })).toEqual(ring.map((corner) => [corner]));
});

test.each<[string, unknown]>([
	['x and y', { x: 3, y: 4 }],
	['longitude and latitude', { longitude: 3, latitude: 4 }],
	['long and lat', { long: 3, lat: 4 }],
	['GeoJSON', { type: 'Point', coordinates: [3, 4] }],
	['WKT', 'POINT(3 4)'],
	['a list', [3, 4]],
])('a position as %s is a mark, where there is no outline', (_name, position) => {
	expect(outlineOf({ geometry: null, position })).toEqual([[[3, 4]]]);
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['null', null],
	['a number', 7],
	['an empty text', ''],
	['cut WKT', 'POLYGON((0 0, 1'],
	['other WKT', 'CIRCLE(1)'],
	['an empty WKT', 'POLYGON EMPTY'],
	['another structure', { type: 'Circle', radius: 3 }],
	['an empty list', []],
	[
		'texts among positions',
		[
			[0, 0],
			['1', 1],
		],
	],
	[
		'no number',
		[
			[0, 0],
			[Number.NaN, 1],
		],
	],
	['a flat list', [0, 0, 1, 0, 1, 1]],
	['too deep', [[[[[[[[[0, 0]]]]]]]]]],
	['too many positions', Array.from({ length: 10_001 }, (_, index) => [index % 100, index])],
])('%s is not drawn', (_name, geometry) => {
	expect(outlineOf({ type: 'room', geometry })).toBeUndefined();
});
