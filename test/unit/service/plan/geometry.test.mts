import { countWithoutLocation } from '../../../../service/plan';
import { outlineForm, outlineFormsOf } from '../../../../service/plan/geometry';

const RING = [
	[0, 1],
	[2, 1],
	[2, 3],
	[0, 1],
];
const LINE = [
	[1, 1],
	[2, 3],
	[4, 7],
];
const asObjects = (ring: number[][]) => ring.map(([x, y]) => ({ x, y }));

describe('the form of an outline', () => {
	it.each<[unknown, string]>([
		['POLYGON((0 0, 1 0, 1 1))', 'text that begins with POLYGON'],
		[' srid=4326;  MultiPolygon ZM ((', 'text that begins with MULTIPOLYGON'],
		[RING, 'a list of points'],
		[[RING], 'a list of points'],
		[asObjects(RING), 'a list of points'],
		[[{ a: 1 }, { a: 2 }, { a: 3 }], 'a list of points'],
		[{ type: 'Polygon', coordinates: [RING] }, 'a Polygon'],
		[{ type: 'MultiPolygon', coordinates: [[RING], [RING]] }, 'a MultiPolygon'],
		[{ type: 'Curve', rings: [] }, 'an object with rings, type'],
		[{ type: 'XPoint' }, 'an object with type'],
		[{ type: 'Points' }, 'an object with type'],
		[{ points: 'of its own' }, 'an object with points'],
	])('%j is %s, which has an area', (geometry, name) => {
		expect(outlineForm(geometry)).toEqual({ name, isArea: true });
	});

	it.each<[unknown, string]>([
		['a POLYGON((0 0))', 'text'],
		['SRID=x;POLYGON((0 0))', 'text'],
		['LINESTRING(0 0)', 'text'],
		[LINE, 'a list without an area'],
		[asObjects(LINE), 'a list without an area'],
		[RING.slice(0, 2), 'a list without an area'],
		[
			[
				{ x: 1, y: 1 },
				{ x: 1, y: 1 },
				{ x: 2, y: 2 },
			],
			'a list without an area',
		],
		[[RING, LINE], 'a list without an area'],
		[[...RING, 'x'], 'a list without an area'],
		[[...RING, ['a', 1]], 'a list without an area'],
		[[], 'a list without an area'],
		[{ type: 'Polygon', coordinates: RING }, 'a Polygon without an area'],
		[{ type: 'Polygon', coordinates: [[RING]] }, 'a Polygon without an area'],
		[{ type: 'Polygon' }, 'a Polygon without an area'],
		[{ type: 'Polygon', coordinates: [asObjects(RING)] }, 'a Polygon without an area'],
		[{ type: 'MultiPolygon', coordinates: [RING] }, 'a MultiPolygon without an area'],
		[{ type: 'Point', coordinates: [0, 0] }, 'a Point'],
		[{ type: 'MultiPoint' }, 'a MultiPoint'],
		[{ type: 'Feature' }, 'a Feature'],
		[{ type: 'FeatureCollection' }, 'a FeatureCollection'],
		[{ type: 'GeometryCollection', geometries: [] }, 'a GeometryCollection'],
		[{ type: 'Curve', coordinates: RING }, 'a Curve'],
		[{}, 'an empty object'],
		[7, 'number'],
	])('%j is %s, which has none', (geometry, name) => {
		expect(outlineForm(geometry)).toEqual({ name, isArea: false });
	});

	it('is a Polygon, too, where no outline of a plan has an area', () => {
		const plan = [
			{ type: 'room', geometry: LINE },
			{ type: 'desk', geometry: RING },
		];
		expect([...outlineFormsOf(plan)]).toEqual(['a Polygon', 'a list without an area']);
		expect([...outlineFormsOf([...plan, { type: 'zone', geometry: RING }])]).toEqual([
			'a list without an area',
			'a list of points',
		]);
	});
});

it('counts what will not show: kinds that show by a place, here or by the specification, and have none', () => {
	const plan = [{ type: 'room', geometry: RING }, { type: 'desk', position: {} }, { type: 'note' }];
	const counted = ['room', 'desk', 'zone', 'zonedIcon'].map((type) => ({ type, geometry: null, position: '' }));
	const others = [
		...['note', 'assemblyArea', 'fixedIcon', 'leaderLineIcon'].map((type) => ({ type })),
		{ type: 'room', geometry: RING },
		{ type: 'desk', position: { x: 1 } },
	];
	const icons = ['assemblyArea', 'fixedIcon', 'leaderLineIcon'].map((type) => ({ type, position: {} }));
	expect(countWithoutLocation([...counted, ...others], [...plan, ...icons])).toBe(counted.length);
});
