import fc from 'fast-check';
import { useService, withShortestWaits } from '../engine/service.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

test('deactivate and activate again: nothing when nothing changed, else what changed meanwhile', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();

	expect(await trigger.activate()).toBeNull();
	service.sandbox.setFeatures(planCode, [room('1'), room('2'), room('3')]);
	expect(told(await trigger.activate())).toEqual(['added 3']);
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

	expect(told(await trigger.activate())).toEqual(['changed 1']);
	expect(await trigger.activate()).toBeNull();
});

test('polls that overlap: the second gives nothing, and nothing is given twice', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.settings.latencyMs = 100;
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

	const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);

	expect(polls.map(told)).toEqual([['changed 1'], null, null]);
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

	expect(told(await trigger.activate())).toEqual(['changed 1']);
	expect(await late).toBeNull();
	expect(await trigger.poll()).toBeNull();
});

test('two nodes of one workflow do not stand in each other\'s way', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const triggers = [watch(service, [planCode]), watch(service, [planCode])];
	for (const trigger of triggers) await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('2'), room('1')]);

	const polls = await Promise.all(triggers.map(async (trigger) => await trigger.poll()));

	expect(polls.map(told)).toEqual([['added 2'], ['added 2']]);
});

type Step = 'poll' | 'activate' | 'fault' | 'add' | 'remove' | 'change' | 'shuffle';

test('whatever happens, in any order, the events lead from the baseline to the plan', async () => {
	const steps = fc.array(fc.constantFrom<Step[]>('poll', 'activate', 'fault', 'add', 'remove', 'change', 'shuffle'), { minLength: 5, maxLength: 25 });
	await fc.assert(
		fc.asyncProperty(steps, async (story) => {
			const [planCode] = service.plans(1, [room('0'), room('1')]);
			const trigger = watch(service, [planCode], { options: { includeBefore: true, maxWaitSeconds: 0 } });
			await trigger.activate();
			const version = (feature: unknown) => JSON.stringify((Object(feature) as { id: string; v?: number }));
			const told: Map<string, string> = new Map(service.sandbox.features(planCode).map((one) => [String(one.id), String(one.v)]));
			const hear = (started: unknown[] | null) => {
				for (const event of started ?? []) {
					const { change, feature, before } = event as { change: string; feature: { id: string; v?: number }; before?: { v?: number } };
					if (told.has(feature.id) === (change === 'added')) throw new Error(`${change} ${version(feature)} twice`);
					if (change !== 'added' && told.get(feature.id) !== String(before?.v)) throw new Error(`not before: ${version(before)}`);
					if (change === 'removed') told.delete(feature.id);
					else told.set(feature.id, String(feature.v));
				}
			};
			for (const [index, step] of [...story, 'poll' as const].entries()) {
				const plan = service.sandbox.features(planCode);
				if (step === 'poll') hear(await trigger.poll());
				if (step === 'activate') hear(await trigger.activate());
				if (step === 'fault') service.sandbox.intercept({ route: 'features', planCode, reply: { status: 404 } });
				if (step === 'fault') await trigger.poll().catch(() => null);
				if (step === 'add') plan.push(room(`new ${index}`, 'Anna', { v: index }));
				if (step === 'remove') plan.shift();
				if (step === 'change' && plan.length > 0) plan[0] = { ...plan[0], v: index };
				if (step === 'shuffle') plan.reverse();
			}
			const now = new Map(service.sandbox.features(planCode).map((one) => [String(one.id), String(one.v)]));
			expect(told).toEqual(now);
		}),
		{ numRuns: 40 },
	);
});
