import type { Identity } from '../../tools/sandbox/identity.mts';
import type { ChangeName } from './changes.mts';

/** What a history is made of: plain data, so that it can be shrunk, printed and run again. */
export interface Script {
	/** Of the waits' jitter. */
	jitter: string;
	service: ServiceTraits;
	/** Left out in regressions that were found before: metres, and `id`. */
	dimensions?: Dimensions;
	/** How many features that nobody requested each plan holds before. */
	plans: number[];
	/** Features that somebody will request, and that their plan holds before. */
	before: BeforeScript[];
	executions: ExecutionScript[];
	/** For each plan: what happens to its requests, in the order in which they arrive. Then they are well. */
	faults: FaultScript[][];
	/** What people do to the plans meanwhile. */
	edits: EditScript[];
	/** The clock of n8n is set, forwards or back. */
	clock?: { atMs: number; byMs: number };
	/** A person presses n8n's Retry where that is offered, and does not read the advice. */
	isRetried: boolean;
}

/** Where the plans lie, and what the service calls the identity that it makes. */
export interface Dimensions {
	coordinates: 'degrees' | 'metres';
	/** Their origin. */
	x: number;
	y: number;
	identity: Identity;
}

/** What the service does to what it takes, and to who reads. */
export interface ServiceTraits {
	/** Gives ids of its own, and all data fields to each feature. */
	adds: boolean;
	/** Names data fields as they are registered. */
	renames: boolean;
	/**
	 * Rounds positions and gives other types: nothing but the names is as it was, so that features are known by Match By
	 * alone.
	 */
	rewrites: boolean;
	/** What else it changes in what it stores. */
	changes: ChangeName[];
	/** Takes the features of a request in another order. */
	reorders: boolean;
	/** Responds with 422 while it is at work on another push of the plan. */
	migrates: boolean;
	/** When it restarts: it accepts no connections for a while. */
	restartsAtMs?: number;
	/** How far each read is behind, one after the other: replicas. */
	behindMs: number[];
	cache?: CacheTraits;
	/** Its clock is ahead of n8n's by so much. */
	skewMs: number;
	rejection: RejectionTraits;
}

/** A cache on the way to reads. */
export interface CacheTraits {
	ttlMs: number;
	/** Reads from the service where `Cache-Control: no-cache` says so. */
	obeys: boolean;
}

/** What status 400 does and says. */
export interface RejectionTraits {
	/** Takes the good features of a rejected request. */
	takesGood: boolean;
	/** How the rejected are numbered; `some` names those in even places alone. */
	names: 'all' | 'some' | 'none' | 'from one' | 'wrong';
	/** Rejects everything, in the same words. */
	archived: boolean;
}

export type FeatureKind =
	| 'zone'
	| 'room'
	/** Pushed with a null position. */
	| 'icon'
	/** Of one of the kinds that have a position, and no data. */
	| 'sign'
	/** Equal to the item's other twins, but for data without a value. */
	| 'twin'
	| 'nearTwin'
	| 'nullData'
	/** Has something for each of the changes that a service makes. */
	| 'rich'
	/** Rejected with status 400. */
	| 'bad';

export interface BeforeScript {
	execution: number;
	item: number;
	at: number;
	/** Equal, near (another case and blanks), or another feature with the value that features are matched by. */
	as: 'equal' | 'near' | 'sameValue';
}

export interface EditScript {
	atMs: number;
	plan: number;
	/** Adds one of their own; removes or renames the one that came last. */
	what: 'adds' | 'removes' | 'renames';
}

export interface ItemScript {
	plan: number;
	features: FeatureKind[];
	/** Else that of the execution. */
	skip?: boolean;
	author?: string;
	batchSize?: number;
}

export type FeatureSource = 'field' | 'json' | 'item';

export interface ExecutionScript {
	startMs: number;
	/** Each pushes these features to the plan. */
	items: ItemScript[];
	/** Pushes the features of that execution, such as a webhook that is delivered twice. */
	same?: number;
	/** The next Push node of that execution's workflow, or the next round of its loop: begins when that has succeeded. */
	follows?: { execution: number; as: 'node' | 'round' };
	/** Workers of n8n share no memory. */
	process: 0 | 1;
	source: FeatureSource;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** 1 without Retry On Fail; 0 as an imported workflow may have it, for which n8n makes 3 attempts. */
	maxTries: number;
	waitBetweenTriesMs: number;
	/** An agent's tool: without an execution id, and called in n8n's tool loop. */
	isTool: boolean;
	/** Its expressions give other features each time that they are read. */
	isVolatile: boolean;
	/** A person's Retry of an execution. */
	isRetry: boolean;
	stopAtMs?: number;
	credential: number;
	/** Left out where it has a token, and gets a new one at once. */
	login?: { hasToken: boolean; afterMs: number; fails: boolean };
	options: {
		batchSize: number;
		maxRetries: number;
		maxWaitSeconds: number;
		timeoutSeconds: number;
		skip: boolean;
		isolate: boolean;
		byLabel: boolean;
	};
}

/** How a response ends: by its length, by its last chunk, or as nobody can tell from a broken connection. */
export type Frame = 'length' | 'chunks' | 'open' | 'gzip';

export interface ResponseScript {
	afterMs: number;
	status: number;
	body: string;
	/** Seconds; with `asDate` given as a date. */
	retryAfter?: string;
	asDate?: boolean;
	/** `length` when left out. */
	frame?: Frame;
	/** Of a read: what its list holds. Left out, only status 200 has one, with all. */
	holds?: 'nothing' | 'half' | 'all';
}

export interface FaultScript {
	/** What is met, for the count of histories. */
	name: string;
	/** What a push does to the plan: nothing, all of it, or its first half. */
	effect: 'none' | 'whole' | 'part';
	/** After the request arrived. */
	effectAfterMs: number;
	/** It is delivered twice: the second time so much after the first. */
	againAfterMs?: number;
	/** None where there is no response until the client gives up. */
	response?: ResponseScript | { afterMs: number; code: string };
}
