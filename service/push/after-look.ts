import { afterCount, lookAgain } from './count';
import {
	RECOVERED,
	WAITING,
	closeFates,
	comparesFirst,
	countCopies,
	leaveOutHeld,
	newBatch,
	see,
	setFates,
	settle,
} from './known';
import { viewOf } from './look';
import type { View } from './look';
import type { Batch, LookFor, PushState, Seen, Step } from './state';
import { ended, failed, giveUp, hasRested, lookAfterWait, next, stopped } from './steps';

/**
 * What follows from a look. The law of evidence: what it does not show is missing only if it shows all that the service
 * has acknowledged in this run, and has nothing about it that makes it doubtful. What it shows is there in any case.
 */
export function afterLook<Reason>(
	state: PushState<Reason>,
	lookFor: LookFor,
	seen: Seen<Reason>,
	random: number,
): Step<Reason> {
	switch (lookFor) {
		case 'held':
			return afterComparison(state, seen, random);
		case 'lost':
			return state.batch === undefined ? state.step : afterLookForLost(state, state.batch, seen, random);
		case 'refused':
			return state.batch === undefined ? state.step : afterLookForRefused(state, state.batch, seen, random);
		case 'copies':
			return afterCount(state, seen, random);
	}
}

function afterComparison<Reason>(state: PushState<Reason>, seen: Seen<Reason>, random: number): Step<Reason> {
	const view = viewOf(state, seen.features);
	// A try before may have put something there.
	for (const lost of state.apart) noteFound(state, lost, view);
	const { unshown } = see(state, [], view);
	countCopies(state, view);
	if (seen.doubt !== undefined || unshown > 0) {
		const again = lookAgain(state, state.batch, 'held', random);
		if (again !== undefined) return again;
		const reason = seen.doubt ?? state.lastReason;
		if (reason !== undefined) return stopped(state, reason);
	}
	state.blindLooks = 0;
	leaveOutHeld(state, seen.features);
	return sendRest(state, random);
}

/** What a look shows is there in any case, whatever the look is for. */
function noteFound(state: PushState<unknown>, batch: Batch<unknown>, view: View): void {
	const { there } = see(state, batch.indices, view);
	batch.found = Math.max(batch.found, there.length);
	if (there.length === batch.indices.length) settle(state, there, RECOVERED);
}

/** What of a batch still waits goes now, and else the next one. */
function sendRest<Reason>(state: PushState<Reason>, random: number): Step<Reason> {
	const { batch, known } = state;
	if (batch === undefined) return next(state, random);
	batch.indices = batch.indices.filter((index) => known[index].fate.kind === 'waiting');
	return batch.indices.length === 0 ? next(state, random) : { do: 'send', indices: batch.indices };
}

function afterLookForLost<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	{ features, ageMs, isLater, doubt }: Seen<Reason>,
	random: number,
): Step<Reason> {
	const { indices, last } = batch;
	const view = viewOf(state, features);
	const sight = see(state, indices, view);
	batch.looks++;
	state.isFresh = true;
	const { there } = sight;
	if (there.length === indices.length) {
		settle(state, indices, RECOVERED);
		if (comparesFirst(state)) leaveOutHeld(state, features);
		countCopies(state, view);
		delete state.partly;
		state.blindLooks = 0;
		return next(state, random);
	}
	countCopies(state, view, there);
	const isAnswered = indices.some((index) => state.known[index].isAnswered);
	const isEvidence = doubt === undefined && sight.unshown === 0;
	if (isEvidence && isLater) noteEvidence(batch, batch.sinceLostMs - ageMs);
	const grows = there.length > batch.found;
	batch.found = Math.max(batch.found, there.length);
	batch.isUnclear ||= sight.isUnclear;
	const { isolate, maxWaitMs } = state.entries[indices[0]].rules;
	const mayGoOn = !isAnswered && (last === undefined || last.again || (isolate && last.refusal !== undefined));
	const needsRest = mayGoOn || isAnswered || batch.found > 0;
	const isEnough = isEvidence && isLater && !grows && (!needsRest || hasRested(state, batch));
	if (!isEnough) {
		// The first waits begin in any case.
		if (batch.looks < 2 || batch.waitedMs <= maxWaitMs) return lookAfterWait(state, batch, random);
	}
	if (batch.found > 0 || state.partly !== undefined) return endPartly(state, batch, there, view);
	const reason = last?.reason ?? state.lastReason;
	if (reason !== undefined && !isEvidence)
		return ended(state, { kind: 'blind', reason: doubt ?? reason, unknown: closeFates(state) });
	if (reason !== undefined && batch.isUnclear)
		return ended(state, { kind: 'unclear', reason, unknown: closeFates(state) });
	if (!isEnough || !mayGoOn) return reason === undefined ? state.step : failed(state, batch, reason);
	setFates(state, indices, WAITING);
	if (last === undefined || last.again) return { do: 'send', indices };
	return giveUp(state, batch, random);
}

/** @param showsMs the time that a look shows, since the loss */
function noteEvidence(batch: Batch<unknown>, showsMs: number): void {
	batch.evidence ??= { firstMs: showsMs, lastMs: showsMs };
	batch.evidence.lastMs = showsMs;
}

function endPartly<Reason>(
	state: PushState<Reason>,
	{ indices }: Batch<Reason>,
	found: readonly number[],
	view: View,
): Step<Reason> {
	settle(state, found, RECOVERED);
	countCopies(state, view);
	const there = [...(state.partly?.there ?? []), ...found].sort((one, other) => one - other);
	const onPlan = new Set(found);
	const missing = indices.filter((index) => !onPlan.has(index));
	state.partly = { there, missing };
	return ended(state, { kind: 'partly', there, missing });
}

/** Before the rest of a refused batch goes: what the service has put there all the same. */
function afterLookForRefused<Reason>(
	state: PushState<Reason>,
	batch: Batch<Reason>,
	{ features, doubt }: Seen<Reason>,
	random: number,
): Step<Reason> {
	const { indices } = batch;
	const view = viewOf(state, features);
	const { there, isUnclear, unshown } = see(state, indices, view);
	countCopies(state, view, there);
	const isEvidence = doubt === undefined && unshown === 0;
	if (!isEvidence) {
		const again = lookAgain(state, batch, 'refused', random);
		if (again !== undefined) return again;
	}
	state.blindLooks = 0;
	const isCertain = state.before !== undefined;
	const reason = batch.last?.reason;
	if (reason !== undefined && (!isEvidence || isUnclear || (there.length > 0 && !isCertain)))
		return ended(state, { kind: isEvidence ? 'unclear' : 'blind', reason, unknown: closeFates(state) });
	settle(state, there, RECOVERED);
	const { last } = batch;
	const rest = newBatch<Reason>(
		indices.filter((index) => !there.includes(index)),
		batch,
	);
	if (rest.indices.length === 0) return next(state, random);
	settle(state, rest.indices, WAITING);
	const named = (last?.refusal?.named ?? [])
		.map(({ index, message }) => ({ index: rest.indices.indexOf(indices[index]), message }))
		.filter(({ index }) => index >= 0);
	rest.last = last?.refusal === undefined ? last : { ...last, refusal: { ...last.refusal, named } };
	rest.tries = batch.tries;
	if (rest.indices.length === 1 && state.entries[indices[0]].rules.isolate) {
		// It was not refused alone.
		state.apart.push(newBatch(rest.indices));
		return next(state, random);
	}
	return giveUp(state, rest, random);
}
