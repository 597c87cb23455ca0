import type { RetryLimits } from '../api';
import type { Feature, MatchBy } from '../plan';

/** What became of one feature. Everything that a push tells is derived from these. */
export type Fate =
	/** Not sent, or sent and certainly not taken. Only such a feature is ever sent. */
	| { kind: 'waiting' }
	/** Left out because the plan held it. `differs`: it is near only, or it was known by a field and the rest differs. */
	| { kind: 'held'; differs: boolean }
	| { kind: 'underWay' }
	| { kind: 'pushed' }
	/** No answer says that it was taken, and the plan was seen to hold it. */
	| { kind: 'recovered' }
	| { kind: 'refused'; words: string }
	/** No answer says that it was taken, and the plan was not seen to hold it. */
	| { kind: 'unknown' };

/** How the features of one item are pushed. */
export interface PushRules extends RetryLimits {
	/** Most features of one request. */
	batchSize: number;
	/** Leave out what the plan already holds. */
	skipExisting: boolean;
	/** Split a refused request until the bad features are found. */
	isolate: boolean;
	/** What makes two features the same. */
	match: MatchBy;
}

/** One feature on its way to a plan. */
export interface PushEntry {
	feature: Feature;
	rules: PushRules;
	/** Entries of one group may share a request. */
	group: string;
}

/** What is known of one entry. */
export interface Known {
	fate: Fate;
	/** An answer of it was lost, and no look has found it since: it may still arrive. */
	mayArrive: boolean;
	/** The service has answered neither yes nor no: it is never sent again. */
	isAnswered: boolean;
	/** The plan held it before this run sent anything. */
	wasThere: boolean;
	/** More than one request of it may have had its effect. */
	isSentAgain: boolean;
	/** The service has named it in a refusal, in these words. */
	named?: string;
	/** A look has counted its copies since it came onto the plan. */
	isCounted: boolean;
	/** How many copies more than were asked for the plan has. */
	copies: number;
}

/** Entries that go together in one request: indices into the entries of the plan. */
export interface Batch<Reason> {
	indices: number[];
	/** How often it was sent. */
	tries: number;
	/** Time spent waiting, for further tries and for looks. */
	waitedMs: number;
	/** The part of it since an answer was lost for the last time. */
	sinceLostMs: number;
	/** What time the first and the last look after that show which were evidence, by `sinceLostMs`. */
	evidence?: { firstMs: number; lastMs: number };
	/** Looks at the plan since an answer was lost. */
	looks: number;
	/** The most of it that a look has found. */
	found: number;
	/** A look has shown something near, or something new that nobody knows. */
	isUnclear: boolean;
	/** What became of the last try. */
	last?: Failed<Reason>;
}

/** A try of a push that failed. `Reason` belongs to whoever runs the machine. */
export interface Failed<Reason> {
	reason: Reason;
	/** Whether the batch may be sent again. */
	again: boolean;
	/** What the service refused (status 400), in its words. */
	refusal?: Refusal;
}

export interface Refusal {
	words: string;
	/** The features that the service names, by position in the batch. */
	named: Array<{ index: number; message: string }>;
}

/** Why the push of a plan ended early. The lists hold indices of entries. */
export type Ending<Reason> =
	/** The service would not take it, or the run ended. `unknown`: no answer says that these were taken, nor a look. */
	| { kind: 'failed'; reason: Reason; tries: number; unknown: number[] }
	/** An answer was lost, and the plan could not be looked at. */
	| { kind: 'unread'; reason: Reason; unknown: number[] }
	/** An answer was lost, and no look showed all that the service had acknowledged. */
	| { kind: 'blind'; reason: Reason; unknown: number[] }
	/** An answer was lost, and the plan has something near, or something new that nobody knows. */
	| { kind: 'unclear'; reason: Reason; unknown: number[] }
	/** An answer was lost, and the plan has only a part of the batch. */
	| { kind: 'partly'; there: number[]; missing: number[] }
	/** Sent again after a lost answer, and copies could not be counted. */
	| { kind: 'uncounted'; reason: Reason; uncounted: number[] }
	/** The plan has more copies than were asked for. */
	| { kind: 'doubled'; doubled: number[] };

/** A time by the clock of the service, and when that was by a clock of the run that only goes forward. */
export interface ServiceDate {
	dateMs: number;
	atMs: number;
}

/** What a look has shown. */
export interface Seen<Reason> {
	features: readonly Feature[];
	/** How old it is at least. */
	ageMs: number;
	/** It is certainly later than the last request. */
	isLater: boolean;
	/** Why it may show an older state, or a part of the plan. */
	doubt?: Reason;
}

/** What a look at the plan is for. */
export type LookFor =
	/** To leave out what the plan holds, and to know later what was there before. */
	| 'held'
	/** To find what was sent, where no answer says that it was taken. */
	| 'lost'
	/** To find what a refused request has put there all the same. */
	| 'refused'
	/** To count copies. */
	| 'copies';

/** What to do next. */
export type Step<Reason> =
	| { do: 'wait'; ms: number; then: Step<Reason> }
	| { do: 'send'; indices: number[] }
	| { do: 'look'; lookFor: LookFor }
	| { do: 'done' }
	| { do: 'fail'; ending: Ending<Reason> };

/** Everything that is known of the push of one plan. Counts and flags are derived from it (`outcome.ts`). */
export interface PushState<Reason> {
	readonly entries: readonly PushEntry[];
	/** One for each entry. */
	readonly known: Known[];
	/** Entries of each group that have not been sent, the next one last. */
	queues: number[][];
	/** Batches to be sent before others, the next one last: parts of what was refused, and what a run left unknown. */
	apart: Array<Batch<Reason>>;
	/** What the plan held before anything was sent, where it was looked at. */
	before?: readonly Feature[];
	/** The content of each of those as text, once a later look is compared with them. */
	textsBefore?: readonly string[];
	/** The plan has been compared since this run got its turn, and since the service last said that others push. */
	isCompared: boolean;
	/** The plan was looked at after the last request had gone out. */
	isFresh: boolean;
	/** A batch of which the plan has only a part. */
	partly?: { there: number[]; missing: number[] };
	/** The first feature that was refused alone, and the last one, which is tried next. */
	refusedAlone?: { words: string; last?: number };
	batch?: Batch<Reason>;
	/** The longest time that the service has taken for an answer. */
	longestMs: number;
	/** Looks in a row that did not show all that was acknowledged. */
	blindLooks: number;
	/** How many acknowledged features the last look did not show. */
	unshown: number;
	/** The service gives features back otherwise than they were sent. */
	isChanging: boolean;
	/** Waited since the last request went out. */
	sinceSentMs: number;
	/** The latest time by the clock of the service that its answers tell. */
	clock?: ServiceDate;
	lastReason?: Reason;
	/** How the push ends once copies have been counted. */
	ending?: Ending<Reason>;
	/** POSTs, also the one after a 401. */
	requests: number;
	/** Further tries. */
	retries: number;
	step: Step<Reason>;
}
