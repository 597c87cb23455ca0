import fc from 'fast-check';
import type { Feature } from '../../../service/plan';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { SCHEDULERS } from './active-trigger.mts';
import type { Started } from './active-trigger.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

test('deactivate and activate again: nothing when nothing changed, else what changed meanwhile', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	expect(await trigger.activate()).toBeNull();
	service.sandbox.setFeatures(planCode, [room('1'), room('2'), room('3')]);
	expect(await trigger.activate()).toBeNull();
	expect(told(await trigger.poll())).toEqual(['added 3']);
	expect(await trigger.activate()).toBeNull();
});

test('a crash between polls loses nothing and gives nothing twice', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	expect(told(await trigger.poll())).toEqual(['changed 1']);
	expect(await trigger.poll()).toBeNull();
	service.sandbox.setFeatures(planCode, [room('1', 'Ben')]);

	expect(told(await trigger.activateAndPoll())).toEqual(['changed 1']);
	expect(await trigger.activateAndPoll()).toBeNull();
});

test('polls that overlap: the second gives nothing, and nothing is given twice', async () => {
	const planCodes = service.plans(2, [room('1')]);
	const trigger = watch(service, planCodes);
	await trigger.activate();
	for (const planCode of planCodes) service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	// The first poll knows of one plan, and waits for the other, while the others start.
	service.sandbox.intercept({
		route: 'features',
		planCode: planCodes[1],
		reply: { status: 503, headers: { 'retry-after': '1' } },
	});

	const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);

	expect(polls.map(told)).toEqual([['changed 1', 'changed 1'], null, null]);
	expect(await trigger.poll()).toBeNull();
});

test('a poll that is still under way when the workflow is activated anew gives nothing', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	service.sandbox.settings.latencyMs = 200;
	const late = trigger.poll();
	await new Promise((resume) => setTimeout(resume, 50));
	service.sandbox.settings.latencyMs = 0;

	expect(await trigger.activate()).toBeNull();
	expect(await late).toBeNull();
	expect(told(await trigger.poll())).toEqual(['changed 1']);
	expect(await trigger.poll()).toBeNull();
});

test("two nodes of one workflow do not stand in each other's way", async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const triggers = [watch(service, [planCode]), watch(service, [planCode])];
	for (const trigger of triggers) await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('2'), room('1')]);

	const polls = await Promise.all(triggers.map(async (trigger) => await trigger.poll()));

	expect(polls.map(told)).toEqual([['added 2'], ['added 2']]);
});

// n8n has such workflows (n8n-io/n8n#36340): each node would take the other's state for its own, and find nothing ever.
test.each(SCHEDULERS)(
	'two nodes of one workflow with the same id fail in words, on the scheduler %s',
	async (scheduler) => {
		const planCodes = service.plans(2, [room('1')]);
		const one = watch(service, [planCodes[0]], {}, scheduler);
		const two = watch(service, [planCodes[1]], {}, scheduler).beside(one, 'Other');
		two.id = one.id;
		for (const trigger of [one, two]) await trigger.activate();
		await one.poll();

		for (const [trigger, name, other] of [
			[two, 'Other', 'Plan Features Trigger'],
			[one, 'Plan Features Trigger', 'Other'],
		] as const)
			await expect(trigger.poll()).rejects.toMatchObject({
				message: `The node "${name}" has the same id as "${other}" of this workflow, so it would find no changes`,
				failure: { cause: 'configuration-invalid' },
			});
	},
);

/** What somebody knows who knew the baseline and got the events: versions of features by id. */
class Reader {
	readonly plan: Map<unknown, unknown>;

	constructor(baseline: Feature[]) {
		this.plan = new Map(baseline.map(({ id, version }) => [id, version]));
	}

	/** @throws Error when an event does not fit what was delivered before it */
	hear(started: Started): void {
		for (const event of started ?? []) {
			const { change, feature, before } = event as { change: string; feature: Feature; before?: Feature };
			const { id, version } = feature;
			const fits = change === 'added' ? !this.plan.has(id) : this.plan.get(id) === before?.version;
			if (!fits) throw new Error(`${change} ${String(id)} does not follow from what was told`);
			if (change === 'removed') this.plan.delete(id);
			else this.plan.set(id, version);
		}
	}
}

const steps = ['poll', 'activate', 'failed poll', 'add', 'remove', 'change', 'shuffle'] as const;

test('whatever happens, in any order, the events lead from the baseline to the plan', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 25 }), async (story) => {
			const [planCode] = service.plans(1, [room('a', 'Anna', { version: 0 }), room('b', 'Ben', { version: 0 })]);
			const trigger = watch(service, [planCode], { options: { includeBefore: true } });
			await trigger.activate();
			const reader = new Reader(service.sandbox.features(planCode));
			for (const [version, step] of [...story, 'poll' as const].entries()) {
				const plan = service.sandbox.features(planCode);
				if (step === 'poll') reader.hear(await trigger.poll());
				if (step === 'activate') reader.hear(await trigger.activateAndPoll());
				if (step === 'failed poll') {
					service.sandbox.intercept({ route: 'features', planCode, reply: { status: 404 } });
					await expect(trigger.poll()).rejects.toThrow('404');
				}
				if (step === 'add') plan.push(room(`new ${version}`, 'Cleo', { version }));
				if (step === 'remove') plan.shift();
				if (step === 'change' && plan.length > 0) plan[0] = { ...plan[0], version };
				if (step === 'shuffle') plan.reverse();
			}
			expect(reader.plan).toEqual(new Reader(service.sandbox.features(planCode)).plan);
		}),
		{ numRuns: 40 },
	);
});
