import { comparesFirst, countCopies, leaveOutHeld, newBatch, noteCounted } from './known';
import { viewOf } from './look';
import { entriesWhere } from './outcome';
import type { Batch, LookFor, PushState, Seen, Step } from './state';
import { ended, isOwed, lookAfterWait, next, stopped, wait } from './steps';

/** So many looks in a row may fail to show what was acknowledged. */
const MOST_BLIND_LOOKS = 5;

/** A look that may have missed something: once more, unless there were enough of them. */
export function lookAgain<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason> | undefined,
	lookFor: LookFor,
	random: number,
): Step<Reason> | undefined {
	if (++state.blindLooks >= MOST_BLIND_LOOKS) return undefined;
	const step = lookAfterWait(state, { ...newBatch<Reason>([]), looks: state.blindLooks }, random);
	if (step.do !== 'wait') return step;
	return wait(batch ?? newBatch([]), step.ms, { do: 'look', lookFor });
}

/** A copy is not counted as absent by a look that does not show the one that is certain. */
export function afterCount<Reason>(
	state: PushState<Reason>,
	{ features, doubt }: Seen<Reason>,
	random: number,
): Step<Reason> {
	// One that still waits and is there is no copy of another.
	if (doubt === undefined && comparesFirst(state)) leaveOutHeld(state, features);
	const isSure = countCopies(state, viewOf(state, features)) && doubt === undefined;
	// A push that is over keeps others waiting for its end, so it looks once.
	if (!isSure && state.ending === undefined) {
		const again = lookAgain(state, undefined, 'copies', random);
		if (again !== undefined) return again;
		const reason = doubt ?? state.lastReason;
		if (reason !== undefined && uncountedOf(state).length > 0) return afterUnseen(state, 'copies', reason, random);
	}
	return counted(state, random);
}

/** The plan could not be read. */
export function afterUnseen<Reason>(
	state: PushState<Reason>,
	lookFor: LookFor,
	reason: Reason,
	random: number,
): Step<Reason> {
	if (lookFor !== 'copies') return stopped(state, reason);
	const uncounted = uncountedOf(state);
	if (uncounted.length > 0 && state.ending === undefined) return ended(state, { kind: 'uncounted', reason, uncounted });
	return counted(state, random);
}

function uncountedOf(state: PushState<unknown>): number[] {
	return entriesWhere(state, (one) => isOwed(state, one) && one.isSentAgain && one.copies === 0);
}

/** Nothing is left to be counted: the push goes on, or ends as it was about to end. */
function counted<Reason>(state: PushState<Reason>, random: number): Step<Reason> {
	state.blindLooks = 0;
	noteCounted(state);
	const isOpen = state.known.some(
		({ fate: { kind } }) => kind === 'waiting' || kind === 'unknown' || kind === 'refused',
	);
	return state.ending === undefined || !isOpen ? next(state, random) : ended(state, state.ending);
}
