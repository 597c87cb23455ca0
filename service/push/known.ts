import type { Batch, Fate, Known, PushState } from './state';

export const WAITING: Fate = { kind: 'waiting' };
export const HELD: Fate = { kind: 'held', differs: false };
export const HELD_DIFFERENT: Fate = { kind: 'held', differs: true };
export const UNDER_WAY: Fate = { kind: 'underWay' };
export const PUSHED: Fate = { kind: 'pushed' };
export const RECOVERED: Fate = { kind: 'recovered' };
export const UNKNOWN: Fate = { kind: 'unknown' };

export function newBatch<Reason>(indices: number[], from?: Batch<Reason>): Batch<Reason> {
	const { looks = 0, sinceLostMs = 0, evidence } = from ?? {};
	return { indices, tries: 0, waitedMs: 0, sinceLostMs, evidence, looks, found: 0, isUnclear: false };
}

export function isOnPlan({ fate }: Known): boolean {
	return fate.kind === 'pushed' || fate.kind === 'recovered';
}

/** Those of all entries of which something holds, in input order. */
export function entriesWhere({ known }: PushState<unknown>, is: (one: Known) => boolean): number[] {
	const indices: number[] = [];
	for (let index = 0; index < known.length; index++) if (is(known[index])) indices.push(index);
	return indices;
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

/** A look has counted the copies of all that is on the plan. */
export function noteCounted({ known }: PushState<unknown>): void {
	for (const one of known) one.isCounted ||= isOnPlan(one);
}
