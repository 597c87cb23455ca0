import { PlanIndex, matchFeatures } from '../plan';
import type { Feature, Match } from '../plan';
import { has } from './outcome';
import type { PushEntry, PushState, Status } from './state';

const isSettled = has('pushed', 'confirmed', 'skipped');
const isUnknown = has('unknown');
const isPending = has('pending');

const SAME: Status = { kind: 'skipped', differs: false };
const DIFFERENT: Status = { kind: 'skipped', differs: true };

function isDifferent({ status }: PushEntry): boolean {
	return status.kind === 'skipped' && status.differs;
}

function isSame(match: Match): boolean {
	return match.kind === 'existing' && match.isSame;
}

/**
 * Brings the statuses up to date with a plan that was read: what is in doubt and there, exactly or normalized, is
 * confirmed; what waits and is there is left out. Each feature of the plan counts once, for those first that are known
 * to be there, so that n equal features are there only if the plan has n. What a read does not show may be there all
 * the same.
 */
export function reconcile({ entries, matchColumns: columns }: PushState<unknown>, plan: readonly Feature[]): void {
	const skipping = entries.filter(({ policy }) => policy.skipExisting);
	const settled = entries.filter(isSettled);
	const inDoubt = skipping.filter(isUnknown);
	const pending = skipping.filter(isPending);
	const known = [...settled, ...inDoubt];
	const inputs = [...known, ...pending].map(({ feature }) => feature);
	const index = new PlanIndex(plan);
	const matches = matchFeatures(inputs, index, { columns, tiers: [settled.length, inDoubt.length] });
	inDoubt.forEach((entry, at) => {
		const found = matches[settled.length + at];
		// A person may have renamed what has its outline.
		const isThere = found.kind === 'existing' && index.isMatch(entry.feature, found.index, index.normalized());
		if (isThere) entry.status = { kind: 'confirmed' };
	});
	const taken = new Set(matches.slice(0, known.length).map((match) => match.kind === 'existing' && match.index));
	pending.forEach((entry, at) => {
		const found = matches[known.length + at];
		const candidates = found.kind === 'ambiguous' ? found.candidates : [];
		// What this push put there is no other feature, whatever it has in common with it.
		const isOnlyTaken = candidates.length > 0 && candidates.every((one) => taken.has(one));
		if (found.kind === 'new' || isOnlyTaken) entry.sent = index.withoutTakenIdentity(entry.feature);
		else entry.status = isSame(found) ? SAME : DIFFERENT;
	});
	// What was left out as different may have an equal feature now, and one that waited the one that differs.
	const swaps = pending.filter(isDifferent).length;
	const equalNow = settled.filter((entry, at) => isDifferent(entry) && isSame(matches[at]));
	for (const entry of equalNow.slice(0, swaps)) entry.status = SAME;
}
