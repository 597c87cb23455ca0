import { isFit } from './feature-fit';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { IdentifyingMatch, MatchBy } from './identity';
import { PlanIndex } from './plan-index';

/**
 * Finds each wanted feature on the plan. A feature of the plan is assigned at most once, and as many wanted features as
 * possible get one: if two fit A, and one of the two fits B as well, that one gets B. Where the plan has too few, the
 * earlier wanted features go first. Whole features are compared by `isFit`; with a data field or a member only its
 * value counts.
 * @param wanted as they are sent, in JSON; features that are known to be on the plan stand first
 * @returns for each wanted feature the index of its feature on the plan; undefined where the plan has none for it
 */
export function assignOnPlan(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: MatchBy = { by: 'feature' },
): Array<number | undefined> {
	return match.by === 'feature' ? new Assignment(wanted, plan).assign() : assignByIdentity(wanted, plan, match);
}

function assignByIdentity(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: IdentifyingMatch,
): Array<number | undefined> {
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

/** One wanted feature of an augmenting path. */
interface Step {
	wanted: number;
	/** The feature of the plan that this wanted feature holds and would pass on. The first step of a path holds none. */
	gives?: number;
	fitting: Fitting;
	/** How many entries of `fitting` this search has still to look at. */
	left: number;
}

/** The features of the plan that a wanted feature fits. Wanted features that ask for the same share one `Fitting`. */
interface Fitting {
	indices: readonly number[];
	/** The first so many entries are held by a wanted feature. */
	held: number;
	/**
	 * The entry at which the next search begins, because the entries before it have seldom changed since the last one.
	 */
	at: number;
	/** A search from here has failed, and each later one would fail, too. */
	isClosed: boolean;
}

/** A maximum bipartite matching. A path is sought only where the plan's next feature in order does not fit. */
class Assignment {
	private readonly assigned: Array<number | undefined>;

	/**
	 * For each feature of the plan the wanted feature that holds it. A holder may change, but a held feature stays held.
	 */
	private readonly holders: Array<number | undefined>;

	private readonly fittings: Array<Fitting | undefined>;

	/** The fittings that several wanted features may share, by their list. */
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

	assign(): Array<number | undefined> {
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

	/**
	 * Depth first: a wanted feature fits X, the holder of X fits Y instead, the holder of Y fits Z, until one is free.
	 */
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

	/** The last step of the path gets the free feature. Each step before it gets what the step behind it passes on. */
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
		const indices = this.index.findFitting(wanted);
		const fitting = this.shared.get(indices) ?? { indices, held: 0, at: 0, isClosed: false };
		if (indices.length > 1) this.shared.set(indices, fitting);
		return fitting;
	}
}
