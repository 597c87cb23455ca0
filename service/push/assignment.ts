import { heldByPlan } from '../containment';
import type { Feature } from '../features';
import { identityOf } from '../identity';
import type { MatchBy } from '../identity';

/** For each wanted feature the plan's feature that is it; each is used once, earlier wanted ones first. */
export function assignOnPlan(wanted: readonly Feature[], plan: readonly Feature[], match: MatchBy): Array<number | undefined> {
	if (match.by === 'feature') return heldByPlan(wanted, plan).map((held) => (held ? 0 : undefined));
	const waiting = new Map<string | undefined, number[]>();
	for (let place = plan.length - 1; place >= 0; place--) {
		const identity = identityOf(plan[place], match);
		waiting.set(identity, [...(waiting.get(identity) ?? []), place]);
	}
	waiting.delete(undefined);
	return wanted.map((feature) => waiting.get(identityOf(feature, match))?.pop());
}
