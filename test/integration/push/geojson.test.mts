import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byHand, check, compare, push } from '../../support/engine/steps.mts';

const service = useService();

const ring = [
	[7.1, 46.1],
	[7.12, 46.1],
	[7.12, 46.12],
	[7.1, 46.1],
];
const outline = { type: 'Polygon', coordinates: [ring] };
const field = (name: string, value: string) => ({ key: dataKey(name[0].toLowerCase()), name, value });
const room = (use: string, occupier: string, more: IDataObject = {}): IDataObject => ({
	type: 'room',
	geometry: { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + 0.02, y])] },
	data: [field('Usage', use), field('Occupier', occupier)],
	...more,
});
const feature = (properties: IDataObject | null, geometry: IDataObject | null = outline): IDataObject => ({
	type: 'Feature',
	id: 'S-1',
	properties,
	geometry,
});
const collection = (...features: IDataObject[]): IDataObject => ({
	type: 'FeatureCollection',
	name: 'Spaces',
	features,
});
const office = feature({ usage: 'Office', OCCUPIER: 'Dept A' });
const asZone = { featureType: 'zone', zoneType: 'tenanted' };
const eachItem = { ...asZone, source: 'item' };

async function run(step: ReturnType<typeof push>, items: IDataObject[], plan: IDataObject[] = [room('Lab', 'Dept B')]) {
	const [planCode] = service.plans(1, plan);
	const { success, error } = await runNode({
		...step,
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	const added = service.sandbox.features(planCode).slice(plan.length);
	return {
		results: success.map(({ json }) => json),
		error: error === undefined ? '' : `${error.message}\n${String(error.description)}`,
		added: added.map(({ code, ...one }) => ({ ...one, isNew: typeof code === 'string' })),
	};
}

const pushedZone = {
	type: 'zone',
	zoneType: 'tenanted',
	geometry: outline,
	data: [field('Usage', 'Office'), field('Occupier', 'Dept A')],
	isNew: true,
};

test.each<[string, ReturnType<typeof push>, IDataObject]>([
	['JSON gives a collection', push({}, asZone), { features: collection(office) }],
	['JSON gives the text of a collection', push({}, asZone), { features: JSON.stringify(collection(office)) }],
	['JSON gives the list of a collection', push({}, asZone), { features: [office] }],
	['JSON gives a feature', push({}, asZone), { features: office }],
	['an item is a collection', push({}, eachItem), collection(office)],
	['an item is a feature', push({}, eachItem), office],
	['an item of Extract from JSON holds a collection', push({}, eachItem), { data: collection(office) }],
	[
		'an item of HTTP Request holds the text of a collection',
		push({}, eachItem),
		{ data: JSON.stringify(collection(office)) },
	],
	['such a text has a byte order mark', push({}, eachItem), { data: `\ufeff${JSON.stringify(collection(office))}` }],
	['an item of Extract from JSON holds a list', push({}, eachItem), { data: [office] }],
	['an item of a webhook holds a collection', push({}, eachItem), { headers: {}, query: {}, body: collection(office) }],
	['an item of a webhook holds a feature', push({}, eachItem), { headers: {}, query: {}, body: office }],
])('GeoJSON is rows, properties are columns: %s', async (_what, step, item) => {
	expect(await run(step, [item])).toMatchObject({ error: '', results: [{ pushed: 1 }], added: [pushedZone] });
});

test('the heights of a map are not sent', async () => {
	const raised = { type: 'MultiPolygon', coordinates: [[ring.map((point) => [...point, 12.5])]] };
	const { added } = await run(push({}, eachItem), [feature({ usage: 'Office', OCCUPIER: 'Dept A' }, raised)]);

	expect(added).toMatchObject([pushedZone]);
});

test('without a kind, GeoJSON has none: its own types never become one', async () => {
	const { error, added } = await run(push({}, { source: 'item' }), [{ data: collection(office, office) }]);

	expect(error).toMatch(/Feature Type|type must be the kind/);
	expect(added).toEqual([]);
});

test('a kind among the properties is the kind of the feature', async () => {
	const { added } = await run(push({}, asZone), [{ features: feature({ type: 'room', Usage: 'Office' }) }]);

	expect(added).toMatchObject([{ type: 'room', geometry: outline }]);
});

test('a property that is a data field and a property of features is the problem that it is in a table', async () => {
	const [use, occupier] = room('Lab', 'B').data as IDataObject[];
	const plan = [room('Lab', 'B', { data: [use, occupier, field('Type', 'Wet')] })];

	const { error } = await run(push({}, asZone), [{ features: feature({ type: 'Dry' }) }], plan);

	expect(error).toContain('type (property)');
});

test.each<[string, IDataObject | null, INodeParameters, IDataObject]>([
	['no geometry is no outline', null, { featureType: 'zone' }, {}],
	[
		'a list of one polygon is that polygon',
		{ type: 'MultiPolygon', coordinates: [[ring]] },
		asZone,
		{ geometry: outline },
	],
	[
		'a point is the position of an icon, in the form of the plan',
		{ type: 'Point', coordinates: [7.1, 46.1] },
		{ featureType: 'fixedIcon' },
		{ position: { x: 7.1, y: 46.1 } },
	],
])('%s', async (_what, geometry, kind, expected) => {
	const plan = [room('Lab', 'B'), { type: 'fixedIcon', position: { x: 1, y: 2 }, icons: [] }];

	const { added, error } = await run(push({}, kind), [{ features: feature({ Usage: 'Office' }, geometry) }], plan);

	expect(error).toBe('');
	expect(added).toEqual([
		{
			type: kind.featureType,
			data: [field('Usage', 'Office')],
			isNew: true,
			...expected,
			...(kind === asZone ? { zoneType: 'tenanted' } : {}),
		},
	]);
});

test('a label in one language is the text of it, as IMDF writes names', async () => {
	const { added } = await run(push({}, asZone), [
		{ features: feature({ Usage: { en: 'Ball Room' }, Occupier: null }) },
	]);

	expect(added).toMatchObject([{ data: [field('Usage', 'Ball Room'), field('Occupier', '')] }]);
});

test('what IMDF writes beside the properties is a column, too', async () => {
	const features = [{ ...feature({ Occupier: 'Dept A' }), usage: 'Office', bbox: [7, 46, 8, 47] }];

	expect((await run(push({}, asZone), [{ features }])).added).toMatchObject([pushedZone]);
	const unknown = await run(push({}, asZone), [{ features: { ...office, feature_type: 'unit' } }]);
	expect(unknown.error).toContain('feature_type is neither a data field of the plan');
});

test('Check and Compare read GeoJSON as Push does', async () => {
	const given = [{ features: collection(office, feature({ Usage: 'Lab', Occupier: 'Dept B' }, null)) }];

	const checked = await run(check({ existing: 'skip' }, { featureType: 'room' }), given);
	const compared = await run(compare({ results: ['new', 'same', 'unclear'] }, { featureType: 'room' }), given);

	expect(checked.results).toMatchObject([{ valid: 2, invalid: 0, new: 1, same: 1 }]);
	expect(compared.results.map(({ result }) => result)).toEqual(['new', 'same']);
});

test('a collection without features says nothing', async () => {
	expect(await run(push({}, asZone), [{ features: collection() }])).toMatchObject({ error: '', added: [] });
});

test.each<[string, IDataObject, IDataObject, RegExp]>([
	[
		'a line of an icon, which would stand in the centre of the plan',
		{ type: 'LineString', coordinates: ring },
		{ featureType: 'fixedIcon' },
		/geometry must be a point/,
	],
	[
		'projected coordinates on a plan in degrees',
		{ type: 'Polygon', coordinates: [ring.map(([x, y]) => [x * 1e5, y * 1e5])] },
		asZone,
		/geometry is not where the plan is; give longitude and latitude/,
	],
	[
		'an outline with its axes turned around, which lies elsewhere on earth',
		{ type: 'Polygon', coordinates: [ring.map(([x, y]) => [y, x])] },
		asZone,
		/geometry is not where the plan is/,
	],
	[
		'a point with its axes turned around',
		{ type: 'Point', coordinates: [46.1, 153.1] },
		{ featureType: 'fixedIcon' },
		/position is not where the plan is/,
	],
])('GeoJSON that says no place on the plan is a problem: %s', async (_what, geometry, kind, words) => {
	const item = feature({ usage: 'Office' }, geometry);

	expect(await run(push({}, { ...kind, source: 'item' } as INodeParameters), [item])).toMatchObject({
		error: expect.stringMatching(words),
		added: [],
	});
	const off = push({ validate: false }, { ...kind, source: 'item' } as INodeParameters);
	if (geometry.type !== 'LineString')
		expect(await run(off, [item])).toMatchObject({ error: '', results: [{ pushed: 1 }] });
});

test('JSON that is sent as it stands is checked for its place once the plan is read', async () => {
	const turned = { type: 'Polygon', coordinates: [ring.map(([x, y]) => [y, x])] };
	const zone = { type: 'zone', zoneType: 'tenanted', geometry: turned, data: [] };

	expect(await run(push({ existing: 'skip' }), [{ features: [zone] }])).toMatchObject({
		error: expect.stringContaining('geometry is not where the plan is'),
		added: [],
	});
});

test.each<[string, unknown, unknown, unknown]>([
	['axes of other names', { longitude: 7.1, latitude: 46.1 }, [7.12, 46.12], { longitude: 7.12, latitude: 46.12 }],
	[
		'a Point',
		{ type: 'Point', coordinates: [7.1, 46.1] },
		{ x: 7.12, y: 46.12 },
		{ type: 'Point', coordinates: [7.12, 46.12] },
	],
	['the same axes', { x: 1, y: 2 }, { x: 7.12, y: 46.12, rotation: 9 }, { x: 7.12, y: 46.12, rotation: 9 }],
])('the position of a row has the form of the plan: %s', async (_what, onPlan, position, expected) => {
	const plan = [{ type: 'exitSign', name: 'One', position: onPlan } as IDataObject];
	const row = { type: 'exitSign', name: 'Two', position: JSON.stringify(position) };

	const { results } = await run(compare({ results: ['new'] }, { source: 'item' }), [row], plan);

	expect(results).toMatchObject([{ result: 'new', feature: { position: expected } }]);
});

test('two icons half a metre apart do not make a plan one in degrees', async () => {
	const icons = [0.2, 0.6].map((x) => ({ type: 'fixedIcon', name: `Sign ${x}`, position: { x, y: 1 } }));
	const item = feature(null, { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + 200, y])] });

	expect(await run(push({}, eachItem), [item], icons)).toMatchObject({ error: '', results: [{ pushed: 1 }] });
});

test('a feature without properties is its outline', async () => {
	const { properties, ...others } = office;

	expect(properties).toBeDefined();
	expect(await run(push({}, eachItem), [others])).toMatchObject({
		error: '',
		added: [{ type: 'zone', zoneType: 'tenanted', geometry: outline }],
	});
});

test('many unknown columns are told what is known once', async () => {
	const { error } = await run(push({}, eachItem), [feature({ usag: 'Office', colour: 'red', floor: 3 })]);

	expect(error.match(/Known are/g)).toHaveLength(1);
	expect(error.match(/Map Each Column Manually/g)).toHaveLength(1);
	expect(error).toMatch(/^usag is neither .*: did you mean Usage\? Known are/);
});

test.each(['data', 'results', 'value'])('a list of rows in one item leads to Feature JSON: %s', async (name) => {
	const item = { count: 2, [name]: [{ Usage: 'Office' }, { Usage: 'Lab' }] };
	const { error, added } = await run(push({}, eachItem), [item]);

	expect(error).toContain(
		`The item holds rows in ${name}. Set Source to JSON, and Feature JSON to these rows, ` +
			`such as {{ $json.${name} }}.`,
	);
	expect(added).toEqual([]);
});

/** As ArcGIS gives a layer, unless it is asked for GeoJSON. */
const ofArcGis = { attributes: { OBJECTID: 7, usage: 'Office' }, geometry: { rings: [ring] } };
const layer = { geometryType: 'esriGeometryPolygon', spatialReference: { wkid: 4326 }, features: [ofArcGis, ofArcGis] };

test.each<[string, IDataObject, IDataObject?]>([
	['a layer', layer],
	['a feature', ofArcGis],
	['a feature without a place', { attributes: ofArcGis.attributes }],
	['a layer as HTTP Request gives its text', { data: JSON.stringify(layer) }],
	['a layer as Extract from JSON gives it', { data: layer }],
	['a list as Extract from JSON gives it', { data: [ofArcGis] }],
	['a whole response', { statusCode: 200, headers: {}, body: layer }],
	['a layer as Feature JSON', {}, { source: 'json', featureJson: JSON.stringify(layer) }],
	['a list as Feature JSON', {}, { source: 'json', featureJson: JSON.stringify([ofArcGis]) }],
])('JSON of ArcGIS is a problem: %s', async (_what, item, parameters = {}) => {
	for (const extraColumns of ['error', 'ignore', 'keep']) {
		const { error, added } = await run(push({ extraColumns }, { ...eachItem, ...parameters }), [item]);

		expect(error).not.toBe('');
		expect(added).toEqual([]);
	}
});

test('a whole response leads to Feature JSON', async () => {
	const response = { statusCode: 200, statusMessage: 'OK', headers: {}, body: { Usage: 'Office' } };
	const { error, added } = await run(push({}, eachItem), [response]);

	expect(error).toContain(
		'The item holds rows in body. Set Source to JSON, and Feature JSON to these rows, such as {{ $json.body }}.',
	);
	expect(added).toEqual([]);
});

test.each([
	['a CSV file as HTTP Request gives it', 'Usage;Occupier\nOffice;Dept B'],
	['a file of KML', '<kml><Placemark/></kml>'],
	['a feature on each line', [office, office].map((one) => JSON.stringify(one)).join('\n')],
])('the text of a file has to be read before: %s', async (_what, data) => {
	const { error, added } = await run(push({}, eachItem), [{ data }]);

	expect(error).toMatch(/^The item is the text of a file\. Read it before this node, such as by Extract from File/);
	expect(added).toEqual([]);
});

describe('on a plan in metres, from 0 to 66', () => {
	const square = (x: number, y: number, side: number) => ({
		type: 'Polygon',
		coordinates: [
			[
				[x, y],
				[x + side, y],
				[x + side, y + side],
				[x, y + side],
				[x, y],
			],
		],
	});
	const plan = [0, 20, 40, 60].map((x) => room(`Lab ${x}`, 'Dept B', { geometry: square(x, x / 2, 6) }));

	test.each<[string, IDataObject]>([
		['in millimetres', square(12_000, 3_000, 6_000)],
		['in degrees', square(153.02, -27.47, 0.00006)],
		['in the coordinates of a country', square(502_930.2, 6_961_440.8, 6)],
	])('an outline %s is a problem', async (_unit, geometry) => {
		const outcome = await run(push({}, eachItem), [feature({ usage: 'Office' }, geometry)], plan);

		expect(outcome).toMatchObject({
			error: expect.stringContaining(
				'geometry is far from the plan, or in another unit: that lies between (0, 0) and (66, 36)',
			),
			added: [],
		});
	});

	test.each<[string, IDataObject]>([
		['in a new wing', square(400, -90, 6)],
		['of a desk', square(3, 3, 0.8)],
		['of the whole site', square(-100, -100, 900)],
	])('an outline %s is none', async (_what, geometry) => {
		const outcome = await run(push({}, eachItem), [feature({ usage: 'Office' }, geometry)], plan);

		expect(outcome).toMatchObject({ error: '', added: [{ geometry }] });
	});

	test('what lies far out on the plan, too, is none beside a feature that has to be read with the plan', async () => {
		const mark = { type: 'leaderLineIcon', position: { x: 900_000, y: 0 }, icons: [] };
		const outcome = await run(
			push({ existing: 'skip' }, eachItem),
			[mark, feature({ usage: 'Office' }, square(30, 0, 6))],
			[...plan, mark],
		);

		expect(outcome).toMatchObject({ error: '', added: [{ geometry: square(30, 0, 6) }] });
	});
});

test('places on a plan in metres are nowhere on earth', async () => {
	const metres = ring.map(([x, y]) => [x * 100, y * 100]);
	const there = { ...room('Lab', 'Dept B'), geometry: { type: 'Polygon', coordinates: [metres] } };
	const item = feature({ usage: 'Office' }, { type: 'Polygon', coordinates: [metres.map(([x, y]) => [x + 900, y])] });

	expect(await run(push({}, eachItem), [item], [there])).toMatchObject({ error: '', results: [{ pushed: 1 }] });
});

test.each<[string, string, IDataObject]>([
	['text', 'body', { query: {}, body: 'Usage\nOffice' }],
	['no body', 'query', { query: { Usage: 'Office' }, body: {} }],
])('a request of a webhook with %s leads to its %s', async (_what, name, request) => {
	const { error, added } = await run(push({}, eachItem), [{ headers: {}, params: {}, ...request }]);

	expect(error).toMatch(`The item holds rows in ${name}. Set Source to JSON, and Feature JSON to these rows`);
	expect(added).toEqual([]);
});

test('an object called body is no request', async () => {
	const row = { Usage: 'Office', body: { text: 'x' } };

	expect(await run(push({ extraColumns: 'ignore' }, eachItem), [row])).toMatchObject({ error: '', added: [{}] });
});

test('several points of one icon are one problem', async () => {
	const points = feature({ usage: 'Office' }, { type: 'MultiPoint', coordinates: [[7.1, 46.1]] });
	const { error } = await run(push({}, { source: 'item', featureType: 'fixedIcon' }), [points]);

	expect(error).toMatch(/^geometry must be a point: .* no outline\. Found in .*\. Nothing was sent\nCorrect these/);
});

test('a request of a webhook that is none of GeoJSON leads to its body', async () => {
	const item = { headers: {}, params: {}, query: {}, body: { type: 'room', Usage: 'Office' } };

	expect(await run(compare({}, eachItem), [item], [])).toMatchObject({
		results: [
			{ result: 'unclear', reason: expect.stringMatching(/rows in body\. Set Source to JSON, .* \$json\.body \}\}$/) },
		],
	});
	expect(await run(push({}, eachItem), [item])).toMatchObject({
		error: expect.stringMatching(/^The item holds rows in body\. Set Source to JSON, and Feature JSON to/),
		added: [],
	});
});

test('collections of names of their own in one item are a problem', async () => {
	const { error, added } = await run(push({}, eachItem), [{ units: collection(office), fixtures: collection(office) }]);

	expect(error).toMatch(/^units holds features; set Source to JSON/);
	expect(added).toEqual([]);
});

test.each<[string, IDataObject]>([
	['a collection', { data: collection(office) }],
	['a request of a webhook', { headers: {}, params: {}, query: {}, body: collection(office) }],
	['a list of features', { body: [room('Lab', 'Dept A')] }],
])('columns beside %s are a problem: nobody knows what they mean for its features', async (_what, item) => {
	const { added, error } = await run(push({}, eachItem), [{ Floor: '3', reason: 'B', ...item }]);

	expect(error).toMatch(
		/^The item holds features in (data|body), and beside them Floor, reason\. Leave these columns out/,
	);
	expect(added).toEqual([]);
	expect(await run(push({}, eachItem), [{ fileName: 'a.json', reason: '', ...item }])).toMatchObject({ error: '' });
});

test('a collection of which nothing is mapped leads to Split Out', async () => {
	const mapped = byHand({ Usage: '={{ $json.properties.usage }}', geometry: '={{ $json.geometry }}' });
	for (const item of [collection(office), { body: collection(office) }]) {
		const { error, added } = await run(push({}, { ...asZone, ...mapped }), [item]);

		expect(error).toMatch(/none of them is mapped\. Put Split Out/);
		expect(added).toEqual([]);
	}
});

describe('a file that no node has read', () => {
	const ofWebhook = { headers: {}, params: {}, query: {}, body: {} };
	const ofFile = { fileName: 'a.geojson', mimeType: 'application/geo+json', fileSize: '3 kB' };
	it.each<[string, IDataObject, INodeParameters]>([
		['of a webhook', ofWebhook, eachItem],
		['of a webhook, as JSON', ofWebhook, { ...asZone, source: 'json', featureJson: '={{ $json.body }}' }],
		['of a disk', ofFile, eachItem],
		['of another node', {}, eachItem],
	])('is a problem that says so: %s', async (_what, json, parameters) => {
		const [planCode] = service.plans(1, []);
		const binary = { data: { data: '', mimeType: 'application/geo+json' } };
		const { error } = await runNode({
			...push({}, { ...parameters, planCode }),
			items: [json],
			binary,
			credential: service.credential(),
		});
		expect(error?.message).toContain('The item is a file. Read it before this node, such as by Extract from File');
	});
});

it('a file beside an item that is mapped by hand is left alone', async () => {
	const columns = byHand({
		type: 'zone',
		zoneType: 'tenanted',
		geometry: JSON.stringify(outline),
		[dataKey('u')]: 'Lab',
	});
	const [planCode] = service.plans(1, [room('Lab', 'Dept B')]);
	const { error } = await runNode({
		...push({}, { source: 'item', planCode, ...columns }),
		items: [{}],
		binary: { data: { data: '', mimeType: 'image/png' } },
		credential: service.credential(),
	});
	expect(error).toBeUndefined();
	expect(service.sandbox.features(planCode)).toHaveLength(2);
});

it('an outline loses what programs for maps add, and so does a position', async () => {
	const crs = { type: 'name', properties: { name: 'EPSG:4326' } };
	const { added } = await run(push({}, eachItem), [
		feature({ usage: 'Office', OCCUPIER: 'Dept A' }, { ...outline, crs, bbox: [0, 0, 1, 1] }),
	]);

	expect(added).toEqual([pushedZone]);
});

it('longitude and latitude are no position of a plan in metres', async () => {
	const icons = [0, 6, 12, 18].map((x) => ({
		type: 'fixedIcon',
		position: { x, y: x / 6 },
		data: [field('Usage', `${x}`)],
	}));
	const row = { type: 'fixedIcon', Usage: 'Exit', position: '{"longitude":7.11,"latitude":46.11}' };
	const { added, error } = await run(push({}, { source: 'item' }), [row], icons);

	expect(error).toContain('position is far from the plan, or in another unit: that lies between (0, 0) and (18, 3)');
	expect(added).toEqual([]);
});

it('a file for an empty plan is held against itself', async () => {
	const far = { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x * 111_320, y * 111_320])] };
	const others = [0, 1, 2].map((at) =>
		feature(null, { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x + at / 1000, y])] }),
	);
	const { added, error } = await run(push({}, eachItem), [collection(...others, feature(null, far))], []);

	expect(error).toContain('geometry is not where the rest of the input is');
	expect(added).toEqual([]);
});
