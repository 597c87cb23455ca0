import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';
import { isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { isPlanMemory } from './plan-memory';
import type { PlanMemory } from './plan-memory';

/** What was handed over of a plan, to be told again where n8n ended before it made an execution of it. */
export interface Letter {
	planCode: string;
	/** When it was handed over, in milliseconds. */
	at: number;
	/** JSON of the events. */
	events?: string;
	/** In place of events that are too large: what was known of the plan before them. */
	before?: PlanMemory;
}

/** What is remembered of a node. n8n stores it with each start of the workflow. */
export interface TriggerState {
	/** Whose it is: n8n keeps it under the name of the node, so a node that is renamed leaves it behind. */
	nodeId: string;
	nodeName: string;
	/** Greater for each state that was handed over, so that an older one is told. */
	number: number;
	/** A list, because a plan code that is the name of an object's own member would get lost in an object. */
	plans: readonly PlanMemory[];
	/** The process that handed it over, and what it handed over last. */
	process: string;
	outbox: readonly Letter[];
}

/** What n8n has stored for a node. */
export function storedState(context: IPollFunctions): TriggerState {
	const node = context.getNode();
	const stored = asState(context.getWorkflowStaticData('node'), node);
	return isLeftBehind(context, stored) ? asState({}, node) : { ...stored, nodeName: node.name };
}

/** n8n makes proxies of what it is given, so it gets copies. */
export function storeState(context: IPollFunctions, state: TriggerState): void {
	const { nodeId, nodeName, number, plans, outbox } = state;
	const copies = outbox.map((letter) => ({ ...letter, ...(letter.before ? { before: { ...letter.before } } : {}) }));
	Object.assign(context.getWorkflowStaticData('node'), { ...state, plans: plans.map(copyOf), outbox: copies });
	const all = context.getWorkflowStaticData('global');
	const places = placesIn(all);
	// Only then, because n8n saves what all nodes of the workflow know as soon as that changes.
	if (nameIn(places[nodeId]) !== nodeName)
		all[PLACES] = { ...places, [nodeId]: { name: nodeName, number } } as IDataObject;
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
function asState(stored: IDataObject, { id, name }: INode): TriggerState {
	const { nodeName, number, plans, process, outbox } = stored.nodeId === id ? stored : {};
	const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	return {
		nodeId: id,
		nodeName: typeof nodeName === 'string' ? nodeName : name,
		number: typeof number === 'number' ? number : 0,
		plans: list(plans).filter(isPlanMemory).map(copyOf),
		process: typeof process === 'string' ? process : '',
		outbox: list(outbox).filter(isLetter).map(copyOf),
	};
}

function copyOf<T extends object>(entry: T): T {
	return { ...entry };
}

function isLetter(letter: unknown): letter is Letter {
	if (!isJsonObject(letter) || typeof letter.planCode !== 'string' || typeof letter.at !== 'number') return false;
	return typeof letter.events === 'string' || isPlanMemory(letter.before);
}

/** By the id of a node: the name under which its newest state stands, and the number of the first of these. */
const PLACES = 'planFeaturesTriggers';

function placesIn(all: IDataObject): JsonObject {
	const places: unknown = all[PLACES];
	return isJsonObject(places) ? places : {};
}

function nameIn(place: unknown): unknown {
	return isJsonObject(place) ? place.name : undefined;
}

/** Whether the node has had another name since, and is called as before again: then what it left is out of date. */
function isLeftBehind(context: IPollFunctions, stored: TriggerState): boolean {
	const { id, name } = context.getNode();
	const place = placesIn(context.getWorkflowStaticData('global'))[id];
	if (!isJsonObject(place) || stored.nodeName !== name) return false;
	return place.name !== name && Number(place.number) > stored.number;
}
