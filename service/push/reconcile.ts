import { findLike, isFit, standingsOf } from '../plan';
import type { Feature } from '../plan';
import { has } from './outcome';
import type { PushEntry } from './state';

const isSettled = has('pushed', 'confirmed', 'skipped');
const isUnknown = has('unknown');
const isPending = has('pending');

/**
 * Brings the statuses up to date with a plan that was read: what is in doubt and there is confirmed, what waits and is
 * there is left out. Each feature of the plan counts once, for those first that are known to be there, so that n equal
 * features are there only if the plan has n. What a read does not show may be there all the same.
 */
export function reconcile(entries: readonly PushEntry[], plan: readonly Feature[]): void {
	const skipping = entries.filter(({ rules }) => rules.skipExisting);
	const [settled, inDoubt, pending] = [
		entries.filter(isSettled),
		skipping.filter(isUnknown),
		skipping.filter(isPending),
	];
	// Items of one plan are matched alike: by what the first of them says.
	const { match } = entries[0].rules;
	const found = findLike(featuresOf([...settled, ...inDoubt, ...pending]), plan, match);
	inDoubt.forEach((entry, index) => {
		if (found[settled.length + index] !== undefined) entry.status = { kind: 'confirmed' };
	});
	const others = pending.filter((entry, index) => {
		const one = found[settled.length + inDoubt.length + index];
		if (one === undefined) return true;
		// A value that features are matched by says nothing of the rest.
		const isEqual = match.by === 'feature' ? one.likeness === 'equal' : isFit(entry.feature, plan[one.place]);
		entry.status = { kind: 'skipped', differs: !isEqual };
		return false;
	});
	if (others.length === 0) return;
	// The rest may have been changed on the plan: what is left of it may have their id or their outline.
	const taken = new Set(found.map((one) => one?.place));
	const left = plan.filter((_feature, place) => !taken.has(place));
	standingsOf(featuresOf(others), left, match).forEach(({ is }, index) => {
		if (is !== 'new') others[index].status = { kind: 'skipped', differs: true };
	});
}

function featuresOf(entries: readonly PushEntry[]): Feature[] {
	return entries.map(({ feature }) => feature);
}
