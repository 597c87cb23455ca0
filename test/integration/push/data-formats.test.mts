import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan, push } from '../../support/engine/steps.mts';

const service = useService();

/** Features as a push stores them, without what the service makes itself: ids, photos, empty data fields. */
function comparable(planCode: string): unknown[] {
	return service.sandbox.features(planCode).map(({ code, photos, data, ...feature }) => {
		expect(code).toEqual(expect.any(String));
		expect(photos === undefined || Array.isArray(photos)).toBe(true);
		const entries = Array.isArray(data) ? (data as IDataObject[]) : [];
		return { ...feature, data: entries.filter(({ value }) => value !== '' && value !== null) };
	});
}

const odd = [
	zone('two fields of one name', {
		data: [
			{ key: dataKey('a'), name: 'Same', value: '1' },
			{ key: dataKey('b'), name: 'Same', value: '2' },
			{ key: dataKey('c'), name: 'a.b[0]', value: '3' },
			{ key: dataKey('d'), name: '__proto__', value: '4', unit: 'm²' },
			{ key: dataKey('e'), name: 'constructor', value: '' },
		],
	}),
	{ type: 'hologram', planCode: undefined, anything: { goes: [1, { deep: null }] } },
];

describe.each(['array', 'byName', 'byKey'])('Data Format %s', (dataFormat) => {
	test('what Get gives, Push takes to another plan unchanged, item by item', async () => {
		const [copy] = service.plans(1);

		const { error } = await runChain({
			items: [{ planCode: demo.planCode }],
			credential: service.credential(),
			steps: [getMany({ dataFormat }), push({}, { source: 'item', planCode: copy })],
		});

		expect(error).toBeUndefined();
		expect(comparable(copy).length).toBeGreaterThan(20);
		expect(comparable(copy)).toEqual(comparable(demo.planCode));
	});

	test('what Get gives as a whole plan, Push takes unchanged, odd names and empty data left out included', async () => {
		const [plan, copy] = service.plans(2);
		service.sandbox.setFeatures(plan, odd);

		const { success, error } = await runChain({
			items: [{ planCode: plan }],
			credential: service.credential(),
			steps: [getPlan({ dataFormat, dropEmptyData: true }), push({}, { planCode: copy })],
		});

		expect(error).toBeUndefined();
		expect(success[0].json).toMatchObject({ pushed: 2 });
		expect(comparable(copy)).toEqual(comparable(plan));
	});

	test('a plan that Get has read holds all of it, whatever the format', async () => {
		const { success } = await runChain({
			items: [{ planCode: demo.planCode }],
			credential: service.credential(),
			steps: [getMany({ dataFormat }), push({ existing: 'skip' }, { source: 'item' })],
		});

		expect(success[0].json).toMatchObject({ planCode: demo.planCode, pushed: 0, requests: 0 });
		expect(service.count('push')).toBe(0);
	});
});

test('an edited column changes that data field and no other', async () => {
	const [planCode, copy] = service.plans(2);
	const data = [
		{ ...dataFields.tenant, value: 'before' },
		{ ...dataFields.use, value: 'Office' },
	];
	service.sandbox.setFeatures(planCode, [zone('a', { data })]);
	const { success } = await runNode({
		...getMany({ dataFormat: 'byName' }),
		items: [{ planCode }],
		credential: service.credential(),
	});
	const [{ json }] = success;
	const edited = { ...json, data: { ...Object(json.data), Tenant: 42 } };

	await runNode({ ...push({}, { source: 'item', planCode: copy }), items: [edited], credential: service.credential() });

	expect(comparable(copy)).toMatchObject([
		{
			name: 'a',
			data: [
				{ ...dataFields.tenant, value: '42' },
				{ ...dataFields.use, value: 'Office' },
			],
		},
	]);
});

describe.each(['byName', 'byKey'])('a text that was edited in an item of Get of the plan, %s', (dataFormat) => {
	const since = { key: dataKey('s'), name: 'Since' };
	/** Gives an item of Get another name and another text, and pushes it to its own plan. */
	async function edited(text: string) {
		const values = ['01.02.2026', '03.04.2026'];
		const known = values.map((value, at) => zone(`known ${at}`, { data: [{ ...since, value }] }));
		const [planCode] = service.plans(1, known);
		const credential = service.credential();
		const { success } = await runNode({ ...getMany({ dataFormat }), items: [{ planCode }], credential });
		const [{ json }] = success;
		const column = dataFormat === 'byName' ? 'Since' : since.key;
		const items = [{ ...json, ...zone('new'), code: null, data: { ...Object(json.data), [column]: text } }];
		const { error } = await runNode({ ...push({ existing: 'skip' }, { source: 'item' }), items, credential });
		const [added] = comparable(planCode).slice(values.length) as IDataObject[];
		return { error: error?.message, data: added?.data };
	}

	test.each([
		['2026-05-06', '06.05.2026'],
		['6.5.2026', '06.05.2026'],
		['01.02.2026', '01.02.2026'],
	])('%j takes the format of its field, as every cell: %j', async (text, value) => {
		expect(await edited(text)).toMatchObject({ error: undefined, data: expect.arrayContaining([{ ...since, value }]) });
	});

	test('is a problem where it fits none', async () => {
		expect(await edited('06.05.26 or so')).toMatchObject({ error: expect.stringMatching(/Since/), data: undefined });
	});
});

test.each(['array', 'byName', 'byKey', 'table'])(
	'items of Get that are whole plans are their features: %s',
	async (dataFormat) => {
		const { success, error } = await runChain({
			items: [{ planCode: demo.planCode }],
			credential: service.credential(),
			steps: [getPlan({ dataFormat }), push({ existing: 'skip' }, { source: 'item' })],
		});

		expect(error).toBeUndefined();
		expect(success[0].json).toMatchObject({ pushed: 0, skipped: service.sandbox.features(demo.planCode).length });
	},
);

test('a file of a whole plan, as Extract from JSON reads it, gives its features', async () => {
	const credential = service.credential();
	const { success: plans } = await runNode({ ...getPlan(), items: [{ planCode: demo.planCode }], credential });
	const items = [{ data: plans[0].json }];
	const step = push({ existing: 'skip' }, { source: 'item', planCode: demo.planCode });
	const { success, error } = await runNode({ ...step, items, credential });

	expect(error).toBeUndefined();
	expect(success[0].json).toMatchObject({ pushed: 0, skipped: service.sandbox.features(demo.planCode).length });
});

test.each(['byName', 'byKey'])(
	'what is added to an item of Get is a cell: a column beside its data, a date in it: %s',
	async (dataFormat) => {
		const [planCode, copy] = service.plans(2);
		const since = { key: dataKey('s'), name: 'Since' };
		const dated = (value: string) => ({
			data: [
				{ ...dataFields.tenant, value: 'A' },
				{ ...since, value },
			],
		});
		service.sandbox.setFeatures(planCode, [zone('a', dated('01.02.2026'))]);
		service.sandbox.setFeatures(copy, [zone('b', dated('03.04.2026'))]);
		const { success } = await runNode({
			...getMany({ dataFormat }),
			items: [{ planCode }],
			credential: service.credential(),
		});
		const [{ json }] = success;
		const column = dataFormat === 'byName' ? 'Since' : since.key;
		const edited = { ...json, Tenant: 'B', data: { ...Object(json.data), [column]: '2026-05-06T00:00:00.000+02:00' } };

		await runNode({
			...push({}, { source: 'item', planCode: copy }),
			items: [edited],
			credential: service.credential(),
		});

		const [, added] = comparable(copy) as IDataObject[];
		expect(added).not.toHaveProperty('Tenant');
		expect(added.data).toEqual(
			expect.arrayContaining([
				{ ...dataFields.tenant, value: 'B' },
				{ ...since, value: '06.05.2026' },
			]),
		);
	},
);

describe.each(['byName', 'byKey'])('beside the data of an item of Get, %s', (dataFormat) => {
	const label = { key: dataKey('n'), name: 'Name' };
	const withTenant = (name: string, value: string) =>
		zone(name, {
			data: [
				{ ...dataFields.tenant, value },
				{ ...label, value: '' },
			],
		});

	/** Gets a zone, adds to its item, and pushes that to another plan. @returns what is added there */
	async function pushWith(more: IDataObject, onCopy: IDataObject[]) {
		const [planCode, copy] = service.plans(2);
		service.sandbox.setFeatures(planCode, [withTenant('a', 'A')]);
		service.sandbox.setFeatures(copy, onCopy);
		const { success } = await runNode({
			...getMany({ dataFormat }),
			items: [{ planCode }],
			credential: service.credential(),
		});
		const { error } = await runNode({
			...push({}, { source: 'item', planCode: copy }),
			items: [{ ...success[0].json, ...more }],
			credential: service.credential(),
		});
		expect(error).toBeUndefined();
		return (comparable(copy) as IDataObject[]).slice(onCopy.length);
	}

	test.each(['tenant', ' Tenant', 'TENANT', `Tenant (${dataFields.tenant.key})`, dataFields.tenant.key])(
		'the column %j is the field Tenant, on a plan that has it and on one that has nothing',
		async (column) => {
			for (const onCopy of [[], [withTenant('b', 'X')]]) {
				const [added] = await pushWith({ [column]: 'B' }, onCopy);

				expect(added).not.toHaveProperty([column]);
				expect(added).toMatchObject({ name: 'a', data: [{ ...dataFields.tenant, value: 'B' }] });
			}
		},
	);

	test('the column name stays the property, also beside a field Name', async () => {
		for (const onCopy of [[], [withTenant('b', 'X')]])
			expect(await pushWith({ name: 'Lobby' }, onCopy)).toMatchObject([
				{ name: 'Lobby', data: [{ ...dataFields.tenant, value: 'A' }] },
			]);
	});
});

describe.each(['byName', 'byKey'])(
	'a column that was added to an item of Get, %s, and that the plan does not have',
	(dataFormat) => {
		const area = { key: dataKey('a'), name: 'Area' };
		const added = { Remark: 'x', row_number: 3, 'data.Tenant': 'Zoe', area: '12' };

		async function pushAdded(more: IDataObject, options: INodeParameters = {}) {
			const [planCode, copy] = service.plans(2);
			service.sandbox.setFeatures(planCode, [zone('a', { data: [{ ...dataFields.tenant, value: 'A' }], floor: 7 })]);
			service.sandbox.setFeatures(copy, [zone('b', { data: [{ ...area, value: '9' }] })]);
			const { success } = await runNode({
				...getMany({ dataFormat }),
				items: [{ planCode }],
				credential: service.credential(),
			});
			const { error, hints } = await runNode({
				...push(options, { source: 'item', planCode: copy }),
				items: [{ ...success[0].json, ...more }],
				credential: service.credential(),
			});
			return {
				error,
				hints: hints.map(({ message }) => message),
				pushed: (comparable(copy) as IDataObject[]).slice(1),
			};
		}

		test('is a problem, and nothing is sent', async () => {
			const { error, pushed } = await pushAdded(added);

			expect(error?.context.details).toMatchObject({ problems: [{ path: 'Remark' }, { path: 'data.Tenant' }] });
			expect(pushed).toEqual([]);
		});

		test('is left out with Ignore, kept with Keep, or a field of the plan; its own properties stay', async () => {
			const columns = { ...added, 'data.Tenant': undefined };
			const ignored = await pushAdded(columns, { extraColumns: 'ignore' });
			const kept = await pushAdded(columns, { extraColumns: 'keep' });

			const data = [
				{ ...dataFields.tenant, value: 'A' },
				{ ...area, value: '12' },
			];
			expect(ignored.pushed).toEqual([expect.objectContaining({ floor: 7, data })]);
			expect(ignored.pushed[0]).not.toHaveProperty('Remark');
			expect(ignored.hints).toContainEqual(expect.stringMatching(/left out.*: Remark \(1\)/));
			expect(kept.pushed).toEqual([expect.objectContaining({ Remark: 'x', floor: 7, data })]);
			expect([...ignored.pushed, ...kept.pushed].map((one) => 'row_number' in one)).toEqual([false, false]);
		});
	},
);

test('data as an object of names means the fields of the plan, in Push as in Compare', async () => {
	const [planCode] = service.plans(1, [zone('a', { data: [{ ...dataFields.tenant, value: 'A' }] })]);
	const items = [{ planCode, type: 'zone', zoneType: 'private', data: { tenant: 'B' } }];

	const { error } = await runNode({ ...push({}, { source: 'item' }), items, credential: service.credential() });

	expect(error).toBeUndefined();
	expect(comparable(planCode)[1]).toMatchObject({ data: [{ ...dataFields.tenant, value: 'B' }] });
});

test('what was added beside a feature of Compare or the trigger is not lost', async () => {
	const [planCode] = service.plans(1, []);
	const feature = zone('a');
	for (const item of [
		{ result: 'new', reason: null, match: null, changes: [], onPlan: null, feature, Room: '2' },
		{ change: 'added', eventId: 'e', feature, Room: '2' },
	]) {
		const step = push({}, { source: 'item', planCode });
		const { error } = await runNode({ ...step, items: [item], credential: service.credential() });
		expect(error?.message).toMatch(/^The item holds features in feature, and beside them Room/);
	}
	expect(service.sandbox.features(planCode)).toEqual([]);
});

test('what such items have themselves is no data field of their features, whatever these are called', async () => {
	const fields = ['result', 'changes', 'reason'].map((name, at) => ({ key: dataKey('rcx'[at]), name, value: 'own' }));
	const [planCode] = service.plans(1, []);
	const item = {
		result: 'new',
		reason: null,
		match: null,
		changes: [],
		onPlan: null,
		feature: { ...zone('a'), data: fields },
	};
	const { error } = await runNode({
		...push({}, { source: 'item', planCode }),
		items: [item],
		credential: service.credential(),
	});

	expect(error).toBeUndefined();
	expect(service.sandbox.features(planCode)).toEqual([expect.objectContaining({ data: fields })]);
	expect(service.sandbox.features(planCode)[0]).not.toHaveProperty('reason');
});

test('events of the trigger are their features, and what was removed is not pushed', async () => {
	const [planCode, copy] = service.plans(2);
	const event = (change: string, feature: IDataObject) => ({ planCode, change, eventId: change, feature });
	const items = [event('added', zone('a')), event('changed', zone('b')), event('removed', zone('c'))];

	const { success } = await runNode({
		...push({}, { source: 'item', planCode: copy }),
		items,
		credential: service.credential(),
	});

	expect(success.map(({ json }) => json)).toMatchObject([{ pushed: 2 }]);
	expect(service.sandbox.features(copy).map(({ name }) => name)).toEqual(['a', 'b']);
});
