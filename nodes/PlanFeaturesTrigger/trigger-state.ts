import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../service/text';
import { isPlanMemory } from './plan-memory';
import type { PlanMemory } from './plan-memory';

/** What was handed over of a plan, to be told again where n8n ended before it made an execution of it. */
export interface Letter {
	planCode: string;
	/** Number of the state with which it was handed over. */
	number: number;
	/** JSON of the events. */
	events?: string;
	/** In place of events that are too large: what was known of the plan before them. */
	before?: PlanMemory;
}

/** What is remembered of a node. n8n stores it with each start of the workflow. */
export interface TriggerState {
	nodeId: string;
	/** When it was handed over, in milliseconds, but greater than the one before: so an older state is told. */
	number: number;
	/** A list, because a plan code that is the name of an object's own member would get lost in an object. */
	plans: readonly PlanMemory[];
	outbox: readonly Letter[];
}

/**
 * Of each node by its id, for the workflow as a whole: where n8n has stored its newest state, because it stores states
 * under the names of nodes; and that state, where another node had to save an older one beside its own.
 */
interface Place {
	name: string;
	number: number;
	state?: TriggerState;
}

const PLACES = 'planFeaturesTriggers';

/** What n8n has stored for a node, under whatever name. */
export function storedState(context: IPollFunctions): TriggerState {
	const { id, name } = context.getNode();
	const own = asState(context.getWorkflowStaticData('node'), id);
	const place = placesIn(context)[id];
	if (place === undefined || place.number <= own.number) return own;
	if (place.state !== undefined) return asState(place.state, id);
	// What the node left under this name before it had another one is out of date.
	return place.name === name ? own : { ...asState({}, id), number: place.number };
}

/**
 * n8n saves what all nodes of a workflow know at once. Where this context has older states of others than the process
 * has, these are saved beside it.
 */
export function storeState(context: IPollFunctions, state: TriggerState, others: readonly TriggerState[]): void {
	const { id, name } = context.getNode();
	const places = placesIn(context);
	const newer = others
		.filter(({ nodeId, number }) => nodeId !== id && number > (places[nodeId]?.number ?? 0))
		.map((other) => [other.nodeId, { name: '', ...places[other.nodeId], number: other.number, state: copyOf(other) }]);
	Object.assign(context.getWorkflowStaticData('node'), copyOf(state));
	context.getWorkflowStaticData('global')[PLACES] = {
		...places,
		...Object.fromEntries(newer),
		[id]: { name, number: state.number },
	} as IDataObject;
}

/** Without plans that are no longer watched. */
export function ofWatched(state: TriggerState, watched: readonly string[]): TriggerState {
	const isWatched = ({ planCode }: { planCode: string }) => watched.includes(planCode);
	return { ...state, plans: state.plans.filter(isWatched), outbox: state.outbox.filter(isWatched) };
}

export function memoryOf({ plans }: TriggerState, planCode: string): PlanMemory | undefined {
	return plans.find((plan) => plan.planCode === planCode);
}

/** What another node left under this name is nothing. */
function asState(stored: object, nodeId: string): TriggerState {
	const { number, plans, outbox } = 'nodeId' in stored && stored.nodeId === nodeId ? (stored as IDataObject) : {};
	const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	return copyOf({
		nodeId,
		number: typeof number === 'number' ? number : 0,
		plans: list(plans).filter(isPlanMemory),
		outbox: list(outbox).filter(isLetter),
	});
}

/** n8n makes proxies of what it is given, so both sides have their own. */
function copyOf(state: TriggerState): TriggerState {
	const { plans, outbox } = state;
	return {
		...state,
		plans: plans.map((plan) => ({ ...plan })),
		outbox: outbox.map((letter) => ({ ...letter, ...(letter.before && { before: { ...letter.before } }) })),
	};
}

function isLetter(letter: unknown): letter is Letter {
	if (!isJsonObject(letter) || typeof letter.planCode !== 'string' || typeof letter.number !== 'number') return false;
	return typeof letter.events === 'string' || isPlanMemory(letter.before);
}

function placesIn(context: IPollFunctions): Partial<Record<string, Place>> {
	const places = context.getWorkflowStaticData('global')[PLACES];
	return isJsonObject(places) ? Object.fromEntries(Object.entries(places).filter(isPlaceEntry)) : {};
}

function isPlaceEntry(entry: [string, unknown]): entry is [string, Place] {
	const [, place] = entry;
	return isJsonObject(place) && typeof place.name === 'string' && typeof place.number === 'number';
}
