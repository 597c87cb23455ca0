import fc from 'fast-check';
import { KNOWN_KINDS, ZONE_TYPES, featureProblems, existingProblems, outlineFormsOf } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { dataKey } from '../../../support/generators/features.mts';
import { anyJson } from '../../../support/generators/json.mts';
import { anyText } from '../../../support/generators/text.mts';
import { inWords } from '../../../support/problems.mts';

const KEY = 'dfld_abcdefghijklmnopqrstuvwxy';
const OTHER_KEY = KEY.replace('a', '0');
const TYPE = 'must be the kind of the feature, such as zone';
const KEY_RULE = 'must match dfld_ followed by 25 of a-z, 0-9';
const NAME_RULE = 'must be text that is not empty';
const ZONE_RULE = 'must be one of common, identified, interior, otherTenanted, presentation, private, tenanted';

const POLYGON_RULE = 'must be a polygon: an object, a list of points, or text such as POLYGON ((…))';

const RING = [
	[0, 0],
	[4, 0],
	[4, 3],
	[0, 0],
];
const SQUARE = { type: 'Polygon', coordinates: [RING] };
const POSITION: Array<[string, string]> = [
	['position', 'must be an object with the two numbers of a point, such as { "x": 1, "y": 2 }'],
];
const OUTLINE = (form: string) =>
	[['geometry', `is ${form}, but outlines there are a Polygon; write it like these`]] as Array<[string, string]>;
const KINDS =
	'Known are zone, room, zonedIcon, fixedIcon, leaderLineIcon, assemblyArea, diagram, evacSign, exitSign, ' +
	'foldingDoor, hingedDoor, rollerDoor and 3 more';
const RENAMED = 'A column that means something else needs another name';
const UNKNOWN = 'a kind that neither the specification nor the plan knows';

describe('a feature that may be pushed', () => {
	it('is of any known kind, with any further members', () => {
		fc.assert(
			fc.property(fc.constantFrom(...KNOWN_KINDS), anyJson, (type, more) =>
				expect(featureProblems({ type, more })).toEqual([]),
			),
		);
	});

	it('has data of any name that is not empty and any text for a value', () => {
		const name = anyText.filter((text) => text !== '');
		fc.assert(
			fc.property(dataKey, name, anyText, (key, entryName, value) => {
				expect(featureProblems({ type: 'room', data: [{ key, name: entryName, value }] })).toEqual([]);
			}),
		);
	});

	it.each(ZONE_TYPES)('is a zone of the zone type %s', (zoneType) => {
		expect(featureProblems({ type: 'zone', zoneType })).toEqual([]);
	});

	it.each([
		{ type: 'zone' },
		{ type: 'leaderLineIcon', position: null, icons: [], photos: 'unchecked' },
		{ type: 'fixedIcon', position: [1, 2] },
		{ type: 'assemblyArea', position: 'POINT (1 2)' },
		{ type: 'fixedIcon', position: ' Point(1 2) ' },
		{ type: 'fixedIcon', position: 'POINT ZM (1 2 3 4)' },
		{ type: 'fixedIcon', position: 'SRID=4326;POINT(1 2)' },
		{ type: 'fixedIcon', geometry: { type: 'PointList' } },
		{ type: 'fixedIcon', geometry: { type: 'Point', coordinates: [1, 2] }, position: { x: 1, y: 2 } },
		{ type: 'zonedIcon', geometry: SQUARE, icons: [{ iconType: '?' }], position: { x: 1 } },
		{ type: 'zone', geometry: null, data: null, icons: null },
		{ type: 'room', zoneType: 'of no zone' },
		{ type: 'room', data: [], icons: [] },
		{
			type: 'zone',
			data: [
				{ key: KEY, name: 'N' },
				{ key: OTHER_KEY, name: 'N', value: null, unit: 1 },
			],
		},
		{
			type: 'room',
			data: Array.from('abcdefghi', (letter) => ({ key: KEY.replace('a', letter), name: letter, value: '' })),
		},
	])('is %j', (feature) => {
		expect(featureProblems(feature)).toEqual([]);
	});
});

describe('a feature that breaks a rule', () => {
	it('has two of many data fields of one key', () => {
		const data = Array.from('abcdefghi', (letter) => ({ key: KEY.replace('a', letter), name: letter }));

		expect(featureProblems({ type: 'room', data: [...data, data[4]] })).toHaveLength(1);
	});

	it.each<[unknown, Array<[string, string]>]>([
		[null, [['', 'must be an object']]],
		['zone', [['', 'must be an object']]],
		[undefined, [['', 'must be an object']]],
		[[], [['', 'must be an object']]],
		[{}, [['type', TYPE]]],
		[{ type: '' }, [['type', TYPE]]],
		[{ type: 7 }, [['type', TYPE]]],
		[{ type: 'zone', zoneType: 'public' }, [['zoneType', ZONE_RULE]]],
		[{ type: 'zone', zoneType: null }, [['zoneType', ZONE_RULE]]],
		[{ type: 'zone', zoneType: 'Tenanted' }, [['zoneType', `${ZONE_RULE}: did you mean tenanted?`]]],
		...(['LineString', 'Point'] as const).map((type): [unknown, Array<[string, string]>] => [
			{ type: 'zone', geometry: { type, coordinates: RING } },
			OUTLINE(`a ${type}`),
		]),
		[{ type: 'zone', geometry: { type: 'Polygon', coordinates: [] } }, OUTLINE('a Polygon without an area')],
		[{ type: 'zone', geometry: { type: 'Polygon' } }, OUTLINE('a Polygon without an area')],
		[{ type: 'zone', geometry: { type: 'MultiPolygon', coordinates: [[RING]] } }, OUTLINE('a MultiPolygon')],
		[{ type: 'zonedIcon', geometry: {} }, OUTLINE('an empty object')],
		[{ type: 'zone', geometry: { x: 1, y: 2 } }, OUTLINE('an object with x, y')],
		[{ type: 'zone', geometry: RING }, OUTLINE('a list of points')],
		[{ type: 'zone', geometry: [] }, OUTLINE('a list without an area')],
		[{ type: 'zone', geometry: 'POLYGON ((0 0, 4 0, 4 3, 0 0))' }, OUTLINE('text that begins with POLYGON')],
		[{ type: 'zone', geometry: 'here' }, [['geometry', POLYGON_RULE]]],
		[{ type: 'Zone' }, [['type', `is "Zone", ${UNKNOWN}: did you mean zone? ${KINDS}. ${RENAMED}`]]],
		[{ type: 'lecture_hall' }, [['type', `is "lecture_hall", ${UNKNOWN}. ${KINDS}. ${RENAMED}`]]],
		[{ type: 'Tenanted' }, [['type', `is "Tenanted", ${UNKNOWN}: did you mean zone, with tenanted for zoneType?`]]],
		[{ type: 'fixedIcon', position: 'NE corner' }, POSITION],
		[{ type: 'fixedIcon', position: 'near POINT (1 2)' }, POSITION],
		[{ type: 'fixedIcon', position: 'SRID=x;POINT (1 2)' }, POSITION],
		[
			{ type: 'fixedIcon', geometry: { type: 'Point', coordinates: [1, 2] } },
			[['geometry', 'is a point; give it as position']],
		],
		[{ type: 'leaderLineIcon', position: [] }, POSITION],
		[{ type: 'fixedIcon', position: '[1, 2' }, POSITION],
		[{ type: 'room', position: 'here' }, POSITION],
		...[
			{ type: 'Point', coordinates: [null, 1] },
			{ x: '1', y: '2' },
			{ lat: 1, lng: null },
		].map((position): [unknown, Array<[string, string]>] => [{ type: 'leaderLineIcon', position }, POSITION]),
		[{ type: 'leaderLineIcon', position: { anchor: 'door' } }, []],
		[{ type: 'room', geometry: { type: 'GeometryCollection', geometries: [] } }, OUTLINE('a GeometryCollection')],
		...[[RING, []], [[RING[0], RING[1], RING[0], RING[1]]]].map((coordinates): [unknown, Array<[string, string]>] => [
			{ type: 'room', geometry: { type: 'Polygon', coordinates } },
			OUTLINE('a Polygon without an area'),
		]),
		...(['room', 'zone'] as const).map((type): [unknown, Array<[string, string]>] => [
			{
				type,
				geometry: {
					type: 'Polygon',
					coordinates: [
						[
							[0, 0],
							[1, 1],
							[3, 3],
							[0, 0],
						],
					],
				},
			},
			OUTLINE('a Polygon without an area'),
		]),
		[
			{
				type: 'room',
				geometry: [
					[0, 0],
					[2, 0],
					[5, 0],
				],
			},
			OUTLINE('a list without an area'),
		],
		[
			{
				type: 'room',
				geometry: [
					{ x: 0, y: 0 },
					{ x: 1, y: 2 },
					{ x: 2, y: 4 },
				],
			},
			OUTLINE('a list without an area'),
		],
		[{ type: 'room', geometry: 'here' }, [['geometry', POLYGON_RULE]]],
		[{ type: 'room', geometry: '{"type":"Polygon","coord' }, [['geometry', POLYGON_RULE]]],
		[{ type: 'room', geometry: 7 }, [['geometry', POLYGON_RULE]]],
		[{ type: 'room', geometry: [[0, 0]] }, OUTLINE('a list without an area')],
		...[null, '7'].map((x): [unknown, Array<[string, string]>] => [
			{ type: 'room', geometry: [1, 2, 3].map(() => ({ x, y: x })) },
			OUTLINE('a list without an area'),
		]),
		[{ type: 'room', geometry: 'POLYGON ((0 0, 4 0, 4 3, 0 0))' }, []],
		...[
			['0', '0'],
			[0, null],
		].map((point): [unknown, Array<[string, string]>] => [
			{ type: 'room', geometry: { type: 'Polygon', coordinates: [[[0, 0], [4, 0], [4, 3], point]] } },
			OUTLINE('a Polygon without an area'),
		]),
		[{ type: 'wallSegment', geometry: { type: 'LineString', coordinates: RING } }, []],
		[{ type: 'room', icons: {} }, [['icons', 'must be an array of objects']]],
		[{ type: 'room', icons: [{}, 'x'] }, [['icons[1]', 'must be an object']]],
		[{ type: 'zone', data: {} }, [['data', 'must be an array of data entries']]],
		[{ type: 'room', data: ['x'] }, [['data[0]', 'must be an object with key, name and value']]],
		[{ type: 'room', data: [{ name: 'N' }] }, [['data[0].key', KEY_RULE]]],
		[{ type: 'room', data: [{ key: 7, name: 'N' }] }, [['data[0].key', KEY_RULE]]],
		[{ type: 'room', data: [{ key: [KEY], name: 'N' }] }, [['data[0].key', KEY_RULE]]],
		[{ type: 'room', data: [{ key: KEY }] }, [['data[0].name', NAME_RULE]]],
		[
			{
				type: 'room',
				data: [
					{ key: OTHER_KEY, name: 'N' },
					{ key: KEY, name: 'N' },
					{ key: KEY, name: 'M' },
				],
			},
			[['data[2].key', 'repeats the key of data[1]; keep one of the two']],
		],
		[{ type: 'room', data: [{ key: KEY, name: 7 }] }, [['data[0].name', NAME_RULE]]],
		[{ type: 'room', data: [{ key: KEY, name: '' }] }, [['data[0].name', NAME_RULE]]],
		[{ type: 'room', data: [{ key: KEY, name: 'N', value: 7 }] }, [['data[0].value', 'must be text']]],
		[
			{ type: 'zone', zoneType: 'x', data: [{}, { key: KEY, name: 'N', value: {} }] },
			[
				['zoneType', ZONE_RULE],
				['data[0].key', KEY_RULE],
				['data[0].name', NAME_RULE],
				['data[1].value', 'must be text'],
			],
		],
		[
			{
				type: '',
				data: [
					{ key: KEY, name: 'N' },
					{ key: KEY, name: '' },
				],
			},
			[
				['type', TYPE],
				['data[1].key', 'repeats the key of data[0]; keep one of the two'],
				['data[1].name', NAME_RULE],
			],
		],
	])('%j is told by place and rule', (feature, problems) => {
		const found = inWords(featureProblems(feature)).map(({ path, message }) => [path, message]);
		expect(found.sort()).toEqual(problems.sort());
	});

	it.each([
		'',
		'dfld_',
		`${KEY}z`,
		KEY.slice(0, -1),
		` ${KEY}`,
		`${KEY}\n`,
		KEY.toUpperCase(),
		KEY.replace('a', 'é'),
		KEY.replace('_', '-'),
	])('has the key %j', (key) => {
		expect(inWords(featureProblems({ type: 'room', data: [{ key, name: 'N', value: '' }] }))).toEqual([
			{ path: 'data[0].key', message: KEY_RULE },
		]);
	});
});

describe('data that follows other data without a problem', () => {
	const [first, second] = [KEY, OTHER_KEY].map((key) => ({ key, name: 'N', value: '' }));
	const pathsOf = (data: unknown[]) => featureProblems({ type: 'room', data }).map(({ path }) => path);

	it.each<[string, unknown[], string[]]>([
		['the same', [first, second], []],
		['the same with other values', [{ ...first, value: 'a' }, second], []],
		['the same without a name', [first, { key: OTHER_KEY }], ['data[1].name']],
		['another key in the second place', [first, { ...second, key: 'x' }], ['data[1].key']],
		['other keys', [{ ...first, key: 'x' }, { name: 'N' }], ['data[0].key', 'data[1].key']],
		['one key twice', [first, first], ['data[1].key']],
		['null', [first, null], ['data[1]']],
		['one entry more', [first, second, { name: 'N' }], ['data[2].key']],
		['its second entry repeated', [first, second, second], ['data[2].key']],
	])('is judged by itself: %s', (_what, data, paths) => {
		expect(pathsOf([first, second])).toEqual([]);
		expect(pathsOf(data)).toEqual(paths);
		expect(pathsOf(data)).toEqual(paths);
	});

	it('has at most a thousand problems', () => {
		expect(pathsOf(Array.from({ length: 2000 }, () => null))).toHaveLength(1000);
	});
});

test.each([
	['POLYGON ((0 0, 4 0, 4 3, 0 0))', 'text that begins with POLYGON'],
	[{ rings: [RING], spatialReference: { wkid: 4326 } }, 'an object with rings, spatialReference'],
	[{ xmin: 0, ymin: 0, xmax: 4, ymax: 3 }, 'an object with xmax, xmin, ymax, ymin'],
	[{ type: 'LineString', coordinates: RING }, 'a LineString'],
	[RING, 'a list of points'],
])('on a plan of Polygons no room has the outline %j', (geometry, form) => {
	const forms = outlineFormsOf([{ type: 'room', geometry: SQUARE }]);
	const problemsOf = (type: string) =>
		inWords(featureProblems({ type, geometry }, forms)).map(({ path, message }) => [path, message]);

	expect(problemsOf('room')).toEqual(OUTLINE(form));
	expect(problemsOf('zone')).toEqual(OUTLINE(form));
	expect(featureProblems({ type: 'room', geometry }, outlineFormsOf([{ type: 'room', geometry }]))).toEqual([]);
});

test.each<[string, Feature[], string[]]>([
	['a Polygon without a plan', [], ['a Polygon']],
	[
		'those of its zones and rooms',
		[
			{ type: 'zone' },
			{ type: 'room', geometry: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' },
			{ type: 'wallSegment', geometry: { type: 'LineString', coordinates: RING } },
		],
		['text that begins with POLYGON'],
	],
])('outlines have the forms of the plan: %s', (_what, plan, forms) => {
	expect([...outlineFormsOf(plan)]).toEqual(forms);
});

test('what a plan holds though a rule is against it is held for its own type and place', () => {
	const icon = {
		type: 'diagram',
		position: [1, 2],
		data: [
			{ key: KEY, name: 'Area', value: 'x' },
			{ key: OTHER_KEY, name: 'Use', value: 7 },
		],
	};
	const leaderLine = { ...icon, type: 'leaderLineIcon' };
	const isHeld = existingProblems([leaderLine]);
	const heldOf = (feature: object) => featureProblems(feature).map((problem) => isHeld(feature as never, problem));

	expect(heldOf({ ...leaderLine, data: [{ key: KEY, name: 'Area', value: 8 }] })).toEqual([true, true]);
	expect(heldOf({ type: 'room', position: 7, data: [{ key: KEY, name: '', value: 8 }] })).toEqual([
		false,
		false,
		false,
	]);
});

test('what a plan holds is held at any place of a list', () => {
	const fields = Array.from('abcdefghijkl', (letter) => ({ key: KEY.replace('a', letter), name: letter, value: '' }));
	const broken = (at: number) => ({
		type: 'room',
		data: fields.map((field, index) => (index === at ? { ...field, value: 7 } : field)),
	});
	const isHeld = existingProblems([broken(11)]);

	for (const at of [0, 10]) {
		const feature = broken(at) as Feature;
		expect(featureProblems(feature).map((problem) => isHeld(feature, problem))).toEqual([true]);
	}
});
