import type { Feature } from '../plan';
import type { MatchBy } from '../plan';
import type { RetryLimits } from '../answer';

/** What became of one feature. Everything that a push tells is derived from these. */
export type Fate =
	/** Not sent, or sent and certainly not taken. Only such a feature is ever sent. */
	| { kind: 'waiting' }
	/**
	 * Left out because the plan held it before. `differs`: it was known by a field or member, and the rest is not equal.
	 */
	| { kind: 'held'; differs: boolean }
	| { kind: 'underWay' }
	| { kind: 'pushed' }
	/** The answer of its push was lost, and the plan was seen to hold it. */
	| { kind: 'recovered' }
	| { kind: 'refused'; words: string }
	/** The answer of its push was lost, and the plan was not seen to hold it. */
	| { kind: 'unknown' };

export const WAITING: Fate = { kind: 'waiting' };
export const HELD: Fate = { kind: 'held', differs: false };
export const HELD_DIFFERENT: Fate = { kind: 'held', differs: true };
export const UNDER_WAY: Fate = { kind: 'underWay' };
export const PUSHED: Fate = { kind: 'pushed' };
export const RECOVERED: Fate = { kind: 'recovered' };
export const UNKNOWN: Fate = { kind: 'unknown' };

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

/** The plan has it by this run. */
export function isOnPlan({ kind }: Fate): boolean {
	return kind === 'pushed' || kind === 'recovered';
}
