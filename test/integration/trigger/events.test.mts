import { dataKey } from '../../support/engine/features.mts';
import { useService } from '../../support/engine/service.mts';
import { TENANT, room, told, watch } from './watch.mts';

const service = useService();

/** Sets the plan and gives what the next poll reports of it. */
async function afterwards(trigger: ReturnType<typeof watch>, planCode: string, features: object[]) {
	service.sandbox.setFeatures(planCode, features);
	return await trigger.poll();
}

test('the first poll sets the baseline and gives no item; one that finds no change starts nothing', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);

	expect(await trigger.activate()).toEqual([]);
	expect(await trigger.poll()).toBeNull();
});

test('by a member: what is added, changed and removed, as it is now', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2'), room('3')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	const started = await afterwards(trigger, planCode, [room('1', 'Anna'), room('3'), room('4')]);

	const eventId: unknown = expect.stringMatching(/^[\w-]{22}$/);
	expect(started).toEqual([
		{ planCode, change: 'removed', eventId, feature: null },
		{
			planCode,
			change: 'changed',
			eventId,
			feature: expect.objectContaining({
				id: '1',
				data: expect.arrayContaining([{ key: TENANT, name: 'Tenant', value: 'Anna' }]),
			}),
		},
		{ planCode, change: 'added', eventId, feature: expect.objectContaining({ id: '4' }) },
	]);
	expect(await trigger.poll()).toBeNull();
});

test('by a data field: what has its value is the same feature', async () => {
	const [planCode] = service.plans(1, [room('1', 'Anna'), room('2', 'Ben'), room('3', '')]);
	const trigger = watch(service, [planCode], { identifyBy: 'dataField', dataFieldKey: TENANT });
	await trigger.activate();

	const moved = [room('2', 'Anna'), room('2', 'Ben'), room('3', 'Cleo')];
	expect(told(await afterwards(trigger, planCode, moved))).toEqual(['removed something', 'changed 2', 'added 3']);
});

test('two rooms that swap their numbers are both changed; there and back between two polls is no change', async () => {
	const NUMBER = dataKey('n');
	const numbered = (...numbers: string[]) =>
		['Anna', 'Ben', 'Cleo'].map((tenant, index) => {
			const { data, ...others } = room(tenant, tenant);
			return { ...others, data: [...(data as object[]), { key: NUMBER, name: 'Number', value: numbers[index] }] };
		});
	const [planCode] = service.plans(1, numbered('1', '2', '3'));
	const options = { watchedFields: ['Tenant'] };
	const trigger = watch(service, [planCode], { identifyBy: 'dataField', dataFieldKey: NUMBER, options });
	await trigger.activate();

	expect(await afterwards(trigger, planCode, numbered('2', '1', '3'))).toMatchObject([
		{ feature: { id: 'Anna' }, changes: [{ field: 'Tenant', before: 'Ben', after: 'Anna' }] },
		{ feature: { id: 'Ben' }, changes: [{ field: 'Tenant', before: 'Anna', after: 'Ben' }] },
	]);
	service.sandbox.setFeatures(planCode, numbered('1', '2', '3'));
	expect(await afterwards(trigger, planCode, numbered('2', '1', '3'))).toBeNull();
});

test('a feature whose kind changes is the same one', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode], { options: { includeBefore: true } });
	await trigger.activate();

	expect(
		await afterwards(trigger, planCode, [room('1', 'nobody', { type: 'zone', zoneType: 'private' })]),
	).toMatchObject([
		{
			change: 'changed',
			changes: [
				{ field: 'type', before: 'room', after: 'zone' },
				{ field: 'zoneType', before: null, after: 'private' },
			],
		},
	]);
});

test('by the whole feature: what is changed is removed and added', async () => {
	const [planCode] = service.plans(1, [room('1'), room('1'), room('2')]);
	const trigger = watch(service, [planCode], { identifyBy: 'content' });
	await trigger.activate();

	expect(told(await afterwards(trigger, planCode, [room('1'), room('2', 'Ben')]))).toEqual([
		'removed something',
		'removed something',
		'added 2',
	]);
	expect(told(await afterwards(trigger, planCode, [room('1'), room('1'), room('2', 'Ben')]))).toEqual(['added 1']);
});

test('what is no change starts nothing: order, photo addresses, data fields without a value', async () => {
	const photos = [{ imageUrl: '/photos/one.png' }];
	const [planCode] = service.plans(1, [room('1', 'Anna', { photos }), room('2')]);
	const trigger = watch(service, [planCode], { identifyBy: 'content' });
	await trigger.activate();

	expect(await trigger.poll()).toBeNull();
	service.sandbox.settings.emptyDataValue = null;
	expect(await trigger.poll()).toBeNull();
	const { id, type, data } = room('1', 'Anna');
	const reordered = { photos, data: [{ key: dataKey('n'), name: 'New', value: '' }, ...(data as object[])], type, id };
	expect(await afterwards(trigger, planCode, [room('2'), reordered])).toBeNull();
});

test('Filters: a feature that comes to pass them is added, one that no longer does is removed', async () => {
	const zone = (zoneType: string) => room('1', 'Anna', { type: 'zone', zoneType });
	const [planCode] = service.plans(1, [zone('private'), room('2')]);
	const trigger = watch(service, [planCode], { filters: { types: ['zone'], zoneTypes: ['common'] } });
	await trigger.activate();

	expect(told(await afterwards(trigger, planCode, [zone('common'), room('2', 'Ben')]))).toEqual(['added 1']);
	expect(told(await afterwards(trigger, planCode, [zone('private'), room('3')]))).toEqual(['removed something']);
});

test.each([
	[['added'], ['added 3']],
	[['changed'], ['changed 1']],
	[['removed'], ['removed something']],
	[
		['removed', 'added'],
		['removed something', 'added 3'],
	],
])('Events: only %j start the workflow', async (events, expected) => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);
	const trigger = watch(service, [planCode], { events });
	await trigger.activate();

	expect(told(await afterwards(trigger, planCode, [room('1', 'Anna'), room('3')]))).toEqual(expected);
	expect(await afterwards(trigger, planCode, [room('1', 'Anna'), room('3')])).toBeNull();
});

test('several plans: one start for all of them, in the order in which they are listed', async () => {
	const planCodes = service.plans(3, [room('1')]);
	const trigger = watch(service, [...planCodes, planCodes[0], ` ${planCodes[1]} `]);
	await trigger.activate();

	for (const planCode of planCodes) service.sandbox.setFeatures(planCode, [room('1'), room('2')]);

	expect(await trigger.poll()).toEqual(
		planCodes.map((planCode) => expect.objectContaining({ planCode, change: 'added' })),
	);
	expect(service.count('features')).toBe(2 * planCodes.length);
});

test.each(['byName', 'table'])('data format %s: what is stored of events has no signed photos', async (dataFormat) => {
	const [planCode] = service.plans(1, []);
	const trigger = watch(service, [planCode], { options: { dataFormat } });
	await trigger.activate();

	const [event] =
		(await afterwards(trigger, planCode, [room('1', 'Anna', { photos: [{ imageUrl: '/photos/one.png' }] })])) ?? [];

	expect(JSON.stringify(event.feature)).toContain('signature=');
	expect(trigger.stored).toContain('/photos/one.png');
	expect(trigger.stored).not.toContain('signature');
});

test('Include Before: the feature as it was, without the addresses of its photos', async () => {
	const photos = [{ imageUrl: '/photos/one.png', caption: 'Door' }];
	const [planCode] = service.plans(1, [room('1', 'Anna', { photos }), room('2')]);
	const trigger = watch(service, [planCode], { options: { includeBefore: true } });
	await trigger.activate();

	const started = await afterwards(trigger, planCode, [room('1', 'Ben', { photos }), room('3')]);

	expect(started).toMatchObject([
		{ change: 'removed', feature: { id: '2' }, before: { id: '2' } },
		{
			change: 'changed',
			feature: { id: '1', photos: [{ imageUrl: expect.stringContaining('signature=') }] },
			before: { id: '1', photos: [{ caption: 'Door' }] },
		},
		{ change: 'added', feature: { id: '3' } },
	]);
	expect(started?.[2]).not.toHaveProperty('before');
	expect(trigger.stored).not.toContain('signature');
});
