import type { Feature } from '../plan';
import { copiesOn, heldOn, sightOf } from './look';
import type { Sight, View } from './look';
import { entriesWhere, isOnPlan } from './outcome';
import type { Batch, Fate, PushState } from './state';

export const WAITING: Fate = { kind: 'waiting' };
const HELD: Fate = { kind: 'held', differs: false };
const HELD_DIFFERENT: Fate = { kind: 'held', differs: true };
export const UNDER_WAY: Fate = { kind: 'underWay' };
export const PUSHED: Fate = { kind: 'pushed' };
export const RECOVERED: Fate = { kind: 'recovered' };
export const UNKNOWN: Fate = { kind: 'unknown' };

export function newBatch<Reason>(indices: number[], from?: Batch<Reason>): Batch<Reason> {
	const { looks = 0, sinceLostMs = 0, evidence } = from ?? {};
	return { indices, tries: 0, waitedMs: 0, sinceLostMs, evidence, looks, found: 0, isUnclear: false };
}

export function setFates({ known }: PushState<unknown>, indices: readonly number[], fate: Fate): void {
	for (const index of indices) known[index].fate = fate;
}

/** Whether the plan is compared before anything is sent. */
export function comparesFirst({ entries }: PushState<unknown>): boolean {
	return entries.some(({ rules }) => rules.skipExisting || rules.match.by !== 'feature');
}

/** An answer of these may be missing for good. Where one was lost before, the plan may now hold two. */
export function noteSent({ known }: PushState<unknown>, indices: readonly number[], isLost: boolean): void {
	for (const index of indices) {
		const one = known[index];
		if (one.mayArrive) [one.isSentAgain, one.isCounted] = [true, false];
		if (isLost) one.mayArrive = true;
	}
}

/** The plan has these. One that was sent more than once may be there more than once. */
export function settle(state: PushState<unknown>, indices: readonly number[], fate: Fate): void {
	setFates(state, indices, fate);
	for (const index of indices) [state.known[index].mayArrive, state.known[index].isCounted] = [false, false];
}

/** Nothing is under way any more: what is not certain is unknown. @returns the unknown entries */
export function closeFates(state: PushState<unknown>): number[] {
	const underWay = entriesWhere(state, ({ fate }) => fate.kind === 'underWay');
	noteSent(state, underWay, true);
	const unknown = entriesWhere(
		state,
		({ fate: { kind }, mayArrive }) => kind === 'underWay' || kind === 'unknown' || (kind === 'waiting' && mayArrive),
	);
	setFates(state, unknown, UNKNOWN);
	return unknown;
}

/** Which of the entries a look shows. What it tells of the service is noted. */
export function see(state: PushState<unknown>, indices: readonly number[], view: View): Sight {
	const sight = sightOf(state, indices, view);
	state.unshown = sight.unshown;
	state.isChanging ||= sight.isChanged;
	return sight;
}

/** Leaves out what the plan holds, or may hold, of those that wait, in the turn of this run. */
export function leaveOutHeld(state: PushState<unknown>, plan: readonly Feature[]): void {
	const wasThere = state.before === undefined;
	for (const { index, differs } of heldOn(state, plan)) {
		state.known[index].fate = differs ? HELD_DIFFERENT : HELD;
		state.known[index].wasThere = wasThere;
	}
	state.isCompared = true;
	state.before ??= plan;
}

/**
 * Counts copies of what this run put on the plan: of what was sent again after a lost answer, and, where it is known
 * what was there before, of everything.
 * @param there what the look has found, though more of its batch may still arrive
 * @returns whether a copy cannot have been missed
 */
export function countCopies(state: PushState<unknown>, view: View, there: readonly number[] = []): boolean {
	const { known, before } = state;
	const counted = [...new Set([...entriesWhere(state, isOnPlan), ...there])].filter(
		(index) => known[index].isSentAgain || before !== undefined,
	);
	if (counted.length === 0) return true;
	const { unshown } = see(state, [], view);
	copiesOn(state, counted, view).forEach((copies, position) => {
		const one = known[counted[position]];
		one.copies = Math.max(copies, one.copies);
	});
	return unshown === 0;
}

/** A look has counted the copies of all that is on the plan. */
export function noteCounted({ known }: PushState<unknown>): void {
	for (const one of known) one.isCounted ||= isOnPlan(one);
}
