import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { SCHEDULERS } from './active-trigger.mts';
import type { ActiveTrigger, Started } from './active-trigger.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

/** Longer than n8n's saves were seen to take. */
const MINUTE_MS = 61_000;

const { now } = Date;

function laterBy(ms: number): void {
	jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

const keysOf = (...started: Started[]) => started.flatMap((events) => events ?? []).map(({ eventId }) => eventId);
/** Tenants of the room as somebody knows them who leaves out what has a key that came before. */
function tenantsIn(started: Started[]): unknown[] {
	const keys = new Set<unknown>();
	return started
		.flatMap((events) => events ?? [])
		.filter(({ eventId }) => !keys.has(eventId) && keys.add(eventId))
		.map(({ feature }) => (feature as { data: Array<{ value: string }> }).data[0].value);
}

function tell(trigger: ActiveTrigger, planCode: string, tenant: string, isStored = true): Promise<Started> {
	service.sandbox.setFeatures(planCode, [room('1', tenant)]);
	return trigger.poll(isStored);
}

describe.each(SCHEDULERS)('the scheduler %s', (scheduler) => {
	async function watched() {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		return { planCode, trigger };
	}

	test('published before n8n has saved a change, which goes back meanwhile: both are delivered', async () => {
		const { planCode, trigger } = await watched();
		const started = [await tell(trigger, planCode, 'Anna', false)];
		service.sandbox.setFeatures(planCode, [room('1')]);
		started.push(await trigger.activate(), await trigger.poll());

		expect(tenantsIn(started)).toEqual(['Anna', 'nobody']);
		expect(await trigger.activateAndPoll()).toBeNull();
	});

	test('published when n8n has saved: nothing is redelivered', async () => {
		const { planCode, trigger } = await watched();
		await tell(trigger, planCode, 'Anna');

		expect(await trigger.activateAndPoll()).toBeNull();
	});
});

describe.each(['durable', 'durable with cursors'] as const)('the scheduler %s', (scheduler) => {
	test('what n8n has not stored after a minute is redelivered by the same key, once', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		const thrownAway = await tell(trigger, planCode, 'Anna', false);
		expect(await trigger.poll()).toBeNull();
		laterBy(MINUTE_MS);
		service.sandbox.setFeatures(planCode, [room('1')]);
		const again = await trigger.poll();

		expect(keysOf(again)[0]).toBe(keysOf(thrownAway)[0]);
		expect(tenantsIn([again])).toEqual(['Anna', 'nobody']);
		laterBy(2 * MINUTE_MS);
		expect(await trigger.poll()).toBeNull();
	});

	test('what n8n threw away is redelivered also where it has stored what came after it', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		const thrownAway = await tell(trigger, planCode, 'Anna', false);
		const next = await tell(trigger, planCode, 'Ben');
		const again = await trigger.poll();

		expect(tenantsIn([next, again])).toEqual(['Ben', 'Anna']);
		expect(keysOf(again)).toEqual(keysOf(thrownAway));
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.activateAndPoll()).toBeNull();
	});

	test('what n8n stores late is delivered once', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		await tell(trigger, planCode, 'Anna');
		const saved = trigger.stored;
		const last = await tell(trigger, planCode, 'Ben');
		const late = trigger.stored;
		trigger.stored = saved;
		expect(await trigger.poll(false)).toBeNull();
		trigger.stored = late;

		expect(tenantsIn([last])).toEqual(['Ben']);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.activateAndPoll()).toBeNull();
	});
});

describe('a clock that was hours ahead and is set right', () => {
	const { now: passed } = performance;

	/** Three minutes pass by each poll. */
	async function setBack() {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, 'durable');
		laterBy(180 * MINUTE_MS);
		await trigger.activate();
		let minutes = 0;
		const tellLater = async (tenant: string, isStored = true) => {
			minutes += 3;
			laterBy(minutes * MINUTE_MS);
			jest.spyOn(performance, 'now').mockImplementation(() => passed.call(performance) + minutes * MINUTE_MS);
			return await tell(trigger, planCode, tenant, isStored);
		};
		return { trigger, tellLater };
	}

	test('what n8n has not stored is redelivered', async () => {
		const { tellLater } = await setBack();
		const thrownAway = await tellLater('Anna', false);
		const again = await tellLater('Ben');

		expect(tenantsIn([again])).toEqual(['Anna', 'Ben']);
		expect(keysOf(again)[0]).toBe(keysOf(thrownAway)[0]);
		expect(await tellLater('Ben')).toBeNull();
	});

	test('the next process redelivers no more than the last two minutes', async () => {
		const { trigger, tellLater } = await setBack();
		for (const tenant of ['Anna', 'Ben', 'Cleo']) await tellLater(tenant);

		expect(tenantsIn([await trigger.startProcess(), await trigger.poll()])).toEqual(['Cleo']);
	});
});

describe('two nodes of one workflow on the durable scheduler, whose polls overlap', () => {
	async function pair() {
		const planCodes = service.plans(2, [room('1')]);
		const one = watch(service, [planCodes[0]], {}, 'durable');
		const two = watch(service, [planCodes[1]], {}, 'durable').beside(one, 'Other');
		await one.activate();
		await two.activate();
		const both = async (tenant: string) => {
			for (const planCode of planCodes) service.sandbox.setFeatures(planCode, [room('1', tenant)]);
			return await Promise.all([one.poll(), two.poll()]);
		};
		return { one, two, both };
	}

	test('each change and its way back are delivered once', async () => {
		const { both } = await pair();

		for (const tenant of ['Anna', 'nobody', 'Anna']) {
			expect((await both(tenant)).map(told)).toEqual([['changed 1'], ['changed 1']]);
		}
	});

	test('the next process redelivers what the last save threw away, with the same keys: nothing is lost', async () => {
		const { one, two, both } = await pair();
		const heard = await both('Anna');
		const again = [await one.startProcess(two), await two.activate()];
		again.push(await one.poll(), await two.poll());

		expect(new Set(keysOf(...again))).toEqual(new Set(keysOf(...heard)));
		expect((await both('Ben')).map(told)).toEqual([['changed 1'], ['changed 1']]);
	});

	test('what the last save threw away is stored a minute later: the next process goes on from there', async () => {
		const { one, two, both } = await pair();
		const heard = [await both('Anna')];
		laterBy(MINUTE_MS);
		heard.push([await one.poll(), await two.poll()]);
		for (const planCode of service.sandbox.requests.flatMap(({ planCode }) => planCode ?? []))
			service.sandbox.setFeatures(planCode, [room('1')]);
		heard.push([await one.startProcess(two), await two.activate()]);
		heard.push([await one.poll(), await two.poll()]);

		for (const node of [0, 1]) expect(tenantsIn(heard.map((pair) => pair[node]))).toEqual(['Anna', 'nobody']);
		expect([await one.poll(), await two.poll()]).toEqual([null, null]);
	});

	test('a change that both tell has a key for each of them', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const one = watch(service, [planCode]);
		const two = watch(service, [planCode]).beside(one, 'Other');
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		for (const trigger of [one, two]) await trigger.activate();
		clock.mockRestore();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

		expect(new Set(keysOf(await one.poll(), await two.poll()))).toHaveProperty('size', 2);
	});
});

test('a node that was renamed is known by its new name when n8n ends', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	trigger.name = 'Other';

	expect(await trigger.activate()).toEqual([]);
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	expect(await trigger.startProcess()).toBeNull();
	expect(told(await trigger.poll())).toEqual(['changed 1']);
});
