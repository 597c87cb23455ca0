import type { INodeParameters } from 'n8n-workflow';
import type { Intercept } from '../../../tools/sandbox/server.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { SCHEDULERS } from './active-trigger.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

function always(reply: Intercept['reply'], planCode?: string): void {
	service.sandbox.intercept({ route: 'features', times: Infinity, planCode, reply });
}

/** What n8n reads of an error that a poll throws. */
async function failureOf(poll: Promise<unknown>): Promise<unknown> {
	return await poll.then(
		() => undefined,
		(error: unknown) => (error as { failure?: unknown }).failure,
	);
}

describe.each(SCHEDULERS)('the scheduler %s', (scheduler) => {
	const watchWith = (planCodes: string[], changes: INodeParameters = {}) =>
		watch(service, planCodes, changes, scheduler);

	test('a known plan that responds with 404 fails each poll', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watchWith([planCode]);
		expect(await trigger.activate()).toEqual([]);
		always({ status: 404 });

		for (let polls = 0; polls < 3; polls++) await expect(trigger.poll()).rejects.toThrow('404');
	});

	test('503 at the activation, then changes: each is delivered', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watchWith([planCode]);
		always({ status: 503 });
		expect(await trigger.activate()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow('503');
		service.sandbox.clearIntercepts();

		expect(await trigger.poll()).toEqual([]);
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
		expect(await trigger.poll()).toBeNull();
	});

	test('another Base URL while active: a new baseline, and then each change', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watchWith([planCode]);
		await trigger.activate();
		const { baseUrl } = service.sandbox.credential;
		trigger.credential.edit({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') });

		expect(await trigger.poll()).toEqual([]);
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
	});

	test.each<[string[], object[], object[], string]>([
		[['changed'], [room('1'), room('2')], [room('1'), room('2', 'Anna')], 'changed 2'],
		[['added'], [], [room('1')], 'added 1'],
	])('only %j: what else changes in between is remembered, too', async (events, first, second, expected) => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watchWith([planCode], { events });
		await trigger.activate();

		service.sandbox.setFeatures(planCode, first);
		expect(await trigger.poll()).toEqual([]);
		service.sandbox.setFeatures(planCode, second);
		expect(told(await trigger.poll())).toEqual([expected]);
		expect(await trigger.poll()).toBeNull();
	});

	test('tells n8n a passing fault as such, a rejected login and a wrong setting as the task of a person', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watchWith([planCode]);
		await trigger.activate();

		for (const status of [403, 404, 500]) {
			service.sandbox.intercept({ route: 'features', times: 2, reply: { status } });
			expect(await failureOf(trigger.poll())).toEqual({ cause: 'temporarily-unavailable' });
			service.sandbox.clearIntercepts();
		}
		always({ status: 429, headers: { 'retry-after': '90' } });
		expect(await failureOf(trigger.poll())).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
		service.sandbox.clearIntercepts();
		trigger.credential.edit({ apiSecret: 'wrong', accessToken: '' });
		expect(await failureOf(trigger.poll())).toEqual({ cause: 'credential-invalid' });
		trigger.parameters = { planCodes: {} };
		expect(await failureOf(trigger.activate())).toEqual({ cause: 'configuration-invalid' });
	});

	test('one dead plan: the events of the others come, and every other poll fails', async () => {
		const planCodes = service.plans(2, [room('1')]);
		const trigger = watchWith(planCodes);
		await trigger.activate();
		always({ status: 404 }, planCodes[0]);

		const outcomes: unknown[] = [];
		for (let polls = 0; polls < 4; polls++) {
			outcomes.push(
				await trigger.poll().catch((error: unknown) => String((error as Error).message).includes(planCodes[0])),
			);
		}
		expect(outcomes).toEqual([true, null, true, null]);
		service.sandbox.setFeatures(planCodes[1], [room('2')]);
		expect(told(await trigger.poll())).toEqual(['removed something', 'added 2']);
	});
});

describe.each(SCHEDULERS)(
	'on the scheduler %s one plan answers 404 from its second poll on, another changes at each',
	(scheduler) => {
		test('each third poll fails and names the dead plan, and the next one delivers', async () => {
			const [dead, busy] = service.plans(2, [room('1')]);
			const trigger = watch(service, [dead, busy], {}, scheduler);
			await trigger.activate();
			expect(await trigger.poll()).toBeNull();
			always({ status: 404 }, dead);

			const tenants: unknown[] = [];
			const failed: boolean[] = [];
			for (let polls = 0; polls < 8; polls++) {
				service.sandbox.setFeatures(busy, [room(`${polls}`)]);
				const outcome = await trigger.poll().catch((error: unknown) => error);
				failed.push(outcome instanceof Error && outcome.message.includes(`Plan ${dead}: `));
				if (Array.isArray(outcome)) tenants.push(...(told(outcome)?.filter((one) => one.startsWith('added')) ?? []));
			}

			expect(failed).toEqual([false, false, true, false, false, true, false, false]);
			// What was found by a poll that failed is reported by the next one, as far as it is still there.
			expect(tenants).toEqual([0, 1, 3, 4, 6, 7].map((one) => `added ${one}`));
		});

		test('no event is lost, and each is delivered once', async () => {
			const [dead, busy] = service.plans(2, []);
			const trigger = watch(service, [dead, busy], {}, scheduler);
			await trigger.activate();
			always({ status: 404 }, dead);

			const added: string[] = [];
			for (let polls = 0; polls < 8; polls++) {
				service.sandbox.setFeatures(
					busy,
					Array.from({ length: polls + 1 }, (_, index) => room(`${index}`)),
				);
				added.push(...(told(await trigger.poll().catch(() => null)) ?? []));
			}

			expect(added).toEqual(Array.from({ length: 8 }, (_, index) => `added ${index}`));
		});
	},
);

describe.each(['durable', 'durable with cursors'] as const)('ticks of the scheduler %s', (scheduler) => {
	test('of two ticks the older one reports, and none comes before n8n has stored that', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		service.sandbox.settings.latencyMs = 100;

		const ticks = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);

		expect(ticks.map(told)).toEqual([['changed 1'], null, null]);
		expect(await trigger.poll()).toBeNull();
	});

	test('a state that n8n has not stored yet gives nothing twice', async () => {
		const [planCode] = service.plans(1, [room('1')]);
		const trigger = watch(service, [planCode], {}, scheduler);
		await trigger.activate();
		const before = trigger.stored;
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
		const after = trigger.stored;

		trigger.stored = before;
		expect(await trigger.poll()).toBeNull();
		trigger.stored = after;
		service.sandbox.setFeatures(planCode, [room('1', 'Ben')]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
	});
});
