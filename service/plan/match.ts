import { dataFieldsOf, isEmptyValue, withoutEmptyData } from './data-entries';
import { EXACT, dataValues, foldText, isEmpty, isPartialMatch } from './feature-equality';
import type { Feature } from './feature';
import { contentText } from './field-diff';
import { identityOf } from './identity';
import type { IdentifyingMatch } from './identity';
import { MAX_CANDIDATES, NONE, PlanIndex, countOf, isArea, kindsOf, tableBy } from './plan-index';
import type { Candidates } from './plan-index';
import { groupBy, inertText, joinFirst } from '../text';

/**
 * What an input feature is on the plan. `isSame`: nothing that it gives differs, but for numbers that the service
 * stores otherwise. `reason` is a predicate, such as "has Number 7, which 2 features of the plan have", and
 * `candidates` are the features of the plan that it may be.
 */
export type Match = { kind: 'new' } | { kind: 'existing'; index: number; isSame: boolean } | Ambiguous;

/** `keyField`: the data field to match on, which is a key on the plan. */
export interface Ambiguous {
	kind: 'ambiguous';
	reason: string;
	candidates: readonly number[];
	keyField?: string;
}

export interface MatchOptions {
	/** The columns to match on; none for the whole feature. */
	columns?: readonly IdentifyingMatch[];
	/** Whether an input is a row of a table, whose author may have left out what distinguishes it. */
	isRow?: (index: number) => boolean;
	/** How many of the first inputs go first, such as those that are known to be on the plan, and how many next. */
	tiers?: readonly number[];
	/** How reasons name another input. */
	labelOf?: (index: number) => string;
}

/**
 * Finds each input on the plan. Each feature of the plan is found once at most, and n equal inputs find n equal ones.
 * Match columns decide; without one the whole feature does. Then the service's own identity and the places of features
 * decide, and for rows what is a key on the plan. Linear in both lists.
 */
export function matchFeatures(
	inputs: readonly Feature[],
	plan: readonly Feature[] | PlanIndex,
	{ columns = [], isRow = () => false, tiers = [], labelOf = (at) => `feature ${at + 1}` }: MatchOptions = {},
): Match[] {
	const index = plan instanceof PlanIndex ? plan : new PlanIndex(plan);
	return new Matching(inputs, index, columns, isRow, labelOf).results(tiers);
}

/** The features of the plan that one of the inputs is, or may be. */
export function matchedIndices(matches: readonly Match[]): Set<number> {
	const lists = new Set(
		matches.map((match) =>
			match.kind === 'ambiguous' ? match.candidates : match.kind === 'existing' ? match.index : [],
		),
	);
	return new Set([...lists].flat());
}

const MAX_LABELS = 5;
const ALONE: readonly number[] = [];

class Matching {
	/** Of each input the feature that it takes. */
	private readonly taken: Array<number | undefined>;

	/** Of each feature of the plan that is taken, the input. */
	private readonly takers: Array<number | undefined>;

	/** Inputs that equal what they take but for what services change. */
	private readonly normalized = new Set<number>();

	/** Of each input whose equal features are all taken by others, one of these. */
	private readonly further = new Map<number, number>();

	private readonly plan: readonly Feature[];

	/** What the inputs and the features of the plan have in the match columns. */
	private readonly keys: ReadonlyArray<string | undefined> = [];

	private readonly planKeys: ReadonlyArray<string | undefined> = [];

	/** The features of the plan by kind and key. */
	private readonly keyed: ReadonlyMap<string, Candidates> = new Map();

	private names: Map<string, string> | undefined;

	constructor(
		private readonly inputs: readonly Feature[],
		private readonly index: PlanIndex,
		private readonly columns: readonly IdentifyingMatch[],
		private readonly isRow: (index: number) => boolean,
		private readonly labelOf: (index: number) => string,
	) {
		this.plan = index.plan;
		this.taken = Array<undefined>(inputs.length).fill(undefined);
		this.takers = Array<undefined>(this.plan.length).fill(undefined);
		if (columns.length === 0) return;
		this.keys = inputs.map((input) => keyOf(input, columns));
		this.planKeys = this.plan.map((feature) => keyOf(feature, columns));
		const entries = this.planKeys.flatMap((key, at): Array<[number, string]> =>
			key === undefined ? [] : kindsOf(this.plan[at]).map((kind) => [at, keyIn(kind, key)]),
		);
		this.keyed = tableBy(entries, String);
	}

	results(tiers: readonly number[]): Match[] {
		const all = [...this.inputs.keys()];
		let start = 0;
		for (const size of tiers) {
			const tier = all.slice(start, (start += size));
			this.takeEqual(tier);
			for (const index of tier) {
				const claim = this.claimOf(index);
				if (claim.kind === 'existing' && this.takers[claim.index] === undefined) this.take(index, claim.index, false);
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
		if (this.plan.length === 0) return;
		// Most inputs come in the order of the plan.
		let next = 0;
		const others = indices.filter((index) => {
			const found = this.index.byIdentity(this.inputs[index], next);
			const isTaken = found.some((at) => this.isTaking(index, at, true) || this.isTaking(index, at, false));
			next = (this.taken[index] ?? next) + 1;
			return !isTaken;
		});
		const groups = groupBy(others, (index) => String(sizeOf(this.inputs[index])));
		for (const [, group] of [...groups].sort(([one], [other]) => Number(other) - Number(one)))
			this.takeFirstFree(group);
	}

	/** The feature behind the last is tried before others. */
	private takeFirstFree(group: readonly number[]): void {
		const lists = new Map<number, Candidates[]>();
		for (const isExact of [true, false]) {
			let next = 0;
			for (const index of group) {
				if (this.taken[index] !== undefined) continue;
				if (next >= this.plan.length || !this.isTaking(index, next, isExact)) {
					const candidates = lists.get(index) ?? this.candidatesOf(index);
					lists.set(index, candidates);
					if (!candidates.some((list) => this.isTakingOneOf(index, list, isExact))) continue;
				}
				next = (this.taken[index] ?? next) + 1;
			}
		}
		for (const [index, candidates] of lists) {
			if (this.taken[index] !== undefined) continue;
			const isEqual = (at: number) => this.isEqual(index, at, false);
			const at = candidates.map(({ indices }) => indices.find(isEqual)).find((one) => one !== undefined);
			if (at !== undefined) this.further.set(index, at);
		}
	}

	private isTakingOneOf(index: number, list: Candidates, isExact: boolean): boolean {
		while (this.takers[list.indices[list.start]] !== undefined) list.start++;
		for (let position = list.start; position < list.indices.length; position++)
			if (this.isTaking(index, list.indices[position], isExact)) return true;
		return false;
	}

	private isTaking(index: number, at: number, isExact: boolean): boolean {
		if (this.takers[at] !== undefined || !this.isEqual(index, at, isExact)) return false;
		this.take(index, at, isExact);
		return true;
	}

	private take(index: number, at: number, isExact: boolean): void {
		this.taken[index] = at;
		this.takers[at] = index;
		if (!isExact) this.normalized.add(index);
	}

	private isEqual(index: number, at: number, isExact: boolean): boolean {
		const level = isExact ? EXACT : this.index.normalized;
		return this.hasKeyOf(index, at) && this.index.isMatch(this.inputs[index], at, level);
	}

	private hasKeyOf(index: number, at: number): boolean {
		return this.columns.length === 0 || (this.keys[index] !== undefined && this.keys[index] === this.planKeys[at]);
	}

	private candidatesOf(index: number): Candidates[] {
		const keyed = this.columns.length === 0 ? undefined : this.withKeyOf(index);
		if (keyed !== undefined && keyed.indices.length <= MAX_CANDIDATES) return [keyed];
		const others = this.index.candidates(this.inputs[index]);
		return keyed === undefined || countOf(others) < keyed.indices.length ? others : [keyed];
	}

	/** The features of the kind that have the input's values in the match columns. */
	private withKeyOf(index: number): Candidates {
		return this.keyed.get(keyIn(kindsOf(this.inputs[index])[0], this.keys[index])) ?? NONE;
	}

	private claimOf(index: number): Match {
		const claim = this.columns.length === 0 ? this.claimOfWhole(index) : this.claimByColumns(index);
		return claim.kind === 'new' && this.isRow(index) ? (this.claimOfKey(index) ?? claim) : claim;
	}

	private claimOfWhole(index: number): Match {
		const taken = this.taken[index];
		if (taken !== undefined) return this.existing(index, taken);
		if (this.further.has(index)) return this.claimOfFurther(index);
		const queries = this.queriesOf(index);
		const [first, second] = queries;
		if (second !== undefined)
			return this.contradiction(`has the ${first.by} of ${this.titleOf(first.at)}`, [first, second]);
		return first === undefined ? { kind: 'new' } : this.existing(index, first.at);
	}

	private claimByColumns(index: number): Match {
		const label = this.columnsLabel();
		const queries = this.queriesOf(index);
		if (this.keys[index] === undefined) {
			const reason = `has no value in ${label}, by which features are matched`;
			return { kind: 'ambiguous', reason, candidates: this.similarTo(index, queries) };
		}
		if (this.further.has(index)) return this.claimOfFurther(index);
		const said = `${label} ${this.valuesOf(this.inputs[index])}`;
		const { indices: candidates } = this.withKeyOf(index);
		const isFree = (one: number) => this.takers[one] === undefined;
		const free = candidates.length > MAX_CANDIDATES ? candidates : candidates.filter(isFree);
		const named = queries.find((one) => this.hasKeyOf(index, one.at) && isFree(one.at));
		const at = this.taken[index] ?? named?.at ?? (free.length === 1 ? free[0] : undefined);
		if (at === undefined && free.length > 1)
			return {
				kind: 'ambiguous',
				reason: `has ${said}, which ${candidates.length} features of the plan have`,
				candidates,
			};
		if (at === undefined && candidates.length > 0) return this.sameAs(this.takers[candidates[0]] ?? index, candidates);
		const other = queries.find((one) => one.at !== at);
		if (other !== undefined && at === undefined) return this.contradiction(`is new by ${said}`, [other]);
		if (other !== undefined)
			return this.contradiction(`is ${this.titleOf(at ?? 0)} by ${label}`, [{ at: at ?? 0, by: label }, other]);
		return at === undefined ? { kind: 'new' } : this.existing(index, at);
	}

	/** The plan has the feature less often than it is given. */
	private claimOfFurther(index: number): Match {
		const at = this.further.get(index) ?? 0;
		return this.isRow(index) ? this.sameAs(this.takers[at] ?? index, [at]) : { kind: 'new' };
	}

	private sameAs(taker: number, candidates: readonly number[]): Ambiguous {
		const reason = `is the same feature of the plan as ${this.labelOf(taker)}; give it once`;
		return { kind: 'ambiguous', reason, candidates };
	}

	private contradiction(claim: string, queries: readonly MatchQuery[]): Match {
		const { by, at } = queries[queries.length - 1];
		const candidates = queries.map((one) => one.at);
		return { kind: 'ambiguous', reason: `${claim}, but has the ${by} of ${this.titleOf(at)}`, candidates };
	}

	/** What the service's own identity of an input leads to, and its place. */
	private queriesOf(index: number): MatchQuery[] {
		const input = this.inputs[index];
		const queries = this.index
			.byIdentity(input)
			.filter((at) => this.index.isOfKind(input, at))
			.map((at): MatchQuery => ({ by: 'identity', at }));
		// What is taken as equal has the place of its feature.
		const all = this.taken[index] === undefined ? this.index.atLocation(input) : [];
		const free = all.filter((one) => this.takers[one] === undefined);
		const [at, other] = free.length > 0 ? free : all;
		if (at === undefined || other !== undefined || queries.some((one) => one.at === at)) return queries;
		return [...queries, { by: isArea(this.plan[at]) ? 'outline' : 'place', at }];
	}

	/** What a row without a value to match on may be. */
	private similarTo(index: number, queries: readonly MatchQuery[]): number[] {
		if (queries.length > 0) return queries.map(({ at }) => at);
		const fields = Object.entries(withoutEmptyData(this.inputs[index])).filter(([, value]) => !isEmpty(value));
		const filled: Feature = Object.fromEntries(fields);
		const found = this.index.candidates(filled).flatMap(({ indices }) => indices);
		return fields.length === 0 ? [] : found.filter((at) => this.index.isMatch(filled, at, this.index.normalized));
	}

	/** A row that has the value of a feature in a data field that distinguishes features of its kind is hardly new. */
	private claimOfKey(index: number): Match | undefined {
		const input = this.inputs[index];
		for (const [key, value] of dataValues(input.data)) {
			const isMatched = this.columns.some((column) => column.by === 'dataField' && column.key === key);
			const at = isMatched || isEmptyValue(value) ? undefined : this.index.byUniqueValue(input, key, value);
			if (at === undefined) continue;
			const title = `${inertText(String(this.plan[at].type ?? 'feature'))} ${quoted(String(value))}`;
			const reason = `is new, but ${title} is on the plan`;
			return { kind: 'ambiguous', reason, candidates: [at], keyField: this.nameOf(key) };
		}
		return undefined;
	}

	/** Two inputs are never one feature of the plan, nor one new feature. */
	private onceEach(claims: readonly Match[]): Match[] {
		const groups = new Map<string, number[]>();
		const sharersOf = claims.map((claim, index): readonly number[] => {
			const text = this.groupOf(claim, index);
			if (text === undefined) return ALONE;
			const group = groups.get(text) ?? [];
			groups.set(text, group);
			group.push(index);
			return group;
		});
		return claims.map((claim, index): Match => {
			const sharers = sharersOf[index];
			if (claim.kind === 'new' && sharers.length > 1 && this.isOneFeature(sharers)) {
				const labels = joinFirst(MAX_LABELS, sharers, this.labelOf);
				const reason = `is new, and given ${sharers.length} times (${labels}); give it once`;
				return { kind: 'ambiguous', reason, candidates: [] };
			}
			if (claim.kind !== 'existing' || this.taken[index] !== undefined) return claim;
			const other = this.takers[claim.index] ?? sharers.find((one) => one !== index);
			return other === undefined ? claim : this.sameAs(other, [claim.index]);
		});
	}

	private existing(index: number, at: number): Match {
		return { kind: 'existing', index: at, isSame: this.taken[index] === at && this.isSame(index, at) };
	}

	private isSame(index: number, at: number): boolean {
		if (!this.normalized.has(index)) return true;
		const { tolerance } = this.index.normalized;
		return isPartialMatch(this.inputs[index], this.plan[at], { tolerance }, this.index.identity);
	}

	/** What inputs have in common that may be one feature. */
	private groupOf(claim: Match, index: number): string | undefined {
		if (claim.kind === 'ambiguous' || this.taken[index] !== undefined || this.further.has(index)) return undefined;
		if (claim.kind === 'existing') return `at ${claim.index}`;
		const input = this.inputs[index];
		if (this.columns.length > 0) return keyIn(kindsOf(input)[0], this.keys[index]);
		return this.isRow(index) ? this.contentOf(input) : undefined;
	}

	/** Features as they stand may be equal; a row is given once, and so is a value to match on. */
	private isOneFeature(group: readonly number[]): boolean {
		if (group.some((index) => this.isRow(index))) return true;
		return new Set(group.map((index) => this.contentOf(this.inputs[index]))).size > 1;
	}

	private contentOf(input: Feature): string {
		return contentText({ ...input, ...Object.fromEntries(this.index.identity.map((name) => [name, null])) });
	}

	private titleOf(at: number): string {
		const { name, number } = this.plan[at];
		const title = this.planKeys[at] === undefined ? (isEmptyValue(name) ? number : name) : this.valuesOf(this.plan[at]);
		return typeof title === 'string' || typeof title === 'number'
			? quoted(String(title))
			: `feature ${at + 1} of the plan`;
	}

	private valuesOf(feature: Feature): string {
		return quoted(this.columns.map((column) => identityOf(feature, column) ?? '').join(', '));
	}

	private columnsLabel(): string {
		return this.columns
			.map((column) => (column.by === 'property' ? inertText(column.path) : this.nameOf(column.key)))
			.join(' and ');
	}

	/** The name that the plan, or else the inputs, give a data field. */
	private nameOf(key: string): string {
		this.names ??= new Map(
			[this.inputs, this.plan].flatMap((features) => dataFieldsOf(features).map((field) => [field.key, field.name])),
		);
		return inertText(this.names.get(key)?.trim() ?? key);
	}
}

/** A feature of the plan that an input leads to without a match column. */
interface MatchQuery {
	by: string;
	at: number;
}

/** How much a feature gives: of two that match one feature, the one that is all of it gives more. */
function sizeOf(feature: Feature): number {
	let size = 0;
	for (const name in feature) if (name !== 'data' && !isEmpty(feature[name])) size++;
	for (const value of dataValues(feature.data).values()) if (!isEmptyValue(value)) size++;
	return size;
}

/** What a feature has in the match columns, folded; undefined where one of them is empty. */
function keyOf(feature: Feature, columns: readonly IdentifyingMatch[]): string | undefined {
	const values = columns.map((column) => identityOf(feature, column));
	const folded = values.flatMap((value) => (value === undefined ? [] : [foldText(value)]));
	if (folded.length < values.length) return undefined;
	return folded.length === 1 ? folded[0] : JSON.stringify(folded);
}

function keyIn(kind: string, key: string | undefined): string {
	return `${kind}\n${key}`;
}

function quoted(value: string): string {
	return inertText(value).slice(0, 60);
}
