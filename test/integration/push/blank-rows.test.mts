import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byHand, compare, push } from '../../support/engine/steps.mts';

const service = useService();
const FIELDS = ['Room', 'Tenant'].map((name) => ({ key: dataKey(name[0].toLowerCase()), name }));
const room = (value: string): IDataObject => ({
	type: 'room',
	data: [
		{ ...FIELDS[0], value },
		{ ...FIELDS[1], value: '' },
	],
});
const asRoom = { featureType: 'room' };
const fromRows = { ...asRoom, source: 'item' };
const json = (value: unknown): INodeParameters => ({ ...asRoom, source: 'json', featureJson: JSON.stringify(value) });

async function run(step: ReturnType<typeof push>, items: IDataObject[]) {
	const [planCode] = service.plans(1, [{ ...room('101'), id: 'a' }]);
	const { success, error, hints } = await runNode({
		...step,
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	const added = service.sandbox.features(planCode).slice(1);
	return {
		results: success.map(({ json: one }) => one),
		error: error?.message,
		hints: hints.map(({ message }) => message),
		added: added.map(({ data }) => (data as Array<{ value: string }>)[0].value),
	};
}

const blankGeoJson = { type: 'Feature', properties: { Room: '', Tenant: null }, geometry: null };

test.each<[string, INodeParameters, IDataObject[], number]>([
	['cells of characters that nobody sees', fromRows, [{ Room: '\u200b', Tenant: '\ufeff \u00a0' }, { Room: '110' }], 1],
	['JSON', json([{ Room: '', Tenant: null }, { Room: '110' }]), [{}], 1],
	['an empty object in a JSON list', json([{}, { Room: '110' }]), [{}], 1],
	['a kind alone in a JSON list', json([{ type: 'room', Room: '' }, { Room: '110' }]), [{}], 1],
	['headings again in a JSON list', json([{ Room: 'Room', Tenant: 'tenant' }, { Room: '110' }]), [{}], 1],
	['a whole list of JSON, item by item', json([{ Room: ' ' }, { Room: '' }, { Room: '110' }]), [{}], 2],
	[
		'GeoJSON',
		json({
			type: 'FeatureCollection',
			features: [blankGeoJson, { ...blankGeoJson, properties: { Room: '110' } }, { ...blankGeoJson, properties: null }],
		}),
		[{}],
		2,
	],
	[
		'lines and boxes below the last row',
		fromRows,
		[{ Room: '---', Tenant: ':---' }, { Room: '', Tenant: false }, { Room: '110' }],
		2,
	],
	[
		'what people write where there is no value',
		fromRows,
		[{ Room: '-', Tenant: 'n/a' }, { Room: '110' }, { Room: '', Tenant: ' – ' }],
		2,
	],
	[
		'the dash of an expression between empty cells',
		byHand({ type: 'room', Room: '={{ $json.Room ?? "" }}{{ $json.Wing ? "" : "-" }}' }),
		[{ Room: '110', Wing: 'A' }, { Room: '' }],
		1,
	],
	[
		'a running number that Extra Columns leaves out',
		{ ...fromRows, options: { extraColumns: 'ignore' } },
		[
			{ 'Nr.': 1, Room: '110' },
			{ 'Nr.': 2, Room: '', Tenant: '' },
			{ 'Nr.': 3, Room: '', Tenant: null },
		],
		2,
	],
	['GeoJSON items', fromRows, [blankGeoJson, { ...blankGeoJson, properties: { Room: '110' } }], 1],
])(
	'a blank row says nothing, is not pushed, and is counted: %s',
	async (_what, { options, ...parameters }, items, count) => {
		const compared = await run(compare({ results: ['new', 'unclear'], ...Object(options) }, parameters), items);
		const pushed = await run(push({ existing: 'skip', ...Object(options) }, parameters), items);

		expect(compared).toMatchObject({ error: undefined, results: [{ result: 'new' }] });
		expect(pushed).toMatchObject({ error: undefined, results: [{ pushed: 1, skipped: 0 }], added: ['110'] });
		for (const { hints } of [compared, pushed])
			expect(hints).toContain(`Items without any value of their own, which say nothing: ${count}.`);
	},
);

test('a row that names a feature of the plan and empties a field of it is no blank row', async () => {
	const { error, results } = await run(compare({ results: ['different'] }, fromRows), [{ id: 'a', Room: '' }]);

	expect({ error, results }).toMatchObject({ error: undefined, results: [{ result: 'different', match: null }] });
});

test('an outline without properties is no blank row', async () => {
	const ring = [
		[1, 1],
		[5, 1],
		[5, 4],
		[1, 1],
	];
	const feature = { ...blankGeoJson, geometry: { type: 'Polygon', coordinates: [ring] } };

	const { error, results } = await run(push({}, fromRows), [feature]);

	expect({ error, results }).toMatchObject({ error: undefined, results: [{ pushed: 1 }] });
});

test.each([
	['by code', '={{ $json.Plan }}', (planCode: string) => planCode],
	['by names', { __rl: true, mode: 'names', value: '={{ $json.House }} › {{ $json.Level }}' }, () => ''],
])('a blank line of a sheet of several plans names none: %s', async (_what, Plan, codeOf) => {
	const [planCode] = service.plans(1, [room('101')]);
	const filled = { Plan: codeOf(planCode), House: 'Harbour House', Level: 'Level 3', Room: '110' };
	const blank = { Plan: '', House: null, Level: ' ', Room: '' };
	const parameters = { ...fromRows, planCode: Plan, operation: 'check' } as INodeParameters;
	const options = { extraColumns: 'ignore' };
	const { success, error, hints } = await runNode({
		...push(options, parameters),
		items: [filled, blank],
		credential: service.credential(),
	});

	expect(error).toBeUndefined();
	expect(success).toHaveLength(1);
	expect(hints.map(({ message }) => message)).toContain('Items without any value of their own, which say nothing: 1.');
});

test('an empty list in JSON compares a plan with nothing, also for an item without anything', async () => {
	const [planCode] = service.plans(1, [room('101')]);
	const { success } = await runNode({
		...compare({}, { ...json([]), planCode }),
		items: [{}],
		credential: service.credential(),
	});

	expect(success.map(({ json: { result } }) => result)).toEqual(['onlyOnPlan']);
});
