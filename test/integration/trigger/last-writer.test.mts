import fc from 'fast-check';
import { pick, randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { RandomEdits } from '../../support/trigger/random-edits.mts';
import type { PlanEvent } from '../../support/trigger/trigger-workflow.mts';
import type { Started } from './active-trigger.mts';
import { room, watch } from './watch.mts';

/*
 * On the durable scheduler a node stores what it has read of the others, too: n8n may hold a state of some polls ago
 * when it is killed, and the next process goes on from there.
 */

const service = useService();
withShortestWaits();

const keysOf = (started: Started) => (started ?? []).map(({ eventId }) => eventId);

/** A trigger, and the states that its polls have stored. */
async function watched(planCodes: string[]) {
	const trigger = watch(service, planCodes, { options: { includeBefore: true } }, 'durable');
	await trigger.activate();
	const states = [trigger.stored];
	const poll = async () => {
		const started = await trigger.poll();
		states.push(trigger.stored);
		return started;
	};
	/** Another node stores the state of so many polls ago. */
	const storeOlder = (polls: number) => {
		trigger.stored = states.at(-1 - polls) ?? states[0];
	};
	return { trigger, poll, storeOlder };
}

async function watchedRoom() {
	const [planCode] = service.plans(1, [room('1')]);
	const { trigger, poll, storeOlder } = await watched([planCode]);
	const tell = async (tenant: string) => {
		service.sandbox.setFeatures(planCode, [room('1', tenant)]);
		return await poll();
	};
	return { planCode, trigger, poll, storeOlder, tell };
}

test('a process that knows none of the last steps tells where they led to, by the key of the last one', async () => {
	const { trigger, poll, storeOlder, tell } = await watchedRoom();
	await tell('Anna');
	await tell('Ben');
	const last = await tell('Cleo');
	storeOlder(3);
	await trigger.startProcess();

	expect(keysOf(await poll())).toEqual(keysOf(last));
});

test('a change, its way back and the change again have keys of their own, in one process and in several', async () => {
	const { trigger, tell } = await watchedRoom();
	const keys: unknown[] = [];
	for (let process = 0; process < 3; process++) {
		for (const tenant of ['Anna', 'nobody', 'Anna', 'nobody']) keys.push(...keysOf(await tell(tenant)));
		await trigger.startProcess();
	}

	expect(keys).toHaveLength(12);
	expect(new Set(keys)).toHaveProperty('size', 12);
});

test('so have more changes than are remembered', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const { poll } = await watched([planCode]);
	const rooms = Array.from({ length: 201 }, (_, index) => room(`new ${index}`));
	const keys: unknown[] = [];
	for (const more of [rooms, [], rooms, [], rooms]) {
		service.sandbox.setFeatures(planCode, [room('1'), ...more]);
		keys.push(...keysOf(await poll()));
	}

	expect(new Set(keys)).toHaveProperty('size', 5 * 201);
});

type Step = 'edit' | 'poll' | 'older state' | 'kill' | 'kill, edit';
let lastHistory = 0;

/** What Remove Duplicates leaves of a history in which each edit has a version of its own. */
async function judged(seed: number, steps: readonly Step[]): Promise<ReturnType<RandomEdits['judge']>> {
	const random = randomFor(`${seed}`);
	const edits = new RandomEdits(random, service.sandbox, 2, `pln_history_${++lastHistory}`);
	const { trigger, poll, storeOlder } = await watched(edits.planCodes);
	const told: Started = [];
	for (const step of [...steps, 'kill' as const]) {
		edits.edit();
		if (step === 'edit') continue;
		told.push(...((await poll()) ?? []));
		if (step === 'poll') continue;
		storeOlder(pick(random, [0, 1, 2, 3, 4]));
		if (step === 'older state') continue;
		if (step === 'kill, edit') edits.edit();
		told.push(...((await trigger.startProcess()) ?? []), ...((await poll()) ?? []));
	}
	return edits.judge(told as unknown as PlanEvent[]);
}

function histories(...kills: Step[]) {
	const step = fc.constantFrom<Step>('edit', 'poll', 'poll', 'older state', ...kills);
	return [fc.integer(), fc.array(step, { minLength: 10, maxLength: 16 })] as const;
}

test('what was polled when n8n is killed is delivered once, whatever older state it had stored', async () => {
	const nothing = { lost: [], twice: [], merged: [], undone: [] };
	await fc.assert(
		fc.asyncProperty(...histories('kill'), async (seed, steps) => {
			expect(await judged(seed, steps)).toMatchObject(nothing);
		}),
		{ numRuns: 10 },
	);
});

test('what is edited while n8n is down may begin earlier: nothing is lost or delivered under two keys', async () => {
	await fc.assert(
		fc.asyncProperty(...histories('kill', 'kill, edit'), async (seed, steps) => {
			expect(await judged(seed, steps)).toMatchObject({ lost: [], twice: [] });
		}),
		{ numRuns: 10 },
	);
});
