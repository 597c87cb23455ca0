import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { storeState, storedState } from '../../../nodes/PlanFeaturesTrigger/trigger-state';

const plan = { planCode: 'pln', number: 1, fingerprint: 'f', answer: 'a', marks: 'm' };
const letter = { planCode: 'pln', number: 1, events: '[]' };
const PLACES = 'planFeaturesTriggers';

/** What n8n has stored for the node "Watch", whose id is `one`, and for its workflow. */
function contextOf(stored: { node: IDataObject; global?: IDataObject }): IPollFunctions {
	const { node, global = {} } = stored;
	return {
		getNode: () => ({ id: 'one', name: 'Watch' }),
		getWorkflowStaticData: (type: string) => (type === 'node' ? node : global),
	} as Partial<IPollFunctions> as IPollFunctions;
}

test('what is stored is read as it was written', () => {
	const stored = { node: {}, global: {} };
	const state = {
		nodeId: 'one',
		number: 7,
		plans: [plan],
		outbox: [letter, { ...letter, events: undefined, before: plan }],
	};
	storeState(contextOf(stored), state, []);

	expect(storedState(contextOf(stored))).toEqual(state);
});

test.each<[string, IDataObject, object]>([
	['nothing', {}, {}],
	['what another node left under the name', { nodeId: 'two', number: 3, plans: [plan] }, {}],
	['a number and lists that are none', { nodeId: 'one', number: '3', plans: 'none', outbox: {} }, {}],
	[
		'plans that say too little',
		{ nodeId: 'one', number: 3, plans: [plan, 'pln', { ...plan, number: '1' }, { ...plan, marks: undefined }] },
		{ number: 3, plans: [plan] },
	],
	[
		'letters that say too little',
		{ nodeId: 'one', outbox: [letter, null, { ...letter, planCode: 1 }, { ...letter, events: 1, before: {} }] },
		{ outbox: [letter] },
	],
])('%s is no state: what is sound of it counts', (_what, node, sound) => {
	expect(storedState(contextOf({ node }))).toEqual({ nodeId: 'one', number: 0, plans: [], outbox: [], ...sound });
});

describe('where n8n says that it has stored a later state', () => {
	const node = { nodeId: 'one', number: 3, plans: [plan] };

	it('under this very name, what is there counts', () => {
		const global = { [PLACES]: { one: { name: 'Watch', number: 4 } } };
		expect(storedState(contextOf({ node, global }))).toMatchObject({ number: 3, plans: [plan] });
	});

	it('under another name, what is here is out of date', () => {
		const global = { [PLACES]: { one: { name: 'Old name', number: 4 } } };
		expect(storedState(contextOf({ node, global }))).toMatchObject({ number: 4, plans: [] });
	});

	it('beside that of another node, that one counts', () => {
		const state = { nodeId: 'one', number: 5, plans: [], outbox: [letter] };
		const global = { [PLACES]: { one: { name: 'Watch', number: 5, state }, two: 'damaged' } };
		expect(storedState(contextOf({ node, global }))).toEqual(state);
	});
});
