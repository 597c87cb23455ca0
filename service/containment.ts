import { hashOf, holds, isOtherType } from './feature-fit';
import { Outlines, demands, entriesOf, shapeOf, shapeText } from './feature-shape';
import type { Shape } from './feature-shape';
import type { Feature } from './features';
import { objectsEqual } from './json-equality';

/**
 * Which of the pushed features a plan holds. A plan holds a feature when some feature there has every
 * member of the pushed one, equal in depth; a pushed null `position` equals any (section 2.3, rule 1),
 * `photos` do not count, entries of `data` are compared by key, and each feature there is matched once.
 * Data values that are absent, null and empty are equal: all are "no value yet" (section 2.3, rule 3).
 * Linear in the features of both sides for each distinct set of members.
 * @returns for each pushed feature whether the plan holds it; of equal ones the earlier are held
 */
export function heldByPlan(pushed: readonly Feature[], plan: readonly Feature[]): boolean[] {
	const held = pushed.map(() => false);
	const used = plan.map(() => false);
	matchInPlace(pushed, plan, held, used);
	for (const { shape, indices } of groupByShape(pushed, held)) {
		const waiting = new Waiting(pushed, shape, indices);
		for (let there = 0; there < plan.length && waiting.size > 0; there++) {
			if (used[there] || isOtherType(plan[there], shape)) continue;
			const index = waiting.take(plan[there]);
			if (index === NONE) continue;
			held[index] = true;
			used[there] = true;
		}
	}
	return held;
}

/**
 * A plan that was read and is pushed again begins as it did: features that are equal in all members, place by place. Such a one is
 * as good a match as any: whatever else would fit it, fits what the pushed one could have instead. It ends at the first
 * that differs, as of equal features the earlier ones are to be held: a push in doubt is told apart from an earlier one so.
 */
function matchInPlace(pushed: readonly Feature[], plan: readonly Feature[], held: boolean[], used: boolean[]): void {
	const length = Math.min(pushed.length, plan.length);
	for (let index = 0; index < length && objectsEqual(pushed[index], plan[index], 'photos'); index++) {
		held[index] = used[index] = true;
	}
}

const NONE = -1;

/** Pushed features of one shape that are not found yet. Those that share a hash are linked, the earliest first. */
class Waiting {
	size = 0;

	private readonly first = new Map<number, number>();

	/** For each pushed feature the next one of its hash. */
	private readonly next: Int32Array;

	constructor(
		private readonly pushed: readonly Feature[],
		private readonly shape: Shape,
		indices: readonly number[],
	) {
		this.next = new Int32Array(pushed.length);
		for (let at = indices.length - 1; at >= 0; at--) this.add(indices[at]);
	}

	private add(index: number): void {
		const hash = hashOf(this.pushed[index], this.shape);
		this.next[index] = this.first.get(hash) ?? NONE;
		this.first.set(hash, index);
		this.size++;
	}

	/** The earliest that a feature of the plan fits is no longer waiting. @returns its index, or `NONE` */
	take(there: Feature): number {
		const { first, next, pushed, shape } = this;
		const hash = hashOf(there, shape);
		let before = NONE;
		let index = first.get(hash) ?? NONE;
		while (index !== NONE && !holds(there, pushed[index], shape)) {
			before = index;
			index = next[index];
		}
		if (index === NONE) return NONE;
		if (before === NONE) first.set(hash, next[index]);
		else next[before] = next[index];
		this.size--;
		return index;
	}
}

interface Group {
	shape: Shape;
	indices: number[];
}

/** Most demanding shape first, so that a feature that fits many does not take the only match of another. */
function groupByShape(pushed: readonly Feature[], held: readonly boolean[]): Group[] {
	const groups = new Map<string, Group>();
	const outlines = new Outlines<Group>();
	pushed.forEach((feature, index) => {
		if (held[index]) return;
		const entries = entriesOf(feature.data);
		const outline = outlines.of(feature, entries);
		outline.value ??= groupOf(groups, shapeOf(feature, entries));
		outline.value.indices.push(index);
	});
	return [...groups.values()].sort((one, other) => demands(other.shape) - demands(one.shape));
}

/** Of two features with the same members in another order, too, the group is one. */
function groupOf(groups: Map<string, Group>, shape: Shape): Group {
	const text = shapeText(shape);
	const group = groups.get(text) ?? { shape, indices: [] };
	groups.set(text, group);
	return group;
}
