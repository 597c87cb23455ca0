import type { IDataObject } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, byHand, check, compare, push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant, use } = dataFields;
const byTenant = byColumns('Tenant');
const fromRows = { source: 'item' };
const room = (value: string, more: IDataObject = {}): IDataObject =>
	zone(value, {
		id: `id ${value}`,
		data: [
			{ ...tenant, value },
			{ ...use, value: '' },
		],
		...more,
	});

async function run(step: ReturnType<typeof push>, planCode: string, rows: IDataObject[]) {
	const items = rows.map((row) => ({ planCode, ...row }));
	const { success, error, hints } = await runNode({ ...step, items, credential: service.credential() });
	return { results: success.map(({ json }) => json), error, hints: hints.map(({ message }) => message) };
}

describe('icons whose row has coordinates in two columns', () => {
	const icon = (value: string, [longitude, latitude]: number[]) =>
		room(value, { type: 'fixedIcon', position: { longitude, latitude } });
	const rows = [{ type: 'fixedIcon', Tenant: 'Ben', Lon: '153.0211', Lat: '-27.4710' }];

	test.each(['error', 'ignore'])(
		'are no icons in the centre of the plan, with Extra Columns %s',
		async (extraColumns) => {
			const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);

			const { results, error } = await run(push({ extraColumns }, fromRows), planCode, rows);

			expect(results).toEqual([]);
			expect(error?.message).toMatch(
				/^position is empty, but the row has Lon and Lat; make the column .* Found in fixedIcon Ben \(item 0\)/,
			);
			expect(service.sandbox.features(planCode)).toHaveLength(2);
		},
	);

	test.each([
		['GPSX', 'GPSY', 'x: \\$json\\.GPSX, y: \\$json\\.GPSY'],
		['経度', '緯度', 'longitude: \\$json\\["経度"\\], latitude: \\$json\\["緯度"\\]'],
		['geo longitude', 'geo latitude', 'longitude: \\$json\\["geo longitude"\\]'],
		['desk_x', 'desk_y', 'x: \\$json\\.desk_x, y: \\$json\\.desk_y'],
		['Position X (m)', 'Position Y (m)', 'x: \\$json\\["Position X \\(m\\)"\\]'],
		['geoLong', 'geoLat', 'longitude: \\$json\\.geoLong'],
		['left', 'top', 'x: \\$json\\.left, y: \\$json\\.top'],
	])('are found whatever the columns are called, such as %s', async (x, y, position) => {
		const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);
		const [{ Lon, Lat, ...row }] = rows;

		const named = [{ ...row, [y]: Lat, [x]: Lon }];
		const { error } = await run(push({ extraColumns: 'ignore' }, fromRows), planCode, named);

		const names = `${x} and ${y}`.replaceAll(/[()]/g, String.raw`\$&`);
		expect(error?.message).toMatch(new RegExp(`the row has ${names}; .*${position}`));
		expect(service.sandbox.features(planCode)).toHaveLength(2);
	});

	const point = { type: 'Point', coordinates: [153.0211, -27.471] };

	test.each([
		point,
		JSON.stringify(point),
		'POINT (153.0211 -27.471)',
		'-27.471, 153.0211',
		{ lat: -27.471, lng: 153 },
	])('are found in one column, such as %j of a database', async (place) => {
		const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);
		const [{ type, Tenant }] = rows;

		const { error } = await run(push({ extraColumns: 'ignore' }, fromRows), planCode, [{ type, Tenant, place }]);

		expect(error?.message).toMatch(/^position is empty, but the row has a point in place; make the column position/);
		expect(service.sandbox.features(planCode)).toHaveLength(2);
	});

	test('stand where the row has nothing but numbers, lists and objects of other things', async () => {
		const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);
		const [{ type, Tenant }] = rows;
		const others = {
			floors: [1, 2],
			attributes: { latitude: 1, longitude: 2, unit: 'm' },
			x: 'yes',
			y: 'no',
			range: '1.5, 2.5',
		};

		const { results } = await run(push({ extraColumns: 'ignore' }, fromRows), planCode, [{ type, Tenant, ...others }]);

		expect(results).toMatchObject([{ pushed: 1 }]);
	});

	test('that are on the plan already stand where they are', async () => {
		const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);
		const known = [{ ...rows[0], Tenant: 'Anna' }, rows[0]];
		const step = { ...fromRows, ...byColumns('Tenant') };

		const compared = await run(
			compare({ extraColumns: 'ignore', results: ['same', 'unclear'] }, step),
			planCode,
			known,
		);
		const { results } = await run(
			{ ...push({ existing: 'skip', extraColumns: 'ignore' }, step), onError: 'continueRegularOutput' },
			planCode,
			known,
		);

		expect(compared.results).toMatchObject([{ result: 'same' }, { result: 'unclear' }]);
		expect(results).toMatchObject([{ skipped: 1, pushed: 0 }, { error: expect.stringMatching(/^position is empty/) }]);
	});

	test('get their position by what the message says', async () => {
		const [planCode] = service.plans(1, [icon('Anna', [153.021, -27.471]), icon('Cleo', [153.0212, -27.4711])]);
		const [{ Lon, Lat, ...row }] = rows;

		const { error } = await run(push({}, fromRows), planCode, [{ ...row, position: { Lon, Lat } }]);

		expect(error).toBeUndefined();
		expect(service.sandbox.features(planCode)[2].position).toEqual({ longitude: 153.0211, latitude: -27.471 });
	});

	test('are signs and doors, too, where those of the plan have a position, and no rooms', async () => {
		const sign = icon('Anna', [153.021, -27.471]);
		const ring = [0, 0.001, 0.002, 0].map((side, at) => [153.021 + side, -27.471 + (at % 2) / 1000]);
		const geometry = { type: 'Polygon', coordinates: [ring] };
		const plan = [
			{ ...sign, type: 'exitSign', geometry: null },
			{ ...sign, type: 'room', geometry },
		];
		const [planCode] = service.plans(1, plan);
		const runOf = async (type: string) =>
			await run(push({ extraColumns: 'ignore' }, fromRows), planCode, [{ ...rows[0], type }]);

		expect((await runOf('exitSign')).error?.message).toMatch(/^position is empty, but the row has Lon and Lat/);
		expect(await runOf('room')).toMatchObject({ error: undefined, results: [{ pushed: 1 }] });
	});

	test('stand where the plan has such data fields, and there is no other place', async () => {
		const fields = ['Lon', 'Lat'].map((name) => ({ key: dataKey(name[1]), name, value: '153.0210' }));
		const [planCode] = service.plans(1, [
			room('Anna', { type: 'fixedIcon', data: [{ ...tenant, value: 'Anna' }, ...fields] }),
		]);

		const { results } = await run(push({}, fromRows), planCode, rows);

		expect(results).toMatchObject([{ pushed: 1 }]);
	});
});

test('the number of a row in a Data Table is no id: it is not sent, and a hint says so', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [
		{ id: 1, type: 'zone', Tenant: 'Anna' },
		{ id: 2, type: 'zone', Tenant: 'Ben' },
	];

	const compared = await run(compare({ results: ['new', 'same'] }, byTenant), planCode, rows);
	const pushed = await run(push({ existing: 'skip' }, byTenant), planCode, rows);

	expect(compared.results.map(({ result, match }) => [result, match])).toEqual([
		['same', 'Anna'],
		['new', 'Ben'],
	]);
	expect(pushed.results).toMatchObject([{ pushed: 1, skipped: 1 }]);
	expect(pushed.hints).toContainEqual(expect.stringMatching(/^Rows whose id no feature of the plan has: 2\./));
	expect(service.sandbox.features(planCode)[1].id).not.toBe(2);
});

test('rows of a Data Table are none of the features that have their numbers as ids', async () => {
	const [planCode] = service.plans(1, [room('Anna', { id: 1 }), room('Ben', { id: 2 })]);
	const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
	const rows = ['Ben', 'Anna', 'Cleo'].map((Tenant, index) => ({ id: index + 1, type: 'zone', Tenant, ...dates }));

	for (const columns of [byTenant, fromRows]) {
		const all = compare({ results: ['new', 'same', 'different', 'unclear'] }, columns);
		const { results } = await run(all, planCode, rows);
		expect(results.map(({ result }) => result)).toEqual(['same', 'same', 'new']);
	}
	const { results, error } = await run(push({ existing: 'skip' }, byTenant), planCode, rows);
	expect({ results, error }).toMatchObject({ results: [{ pushed: 1, skipped: 2 }], error: undefined });
	expect(service.sandbox.features(planCode)[2]).not.toHaveProperty('id', 3);
});

test.each<[string, IDataObject]>([
	['a Data Table', { id: 7, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }],
	['Airtable', { id: 'recW3uhIQdmOvv2tu', createdTime: '2026-01-01T00:00:00.000Z' }],
	[
		'n8n Form',
		{ submittedAt: '2026-11-28T01:30:00.000+01:00', formMode: 'production', formQueryParameters: { a: '1' } },
	],
	['Google Sheets', { row_number: 2 }],
])('what %s adds to a row says nothing, also where the row has no cell', async (_node, added) => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [
		{ ...added, type: 'zone', Tenant: 'Ben' },
		{ ...added, Tenant: '' },
	];

	const { results, error, hints } = await run(push({}, byTenant), planCode, rows);

	expect({ results, error }).toMatchObject({ results: [{ pushed: 1 }], error: undefined });
	expect(hints).toContainEqual(expect.stringMatching(/which say nothing: 1\.$/));
	expect(Object.keys(service.sandbox.features(planCode)[1]).sort()).toEqual(['code', 'data', 'type']);
});

test('a problem names the row by its value, and another row that is the same', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [
		{ type: 'zone', Tenant: 'Ben', [use.name]: 'Office' },
		{ type: 'zone', Tenant: 'ben', [use.name]: '' },
		{ type: 'zone', Tenant: 'Carl', Usee: 'x' },
	];

	const { error } = await run(push({ existing: 'skip' }, byTenant), planCode, rows);

	expect(error?.message).toMatch(/^the feature is new, and given 2 times \(zone Ben \(item 0\), zone ben \(item 1\)\)/);
	expect(error?.description).toMatch(/^Usee is neither .* Found in zone Carl \(item 2\)\.$/m);
});

test.each([
	['automatically', fromRows],
	['by hand', byHand({ type: 'zone', Tenant: '={{ $json.Tenant }}' })],
])('columns for a plan without features, mapped %s, lead to Data Fields From', async (_what, columns) => {
	const [planCode] = service.plans(1, []);
	const { error } = await run(push({ existing: 'skip' }, columns), planCode, [{ type: 'zone', Tenant: 'Ben' }]);

	expect(error?.message).toMatch(/The plan has no data field yet: set Data Fields From/);
});

test('a column that may be the kind or a field is one problem', async () => {
	const kind = { key: dataKey('k'), name: 'Type', value: 'Office' };
	const [planCode] = service.plans(1, [{ type: 'room', data: [kind] }]);
	const { error } = await run(push({ existing: 'skip' }, fromRows), planCode, [{ Type: 'Office' }]);

	expect(error?.context.details).toMatchObject({ problems: [{ path: 'Type' }] });
});

test('a plan without features takes the names of data fields from another one', async () => {
	const [empty, other] = [service.plans(1)[0], service.plans(1, [room('Anna', { area: 7 })])[0]];
	const rows = [{ type: 'zone', Tenant: 'Ben', area: '12' }];
	const refused = await run(push({}, fromRows), empty, rows);

	const options = { dataFieldsFrom: { __rl: true, mode: 'url', value: `https://x/?planCode=${other}` } };
	const { error } = await run(push(options, fromRows), empty, rows);

	expect(refused.error?.message).toContain('Tenant is neither a data field of the plan');
	expect(error).toBeUndefined();
	expect(service.sandbox.features(empty)).toMatchObject([{ area: 12, data: [{ ...tenant, value: 'Ben' }] }]);
});

test("the plan of Data Fields From that can't be read is told, and nothing is sent", async () => {
	const [planCode] = service.plans(1);
	const { error } = await run(push({ dataFieldsFrom: 'pln_unknown' }, fromRows), planCode, [{ Tenant: 'Ben' }]);

	expect(error?.message).toMatch(/^Nothing was sent, because a plan could not be read\./);
	expect(service.count('push')).toBe(0);
});

test("of plans that can't be read the one of the first item is told, whichever responds first", async () => {
	const rows = ['pln_first', 'pln_second'].map((planCode) => ({ planCode, type: 'zone', Tenant: 'Ben' }));
	service.sandbox.intercept({ route: 'features', times: 1, reply: { status: 429, headers: { 'Retry-After': '1' } } });

	const { error } = await run(push({ existing: 'skip' }, byTenant), '', rows);

	expect(error?.message).toMatch(/Plan pln_first: .*status 404/);
	expect(error?.context).toMatchObject({ itemIndex: 0 });
});

test.each([
	['what tells its features apart', [room('Anna'), room('Ben')], /^None of the 2 rows .*; it has zones Anna to Ben\.$/],
	[
		'nothing more, where nothing does',
		['a', 'b'].map((shape) => ({ type: 'icon', icons: [{ shape }] })),
		/^None of the 2 rows is on this plan \(\w+\)\.$/,
	],
])('a list of which nothing is on the plan says so, and %s', async (_what, features, words) => {
	const [planCode] = service.plans(1, [...features]);
	const rows = ['Cleo', 'Dora'].map((value) => ({ type: 'zone', [`Tenant (${tenant.key})`]: value }));

	const outcomes = await Promise.all(
		[check({}, fromRows), compare({}, fromRows)].map((step) => run(step, planCode, rows)),
	);

	for (const { hints } of outcomes) expect(hints).toContainEqual(expect.stringMatching(words));
});

test('one row that is new, and rows beside one that is known, are nothing to speak of', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const lists = [['Ben'], ['Ben', 'Anna']].map((names) => names.map((Tenant) => ({ type: 'zone', Tenant })));

	const outcomes = await Promise.all(lists.map((rows) => run(check({}, fromRows), planCode, rows)));

	for (const { hints } of outcomes) expect(hints.join(' ')).not.toContain('None of');
});

test('what Results leaves out of Compare is counted in a hint', async () => {
	const [planCode] = service.plans(1, [room('Anna'), room('Ben')]);
	const rows = [{ type: 'zone', Tenant: 'Anna' }];

	const { results, hints } = await run(compare({ results: ['new'] }, byTenant), planCode, rows);

	expect(results).toEqual([]);
	expect(hints).toContain('Left out by Results: Same (1), Only on Plan (1).');
});

test('the row number of Google Sheets says nothing', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [
		{ row_number: 2, type: 'zone', Tenant: 'Anna' },
		{ row_number: 3, Tenant: '' },
	];

	const { results, hints, error } = await run(compare({ results: ['same'] }, byTenant), planCode, rows);

	expect({ results, error }).toMatchObject({ results: [{ result: 'same' }], error: undefined });
	expect(hints).toEqual(['Items without any value of their own, which say nothing: 1.']);
});

test('the line of a separator that Excel writes is a problem, and the cell that does not fit is named', async () => {
	const [planCode] = service.plans(1, [room('12.50'), room('3.25')]);

	const line = await run(push({}, byTenant), planCode, [{ 'sep=;': 'Tenant;Use' }]);
	const cell = await run(push({}, byTenant), planCode, [{ type: 'zone', Tenant: 'n/a', [use.name]: 'Lab' }]);

	expect(line.error?.message).toMatch(/^sep=; is a line .* set Starting Line to 2 in the node that reads the file/);
	expect(cell.error?.message).toMatch(
		/^Tenant is "n\/a", but values of Tenant look like "12\.50"; write it like these\./,
	);
});

test('a file that nothing has read is a problem', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const binary = { data: { mimeType: 'text/csv', data: '', fileName: 'rooms.csv' } };
	const step = push({}, { ...byTenant, planCode });

	const { error } = await runNode({ ...step, items: [{}], binary, credential: service.credential() });

	expect(error).toMatchObject({ message: expect.stringMatching(/^The item is a file\. Read it before this node/) });
});

test('rows say nothing that have a kind alone, or the headings again', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [
		{ type: 'zone', Tenant: '', [use.name]: ' ' },
		{ planCode: 'planCode', Tenant: 'TENANT', [use.name]: use.name, Remark: '' },
		{ type: 'zone', Tenant: 'Ben' },
	];

	for (const step of [compare({ results: ['new'], extraColumns: 'ignore' }, byTenant), push({}, byTenant)]) {
		const options = { ...Object(step.parameters.options), extraColumns: 'ignore' };
		const { results, hints, error } = await run(
			{ ...step, parameters: { ...step.parameters, options } },
			planCode,
			rows,
		);

		expect({ count: results.length, error }).toEqual({ count: 1, error: undefined });
		expect(hints).toContain('Items without any value of their own, which say nothing: 2.');
	}
	expect(service.sandbox.features(planCode)).toHaveLength(2);
});

test('a row of which Extra Columns leaves nothing is a problem, and no bare feature', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [{ error: 'The resource was not found' }, { Tenant: 'Ben', remark: 'new' }];
	const parameters = { ...fromRows, featureType: 'zone', zoneType: 'common' };

	const { error } = await run(push({ existing: 'skip', extraColumns: 'ignore' }, parameters), planCode, rows);

	expect(error?.message).toMatch(/has no cell in a column that the plan has.* Found in .*item 0/);
	expect(error?.message).not.toContain('item 1');
	expect(service.sandbox.features(planCode)).toHaveLength(1);
});

test('a row behind a feature that stands as it is is looked for on the plan, too', async () => {
	const [planCode] = service.plans(1, [room('Anna'), room('Ben')]);
	const whole = zone('new', { data: [{ ...tenant, value: 'Cleo' }] });
	const { error } = await run(push({ existing: 'skip' }, fromRows), planCode, [
		{ ...whole, dataFields: [] },
		{ type: 'zone', Tenant: 'Anna', Use: 'Office' },
	]);

	expect(error?.message).toContain('is new, but zone Anna is on the plan');
	expect(service.sandbox.features(planCode)).toHaveLength(2);
});

test('rows that are equal to each other are told on an empty plan, too', async () => {
	const [planCode] = service.plans(1);
	const lobby = { type: 'room', name: 'Lobby' };
	const { error } = await run(push({ existing: 'skip' }, fromRows), planCode, [lobby, lobby]);

	expect(error?.message).toContain('is new, and given 2 times');
	expect(service.sandbox.features(planCode)).toHaveLength(0);
});

test('a heading with a separator is left out by Extra Columns Ignore, and a problem without it', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = [{ type: 'zone', Tenant: 'Cleo', 'Remark; internal': 'x' }];
	const ignored = await run(push({ extraColumns: 'ignore' }, fromRows), planCode, rows);
	const rejected = await run(push({}, fromRows), planCode, rows);

	expect(ignored.results).toMatchObject([{ pushed: 1 }]);
	expect(rejected.error?.message).toMatch(/^Remark; internal .*Delimiter/);
});

test('a column that nobody knows is a problem beside an outline, too', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const { geometry } = room('Ben');
	const rows = [{ type: 'zone', zoneType: 'common', geometry, Tenat: 'X' }];
	const { error } = await run(push({}, fromRows), planCode, rows);

	expect(error?.message).toMatch(/^Tenat is neither .* did you mean Tenant\?/);
});

test('cells of properties are cleaned as those of data fields are', async () => {
	const [planCode] = service.plans(1, [room('Anna', { label: 'a' })]);
	const rows = [{ type: 'zone', Tenant: 'Cleo', label: '\u200e3.01 cafe\u0301' }];
	await run(push({}, fromRows), planCode, rows);
	const { error } = await run(push({}, fromRows), planCode, [{ ...rows[0], label: '8,2E+18' }]);

	expect(service.sandbox.features(planCode)[1].label).toBe('3.01 café');
	expect(error?.message).toContain('lost digits');
});

test('the example of a problem is a value, and no gap', async () => {
	const values = ['-', '12.50'].map((value) => room(value, { data: [{ ...use, value }] }));
	const [planCode] = service.plans(1, values);
	const { error } = await run(push({}, fromRows), planCode, [{ type: 'zone', Tenant: 'A', [use.name]: 'n/a' }]);

	expect(error?.message).toContain('look like "12.50"');
});

test('cells of properties have the types and formats of the plan', async () => {
	const properties = (label: string, area: number) => ({ label, area, locked: false, opened: '2026-01-31' });
	const [planCode] = service.plans(1, [room('A', properties('0412', 12)), room('B', properties('0413', 20.5))]);
	const row = { type: 'zone', Tenant: 'A' };
	const changes = async (more: IDataObject) => {
		const { results } = await run(compare({ results: ['same', 'different', 'unclear'] }, byTenant), planCode, [
			{ ...row, ...more },
		]);
		const [{ reason, changes: found }] = results as Array<{
			reason: string | null;
			changes: Array<{ input: unknown }>;
		}>;
		return reason ?? found.map(({ input }) => input);
	};

	expect(await changes({ label: 412, area: '12.0', locked: 'nein', opened: 46053 })).toEqual([]);
	expect(await changes({ label: 413, area: '12.5', locked: 'ja', opened: 46054 })).toEqual([
		'0413',
		12.5,
		true,
		'2026-02-01',
	]);
	expect(await changes({ area: null })).toEqual([null]);
	expect(await changes({ opened: new Date('2026-01-31') as never })).toEqual([]);
	expect(await changes({ label: { en: 'Lobby' } })).toContain('label must be text');
	expect(await changes({ area: 'n/a' })).toContain('area');
	expect(await changes({ locked: 'x' })).toContain('locked');
});

test('rows that are given twice are one problem, with their number, however many values they have', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const rows = ['Ben', 'Cleo', 'Dan'].flatMap((Tenant) => [1, 2].map(() => ({ type: 'zone', Tenant })));
	const { error } = await run(push({ existing: 'skip' }, byTenant), planCode, rows);

	expect(error?.context.details).toMatchObject({ problems: [{ count: 6 }] });
	expect(error?.message).toMatch(/^the feature is new, and given 2 times .*give it once\. Found in 6 rows/);
});

test('a plan of Data Fields From that is not there is named with that option', async () => {
	const [planCode] = service.plans(1, [room('Anna')]);
	const { error } = await run(push({ dataFieldsFrom: 'pln_none' }, byTenant), planCode, [
		{ type: 'zone', Tenant: 'B' },
	]);

	expect(error?.message).toMatch(/Data Fields From: .*status 404/);
});
