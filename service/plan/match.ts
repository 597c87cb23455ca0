import { identityOf, isEmpty } from './feature';
import type { Feature, IdentifyingMatch } from './feature';
import { foldedText } from './feature-equality';
import { contentText } from './plan-diff';
import { LEVELS, PlanIndex, isArea, joined, kindsOf } from './plan-index';
import type { MatchLevel } from './plan-index';
import { foldText, groupBy, memo } from '../text';

/**
 * What an input feature is on the plan. `isSame`: nothing that it gives differs, but for numbers that the service
 * stores otherwise. `candidates` are the features of the plan that it may be.
 */
export type Match = { kind: 'new' } | ExistingMatch | AmbiguousMatch;

interface ExistingMatch {
	kind: 'existing';
	index: number;
	isSame: boolean;
}

export type AmbiguousMatch = Ambiguity & { kind: 'ambiguous'; candidates: readonly number[] };

type Ambiguity =
	/** It has nothing, or nothing in a match column, or there what several features have. */
	| { cause: 'noContent' | 'noValue' | 'severalFeatures' }
	/** Two leads to different features, or one that says it is new. */
	| { cause: 'otherFeature'; leads: readonly [Lead, Lead] }
	/** The input that is the same feature of the plan, or all that are the same new one. */
	| { cause: 'givenTwice'; inputs: readonly number[] }
	/** The data field that leads to the feature, and those to match on, this one first. They are keys on the plan. */
	| { cause: 'key'; field: string; keyFields: readonly string[] };

/** What one thing says of an input: which feature of the plan it is, or for match columns that it is none. */
export interface Lead {
	by: 'columns' | 'identity' | 'outline' | 'place' | 'content';
	at?: number | undefined;
}

export interface MatchOptions {
	/** The columns to match on; none for the whole feature. */
	columns?: readonly IdentifyingMatch[];
	/** Whether an input is a row of a table, whose author may have left out what distinguishes it. */
	isRow?: (index: number) => boolean;
	/** How many of the first inputs go first, such as those that are known to be on the plan, and how many next. */
	tiers?: readonly number[];
}

/**
 * Finds each input on the plan. First inputs take the features that they equal, n equal inputs n features. Each of the
 * others is what its match columns, the service's own identity and its place lead to, where these agree; a row that is
 * new, and has a key of a feature, is ambiguous. Last, two inputs are never one feature. Linear in both lists.
 */
export function matchFeatures(
	inputs: readonly Feature[],
	plan: readonly Feature[] | PlanIndex,
	{ columns = [], isRow = () => false, tiers = [] }: MatchOptions = {},
): Match[] {
	const index = plan instanceof PlanIndex ? plan : new PlanIndex(plan);
	return new Matching(inputs, index, columns, isRow).results(tiers);
}

/** The features of the plan that one of the inputs is, or may be. */
export function matchedIndices(matches: readonly Match[]): Set<number> {
	// Inputs of one value share a list.
	const lists = matches.map((one) => ('candidates' in one ? one.candidates : 'index' in one ? one.index : []));
	return new Set([...new Set(lists)].flat());
}

const NEW: Match = { kind: 'new' };

class Matching {
	/** What each input is that has taken a feature. */
	private readonly taken: Array<ExistingMatch | undefined>;

	/** Of each feature of the plan that is taken, the input. */
	private readonly takers: Array<number | undefined>;

	private readonly plan: readonly Feature[];

	private readonly hasColumns: boolean;

	/** What the inputs and the features of the plan have in the match columns: without one, all the same. */
	private readonly keys: ReadonlyArray<string | undefined>;

	private readonly planKeys: ReadonlyArray<string | undefined>;

	/** The features of a kind by what they have in the match columns. */
	private readonly keyed = memo((kind: string) => groupBy(this.index.byKind()(kind), (at) => this.planKeys[at]));

	private readonly isFree = (at: number): boolean => this.takers[at] === undefined;

	constructor(
		private readonly inputs: readonly Feature[],
		private readonly index: PlanIndex,
		private readonly columns: readonly IdentifyingMatch[],
		private readonly isRow: (index: number) => boolean,
	) {
		this.plan = index.plan;
		this.hasColumns = columns.length > 0;
		this.taken = Array<undefined>(inputs.length).fill(undefined);
		this.takers = Array<undefined>(this.plan.length).fill(undefined);
		this.keys = inputs.map((input) => keyOf(input, columns));
		this.planKeys = this.plan.map((feature) => keyOf(feature, columns));
	}

	results(tiers: readonly number[]): Match[] {
		const all = [...this.inputs.keys()];
		let start = 0;
		for (const size of tiers) {
			const tier = all.slice(start, (start += size));
			this.takeEqual(tier);
			for (const index of tier) {
				const claim = this.claimOf(index);
				if (claim.kind === 'existing') this.take(index, claim);
			}
		}
		this.takeEqual(all.slice(start));
		return this.onceEach(all.map((index) => this.claimOf(index)));
	}

	/**
	 * The feature that the identity leads to goes first. Then inputs that give more go first, by whatever level they
	 * match: what they match is matched by those that give less, too.
	 */
	private takeEqual(indices: readonly number[]): void {
		const isTaking = (index: number) => (at: number) => LEVELS.some((level) => this.isTaking(index, at, level));
		const others = indices.filter((index) => {
			// What was read as the plan's own feature needs no search.
			const isItself = this.inputs[index] === this.plan[index] && this.isTaking(index, index, 'stored');
			return !isItself && !this.index.byIdentity(this.inputs[index]).some(isTaking(index));
		});
		const filled = others.filter((index) => this.sizeOf(index) > 0);
		for (const [, group] of [...groupBy(filled, this.sizeOf)].sort(([one], [other]) => other - one))
			for (const level of LEVELS) this.takeFirstFree(group, level);
	}

	/** How much it gives: of two that match one feature, the one that is all of it gives more. */
	private readonly sizeOf = memo(
		(index: number) => [...this.index.fieldsOf(this.inputs[index]).values()].filter((value) => !isEmpty(value)).length,
	);

	/** The feature as many places off as the last is tried before others. */
	private takeFirstFree(group: readonly number[], level: MatchLevel): void {
		let shift = 0;
		for (const index of group) {
			if (this.taken[index] !== undefined) continue;
			const isTaking = (at: number) => this.isTaking(index, at, level);
			if (!isTaking(index + shift)) this.candidatesOf(index).some(isTaking);
			shift = (this.taken.at(index)?.index ?? index + shift) - index;
		}
	}

	private isTaking(index: number, at: number, level: MatchLevel): boolean {
		if (!(at in this.plan) || !this.isFree(at) || !this.isEqual(index, at, level)) return false;
		this.take(index, { kind: 'existing', index: at, isSame: level === 'stored' });
		return true;
	}

	private take(index: number, match: ExistingMatch): void {
		this.taken[index] = match;
		this.takers[match.index] = index;
	}

	private isEqual(index: number, at: number, level: MatchLevel): boolean {
		return this.hasKeyOf(index, at) && this.index.isMatch(this.inputs[index], at, level);
	}

	private hasKeyOf(index: number, at: number): boolean {
		return this.keys[index] !== undefined && this.keys[index] === this.planKeys[at];
	}

	/** The features of the kind that have the input's values in the match columns. */
	private withKeyOf(index: number): readonly number[] {
		const key = this.keys[index];
		return (key !== undefined && this.keyed(this.kindOf(index)).get(key)) || [];
	}

	private kindOf(index: number): string {
		return kindsOf(this.inputs[index])[0];
	}

	/** A list that holds every feature which an input may equal. */
	private readonly candidatesOf = memo((index: number) =>
		this.index.candidates(this.inputs[index], this.withKeyOf(index)),
	);

	/** What an input is, whatever others are that have taken no feature. */
	private claimOf(index: number): Match {
		const taken = this.taken[index];
		return taken === undefined ? this.claimOfLeads(index) : this.claimOfEqual(index, taken);
	}

	/** Of equal features another input may have the one that the identity leads to. */
	private claimOfEqual(index: number, taken: ExistingMatch): Match {
		if (!this.hasColumns) return taken;
		const others = this.leadsOfIdentity(index).filter(({ at }) => at === undefined || this.isFree(at));
		return contradictionOf([{ by: 'columns', at: taken.index }, ...others]) ?? taken;
	}

	private claimOfLeads(index: number): Match {
		const further = this.candidatesOf(index).find((at) => this.isEqual(index, at, 'normalized'));
		// The plan has the feature less often than it is given.
		if (further !== undefined) return this.isRow(index) ? sameAs(this.takers[further] ?? index, further) : NEW;
		const others = [...this.leadsOfIdentity(index), ...this.leadsOfPlace(index)];
		const leads = this.hasColumns ? this.withColumns(index, others) : others;
		if ('kind' in leads) return leads;
		const contradiction = contradictionOf(leads);
		if (contradiction !== undefined) return contradiction;
		const at = leads.at(0)?.at;
		const isNothing = this.sizeOf(index) === 0;
		if (at === undefined && isNothing) return { kind: 'ambiguous', cause: 'noContent', candidates: [] };
		if (at === undefined) return this.claimOfKey(index) ?? NEW;
		const taker = this.takers[at];
		return taker === undefined ? { kind: 'existing', index: at, isSame: isNothing } : sameAs(taker, at);
	}

	private leadsOfIdentity(index: number): Lead[] {
		const input = this.inputs[index];
		const own = this.index.byIdentity(input).filter((at) => this.index.isOfKind(input, at));
		return own.map((at) => ({ by: 'identity', at }));
	}

	private leadsOfPlace(index: number): Lead[] {
		const there = this.index.atLocation(this.inputs[index]);
		const [at, ...others] = there.some(this.isFree) ? there.filter(this.isFree) : there;
		if (at === undefined || others.length > 0) return [];
		return [{ by: isArea(this.plan[at]) ? 'outline' : 'place', at }];
	}

	/** What the match columns say first, and then other leads; or why that can't be known. */
	private withColumns(index: number, leads: readonly Lead[]): Lead[] | Match {
		if (this.keys[index] === undefined) {
			const candidates = [...new Set(leads.flatMap(({ at }) => at ?? []))];
			return { kind: 'ambiguous', cause: 'noValue', candidates };
		}
		const indices = this.withKeyOf(index);
		if (indices.length === 0) return [{ by: 'columns' }, ...leads, ...this.leadsOfContent(this.inputs[index])];
		const led = leads.find(({ at }) => at !== undefined && this.hasKeyOf(index, at));
		if (led === undefined && indices.length > 1)
			return { kind: 'ambiguous', cause: 'severalFeatures', candidates: indices };
		return [{ by: 'columns', at: led?.at ?? indices[0] }, ...leads];
	}

	/** Matched by what the service makes itself, a feature that it took would be new again in each run. */
	private leadsOfContent(input: Feature): Lead[] {
		const isOwn = this.columns.some((one) => one.by === 'property' && this.index.identities().has(one.path));
		const isAlike = (at: number) => this.isFree(at) && this.index.isMatch(input, at, 'normalized');
		const at = isOwn ? this.index.candidates(input).find(isAlike) : undefined;
		return at === undefined ? [] : [{ by: 'content', at }];
	}

	/** A row that has the value of a feature in a data field that distinguishes features of its kind is hardly new. */
	private claimOfKey(index: number): Match | undefined {
		const keys = this.isRow(index) ? this.index.keysOf(this.inputs[index]) : [];
		// What nearly is a key counts where nobody chose a column and no key says that the row is new.
		const isNew = this.hasColumns || keys.some(({ isKey, at }) => isKey && at === undefined);
		for (const { field, at, isKey } of keys) {
			const isChosen = this.columns.some((column) => column.by === 'dataField' && column.key === field);
			// By the match columns another input is that feature, and this one is not.
			if (at === undefined || isChosen || (isNew && !isKey) || (this.hasColumns && !this.isFree(at))) continue;
			// What differs by chance, such as a rent, is a key, too: only a person knows which one says what it is.
			const others = this.hasColumns ? [] : keys.filter((one) => one.isKey && one.field !== field);
			// With one more column a row of which that one has changed would be new.
			const isOther = this.areColumnsKey(this.kindOf(index));
			const keyFields = isOther ? [] : [field, ...others.map((one) => one.field)];
			return { kind: 'ambiguous', cause: 'key', field, keyFields, candidates: [at] };
		}
		return undefined;
	}

	/** Whether the match columns distinguish all features of a kind. */
	private areColumnsKey(kind: string): boolean {
		const keys = this.keyed(kind);
		return keys.size === this.index.byKind()(kind).length && !keys.has(undefined);
	}

	/** Two inputs are never one feature of the plan, nor one new feature. */
	private onceEach(claims: readonly Match[]): Match[] {
		const matches = [...claims];
		for (const [shared, inputs] of groupBy(claims.keys(), (index) => this.sharedBy(index, claims[index]))) {
			const [first, second] = inputs;
			if (shared === undefined || second === undefined) continue;
			if (typeof shared === 'number') {
				for (const index of inputs) matches[index] = sameAs(index === first ? second : first, shared);
			} else if (this.isOneFeature(inputs)) {
				for (const index of inputs) matches[index] = { kind: 'ambiguous', cause: 'givenTwice', inputs, candidates: [] };
			}
		}
		return matches;
	}

	/** What inputs have in common that may be one feature: that of the plan, or a text. */
	private sharedBy(index: number, claim: Match): number | string | undefined {
		if (claim.kind === 'ambiguous' || this.taken[index] !== undefined) return undefined;
		if (claim.kind === 'existing') return claim.index;
		if (!this.hasColumns) return this.isRow(index) ? this.textOfRow(index) : undefined;
		// Of a value that the plan has, further ones are features as they stand.
		return this.withKeyOf(index).length > 0 ? undefined : `${this.kindOf(index)}\n${this.keys[index]}`;
	}

	/** Features as they stand may be equal; a row is given once, and so is a value to match on. */
	private isOneFeature(inputs: readonly number[]): boolean {
		return inputs.some(this.isRow) || new Set(inputs.map((index) => this.contentOf(index))).size > 1;
	}

	/** Rows that share what distinguishes many features, such as two persons of one room, are no two features. */
	private textOfRow(index: number): string {
		const { geometry, position } = this.inputs[index];
		const known = this.index.keysOf(this.inputs[index]).filter(({ isOfMany }) => isOfMany);
		const keys = known.map(({ field, value }) => [field, foldedText(value)]);
		return keys.length === 0
			? this.contentOf(index)
			: contentText({ keys, kind: this.kindOf(index), geometry, position });
	}

	private contentOf(index: number): string {
		return contentText(this.inputs[index], this.index.ignored());
	}
}

/** Where two leads say different features. */
function contradictionOf([first, ...others]: readonly Lead[]): Match | undefined {
	const other = others.find(({ at }) => at !== first.at);
	if (other === undefined) return undefined;
	const candidates = [first, other].flatMap(({ at }) => at ?? []);
	return { kind: 'ambiguous', cause: 'otherFeature', leads: [first, other], candidates };
}

/** @param other the input that is the feature of the plan, too */
function sameAs(other: number, at: number): Match {
	return { kind: 'ambiguous', cause: 'givenTwice', inputs: [other], candidates: [at] };
}

/** What a feature has in the match columns, folded; undefined where one of them is empty. */
function keyOf(feature: Feature, columns: readonly IdentifyingMatch[]): string | undefined {
	if (columns.length === 0) return '';
	const values = columns.flatMap((column) => identityOf(feature, column) ?? []);
	return values.length < columns.length ? undefined : joined(values.map(foldText));
}
