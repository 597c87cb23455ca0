import type { IPollFunctions } from 'n8n-workflow';
import { BoundedCache } from '../../service/cache';
import { withoutSignatures } from '../../service/plan';
import type { Feature, FieldChange, PlanChange } from '../../service/plan';
import { parseJson } from '../../service/text';
import type { FoundField } from '../shared/filter-parameters';
import { InvalidInputError } from '../shared/item-failure';

/** What a workflow is started with. */
export interface PlanEvent {
	planCode: string;
	change: PlanChange['change'];
	/** Equal when the same change is redelivered; another one when a feature changes in the same way again. */
	eventId: string;
	/** As it is now; for a removed one as it was, or null where that is not stored. */
	feature: Feature | null;
	/** With Include Before only. */
	before?: Feature;
	/** Of a changed one, where its values before are stored. */
	changes?: FieldChange[];
}

/** What is stored of a plan between polls. */
export interface PlanState {
	planCode: string;
	/** Number of the state since which `occurrences` counts. */
	epoch: number;
	/** Where its events led to, and how often: the same change made again gets another id. */
	occurrences: Record<string, number>;
	/** What it was made from and how: with another one it can't be compared. */
	fingerprint: string;
	/** The data fields that the settings name, because a name can change, and how values are read. */
	fields?: readonly FoundField[];
	/** Of the last response, and what the filter was. Empty where the next one has to be compared in any case. */
	responseDigest: string;
	/** Of the features, encoded. */
	digests: string;
	/** With Include Before: the features, in the order of `digests`. */
	features?: readonly Feature[];
	/** With Watched Fields and without Include Before: their values of each feature. */
	values?: ReadonlyArray<readonly unknown[]>;
	/** The last response had no feature; `digests` is from before it. */
	isEmptied?: boolean;
	/** All identities were new in the last response. */
	isRegenerated?: boolean;
}

/** Events that were emitted, to be redelivered where n8n ended before it made an execution of them. */
interface OutboxEntry {
	planCode: string;
	/** Of the state with which they were emitted. */
	number: number;
	/** Whether n8n was seen to have stored that state: a later one, which has this entry, too, says nothing of it. */
	isStored?: boolean;
	events: readonly PlanEvent[];
	/** In place of events that are too large: the plan before them, from which the next process finds them again. */
	before?: PlanState;
}

/** What n8n stores of a node with each start of the workflow. */
export interface TriggerState {
	nodeId: string;
	/**
	 * When it was emitted, in milliseconds, but greater than the number before: where the clock was set back, numbers go
	 * on from the last one as time does.
	 */
	number: number;
	/** A list, because a plan code may be the name of a property that every object has. */
	plans: readonly PlanState[];
	outbox: readonly OutboxEntry[];
}

/** What this process knows of a node. Other processes don't have it, and a restart forgets it. */
export interface NodeCache {
	/** The poll that is running, if any. */
	poll?: symbol;
	/** Of the node in its polls since the last activation, in their order. */
	readonly names: Set<string>;
	/** Since the last poll: n8n stores it late, stores an older one over it, or searches for it under another name. */
	state?: TriggerState;
	/** When that got its number, by a clock that nobody sets. */
	numberedAtMs: number;
	/** Its characters, as text, after the last poll. */
	chars: number;
	/** The last poll was thrown. */
	hasThrown: boolean;
	/** By plan code: failed polls in a row since a poll was thrown. */
	readonly failedPolls: Map<string, number>;
	/** By plan code: polls in a row that waited for the plan in vain. */
	readonly missedPolls: Map<string, number>;
}

/** Longer than any interval of polls: a node that is forgotten is polled as after a restart. */
const CACHE_AGE_MS = 400 * 24 * 3600 * 1000;
/** Characters, some 200 MB; the nodes polled last are kept. */
const MAX_CACHE_CHARS = 100_000_000;
const CHARS_OF_A_NODE = 10_000;
const caches = new BoundedCache<NodeCache>({
	maxAgeMs: CACHE_AGE_MS,
	maxWeight: MAX_CACHE_CHARS,
	weightOf: ({ chars }) => CHARS_OF_A_NODE + chars,
});

export function cacheOf(context: IPollFunctions): NodeCache {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const cache = caches.get(key) ?? {
		names: new Set(),
		numberedAtMs: 0,
		chars: 0,
		hasThrown: false,
		failedPolls: new Map(),
		missedPolls: new Map(),
	};
	caches.set(key, cache);
	return cache;
}

/** Longer than n8n was seen to take from a poll to its saved state (18.6 s) and to its execution (49 s). */
const MAX_SAVE_DELAY_MS = 30_000;
const OUTBOX_RETENTION_MS = 120_000;
/** All events of the outbox together. */
const MAX_OUTBOX_CHARS = 1_000_000;

/**
 * What is known when a poll starts. A process that has not polled the node before goes by what n8n has stored, and
 * redelivers the whole outbox. Later polls go by the cache. Once n8n has stored a later state, at an activation, and
 * some time after the last state they redeliver what it has not stored: the workflow was unpublished in a poll, another
 * node stored its own copy of the column, the node got another name, or with cursors the poll took too long.
 * @returns the state, the number of the one that this poll emits, the events of the outbox that go out again, and
 * whether n8n has stored the last state (`no`: it will not any more)
 */
export function loadState(
	context: IPollFunctions,
	cache: NodeCache,
	planCodes: readonly string[],
	isActivation: boolean,
): { previous: TriggerState; number: number; redelivered: PlanEvent[]; saved: 'yes' | 'no' | 'notYet' } {
	const { state: cached } = cache;
	const stored = storedState(context);
	const newest = cached === undefined || cached.number < stored.number ? stored : cached;
	const ageMs = Math.max(Date.now() - newest.number, newest === cached ? performance.now() - cache.numberedAtMs : 0);
	const number = newest.number + Math.max(1, Math.floor(ageMs));
	const isLate = isActivation || ageMs > MAX_SAVE_DELAY_MS;
	const saved = stored.number === newest.number ? 'yes' : isLate ? 'no' : 'notYet';
	// Under a new name n8n has stored nothing, and what is older has become an execution.
	const since = stored.number === 0 ? number - OUTBOX_RETENTION_MS : 0;
	const isLost = (entry: OutboxEntry) => saved !== 'notYet' && !entry.isStored && entry.number > since;
	const isDue = (entry: OutboxEntry) => cached === undefined || isLost(entry);
	const isWatched = ({ planCode }: { planCode: string }) => planCodes.includes(planCode);
	const outbox = newest.outbox
		.filter(isWatched)
		.map((entry) => (entry.number === stored.number ? { ...entry, isStored: true } : entry));
	const due = outbox.filter(isDue);
	const plans = newest.plans.filter(isWatched);
	const previous = {
		...newest,
		plans: plans.map((plan) => due.find((entry) => entry.planCode === plan.planCode && entry.before)?.before ?? plan),
		outbox: outbox.flatMap((entry) =>
			!isDue(entry) ? [entry] : entry.before ? [] : [{ ...entry, number, isStored: false }],
		),
	};
	return { previous, number, redelivered: due.flatMap(({ events }) => events), saved };
}

/** What another node left under this name is no state of this one. */
function storedState(context: IPollFunctions): TriggerState {
	const nodeId = context.getNode().id;
	const stored = parseJson(String(context.getWorkflowStaticData('node').state)) as TriggerState | undefined;
	return stored?.nodeId === nodeId ? stored : { nodeId, number: 0, plans: [], outbox: [] };
}

/**
 * As one text, because n8n observes each object of static data for changes.
 * @param isForCache n8n has not stored the last state. With cursors it stores what any poll leaves, and events that it
 * has thrown away would seem to have started the workflow
 */
export function storeState(context: IPollFunctions, cache: NodeCache, state: TriggerState, isForCache: boolean): void {
	const text = JSON.stringify(state);
	if (!isForCache) context.getWorkflowStaticData('node').state = text;
	if (state.number !== cache.state?.number) cache.numberedAtMs = performance.now();
	cache.state = state;
	cache.chars = text.length;
}

export function planStateOf({ plans }: TriggerState, planCode: string): PlanState | undefined {
	return plans.find((plan) => plan.planCode === planCode);
}

/** The outbox with the events that are emitted now, each plan's by itself. @param state before them */
export function withEvents(
	state: TriggerState,
	emitted: ReadonlyArray<{ planCode: string; events: readonly PlanEvent[] }>,
	number: number,
): OutboxEntry[] {
	const outbox = state.outbox.filter((entry) => entry.number > number - OUTBOX_RETENTION_MS);
	let chars = JSON.stringify(outbox.map(({ events }) => events)).length;
	for (const { planCode, events } of emitted) {
		if (events.length === 0) continue;
		const kept = events.map(({ feature, ...event }) => ({ ...event, feature: feature && withoutSignatures(feature) }));
		chars += JSON.stringify(kept).length;
		const earlier = outbox.findIndex((entry) => entry.planCode === planCode && entry.before !== undefined);
		// The plan before earlier events leads to these, too.
		if (earlier !== -1) outbox[earlier] = { ...outbox[earlier], number, isStored: false };
		else if (chars <= MAX_OUTBOX_CHARS) outbox.push({ planCode, number, events: kept });
		else outbox.push({ planCode, number, events: [], before: planStateOf(state, planCode) });
	}
	return outbox;
}

/** All plans of a node together: n8n reads and writes them as one value. Of a feature it is 32, or its JSON. */
const MAX_STATE_CHARS = 2_000_000;

/** What each plan of a node takes of them. */
export function charsOf({ plans }: TriggerState): Map<string, number> {
	return new Map(plans.map((plan) => [plan.planCode, JSON.stringify(plan).length]));
}

/** @throws InvalidInputError when a plan doesn't fit beside the others */
export function assertFits(chars: Map<string, number>, planCode: string, size: number): void {
	const others = [...chars].reduce((sum, [other, count]) => (other === planCode ? sum : sum + count), 0);
	if (others + size <= MAX_STATE_CHARS) return;
	const free = Math.max(0, MAX_STATE_CHARS - others);
	throw new InvalidInputError(
		`Plan ${planCode} takes ${size} characters to store; ${free} of ${MAX_STATE_CHARS} for all plans are free`,
		'Watch fewer features with Filters, switch off Include Before, or spread the plans over several workflows.',
	);
}
