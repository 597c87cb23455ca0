import { foldText, isFit, nearForm, nineDigits } from './likeness';
import type { Likeness } from './likeness';
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
	likeness: Likeness = 'equal',
): Array<number | undefined> {
	if (match.by !== 'feature') return assignByIdentity(wanted, plan, match, likeness);
	if (likeness === 'equal') return assignByFit(wanted, plan);
	let isExact = true;
	const toFloat32 = (number: number) => {
		const float32 = Math.fround(number);
		if (float32 !== number) isExact = false;
		return float32;
	};
	const rounded = (those: readonly Feature[], to: (number: number) => number) => those.map((one) => nearForm(one, to));
	const found = assignByFit(rounded(wanted, toFloat32), rounded(plan, toFloat32));
	// Numbers of float32 that differ do so in their first nine digits.
	if (isExact) return found;
	return assignLeft(found, wanted, plan, (those, free) =>
		assignByFit(rounded(those, nineDigits), rounded(free, nineDigits)),
	);
}

type Assigned = Array<number | undefined>;

/** Assigns those that have no place yet to places that are free. */
function assignLeft(
	found: Assigned,
	wanted: readonly Feature[],
	plan: readonly Feature[],
	assign: (those: Feature[], free: Feature[]) => Assigned,
): Assigned {
	if (!found.includes(undefined)) return found;
	const taken = new Set(found);
	const missing = [...wanted.keys()].filter((index) => found[index] === undefined);
	const free = [...plan.keys()].filter((place) => !taken.has(place));
	if (free.length === 0) return found;
	const all = [...found];
	assign(
		missing.map((index) => wanted[index]),
		free.map((place) => plan[place]),
	).forEach((at, index) => {
		if (at !== undefined) all[missing[index]] = free[at];
	});
	return all;
}

/** Where a wanted feature was found. */
export interface Found {
	place: number;
	likeness: Likeness;
}

/** Finds what is equal first, and then what is near to one of those that are left. */
export function findLike(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: MatchBy = { by: 'feature' },
): Array<Found | undefined> {
	const equal = assignOnPlan(wanted, plan, match);
	const all = assignLeft(equal, wanted, plan, (those, free) => assignOnPlan(those, free, match, 'near'));
	return all.map((place, index): Found | undefined =>
		place === undefined ? undefined : { place, likeness: equal[index] === undefined ? 'near' : 'equal' },
	);
}

function assignByIdentity(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: IdentifyingMatch,
	likeness: Likeness,
): Array<number | undefined> {
	const valueOf = (feature: Feature) => {
		const identity = identityOf(feature, match);
		return likeness === 'near' && identity !== undefined ? foldText(identity) : identity;
	};
	const free = new Map<string, number[]>();
	for (let index = plan.length - 1; index >= 0; index--) {
		const identity = valueOf(plan[index]);
		if (identity === undefined) continue;
		const known = free.get(identity);
		if (known === undefined) free.set(identity, [index]);
		else known.push(index);
	}
	return wanted.map((feature) => free.get(valueOf(feature) ?? '')?.pop());
}

/** Wanted features that ask for the same: they fit the same features of the plan. */
interface Group {
	fits: readonly number[];
	/** The first so many of `fits` are held. A holder may change, but what is held stays held. */
	held: number;
	/** Where the next search begins: what was tried before this place has seldom changed since. */
	at: number;
	/** A search from here has failed, so each later one would fail, too. */
	isClosed: boolean;
}

/** A step of a path: a wanted feature takes one of the plan from the step after it; the last step takes a free one. */
interface Step {
	wanted: number;
	there: number;
	group: Group;
	/** How many entries of the group this search has still to look at. */
	left: number;
}

/** A maximum bipartite matching. A path is sought only where the plan's next feature in order does not fit. */
function assignByFit(wanted: readonly Feature[], plan: readonly Feature[]): Array<number | undefined> {
	const assigned: Array<number | undefined> = wanted.map(() => undefined);
	const holders: Array<number | undefined> = plan.map(() => undefined);
	const groupOf = groupsOf(wanted, plan);
	let next = 0;
	for (const [index, feature] of wanted.entries()) {
		const isInOrder = next < plan.length && holders[next] === undefined && isFit(feature, plan[next]);
		const taken = isInOrder ? [{ wanted: index, there: next }] : freePath(index, groupOf, holders);
		for (const { wanted: holder, there } of taken) {
			assigned[holder] = there;
			holders[there] = holder;
		}
		next = (assigned[index] ?? next - 1) + 1;
	}
	return assigned;
}

function groupsOf(wanted: readonly Feature[], plan: readonly Feature[]): (index: number) => Group {
	const groups: Array<Group | undefined> = [];
	const shared = new Map<readonly number[], Group>();
	let planIndex: PlanIndex | undefined;
	const groupFor = (feature: Feature): Group => {
		planIndex ??= new PlanIndex(plan);
		const fits = planIndex.findFitting(feature);
		const group = shared.get(fits) ?? { fits, held: 0, at: 0, isClosed: false };
		if (fits.length > 1) shared.set(fits, group);
		return group;
	};
	return (index) => (groups[index] ??= groupFor(wanted[index]));
}

/**
 * Depth first: a wanted feature fits X, the holder of X fits Y instead, the holder of Y fits Z, until one is free.
 * @returns who takes what; nothing where no path ends at a free one
 */
function freePath(first: number, groupOf: (wanted: number) => Group, holders: Array<number | undefined>): Step[] {
	const seen = new Set<Group>();
	const path: Step[] = [];
	const enter = (wanted: number) => {
		const group = groupOf(wanted);
		if (seen.has(group) || group.isClosed) return;
		seen.add(group);
		path.push({ wanted, there: -1, group, left: group.fits.length });
	};
	enter(first);
	for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
		const { group } = step;
		while (group.held < group.fits.length && holders[group.fits[group.held]] !== undefined) group.held++;
		step.there = group.fits[group.held] ?? group.fits[group.at];
		if (group.held < group.fits.length) return path;
		if (step.left-- === 0) {
			path.pop();
			continue;
		}
		group.at = (group.at + 1) % group.fits.length;
		const holder = holders[step.there];
		if (holder !== undefined) enter(holder);
	}
	for (const group of seen) group.isClosed = true;
	return [];
}
