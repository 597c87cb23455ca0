import { MOST_FEATURES, MOST_FEATURES_WITH_BEFORE } from '../../../nodes/PlanFeaturesTrigger/plan-memory.ts';
import { useService } from '../engine/service.mts';
import { room, told, watch } from './watch.mts';

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
	expect(trigger.remembered).toBe('{}');
});

test('"Fetch Test Event" in between changes nothing of what the active workflow is told', async () => {
	const [planCode] = service.plans(1, rooms(2));
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, rooms(3));

	expect(told(await trigger.fetchTestEvent())).toEqual(['added 0', 'changed 1', 'removed something']);
	expect(told(await trigger.activate())).toEqual(['added 2']);
});

test('"Fetch Test Event" shows what the settings let through, and nothing where there is nothing', async () => {
	const [planCode] = service.plans(1, rooms(2));

	const content = watch(service, [planCode], { identifyBy: 'content', events: ['changed', 'removed'] });
	expect(told(await content.fetchTestEvent())).toEqual(['removed something', 'removed something']);
	const zones = watch(service, [planCode], { filters: { types: ['zone'] } });
	expect(await zones.fetchTestEvent()).toBeNull();
});

test('20,000 features are remembered in less than 1 MB, without the features', async () => {
	const [planCode] = service.plans(1, rooms(20_000));
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	expect(trigger.stored?.length).toBeLessThan(1_000_000);
	expect(trigger.stored).not.toContain('nobody');
});

test.each([
	['', MOST_FEATURES, {}, /has 50001 features to watch, and at most 50000 can be$/],
	[' with Include Before', MOST_FEATURES_WITH_BEFORE, { options: { includeBefore: true } }, /has 2001 features to watch, and at most 2000 can be with Include Before$/],
])('a plan at the limit%s is watched, one beyond is refused in words and keeps what is known', async (_how, most, parameters, words) => {
	const [planCode] = service.plans(1, rooms(most));
	const trigger = watch(service, [planCode], parameters);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, rooms(most + 1));

	await expect(trigger.poll()).rejects.toThrow(words);
	service.sandbox.setFeatures(planCode, rooms(most - 1));
	expect(await trigger.poll()).toHaveLength(1);
}, 180_000);

test('features that are too long to be stored for Include Before are refused in words', async () => {
	const [planCode] = service.plans(1, [room('1', 'x'.repeat(4_100_000))]);

	await expect(watch(service, [planCode], { options: { includeBefore: true } }).activate()).rejects.toThrow(/characters of features to watch, and at most 4000000/);
});

test.each(['__proto__', 'constructor', 'a b/c', 'plan code'])('a plan whose code is "%s" is remembered like any other', async (planCode) => {
	service.sandbox.setFeatures(planCode, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

	expect(told(await trigger.activate())).toEqual(['changed 1']);
	expect(await trigger.activate()).toBeNull();
});
