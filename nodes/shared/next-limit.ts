/** How many calls a service takes at once, as far as its answers have shown. */
export interface LimitState {
	/** Calls that may be under way at once; a fraction counts once it has become a whole. */
	limit: number;
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
	/**
	 * The service asked to slow down.
	 * @param startedAs the number of the refused call; `started` the number of the last call that was started
	 * @param active calls that were under way, the refused one included
	 */
	| { kind: 'refused'; startedAs: number; started: number; active: number; nowMs: number };

export const FIRST_STATE: LimitState = { limit: 16, roundEnd: 0, roundFloor: 1 };

/** For each good answer: the first round shows whether the service minds. */
const FIRST_GROWTH = 3;
/** A limit that a refusal has shown is kept so long, because each refusal costs everybody the wait that the service asks for. */
const KEPT_MS = 10_000;
/** After so long without a refusal the service counts as one that never refused. */
const FORGOTTEN_MS = 60_000;

/**
 * The policy of the limiter: the limit quadruples each round while the service answers well. A refusal shows that one
 * call too many was under way, so the refusals of a round lead to the number that the service takes, at most down to
 * half. From there the limit grows again after a while, first by one a round.
 */
export function nextLimit(state: LimitState, event: LimitEvent): LimitState {
	const { limit, refusedAtMs } = state;
	if (event.kind === 'well') {
		const quietMs = refusedAtMs === undefined ? Infinity : event.nowMs - refusedAtMs;
		if (quietMs < KEPT_MS) return state;
		const growth = quietMs < FORGOTTEN_MS ? 1 / limit : FIRST_GROWTH;
		return { ...state, limit: Math.max(limit, Math.min(event.most, limit + growth)) };
	}
	const { startedAs, started, active, nowMs } = event;
	const isNewRound = startedAs > state.roundEnd;
	const roundFloor = isNewRound ? Math.max(1, limit / 2) : state.roundFloor;
	return {
		limit: Math.max(roundFloor, Math.min(limit, active - 1)),
		refusedAtMs: nowMs,
		roundEnd: isNewRound ? started : state.roundEnd,
		roundFloor,
	};
}
