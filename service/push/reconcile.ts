import { PlanIndex, matchFeatures } from '../plan';
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
	const { matchColumns: columns } = entries[0].rules;
	const asked = [...settled, ...inDoubt, ...pending];
	const index = new PlanIndex(plan);
	const matches = matchFeatures(featuresOf(asked), index, {
		columns,
		tiers: [settled.length, inDoubt.length],
	});
	asked.slice(settled.length).forEach((entry, at) => {
		const found = matches[settled.length + at];
		if (isUnknown(entry)) {
			if (found.kind === 'existing') entry.status = { kind: 'confirmed' };
		} else if (found.kind !== 'new') {
			entry.status = { kind: 'skipped', differs: found.kind === 'ambiguous' || !found.isSame };
		} else entry.sent = index.withoutTakenIdentity(entry.feature);
	});
}

function featuresOf(entries: readonly PushEntry[]): Feature[] {
	return entries.map(({ feature }) => feature);
}
