/** A call that was started: its number, and how many calls were under way then, itself included. */
export interface StartedCall {
	number: number;
	active: number;
}

/** How many calls a service takes at once, as far as its answers have shown. */
export interface LimitState {
	/** Calls that may be under way at once. */
	limit: number;
	/** Good answers since the limit changed. */
	good: number;
	/** When the service last asked to slow down; undefined when it never did. */
	refusedAtMs?: number;
	/** Calls up to this number started before the limit was last lowered: they are one round. */
	roundEnd: number;
	/** One round does not lower the limit below this. */
	roundFloor: number;
}

export type LimitEvent =
	/** A good answer while as many calls were under way as might be. @param most what the limit never exceeds */
	| { kind: 'well'; most: number; nowMs: number }
	/** The service asked to slow down. @param started the number of the last call that was started */
	| { kind: 'refused'; call: StartedCall; started: number; nowMs: number };

export const FIRST_STATE: LimitState = { limit: 16, good: 0, roundEnd: 0, roundFloor: 1 };

const FIRST_FACTOR = 4;
/**
 * A limit that a refusal has shown is kept so long, because each refusal costs everybody the wait that the service asks
 * for.
 */
const KEPT_MS = 10_000;
/** After so long without a refusal the service counts as one that never refused. */
const FORGOTTEN_MS = 60_000;

/**
 * The policy of the limiter: the limit quadruples after each round of good answers. A refused call shows that one fewer
 * than were under way when it started is what the service takes, down to half in one round. From there the limit grows
 * again after a while, by one a round at first.
 */
export function nextLimit(state: LimitState, event: LimitEvent): LimitState {
	const { limit, refusedAtMs } = state;
	if (event.kind === 'well') {
		const quietMs = refusedAtMs === undefined ? Infinity : event.nowMs - refusedAtMs;
		const good = state.good + 1;
		// A whole round, because good answers may be read before the refusals that came with them.
		if (quietMs < KEPT_MS || good < limit) return { ...state, good };
		const grown = quietMs < FORGOTTEN_MS ? limit + 1 : limit * FIRST_FACTOR;
		return { ...state, good: 0, limit: Math.max(limit, Math.min(event.most, grown)) };
	}
	const { call, started, nowMs } = event;
	const isNewRound = call.number > state.roundEnd;
	const taken = Math.min(limit, call.active - 1);
	const roundFloor = isNewRound ? Math.max(1, Math.floor(limit / 2)) : state.roundFloor;
	return {
		limit: Math.max(roundFloor, taken),
		good: 0,
		refusedAtMs: nowMs,
		roundEnd: isNewRound ? started : state.roundEnd,
		roundFloor,
	};
}
