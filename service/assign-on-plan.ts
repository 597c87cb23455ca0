import { isFit } from './feature-fit';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { IdentifyingMatch, MatchBy } from './identity';
import { PlanIndex } from './plan-index';

/**
 * Which feature of a plan each wanted feature is. Every feature of the plan is given once. Earlier wanted ones come first: one is
 * left out only where it, too, could not have one beside those before it, so as many are given as can be. With the whole
 * feature what is compared is what `isFit` says; with a data field or a member its value, whatever else differs.
 * @param wanted as they are sent, in JSON; what is known to be on the plan stands first
 * @returns for each wanted feature the index of its feature on the plan; undefined where the plan has none for it
 */
export function assignOnPlan(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: MatchBy = { by: 'feature' },
): Array<number | undefined> {
	return match.by === 'feature' ? new Assignment(wanted, plan).made() : assignByIdentity(wanted, plan, match);
}

function assignByIdentity(wanted: readonly Feature[], plan: readonly Feature[], match: IdentifyingMatch): Array<number | undefined> {
	const free = new Map<string, number[]>();
	for (let index = plan.length - 1; index >= 0; index--) {
		const identity = identityOf(plan[index], match);
		if (identity === undefined) continue;
		const known = free.get(identity);
		if (known === undefined) free.set(identity, [index]);
		else known.push(index);
	}
	return wanted.map((feature) => free.get(identityOf(feature, match) ?? '')?.pop());
}

/** A wanted feature on the way to a free one of the plan. */
interface Step {
	wanted: number;
	/** The feature of the plan that it would give up; none for the first, which has none. */
	gives?: number;
	fitting: Fitting;
	/** How many of these were not looked at in this search. */
	left: number;
}

/** The features of the plan that a wanted one fits. Wanted ones that ask for the same share one. */
interface Fitting {
	indices: readonly number[];
	/** So many at the beginning are held. */
	held: number;
	/** Where the last search ended: the next one goes on from there, because what it passed seldom has changed. */
	at: number;
	/** No free one can be reached any more. */
	isClosed: boolean;
}

/** A bipartite matching by augmenting paths, which are sought only where the next feature in order does not fit. */
class Assignment {
	private readonly assigned: Array<number | undefined>;

	/** For each feature of the plan the wanted one that has it. It may change hands, and never gets free again. */
	private readonly holders: Array<number | undefined>;

	private readonly fittings: Array<Fitting | undefined>;

	/** Those of lists that several wanted features may have. */
	private readonly shared = new Map<readonly number[], Fitting>();

	private index: PlanIndex | undefined;

	constructor(
		private readonly wanted: readonly Feature[],
		private readonly plan: readonly Feature[],
	) {
		this.assigned = wanted.map(() => undefined);
		this.holders = plan.map(() => undefined);
		this.fittings = wanted.map(() => undefined);
	}

	made(): Array<number | undefined> {
		let next = 0;
		this.wanted.forEach((feature, wanted) => {
			const isInOrder = next < this.plan.length && this.holders[next] === undefined && isFit(feature, this.plan[next]);
			if (isInOrder) this.give(wanted, next);
			else this.search(wanted);
			next = (this.assigned[wanted] ?? next - 1) + 1;
		});
		return this.assigned;
	}

	private give(wanted: number, there: number): void {
		this.assigned[wanted] = there;
		this.holders[there] = wanted;
	}

	/** Depth first: from a feature to one that it fits, and on to what the holder of that one fits, until one is free. */
	private search(wanted: number): void {
		const seen = new Set<Fitting>();
		const way: Step[] = [];
		const enter = (holder: number, gives?: number) => {
			const fitting = this.fittingOf(holder);
			if (seen.has(fitting) || fitting.isClosed) return;
			seen.add(fitting);
			way.push({ wanted: holder, gives, fitting, left: fitting.indices.length });
		};
		enter(wanted);
		for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
			const free = this.firstFree(step.fitting);
			if (free !== undefined) return this.pass(way, free);
			if (step.left-- === 0) {
				way.pop();
				continue;
			}
			const { indices, at } = step.fitting;
			step.fitting.at = (at + 1) % indices.length;
			const holder = this.holders[indices[at]];
			if (holder !== undefined) enter(holder, indices[at]);
		}
		for (const fitting of seen) fitting.isClosed = true;
	}

	/** The last on the way gets the free one, and each other one what the one behind it gives up. */
	private pass(way: Step[], free: number): void {
		let there = free;
		for (const { wanted, gives } of way.reverse()) {
			this.give(wanted, there);
			there = gives ?? there;
		}
	}

	private firstFree(fitting: Fitting): number | undefined {
		const { indices } = fitting;
		while (fitting.held < indices.length && this.holders[indices[fitting.held]] !== undefined) fitting.held++;
		return indices[fitting.held];
	}

	private fittingOf(wanted: number): Fitting {
		return (this.fittings[wanted] ??= this.newFitting(this.wanted[wanted]));
	}

	private newFitting(wanted: Feature): Fitting {
		this.index ??= new PlanIndex(this.plan);
		const indices = this.index.fitting(wanted);
		const fitting = this.shared.get(indices) ?? { indices, held: 0, at: 0, isClosed: false };
		if (indices.length > 1) this.shared.set(indices, fitting);
		return fitting;
	}
}
