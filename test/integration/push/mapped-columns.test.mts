import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, byHand, compare, push } from '../../support/engine/steps.mts';
import { openFields, picked } from '../reads/open-list.mts';

const service = useService();
const { tenant, use } = dataFields;

const room = (number: string, more: IDataObject = {}): IDataObject => ({
	type: 'room',
	number,
	position: { x: 1, y: 2 },
	data: [
		{ ...tenant, value: 'Anna' },
		{ ...use, value: '2026-03-01' },
	],
	...more,
});

async function mapped(items: IDataObject[], parameters: INodeParameters, plan: IDataObject[] = [room('1')]) {
	const [planCode] = service.plans(1, plan);
	const outcome = await runNode({
		...push({}, { planCode, ...parameters }),
		items,
		credential: service.credential(),
	});
	return { ...outcome, pushed: service.sandbox.features(planCode).slice(plan.length) };
}

test('a table with headings of its own: each column goes where it was dragged, and no other is sent', async () => {
	const items = [
		{ 'Room\nNo.': 12, Occupier: 'Ben', From: 46082, Remarks: 'x' },
		{ 'Room\nNo.': 13, Occupier: 'Cleo', From: 46083, Remarks: 'y' },
	];

	const { error, pushed } = await mapped(
		items,
		byHand({
			type: 'room',
			// As n8n writes a heading with a line break, which it can't evaluate itself.
			number: "={{ $json['Room\nNo.'] }}",
			Tenant: '={{ $json.Occupier }}',
			[use.name]: '={{ $json.From }}',
		}),
	);

	expect(error).toBeUndefined();
	expect(pushed).toMatchObject([
		{
			type: 'room',
			number: '12',
			data: [
				{ ...tenant, value: 'Ben' },
				{ ...use, value: '2026-03-01' },
			],
		},
		{
			type: 'room',
			number: '13',
			data: [
				{ ...tenant, value: 'Cleo' },
				{ ...use, value: '2026-03-02' },
			],
		},
	]);
	expect(pushed[0]).not.toHaveProperty('Remarks');
});

test('the first heading of a CSV file with a byte order mark is the column that was dragged', async () => {
	const { error, pushed } = await mapped(
		[{ '\ufeffRaum': '12', Mieter: 'Ben' }],
		byHand({ type: 'room', number: "={{ $json['\ufeffRaum'] }}", Tenant: '={{ $json.Mieter }}' }),
	);

	expect(error).toBeUndefined();
	expect(pushed).toMatchObject([{ number: '12', data: [{ ...tenant, value: 'Ben' }] }]);
});

test('an expression of another form is evaluated, also for a field whose name has quotes', async () => {
	const odd = 'the "odd" \\ one';
	const plan = [room('1', { data: [{ ...tenant, name: odd, value: 'x' }] })];

	const { error, pushed } = await mapped(
		[{ name: 'Ben' }],
		byHand({ type: 'room', number: '7', [odd]: '=Lease of {{ $json.name }}' }),
		plan,
	);

	expect(error).toBeUndefined();
	expect(pushed).toMatchObject([{ number: '7', data: [{ key: tenant.key, value: 'Lease of Ben' }] }]);
});

test('ids are exact: `type` and `id` are properties, also where data fields are called so', async () => {
	const fields = [
		{ ...use, name: 'Type', value: 'Office' },
		{ ...tenant, name: 'ID', value: 'A-1' },
	];
	const { error, pushed } = await mapped(
		[{ Kind: 'room', Type: 'Lab' }],
		byHand({ type: '={{ $json.Kind }}', [`Type (${use.key})`]: '={{ $json.Type }}', id: 'r-2', ID: 'A-2' }),
		[room('1', { data: fields })],
	);

	expect(error).toBeUndefined();
	const data = [
		{ key: use.key, value: 'Lab' },
		{ key: tenant.key, value: 'A-2' },
	];
	expect(pushed).toMatchObject([{ type: 'room', id: 'r-2', data }]);
});

test('null goes through, JSON may be text, and an icon without a position is placed at the centre', async () => {
	const value = {
		type: 'leaderLineIcon',
		icons: '={{ $json.icons }}',
		position: '={{ $json.place }}',
	};
	const items = [
		{ icons: '[{ "iconType": "printer" }]', place: '{ "x": 3, "y": 4 }' },
		{ icons: '[]', place: null },
		{ icons: '[]' },
	];

	const { error, pushed } = await mapped(items, byHand(value), [
		zone('4 by 3', {
			geometry: {
				type: 'Polygon',
				coordinates: [
					[
						[0, 0],
						[4, 0],
						[4, 3],
						[0, 3],
						[0, 0],
					],
				],
			},
		}),
	]);

	const centre = { type: 'Point', coordinates: [2, 1.5] };
	expect(error).toBeUndefined();
	expect(pushed.map(({ position, icons }) => [position, icons])).toEqual([
		[{ x: 3, y: 4 }, [{ iconType: 'printer' }]],
		[centre, []],
		[centre, []],
	]);
});

test('columns of coordinates make the position of an icon, in the form of the plan', async () => {
	const value = { type: 'fixedIcon', icons: '[]', position: '={{ { x: $json.Longitude, y: $json.Latitude } }}' };
	const plan = [room('1', { type: 'fixedIcon', position: { longitude: 153.02, latitude: -27.47 } })];

	const { error, pushed } = await mapped([{ Longitude: 153.021, Latitude: -27.471 }], byHand(value), plan);

	expect(error).toBeUndefined();
	expect(pushed).toMatchObject([{ position: { longitude: 153.021, latitude: -27.471 } }]);
});

test('what is typed alone makes one feature of an empty item; a blank row makes none', async () => {
	const typed = await mapped([{}], byHand({ type: 'room', number: '9' }));
	const blank = await mapped([{}, { No: '' }, { No: '5' }], byHand({ type: 'room', number: '={{ $json.No }}' }));

	expect(typed.pushed).toMatchObject([{ number: '9' }]);
	expect(blank.error).toBeUndefined();
	expect(blank.pushed).toMatchObject([{ number: '5' }]);
	expect(blank.hints.map(({ message }) => message)).toContain(
		'Items without any value of their own, which say nothing: 2.',
	);
});

test('a row without a mapped value, and headings that come again, make no feature', async () => {
	const value = { type: 'room', number: '={{ $json.No }}', name: '={{ $json.Name + "" }}' };
	const items = [
		{ No: '', Name: ' ', Note: 'Total' },
		{ No: 'No', Name: 'Name', Note: 'Note' },
		{ No: '5', Name: '' },
	];

	const { pushed, hints } = await mapped(items, byHand(value));

	expect(pushed).toMatchObject([{ number: '5' }]);
	expect(hints.map(({ message }) => message)).toContain('Items without any value of their own, which say nothing: 2.');
});

test('a field that the plan does not have any more is a problem that names the nearest', async () => {
	const { error, pushed } = await mapped([{ a: 1 }], byHand({ type: 'room', Tenat: '={{ $json.a }}' }));

	expect(error?.message).toMatch(/Tenat is mapped in Columns, but the plan has no such field: did you mean Tenant\?/);
	expect(pushed).toEqual([]);
});

test('Match By of the mapper: the changed room is different, the further one new', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);

	const { success } = await runNode({
		...compare(
			{ results: ['new', 'different', 'same', 'unclear'] },
			{ planCode, ...byHand({ number: '={{ $json.No }}', Tenant: '={{ $json.Who }}' }, 'number') },
		),
		items: [
			{ No: 1, Who: 'Anna' },
			{ No: 2, Who: 'Ben' },
		],
		credential: service.credential(),
	});

	expect(success.map(({ json: { result, match } }) => [result, match])).toEqual([
		['same', '1'],
		['different', '2'],
	]);
});

test('a bare text and a missing parameter, as builders write them, are automatic mapping', async () => {
	for (const columns of ['autoMapInputData', undefined]) {
		const { error, pushed } = await mapped([{ type: 'room', Tenant: 'Ben' }], {
			source: 'item',
			...(columns === undefined ? {} : { columns }),
		});
		expect(error).toBeUndefined();
		expect(pushed).toMatchObject([{ type: 'room', data: [{ ...tenant, value: 'Ben' }] }]);
	}
});

test('Feature Type and Zone Type are for rows that do not say theirs', async () => {
	const { error, pushed } = await mapped(
		[
			{ Tenant: 'Ben', type: ' ' },
			{ Tenant: 'Cleo', type: 'room' },
			{ Tenant: 'Dora', zoneType: 'private' },
		],
		{ source: 'item', featureType: 'zone', zoneType: 'tenanted' },
	);

	expect(error).toBeUndefined();
	expect(pushed.map(({ type, zoneType }) => [type, zoneType])).toEqual([
		['zone', 'tenanted'],
		['room', undefined],
		['zone', 'private'],
	]);
});

test('rows that are mapped by hand without a kind say what the plan has, and what to map', async () => {
	const { error, pushed } = await mapped([{ Occupier: 'Ben' }], byHand({ Tenant: '={{ $json.Occupier }}' }), [
		room('1'),
		room('2'),
		zone('a'),
	]);

	expect(error?.message).toMatch(
		/^type is missing; the plan has room \(2\), zone \(1\): map type under Columns\. Found in Tenant Ben \(item 0\)\./,
	);
	expect(pushed).toEqual([]);
});

test('a row whose value is the name of another column is a row', async () => {
	const items = [{ Name: 'Kitchen', Kitchen: 'no', WC: 'yes' }];
	const { error, pushed } = await mapped(items, byHand({ type: 'room', number: '={{ $json.Name }}' }));

	expect([error, pushed]).toEqual([undefined, [expect.objectContaining({ number: 'Kitchen' })]]);
});

test('where nothing is mapped, that is the problem', async () => {
	for (const value of [{}, { type: null, Tenant: null }]) {
		const { error, pushed } = await mapped([{ Room: '2' }], byHand(value as never));

		expect(error?.message).toMatch(/^Nothing is mapped under Columns\. Drag columns/);
		expect(pushed).toEqual([]);
	}
});

describe('the fields that the panel offers', () => {
	const fieldsOf = async (planCode: INodeParameters[string], columns: INodeParameters = {}) =>
		await openFields(service.credential(), { planCode, columns });

	test('are names of columns, of which those of the specification are none to match by', async () => {
		const [planCode] = service.plans(1, [room('1', { code: 'c-1', Tenant: 'x' })]);

		const { fields } = await fieldsOf(picked(planCode));

		const isToMatch = (id: string) => fields.find((field) => field.id === id)?.canBeUsedToMatch;
		const specified = ['type', 'zoneType', 'position', 'geometry', 'icons'];
		const others = ['id', 'number', 'code', 'Tenant (property)', 'Tenant', use.name];
		expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining([...specified, ...others]));
		expect(specified.map(isToMatch)).toEqual(specified.map(() => false));
		expect(others.map(isToMatch)).toEqual(others.map(() => true));
		expect(fields[0].options).toContainEqual({ name: expect.any(String), value: 'room' });
	});

	test('a data field that is called id is none of two fields of one name, and can be matched by', async () => {
		const column = `id (${tenant.key})`;
		const plan = ['7', '8'].map((value) => room(value, { data: [{ ...tenant, name: 'id', value }] }));
		const [planCode] = service.plans(1, plan);

		const { fields } = await fieldsOf(picked(planCode));
		expect(fields.map(({ id }) => id).filter((id) => id.startsWith('id'))).toEqual(['id', column]);

		const { pushed } = await mapped(
			[
				{ type: 'room', id: '7' },
				{ type: 'room', id: '9' },
			],
			{ ...byColumns(column), options: { existing: 'skip' } },
			plan,
		);
		expect(pushed).toMatchObject([{ data: [{ key: tenant.key, value: '9' }] }]);
	});

	test('a plan that can not be read is a notice, and an error where n8n would empty a mapping', async () => {
		const message = expect.stringMatching(/^Plan pln_gone: The service responded with status 404/);
		const columns = { mappingMode: 'defineBelow', value: { type: 'room' }, schema: [{ id: 'type' }] };

		expect(await fieldsOf(picked('pln_gone'))).toEqual({ fields: [], emptyFieldsNotice: message });
		await expect(fieldsOf(picked('pln_gone'), columns)).rejects.toMatchObject({ message });
	});
});
