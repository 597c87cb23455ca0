import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/engine/service.mts';
import { ActiveTrigger } from './active-trigger.mts';
import { TENANT, room, told, watch, watching } from './watch.mts';

const service = useService();

const AREA = `dfld_${'a'.repeat(25)}`;
const geometry = { type: 'Polygon', coordinates: [] };
const big = (tenant: string, area: string) => ({
	...room('1', tenant),
	zoneType: 'common',
	geometry,
	data: [
		{ key: TENANT, name: 'Tenant', value: tenant },
		{ key: AREA, name: 'Area', value: area },
	],
});

async function changed(changes: INodeParameters, now: object = big('Anna', '21')): Promise<unknown> {
	const [planCode] = service.plans(1, [big('nobody', '20')]);
	const trigger = watch(service, [planCode], changes);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [now as never]);
	return (await trigger.poll())?.[0];
}

test('Data Format: by name unless another is chosen, before and after alike', async () => {
	const { dataFormat, ...byDefault } = watching(service.plans(1), { options: { includeBefore: true } })
		.options as INodeParameters;
	expect(dataFormat).toBe('array');
	const [planCode] = service.plans(1, [big('nobody', '20')]);
	const trigger = new ActiveTrigger(service.credential(), { ...watching([planCode]), options: byDefault });
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [big('Anna', '20')]);

	expect(await trigger.poll()).toMatchObject([
		{
			change: 'changed',
			feature: { data: { Tenant: 'Anna', Area: '20' } },
			before: { data: { Tenant: 'nobody' } },
			changes: [{ field: 'Tenant', before: 'nobody', after: 'Anna' }],
		},
	]);
	expect(await changed({ options: { dataFormat: 'byKey', includeBefore: true } })).toMatchObject({
		feature: { data: { [TENANT]: 'Anna' } },
	});
});

test('Omit Geometry and Drop Empty Data make items small', async () => {
	const form = { dataFormat: 'byName', omitGeometry: true, dropEmptyData: true };
	const event = (await changed({ options: form }, big('', '21'))) as { feature: { data: object } };

	expect(event.feature).not.toHaveProperty('geometry');
	expect(event.feature.data).toEqual({ Area: '21' });
});

test('Omit Geometry: a change of the geometry alone is reported without its values', async () => {
	const outline = { ...big('nobody', '20'), geometry: { ...geometry, coordinates: [[0, 1]] } };
	const options = { omitGeometry: true, includeBefore: true };

	expect(await changed({ options }, outline)).toMatchObject({
		changes: [{ field: 'geometry', before: '(left out)', after: '(left out)' }],
	});
	expect(await changed({ options: { includeBefore: true } }, outline)).toMatchObject({
		changes: [{ field: 'geometry', before: { type: 'Polygon' }, after: outline.geometry }],
	});
});

test('Trigger On: Changed is off by default where the whole feature identifies, which never changes', async () => {
	const kinds = async (changes: INodeParameters) => {
		const [planCode] = service.plans(1, [big('nobody', '20'), room('2')]);
		const trigger = watch(service, [planCode], changes);
		return (await trigger.fetchTestEvent())?.map(({ change }) => change);
	};

	expect(await kinds({ identifyBy: 'content' })).toEqual(['added', 'removed']);
	expect(await kinds({})).toEqual(['added', 'changed']);
});

test('Include Before: changes name data fields, and properties by their paths', async () => {
	const event = await changed(
		{ options: { includeBefore: true } },
		{ ...big('', '21'), zoneType: 'private', label: 'x' },
	);

	expect((event as { changes: unknown[] }).changes).toHaveLength(4);
	expect(event).toMatchObject({
		changes: expect.arrayContaining([
			{ field: 'zoneType', before: 'common', after: 'private' },
			{ field: 'Tenant', before: 'nobody', after: null },
			{ field: 'Area', before: '20', after: '21' },
			{ field: 'label', before: null, after: 'x' },
		]),
	});
});

test('Watched Fields: a change of anything else is no change, and the values before are delivered', async () => {
	const watched = { options: { watchedFields: ['data.Tenant', 'zoneType'] } };

	expect(await changed(watched, big('nobody', '21'))).toBeUndefined();
	const event = await changed(watched, { ...big('Anna', '21'), zoneType: 'private' });
	expect(event).toMatchObject({
		change: 'changed',
		changes: [
			{ field: 'Tenant', before: 'nobody', after: 'Anna' },
			{ field: 'zoneType', before: 'common', after: 'private' },
		],
	});
	expect(event).not.toHaveProperty('before');
});

test('Watched Fields: a data field by its name and code together', async () => {
	const watched = { options: { watchedFields: [`Tenant (${TENANT})`] } };

	expect(await changed(watched, big('nobody', '21'))).toBeUndefined();
	expect(await changed(watched)).toMatchObject({ changes: [{ field: 'Tenant', before: 'nobody', after: 'Anna' }] });
});

test('Watched Fields with Include Before: the rest is given as it was when one of them last changed', async () => {
	const event = await changed({ options: { watchedFields: [TENANT], includeBefore: true } }, big('Anna', '21'));

	expect(event).toMatchObject({
		changes: [{ field: 'Tenant' }],
		before: { data: expect.arrayContaining([{ key: AREA, name: 'Area', value: '20' }]) },
	});
});

test.each<[string, (planCode: string) => unknown]>([
	['rows with texts, one twice', (planCode) => ({ plans: [{ planCode }, { planCode: ` ${planCode} ` }] })],
	['rows with codes', (planCode) => ({ plans: [{ planCode: { __rl: true, mode: 'code', value: planCode } }] })],
	[
		'rows with addresses',
		(planCode) => ({
			plans: [{ planCode: { __rl: true, mode: 'url', value: `https://x/plan?viewerToken=a&planCode=${planCode}` } }],
		}),
	],
	[
		'rows with expressions',
		(planCode) => ({ plans: [{ planCode: { __rl: true, mode: 'code', value: `={{ "${planCode}" }}` } }] }),
	],
	[
		'rows from the list',
		(planCode) => ({
			plans: [{ planCode: { __rl: true, mode: 'list', value: planCode, cachedResultName: 'Level 3' } }],
		}),
	],
])('plans as %s', async (_what, planCodes) => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = new ActiveTrigger(service.credential(), { ...watching([]), planCodes: planCodes(planCode) as never });
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('1'), room('2')]);

	expect(told(await trigger.poll())).toEqual(['added 2']);
});

describe('settings that no feature answers to', () => {
	const rooms = () => service.plans(1, [room('1'), room('2')]);

	test.each<[string, INodeParameters, RegExp]>([
		[
			'a property',
			{ path: 'ID' },
			/No feature has a value in the property ID .* The property id identifies .* Properties .*: id, type(?!, data)/,
		],
		[
			'a data field',
			{ identifyBy: 'dataField', dataFieldKey: AREA },
			/No feature has a value in the chosen data field .* Data fields of the plan: Tenant \(dfld_t+\)/,
		],
		['a type', { filters: { types: ['Room'] } }, /No feature of the plan has "Room" in type. It has "room"/],
		[
			'one of two types',
			{ filters: { types: ['room', 'Zone'] } },
			/No feature of the plan has "Zone" in type. It has "room"/,
		],
		[
			'a watched field',
			{ options: { watchedFields: ['Tenants'] } },
			/No feature has Tenants of Watched Fields. Data fields of the plan: Tenant \(dfld_t+\)/,
		],
		['all data', { options: { watchedFields: ['data'] } }, /No feature has data of Watched Fields/],
		[
			'a part of a property',
			{ options: { watchedFields: ['position.lat'] } },
			/No feature has position.lat of Watched Fields/,
		],
	])('%s: the test event fails in words, and a baseline warns', async (_what, parameters, words) => {
		const [planCode] = rooms();
		const trigger = watch(service, [planCode], parameters);

		await expect(trigger.fetchTestEvent()).rejects.toThrow(words);
		expect(await trigger.activate()).toEqual([]);
		expect(trigger.log.join()).toMatch(words);
	});

	test.each([
		[{ path: 'ID' }, /No feature has a value in the property ID/],
		[{ options: { watchedFields: ['Tenent'] } }, /No feature has Tenent of Watched Fields/],
	])('%j, which no feature has, and only Changed chosen: the activation fails', async (parameters, words) => {
		const trigger = watch(service, rooms(), { ...parameters, events: ['changed'] });

		await expect(trigger.activate()).rejects.toThrow(words);
	});

	test('a plan that fits gives the sample, whatever another has', async () => {
		const trigger = watch(service, [...service.plans(1, [room('', 'x')]), ...rooms()]);

		expect(told(await trigger.fetchTestEvent())).toEqual(['added 1', 'changed 2']);
	});
});
