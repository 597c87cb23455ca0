import type { IDataObject } from 'n8n-workflow';
import { dataFields } from '../../../sandbox/demo/constants.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const recorder = useListener();

/** Pushes and gives what the plan holds then, without ids. */
async function onPlan(step: ReturnType<typeof push>, items: IDataObject[]) {
	const [planCode] = service.plans(1);
	const { error } = await runNode({
		...step,
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	expect(error).toBeUndefined();
	return service.sandbox.features(planCode).map(({ id, ...feature }) => {
		expect(id).toEqual(expect.any(String));
		return feature;
	});
}

test('Each Item: an item is a feature, without its planCode', async () => {
	expect(await onPlan(push({}, { source: 'item' }), [zone('a'), zone('b')])).toEqual([zone('a'), zone('b')]);
});

test('Each Item: Data Columns turn columns into data, and numbers into text', async () => {
	const { tenant, use } = dataFields;
	const columns = [
		{ column: 'Tenant', key: tenant.key, name: '' },
		{ column: 'Purpose', key: use.key, name: 'Use' },
		{ column: 'Floor', key: dataKey('m'), name: '' },
	];

	const [feature] = await onPlan(push({}, { source: 'item', dataColumns: { columns } }), [
		{ ...zone('a'), Tenant: 'Harbour Ltd', Purpose: 12 } as IDataObject,
		{ ...zone('b'), Floor: '3' } as IDataObject,
	]);

	expect(feature).toEqual(
		zone('a', {
			data: [
				{ ...tenant, value: 'Harbour Ltd' },
				{ ...use, value: '12' },
			],
		}),
	);
});

test.each([
	['a feature', zone('a'), ['a']],
	['a list of features', [zone('a'), zone('b')], ['a', 'b']],
	['JSON text', JSON.stringify([zone('a'), zone('b')]), ['a', 'b']],
])('Field of Each Item: the field holds %s', async (_what, value, names) => {
	const features = await onPlan(push({}, { fieldName: 'deep.list' }), [{ deep: { list: value } } as IDataObject]);

	expect(features.map(({ name }) => name)).toEqual(names);
});

test('JSON: a feature typed by hand, with an expression of its item', async () => {
	const featureJson = '={ "type": "zone", "zoneType": "tenanted", "name": "{{ $json.room }}" }';

	const features = await onPlan(push({}, { source: 'json', featureJson }), [{ room: 'Room 1' }, { room: 'Room 2' }]);

	expect(features.map(({ name, zoneType }) => [name, zoneType])).toEqual([
		['Room 1', 'tenanted'],
		['Room 2', 'tenanted'],
	]);
});

test('Form: a zone from its fields, each item with its own', async () => {
	const parameters = {
		source: 'form',
		featureType: 'zone',
		zoneType: 'private',
		geometry: '{ "type": "Polygon", "coordinates": [] }',
		data: { entries: [{ key: dataFields.tenant.key, name: 'Tenant', value: '={{ $json.tenant }}' }] },
		extra: '={{ { "name": $json.tenant } }}',
	};

	const features = await onPlan(push({}, parameters), [{ tenant: 'A' }, { tenant: 'B' }]);

	expect(features).toEqual(
		['A', 'B'].map((value) => ({
			type: 'zone',
			zoneType: 'private',
			geometry: { type: 'Polygon', coordinates: [] },
			data: [{ ...dataFields.tenant, value }],
			name: value,
		})),
	);
});

test('Form: a number and a flag that expressions give for data are sent as text, as the service wants it', async () => {
	const values = ['={{ 28.9 }}', '={{ false }}'];
	const entries = values.map((value, index) => ({ ...[dataFields.area, dataFields.use][index], value }));

	const [feature] = await onPlan(push({}, { source: 'form', data: { entries } }), [{}]);

	expect(feature.data).toEqual([
		{ ...dataFields.area, value: '28.9' },
		{ ...dataFields.use, value: 'false' },
	]);
});

test('Form: a leaderline icon without a position is sent with null, and lands at the centroid', async () => {
	const outline = [...[0, 4].map((x) => [x, 0]), ...[4, 0].map((x) => [x, 3]), [0, 0]];
	const [planCode] = service.plans(1, [zone('4 by 3', { geometry: { type: 'Polygon', coordinates: [outline] } })]);
	const parameters = { source: 'form', featureType: 'leaderLineIcon', icons: '[{ "iconType": "printer" }]' };

	await runNode({ ...push({}, parameters), items: [{ planCode }], credential: service.credential() });

	const [, icon] = service.sandbox.features(planCode);
	expect(icon).toMatchObject({ type: 'leaderLineIcon', position: { x: 2, y: 1.5 }, icons: [{ iconType: 'printer' }] });
});

test('Form: Feature Type by an expression decides about each item', async () => {
	const parameters = { source: 'form', featureType: '={{ $json.kind }}', zoneType: 'common', icons: '' };

	const features = await onPlan(push({}, parameters), [
		{ kind: 'zone' },
		{ kind: 'leaderLineIcon' },
		{ kind: 'diagram' },
	]);

	expect(features.map(({ type, zoneType }) => [type, zoneType])).toEqual([
		['zone', 'common'],
		['leaderLineIcon', undefined],
		['diagram', undefined],
	]);
});

test.each([
	['typed', 'null'],
	['from an expression', '={{ $json.place }}'],
])('Form: a null position of any kind, %s, is sent as null', async (_how, position) => {
	recorder.answer = (_heard, response) => void response.end();
	const parameters = { source: 'form', featureType: '={{ $json.kind }}', position };

	await runNode({
		...push({}, parameters),
		items: [{ planCode: 'pln', kind: 'assemblyArea', place: null }],
		credential: service.credential({ baseUrl: recorder.url }),
	});

	expect(recorder.heard.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
		{ features: [{ type: 'assemblyArea', position: null }] },
	]);
});
