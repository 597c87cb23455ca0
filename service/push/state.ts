import type { RequestError, RetryLimits } from '../api';
import type { Feature, IdentifyingMatch, Match, PlanIndex } from '../plan';

/** Status of one feature. Everything that a push reports is derived from these. */
export type Status =
	/** Not sent, or the service said that it did not take it. Only such a feature is ever sent. */
	| { kind: 'pending' }
	/** Left out because the plan has it already. `differs`: what the plan has is not all that was given. */
	| { kind: 'skipped'; differs: boolean }
	| { kind: 'pushed' }
	/** No response says that it was taken, and a read of the plan showed it. */
	| { kind: 'confirmed' }
	/** In doubt: a request with it went out, and neither a response nor a read says yet what came of it. */
	| { kind: 'unknown' }
	/** The service rejected it alone (status 400). */
	| { kind: 'rejected'; message: string }
	/** The push of the plan ended before it was sent, or after the service had said that it did not take it. */
	| { kind: 'notPushed' };

/** How the features of one item are pushed. */
export interface PushPolicy extends RetryLimits {
	/** Who is responsible for the features (section 4.2). */
	author: string;
	/** For one response. */
	timeoutMs: number;
	/** Maximum number of features of one request. */
	batchSize: number;
	/** Leave out what the plan has already. Without it the plan is never read. */
	skipExisting: boolean;
	/** Split a rejected request until the bad features are found. Needs `skipExisting`. */
	isolate: boolean;
}

/** One feature on its way to a plan. Entries of equal policies may share a request. */
export interface PushEntry {
	readonly feature: Feature;
	/** What is sent of it, where the plan has its identity already. */
	sent?: Feature;
	readonly policy: PushPolicy;
	/** It is a row of a table, whose author may have left out what distinguishes it. */
	readonly isRow?: boolean;
	/** What it is on the plan as that was read before its turn. */
	readonly match?: Match;
	status: Status;
	/** Another run of this process sent an equal feature, and its outcome is unknown: it is not sent meanwhile. */
	isInDoubt?: boolean;
}

/** The push of one plan. `Reason` says why something failed. */
export interface PushState<Reason> {
	readonly entries: readonly PushEntry[];
	/** The columns to match on; none for the whole feature. */
	readonly matchColumns: readonly IdentifyingMatch[];
	/** The plan as it was read before its turn, where nobody of this process has pushed to it since. */
	planBefore?: PlanIndex | undefined;
	/** POSTs, also the one after a 401. */
	requests: number;
	/** Attempts after the first one of a request. */
	retries: number;
	/** Why it ended early; without a reason where a push before it is in doubt. */
	ended?: Ended<Reason>;
}

export interface Ended<Reason> {
	reason?: Reason;
	/** Attempts of the request that ended it. */
	attempts: number;
}

/** What a push needs of the service (sections 4.2 and 4.3). */
export interface PlanService<Reason> {
	/** One attempt of a request. @param onSend is called for each POST that goes out: a second one after a 401 */
	send: (batch: readonly PushEntry[], onSend: () => void) => Promise<Sent<Reason>>;
	/** Reads the plan past caches. `readBack` makes one attempt, also after the run has ended. */
	readPlan: (purpose: 'compare' | 'readBack') => Promise<PlanRead<Reason>>;
	/** @returns why nothing more may be done, if the execution was cancelled meanwhile */
	wait: (ms: number) => Promise<Reason | undefined>;
}

/** Outcome of one request. */
export type Sent<Reason> =
	| { kind: 'taken' }
	/** No response, or one that says neither yes nor no. */
	| { kind: 'unknown'; reason: Reason }
	/** Status 400, with the message of the service. */
	| { kind: 'rejected'; reason: Reason; message: string }
	/** `error`: none where no retry can help. */
	| { kind: 'notTaken'; reason: Reason; error?: RequestError }
	/** Nothing may be sent any more. */
	| { kind: 'ended'; reason: Reason };

export type PlanRead<Reason> = { features: readonly Feature[] } | { reason: Reason };

export function has(...kinds: ReadonlyArray<Status['kind']>): (entry: { status?: Status }) => boolean {
	return ({ status }) => status !== undefined && kinds.includes(status.kind);
}

export function isDifferent({ status }: { status: Status }): boolean {
	return status.kind === 'skipped' && status.differs;
}

/**
 * What a push reports of a plan: features, but for `requests` (POSTs) and `retries`. `confirmed` are those of `pushed`
 * that a read of the plan showed, because no response said so; `skippedDifferent` those of `skipped` that differ from
 * the plan's.
 */
export function countsOf({ entries, requests, retries }: Counted) {
	const count = (isCounted: (entry: Counted['entries'][number]) => boolean) => entries.filter(isCounted).length;
	return {
		pushed: count(has('pushed', 'confirmed')),
		skipped: count(has('skipped')),
		requests,
		retries,
		confirmed: count(has('confirmed')),
		skippedDifferent: count(isDifferent),
	};
}

type Counted = Pick<PushState<unknown>, 'requests' | 'retries'> & { entries: ReadonlyArray<{ status: Status }> };
