import { useService } from '../../support/engine/service.mts';
import { TENANT, room, told, watch, watching } from './watch.mts';

const service = useService();

const rooms = (count: number) => Array.from({ length: count }, (_, index) => room(String(index)));

test('"Fetch Test Event" gives real features for each kind of event, and stores nothing', async () => {
	const [empty] = service.plans(1);
	const [planCode] = service.plans(1, rooms(10));
	const trigger = watch(service, [empty, planCode], { options: { includeBefore: true } });

	const started = await trigger.fetchTestEvent();

	expect(started).toMatchObject([
		{ planCode, change: 'added', feature: { id: '0' } },
		{ planCode, change: 'changed', feature: { id: '1' }, before: { id: '1' } },
		{ planCode, change: 'removed', feature: { id: '2' }, before: { id: '2' } },
	]);
	expect(trigger.remembered).not.toContain('digests');
});

test('"Fetch Test Event" in between changes nothing of what the active workflow delivers', async () => {
	const [planCode] = service.plans(1, rooms(2));
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, rooms(3));

	expect(told(await trigger.fetchTestEvent())).toEqual(['added 0', 'changed 1', 'removed something']);
	expect(told(await trigger.activateAndPoll())).toEqual(['added 2']);
});

test('"Fetch Test Event" shows what the settings let through, and nothing where there is nothing', async () => {
	const [planCode] = service.plans(1, rooms(2));

	const content = watch(service, [planCode], { identifyBy: 'content', events: ['changed', 'removed'] });
	expect(told(await content.fetchTestEvent())).toEqual(['removed something', 'removed something']);
	const [empty] = service.plans(1);
	expect(await watch(service, [empty]).fetchTestEvent()).toBeNull();
});

test('"Fetch Test Event" shows the change of a watched field', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);
	const watched = { watchedFields: ['type'] };
	const [, changed] = (await watch(service, [planCode], { options: watched }).fetchTestEvent()) ?? [];

	expect(changed).toMatchObject({ changes: [{ field: 'type', before: 'room', after: 'room' }] });
});

test.each([TENANT, 'Tenant', 'data.Tenant'])(
	'"Fetch Test Event" names the watched data field %s as events do',
	async (field) => {
		const [planCode] = service.plans(1, [room('1'), room('2')]);
		const trigger = watch(service, [planCode], { options: { watchedFields: [field] } });
		const [, changed] = (await trigger.fetchTestEvent()) ?? [];

		expect(changed).toMatchObject({ changes: [{ field: 'Tenant', before: 'nobody', after: 'nobody' }] });
	},
);

test('"Fetch Test Event" says which plan could not be read', async () => {
	const trigger = watch(service, ['pln_none']);

	await expect(trigger.fetchTestEvent()).rejects.toMatchObject({ context: { details: { planCode: 'pln_none' } } });
});

test('20,000 features are remembered in less than 1 MB, without the features', async () => {
	const [planCode] = service.plans(1, rooms(20_000));
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	expect(trigger.stored?.length).toBeLessThan(1_000_000);
	expect(trigger.stored).not.toContain('nobody');
});

test('Include Before: a plan that fits is watched, one beyond the limit is rejected and keeps its state', async () => {
	const [planCode] = service.plans(1, rooms(3_000));
	const trigger = watch(service, [planCode], { options: { includeBefore: true } });
	await trigger.activate();
	// On a machine under load the first poll may end before it has compared so many.
	while (!trigger.remembered.includes(planCode)) await trigger.poll();
	service.sandbox.setFeatures(planCode, rooms(6_000));

	await expect(trigger.poll()).rejects.toThrow(/Plan \w+ takes 2\d{6} characters to store; 2000000 of 2000000/);
	service.sandbox.setFeatures(planCode, rooms(2_999));
	expect(await trigger.poll()).toHaveLength(1);
}, 180_000);

test('a plan that is rejected leaves no more room to others than it keeps', async () => {
	const long = (length: number) => [room('1', 'x'.repeat(length))];
	const [grown, other] = [service.plans(1, long(1_500_000))[0], service.plans(1, long(100))[0]];
	const trigger = watch(service, [grown, other], { options: { includeBefore: true } });
	expect(await trigger.activate()).toEqual([]);
	service.sandbox.setFeatures(grown, long(2_100_000));
	service.sandbox.setFeatures(other, long(700_000));

	await expect(trigger.poll()).rejects.toThrow(/characters to store/);
	expect(trigger.stored?.length).toBeLessThan(2_000_000);
});

test('all plans together: those that do not fit are rejected in words', async () => {
	const planCodes = service.plans(3, [room('1', 'x'.repeat(850_000))]);
	const trigger = watch(service, planCodes.slice(0, 2), { options: { includeBefore: true } });

	expect(await trigger.activate()).toEqual([]);
	trigger.parameters = watching(planCodes, { options: { includeBefore: true } });
	await expect(trigger.activate()).rejects.toThrow(
		/takes 85\d{4} characters to store; 29\d{4} of 2000000 for all plans are free/,
	);
	expect(trigger.stored?.length).toBeLessThan(2_000_000);
});

test('a suddenly empty plan that held many features: removed only when the next poll says the same', async () => {
	const [planCode] = service.plans(1, rooms(6));
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	service.sandbox.setFeatures(planCode, []);
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.log.join()).toContain(`plan ${planCode} is suddenly empty`);
	service.sandbox.setFeatures(planCode, rooms(7));
	expect(told(await trigger.poll())).toEqual(['added 6']);
	service.sandbox.setFeatures(planCode, []);
	expect(await trigger.poll()).toEqual([]);
	expect(await trigger.poll()).toHaveLength(7);
	expect(await trigger.poll()).toBeNull();
});

test.each(['__proto__', 'constructor', 'a b/c', 'plan code'])(
	'a plan whose code is "%s" is remembered like any other',
	async (planCode) => {
		service.sandbox.setFeatures(planCode, [room('1')]);
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

		expect(told(await trigger.activateAndPoll())).toEqual(['changed 1']);
		expect(await trigger.activateAndPoll()).toBeNull();
	},
);
