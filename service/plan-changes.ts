import type { FeatureMark } from './plan-snapshot';

/** One difference between two states of a plan, by positions in its lists of marks. */
export type PlanChange =
	| { change: 'added'; now: number }
	| { change: 'changed'; before: number; now: number }
	| { change: 'removed'; before: number };

/**
 * What changed between two states of a plan: added and changed features in the order they have now, then
 * removed ones in the order they had. Equal features are counted; features that share an identity are
 * matched by content first, the rest of them one to one. Linear.
 */
export function planChanges(before: readonly FeatureMark[], now: readonly FeatureMark[]): PlanChange[] {
	const same = positionsBy(before, ({ identity, content }) => identity + content);
	const left = new Set(before.keys());
	const fresh: number[] = [];
	now.forEach((mark, index) => {
		const match = same.get(mark.identity + mark.content)?.shift();
		if (match === undefined) fresh.push(index);
		else left.delete(match);
	});
	const byIdentity = new Map<string, number[]>();
	for (const index of left) {
		const { identity } = before[index];
		if (identity !== '') append(byIdentity, identity, index);
	}
	const changes = fresh.map((index): PlanChange => {
		const match = byIdentity.get(now[index].identity)?.shift();
		if (match === undefined) return { change: 'added', now: index };
		left.delete(match);
		return { change: 'changed', before: match, now: index };
	});
	return [...changes, ...[...left].map((index): PlanChange => ({ change: 'removed', before: index }))];
}

function positionsBy(marks: readonly FeatureMark[], keyOf: (mark: FeatureMark) => string): Map<string, number[]> {
	const positions = new Map<string, number[]>();
	marks.forEach((mark, index) => append(positions, keyOf(mark), index));
	return positions;
}

function append(lists: Map<string, number[]>, key: string, index: number): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [index]);
	else list.push(index);
}
