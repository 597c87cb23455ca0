import type { IDataObject } from 'n8n-workflow';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { SCHEDULERS } from './active-trigger.mts';
import type { Started } from './active-trigger.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

const idsOf = (started: Started) => started?.map(({ eventId }) => eventId);
const tenantOf = (feature: unknown) => (feature as { data: Array<{ value: string }> }).data[0].value;
const rooms = (prefix: string, count = 6) =>
	Array.from({ length: count }, (_, index) => room(`${prefix}${index}`, `Tenant ${index}`));

describe.each(SCHEDULERS)('the scheduler %s', (scheduler) => {
	test('n8n ends before it made an execution: the next process tells it again, once', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], { options: { includeBefore: true } }, scheduler);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		const first = await trigger.poll();
		service.sandbox.setFeatures(planCode, [room('1')]);
		const back = await trigger.poll();

		expect(await trigger.startProcess()).toEqual([...(first ?? []), ...(back ?? [])]);
		expect(new Set(idsOf([...(first ?? []), ...(back ?? [])]))).toHaveProperty('size', 2);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.activateAndPoll()).toBeNull();
	});

	test('n8n ends before it has stored the state: the change is found again, by the same key', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		const lost = await trigger.poll(false);

		expect(await trigger.startProcess()).toBeNull();
		expect(await trigger.poll()).toEqual(lost);
		expect(await trigger.poll()).toBeNull();
	});

	test('published while n8n is still saving: what is delivered twice has one key', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		const once = await trigger.poll(false);

		expect(idsOf(await trigger.activateAndPoll())).toEqual(idsOf(once));
	});

	test('first polls of known plans ask nothing', async () => {
		const planCodes = service.plans(2, [room('1')]);
		const trigger = watch(service, planCodes, {}, scheduler);
		await trigger.activate();
		const asked = service.count('features');

		expect(await trigger.activate()).toBeNull();
		expect(await trigger.startProcess()).toBeNull();
		expect(service.count('features')).toBe(asked);
	});
});

test('another node of the workflow stores an older state of this one: each change is delivered once', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode], {}, 'durable');
	await trigger.activate();
	const before = trigger.stored;
	const tell = async (tenant: string) => {
		service.sandbox.setFeatures(planCode, [room('1', tenant)]);
		const started = await trigger.poll();
		trigger.stored = before;
		return started;
	};

	const events = [await tell('Anna'), await tell('nobody'), await tell('Anna')];
	expect(events.map(told)).toEqual([['changed 1'], ['changed 1'], ['changed 1']]);
	expect(new Set(events.flatMap(idsOf))).toHaveProperty('size', 3);
	expect(await trigger.poll()).toBeNull();
});

test('equal changes of equal features have keys of their own', async () => {
	const [planCode] = service.plans(1, []);
	const trigger = watch(service, [planCode], { identifyBy: 'content' });
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('1'), room('1'), room('1')]);

	const started = await trigger.poll();
	expect(new Set(idsOf(started))).toHaveProperty('size', 3);
});

test('the sample of "Fetch Test Event" has keys', async () => {
	const trigger = watch(service, service.plans(1, rooms('')));

	expect(idsOf(await trigger.fetchTestEvent())).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{22}$/)));
});

describe.each(SCHEDULERS)('a node that is renamed while published, on the scheduler %s', (scheduler) => {
	test('loses nothing while the process lives, whatever it was called before', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		const keys = new Set<unknown>();
		const heard: string[] = [];
		// Who leaves out what is redelivered hears each change once.
		const hear = (started: Started) => {
			const events = (started ?? []).filter(({ eventId }) => !keys.has(eventId) && keys.add(eventId));
			heard.push(...events.map(({ feature }) => tenantOf(feature)));
		};
		await trigger.activate();
		for (const [index, name] of ['Other', 'Plan Features Trigger', 'Other'].entries()) {
			service.sandbox.setFeatures(planCode, [room('1', `told before ${index}`)]);
			hear(await trigger.poll());
			service.sandbox.setFeatures(planCode, [room('1', `under way ${index}`)]);
			hear(await trigger.poll(false));
			service.sandbox.setFeatures(planCode, [room('1', `renamed ${index}`)]);
			trigger.name = name;
			hear(await trigger.activate());
			hear(await trigger.poll());
			expect(await trigger.poll()).toBeNull();
		}

		expect(heard).toEqual([0, 1, 2].flatMap((one) => [`told before ${one}`, `under way ${one}`, `renamed ${one}`]));
	});
});

test.each(SCHEDULERS)(
	'what n8n has stored is not delivered again after a rename, on the scheduler %s',
	async (scheduler) => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
		expect(await trigger.poll()).toBeNull();
		trigger.name = 'Other';

		expect((await trigger.activate()) ?? []).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	},
);

describe('a node that is renamed', () => {
	test('while n8n ends has a new baseline', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		trigger.name = 'Other';
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

		expect(await trigger.startProcess()).toEqual([]);
		expect(trigger.log.join()).toContain(`new baseline for plan ${planCode}`);
		service.sandbox.setFeatures(planCode, [room('1', 'Ben')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
	});

	test("leaves what is not taken for another node's", async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('2')]);
		trigger.id = 'another';

		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});
});

test('events that are too large for the outbox are found again by comparing', async () => {
	const [planCode, other] = service.plans(2, rooms('a'));
	const long = 'x'.repeat(600_000);
	const trigger = watch(service, [planCode, other]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [...rooms('a'), room('b', long), room('c', long)]);
	service.sandbox.setFeatures(other, [...rooms('a'), room('b')]);
	const first = await trigger.poll();

	expect(trigger.stored?.length).toBeLessThan(100_000);
	const [again, compared] = [await trigger.startProcess(), await trigger.poll()];
	expect(new Set(idsOf([...(again ?? []), ...(compared ?? [])]))).toEqual(new Set(idsOf(first)));
	expect(await trigger.poll()).toBeNull();
});

test('a null property of all features, and another name of a data field, change nothing', async () => {
	const [planCode] = service.plans(1, rooms('a'));
	const trigger = watch(service, [planCode], { options: { includeBefore: true } });
	await trigger.activate();
	const renamed = (data: IDataObject[]) => data.map((entry) => ({ ...entry, name: 'Occupant' }));
	service.sandbox.setFeatures(
		planCode,
		rooms('a').map((one) => ({ ...one, icons: null, data: renamed(one.data as IDataObject[]) })),
	);

	expect(await trigger.poll()).toBeNull();
});

test('a number that is written with other digits is no change', async () => {
	const [planCode] = service.plans(1);
	const trigger = watch(service, [planCode], { options: { includeBefore: true } });
	const reply = (x: string) => {
		service.sandbox.clearIntercepts();
		const body = `{"features":[{"id":"1","type":"room","position":{"x":${x},"y":1}}]}`;
		service.sandbox.intercept({ route: 'features', planCode, times: Infinity, reply: { status: 200, body } });
	};
	reply('151.20930000000001');
	await trigger.activate();
	reply('151.2093');
	expect(await trigger.poll()).toBeNull();
	reply('151.2094');
	expect(told(await trigger.poll())).toEqual(['changed 1']);
});
