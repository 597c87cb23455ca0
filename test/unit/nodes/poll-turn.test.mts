import type { IPollFunctions } from 'n8n-workflow';
import { keptStates, pollInTurn } from '../../../nodes/PlanFeaturesTrigger/poll-turn';
import type { TriggerState } from '../../../nodes/PlanFeaturesTrigger/trigger-state';

const WORKFLOWS = 1_100;
/** So many nodes are remembered. */
const REMEMBERED = 1_000;

/** A context of n8n before 2.38, which tells no budget. */
function contextOf(workflow: number): IPollFunctions {
	return {
		getWorkflow: () => ({ id: String(workflow) }),
		getNode: () => ({ id: 'node' }),
	} as Partial<IPollFunctions> as IPollFunctions;
}

const stateOf = (workflow: number): TriggerState => ({ nodeId: 'node', number: workflow, plans: [], outbox: [] });

/** A poll that notes what its node knows. */
async function pollOf(workflow: number, lasts = Promise.resolve()): Promise<string | null> {
	return await pollInTurn(contextOf(workflow), async ({ kind, notes }) => {
		notes.kept = stateOf(workflow);
		await lasts;
		return kind;
	});
}

/** What the nodes of a workflow know, seen by a poll of it. */
async function knownOf(workflow: number): Promise<TriggerState[]> {
	let states: TriggerState[] = [];
	await pollInTurn(contextOf(workflow), async ({ notes }) => {
		states = keptStates(notes);
		return await Promise.resolve(null);
	});
	return states;
}

test('of too many nodes those polled longest ago are forgotten, and none that is being polled', async () => {
	let end = () => {};
	const lasting = pollOf(0, new Promise<void>((resolve) => (end = resolve)));
	for (let workflow = 1; workflow < WORKFLOWS; workflow++) expect(await pollOf(workflow)).toBe('activation');

	expect(await knownOf(WORKFLOWS - 1)).toEqual([stateOf(WORKFLOWS - 1)]);
	expect(await knownOf(WORKFLOWS - REMEMBERED + 1)).toEqual([stateOf(WORKFLOWS - REMEMBERED + 1)]);
	expect(await knownOf(1)).toEqual([]);
	end();
	expect(await lasting).toBe('activation');
	expect(await knownOf(0)).toEqual([stateOf(0)]);
});
