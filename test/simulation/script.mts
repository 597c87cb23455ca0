/** What a history is made of: plain data, so that it can be shrunk, printed and run again. */
export interface Script {
	/** Of the waits' jitter. */
	jitter: string;
	service: ServiceTraits;
	/** How many features that nobody asked for each plan holds before. */
	plans: number[];
	executions: ExecutionScript[];
	/** For each plan: what happens to its requests, in the order in which they arrive. Then they are well. */
	faults: FaultScript[][];
}

/** What the service does to what it takes. */
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
	/** Takes the features of a request in another order. */
	reorders: boolean;
	/** Answers 422 while it is at work on another push of the plan. */
	migrates: boolean;
	/** When it restarts: it refuses connections for a while. */
	restartsAtMs?: number;
}

export type FeatureKind =
	| 'zone'
	/** Pushed with a null position. */
	| 'icon'
	/** Equal to the item's other twins, but for data without a value. */
	| 'twin'
	| 'nearTwin'
	| 'nullData'
	/** Refused with status 400. */
	| 'bad';

export interface ExecutionScript {
	startMs: number;
	/** Each pushes these features to the plan. */
	items: Array<{ plan: number; features: FeatureKind[] }>;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** 1 without Retry On Fail. */
	maxTries: number;
	waitBetweenTriesMs: number;
	/** An agent's tool: without an execution id, and called in n8n's tool loop. */
	isTool: boolean;
	/** Its expressions give other features each time that they are read. */
	isVolatile: boolean;
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

export interface FaultScript {
	/** What is met, for the count of histories. */
	name: string;
	/** What a push does to the plan: nothing, all of it, or its first half. */
	effect: 'none' | 'whole' | 'part';
	/** After the request arrived. */
	effectAfterMs: number;
	/** None where there is no answer until the client gives up. */
	answer?: { afterMs: number; status: number; body: string; retryAfter?: string } | { afterMs: number; code: string };
}
