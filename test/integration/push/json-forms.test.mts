import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const field = { key: dataKey('r'), name: 'Room' };
const room = (value: string): IDataObject => ({ type: 'room', data: [{ ...field, value }] });

/** Pushes what an expression of Feature JSON gives. @returns the rooms that are added, in order */
async function pushJson(value: unknown, options: INodeParameters = {}) {
	const [planCode] = service.plans(1, [room('101')]);
	const step = push({ existing: 'skip', ...options }, { featureType: 'room', featureJson: '={{ $json.given }}' });
	const { error } = await runNode({
		...step,
		items: [{ planCode, given: value } as IDataObject],
		credential: service.credential(),
	});
	const added = service.sandbox.features(planCode).slice(1);
	return { error: error?.message, rooms: added.map(({ data }) => (data as Array<{ value: string }>)[0].value) };
}

const row = { Room: '110' };
const [one, two] = [{ Room: '110' }, { Room: '111' }];

test.each<[string, unknown, string[]]>([
	['JSON that was made a text twice', JSON.stringify(JSON.stringify([one, two])), ['110', '111']],
	['one that was made a text three times', JSON.stringify(JSON.stringify(JSON.stringify(row))), ['110']],
	['a block of Markdown within a text', JSON.stringify(`\`\`\`json\n${JSON.stringify([row])}\n\`\`\``), ['110']],
	[
		'a list of whole items',
		[
			{ json: one, pairedItem: { item: 0 } },
			{ json: two, pairedItem: { item: 1 } },
		],
		['110', '111'],
	],
	['a list of items with files', [{ json: row, binary: {} }], ['110']],
	['a feature whose kind has spaces', { ...room('110'), type: ' room ' }, ['110']],
])('Feature JSON may be %s', async (_what, value, rooms) => {
	expect(await pushJson(value)).toEqual({ error: undefined, rooms });
});

test.each<[string, unknown, RegExp]>([
	['a text that is no JSON within a text', JSON.stringify('Room 110'), /^Feature JSON is not JSON/],
	['a text within a list', [row, JSON.stringify(row)], /^given\[1\] must be an object/],
	...['data', 'items', 'records', 'results', 'rows', 'value'].map((name): [string, unknown, RegExp] => [
		`an envelope of ${name}`,
		{ count: 1, [name]: [row] },
		new RegExp(
			`^Feature JSON holds rows in given\\.${name}\\. Set Source .* such as \\{\\{ \\$json\\.given\\.${name} \\}\\}`,
		),
	]),
	['an envelope of a name of its own', { rooms: [row] }, /^given\.rooms holds features/],
	['a feature in an envelope', { data: room('110') }, /^given\.data\.type is in no entry of dataFields/],
])('Feature JSON is a problem as %s', async (_what, value, words) => {
	expect(await pushJson(value)).toEqual({ error: expect.stringMatching(words), rooms: [] });
});

const outlined = {
	type: 'room',
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[1, 1],
				[5, 1],
				[5, 4],
				[1, 1],
			],
		],
	},
};

test.each<[string, unknown, RegExp]>([
	['features', [outlined], /^Feature JSON holds rows in given\.features/],
	['spaces', JSON.stringify([outlined]), /^given\.spaces holds features/],
	['plan', { name: 'Level 1', features: [outlined] }, /^given\.plan holds features/],
])('an envelope whose %s are features is none itself, whatever Extra Columns says', async (name, value, words) => {
	for (const extraColumns of ['error', 'ignore', 'keep'])
		expect(await pushJson({ Room: 'Level 1', [name]: value }, { extraColumns })).toEqual({
			error: expect.stringMatching(words),
			rooms: [],
		});
});

test.each<[string, unknown]>([
	['rooms', [row]],
	['rooms', JSON.stringify([row])],
])('a list of rows is no property of a feature, whatever Extra Columns says: %s', async (name, value) => {
	for (const extraColumns of ['error', 'ignore', 'keep'])
		expect(await pushJson({ [name]: value }, { extraColumns })).toEqual({
			error: expect.stringMatching(/^given\.rooms holds features; set Source to JSON/),
			rooms: [],
		});
});

test('a row of a list may have lists of its own', async () => {
	const given = [{ ...row, items: [{ asset: 'Desk' }] }];
	expect(await pushJson(given, { extraColumns: 'ignore' })).toEqual({ error: undefined, rooms: ['110'] });
});

test('an empty list is no feature', async () => {
	const [planCode] = service.plans(1, []);
	const step = push({ existing: 'skip' }, { source: 'item', featureType: 'room', planCode });
	const { success } = await runNode({ ...step, items: [{ data: [] }], credential: service.credential() });
	expect([success[0].json.pushed, service.sandbox.features(planCode)]).toEqual([0, []]);
});

test('files of a row are no features', async () => {
	const Files = [{ id: 'att1', url: 'https://files.example/1.png', type: 'image/png' }];
	expect(await pushJson({ ...row, Files }, { extraColumns: 'ignore' })).toEqual({ error: undefined, rooms: ['110'] });
});

describe('a feature with an outline, in JSON of its own', () => {
	test.each([
		['Romm', 'did you mean Room'],
		['ROOMS', 'did you mean Room'],
	])('that has %s where the plan has Room is a problem', async (name, words) => {
		const { error, rooms } = await pushJson({ ...outlined, [name]: '110' });
		expect([error?.includes(words), rooms]).toEqual([true, []]);
	});

	test.each(['properties', 'attributes'])('with what GeoJSON has in %s is a problem', async (name) => {
		const { error, rooms } = await pushJson({ ...outlined, [name]: { Room: '110' } });
		expect([error, rooms]).toEqual([expect.stringMatching(`${name} is neither a data field`), []]);
	});

	test('keeps properties that no feature of the plan has, and a hint names them', async () => {
		const [planCode] = service.plans(1, [room('101')]);
		const features = [1, 2].map((floor) => ({ ...outlined, Room: `11${floor}`, floor }));
		const { hints } = await runNode({
			...push(),
			items: [{ planCode, features } as IDataObject],
			credential: service.credential(),
		});
		expect(service.sandbox.features(planCode)[2]).toMatchObject({ floor: 2 });
		expect(hints.map(({ message }) => message)).toContain(
			'Properties that no feature of the plan has, which features in JSON keep: floor (2).',
		);
	});

	test.each([{ lat: 2, lng: 1 }, { type: 'Point', coordinates: [1, 2] }, [1, 2]])(
		'at %j stands as positions on the plan do',
		async (position) => {
			const [planCode] = service.plans(1, [
				{ type: 'fixedIcon', position: { x: 3, y: 4 }, data: [{ ...field, value: '1' }] },
			]);
			await runNode({
				...push(),
				items: [{ planCode, features: { type: 'fixedIcon', position, Room: '2' } } as IDataObject],
				credential: service.credential(),
			});
			expect(service.sandbox.features(planCode)[1]).toMatchObject({ position: { x: 1, y: 2 } });
		},
	);

	test('keeps other properties, also nearly equal ones with Keep, and leaves them out with Ignore', async () => {
		const [planCode] = service.plans(1, [room('101')]);
		const features = { ...outlined, Room: '110', Romm: 'x', floor: 7 };
		for (const extraColumns of ['ignore', 'keep']) {
			await runNode({
				...push({ extraColumns }),
				items: [{ planCode, features } as IDataObject],
				credential: service.credential(),
			});
		}
		const [, ignored, kept] = service.sandbox.features(planCode);
		expect(kept).toMatchObject({ Romm: 'x', floor: 7 });
		expect([ignored.Romm, ignored.floor]).toEqual([undefined, undefined]);
	});
});

test('a feature whose data field list is called data is no envelope', async () => {
	expect(await pushJson({ data: [{ ...field, value: '110' }] })).toEqual({ error: undefined, rooms: ['110'] });
});

test.each<[string, unknown, RegExp]>([
	['text behind JSON', '[{"Room":"110"}] Anything else?', /^Feature JSON is not JSON/],
	[
		'data by its names in an object of another name',
		{ type: 'room', geometry: { type: 'Polygon', coordinates: [] }, fields: { Room: '110' } },
		/fields is neither a data field of the plan nor a property/,
	],
])('Feature JSON may not be %s', async (_what, value, message) => {
	const { error, rooms } = await pushJson(value);
	expect(error).toMatch(message);
	expect(rooms).toEqual([]);
});
