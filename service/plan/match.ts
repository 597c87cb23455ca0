import { dataFieldsOf, isEmptyValue, withoutEmptyData } from './data-entries';
import { EXACT, contentText, dataValues, foldText, isEmpty, isPartialMatch } from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import type { Feature } from './feature';
import { identityOf } from './identity';
import type { IdentifyingMatch } from './identity';
import { MAX_CANDIDATES, NONE, PlanIndex, kindsOf, isOutlined, tableBy } from './plan-index';
import type { Candidates } from './plan-index';
import { inertText, joinFirst } from '../text';

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
	/** Whether an input is a row of a table, whose author may have left out what tells it from others. */
	isRow?: (index: number) => boolean;
	/** How many of the first inputs go first, such as those that are known to be on the plan, and how many next. */
	tiers?: readonly number[];
	/** How reasons name another input. */
	labelOf?: (index: number) => string;
}

/**
 * Finds each input on the plan. Each feature of the plan is found once at most, and n equal inputs find n equal ones.
 * Match columns decide; without one the whole feature does. Then the service's own identity and the places of features
 * are asked, and for rows what is a key on the plan. Linear in both lists.
 */
export function matchFeatures(
	inputs: readonly Feature[],
	plan: readonly Feature[] | PlanIndex,
	options: MatchOptions = {},
): Match[] {
	return new Matching(inputs, plan instanceof PlanIndex ? plan : new PlanIndex(plan), options).results();
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

/** What an input without an equal feature of its own is. */
type Claim = { kind: 'new' } | { kind: 'existing'; index: number } | Ambiguous;

const MAX_LABELS = 5;

class Matching {
	/** Of each input the equal feature that it takes. */
	private readonly taken = new Map<number, { at: number; isExact: boolean }>();

	/** Of each feature of the plan that is taken, the input. */
	private readonly takers = new Map<number, number>();

	/** Of each input whose equal features are all taken by others, one of these. */
	private readonly further = new Map<number, number>();

	private readonly plan: readonly Feature[];

	private readonly columns: readonly IdentifyingMatch[];

	/** What the inputs and the features of the plan have in the match columns. */
	private readonly keys: ReadonlyArray<string | undefined> = [];

	private readonly planKeys: ReadonlyArray<string | undefined> = [];

	/** The features of the plan by kind and key. */
	private readonly keyed = new Map<string, Candidates>();

	private names: Map<string, string> | undefined;

	private readonly isRow: (index: number) => boolean;

	private readonly tiers: readonly number[];

	private readonly labelOf: (index: number) => string;

	constructor(
		private readonly inputs: readonly Feature[],
		private readonly index: PlanIndex,
		{ columns = [], isRow = () => false, tiers = [], labelOf = (at) => `feature ${at + 1}` }: MatchOptions,
	) {
		this.plan = index.plan;
		this.columns = columns;
		this.isRow = isRow;
		this.tiers = tiers;
		this.labelOf = labelOf;
		if (columns.length === 0) return;
		this.keys = inputs.map((input) => keyOf(input, columns));
		this.planKeys = this.plan.map((feature) => keyOf(feature, columns));
		const entries = this.plan.flatMap((feature, at) =>
			this.planKeys[at] === undefined
				? []
				: kindsOf(feature).map((kind) => ({ at, text: keyIn(kind, this.planKeys[at]) })),
		);
		this.keyed = tableBy(
			entries.map(({ at }) => at),
			(_at, position) => entries[position].text,
		);
	}

	results(): Match[] {
		const all = [...this.inputs.keys()];
		let start = 0;
		for (const size of this.tiers) {
			const tier = all.slice(start, (start += size));
			this.takeEqual(tier);
			for (const index of tier) {
				const claim = this.claimOf(index);
				if (claim.kind === 'existing' && !this.takers.has(claim.index)) this.take(index, claim.index, false);
			}
		}
		this.takeEqual(all.slice(start));
		return this.onceEach(this.inputs.map((_input, index) => this.claimOf(index)));
	}

	/**
	 * Inputs that give more go first, by whatever level they match: what they match is matched by those that give less,
	 * too. The feature that the identity leads to is tried before others.
	 */
	private takeEqual(indices: readonly number[]): void {
		if (this.plan.length === 0) return;
		for (const index of indices) {
			const at = this.index
				.byIdentity(this.inputs[index])
				.find((found) => this.mayTake(index, found, this.index.normalized));
			if (at !== undefined) this.take(index, at, this.mayTake(index, at, EXACT));
		}
		const bySize = new Map<number, number[]>();
		for (const index of indices) {
			const size = sizeOf(this.inputs[index]);
			const group = bySize.get(size);
			if (group === undefined) bySize.set(size, [index]);
			else group.push(index);
		}
		for (const [, group] of [...bySize].sort(([one], [other]) => other - one)) this.takeFirstFree(group);
	}

	/** The feature behind the last is tried before others, because most inputs come in the order of the plan. */
	private takeFirstFree(group: readonly number[]): void {
		const lists = new Map<number, Candidates[]>();
		for (const level of [EXACT, this.index.normalized]) {
			let next = 0;
			for (const index of group) {
				if (this.taken.has(index)) continue;
				if (next < this.plan.length && this.mayTake(index, next, level)) {
					this.take(index, next++, level === EXACT);
					continue;
				}
				const candidates = lists.get(index) ?? this.candidatesOf(index);
				lists.set(index, candidates);
				const at = this.firstFree(index, candidates, level);
				if (at === undefined) continue;
				this.take(index, at, level === EXACT);
				next = at + 1;
			}
		}
		for (const [index, candidates] of lists) {
			if (this.taken.has(index)) continue;
			for (const { indices } of candidates) {
				const at = indices.find((there) => this.isEqual(index, there, this.index.normalized));
				if (at !== undefined) this.further.set(index, at);
			}
		}
	}

	private take(index: number, at: number, isExact: boolean): void {
		this.taken.set(index, { at, isExact });
		this.takers.set(at, index);
	}

	private firstFree(index: number, candidates: Candidates[], level: EqualityLevel): number | undefined {
		for (const list of candidates) {
			while (this.takers.has(list.indices[list.start])) list.start++;
			for (let position = list.start; position < list.indices.length; position++)
				if (this.mayTake(index, list.indices[position], level)) return list.indices[position];
		}
		return undefined;
	}

	private mayTake(index: number, at: number, level: EqualityLevel): boolean {
		return !this.takers.has(at) && this.isEqual(index, at, level);
	}

	private isEqual(index: number, at: number, level: EqualityLevel): boolean {
		return this.hasKeyOf(index, at) && this.index.isMatch(this.inputs[index], at, level);
	}

	private hasKeyOf(index: number, at: number): boolean {
		return this.columns.length === 0 || (this.keys[index] !== undefined && this.keys[index] === this.planKeys[at]);
	}

	private candidatesOf(index: number): Candidates[] {
		if (this.columns.length === 0) return this.index.candidates(this.inputs[index]);
		const keyed = this.withKeyOf(index);
		if (keyed.indices.length <= MAX_CANDIDATES) return [keyed];
		const others = this.index.candidates(this.inputs[index]);
		return others.reduce((sum, { indices }) => sum + indices.length, 0) < keyed.indices.length ? others : [keyed];
	}

	/** The features of the kind that have the input's values in the match columns. */
	private withKeyOf(index: number): Candidates {
		return this.keyed.get(keyIn(kindsOf(this.inputs[index])[0], this.keys[index])) ?? NONE;
	}

	private claimOf(index: number): Claim {
		const claim = this.columns.length === 0 ? this.claimOfWhole(index) : this.claimByColumns(index);
		return claim.kind === 'new' && this.isRow(index) ? (this.claimOfKey(index) ?? claim) : claim;
	}

	private claimOfWhole(index: number): Claim {
		const taken = this.taken.get(index);
		if (taken !== undefined) return { kind: 'existing', index: taken.at };
		if (this.further.has(index)) return this.claimOfFurther(index);
		const asked = this.ask(index);
		const [first, second] = asked;
		if (second !== undefined)
			return this.contradiction(`has the ${first.by} of ${this.titleOf(first.at)}`, [first, second]);
		return first === undefined ? { kind: 'new' } : { kind: 'existing', index: first.at };
	}

	private claimByColumns(index: number): Claim {
		const label = this.columnsLabel();
		const key = this.keys[index];
		const asked = this.ask(index);
		if (key === undefined) {
			const reason = `has no value in ${label}, by which features are matched`;
			return { kind: 'ambiguous', reason, candidates: this.similarTo(index, asked) };
		}
		const said = `${label} ${this.valuesOf(this.inputs[index])}`;
		const { indices } = this.withKeyOf(index);
		const taken = this.taken.get(index);
		if (taken === undefined && this.further.has(index)) return this.claimOfFurther(index);
		const free = indices.length > MAX_CANDIDATES ? indices : indices.filter((at) => !this.takers.has(at));
		const named = asked.find(({ at }) => this.hasKeyOf(index, at) && !this.takers.has(at));
		const at = taken?.at ?? named?.at ?? (free.length === 1 ? free[0] : undefined);
		const other = asked.find((one) => one.at !== at);
		if (at === undefined && free.length > 1)
			return {
				kind: 'ambiguous',
				reason: `has ${said}, which ${indices.length} features of the plan have`,
				candidates: indices,
			};
		if (at === undefined && indices.length > 0) return this.sameAs(this.takers.get(indices[0]) ?? index, indices);
		if (other !== undefined) {
			const claim = at === undefined ? `is new by ${said}` : `is ${this.titleOf(at)} by ${label}`;
			return this.contradiction(claim, at === undefined ? [other] : [{ at, by: label }, other]);
		}
		return at === undefined ? { kind: 'new' } : { kind: 'existing', index: at };
	}

	/** The plan has the feature less often than it is given. */
	private claimOfFurther(index: number): Claim {
		const at = this.further.get(index) ?? 0;
		return this.isRow(index) ? this.sameAs(this.takers.get(at) ?? index, [at]) : { kind: 'new' };
	}

	private sameAs(taker: number, candidates: readonly number[]): Claim {
		const reason = `is the same feature of the plan as ${this.labelOf(taker)}; give it once`;
		return { kind: 'ambiguous', reason, candidates };
	}

	private contradiction(claim: string, asked: readonly MatchQuery[]): Claim {
		const { by, at } = asked[asked.length - 1];
		const candidates = asked.map((one) => one.at);
		return { kind: 'ambiguous', reason: `${claim}, but has the ${by} of ${this.titleOf(at)}`, candidates };
	}

	/** What the service's own identity of an input leads to, and its place. */
	private ask(index: number): MatchQuery[] {
		const input = this.inputs[index];
		const asked = this.index
			.byIdentity(input)
			.filter((at) => this.index.isOfKind(input, at))
			.map((at): MatchQuery => ({ by: 'identity', at }));
		// What is taken as equal has the place of its feature.
		const all = this.taken.has(index) ? [] : this.index.atLocation(input);
		const free = all.filter((one) => !this.takers.has(one));
		const [at, other] = free.length > 0 ? free : all;
		if (at === undefined || other !== undefined || asked.some((one) => one.at === at)) return asked;
		return [...asked, { by: isOutlined(this.plan[at]) ? 'outline' : 'place', at }];
	}

	/** What a row without a value to match on may be. */
	private similarTo(index: number, asked: readonly MatchQuery[]): number[] {
		const input = this.inputs[index];
		if (asked.length > 0) return asked.map(({ at }) => at);
		const fields = Object.entries(withoutEmptyData(input)).filter(([, value]) => !isEmpty(value));
		const filled: Feature = Object.fromEntries(fields);
		const found = this.index.candidates(filled).flatMap(({ indices }) => indices);
		return fields.length === 0 ? [] : found.filter((at) => this.index.isMatch(filled, at, this.index.normalized));
	}

	/** A row that has the value of a feature in a data field that tells features of its kind apart is hardly new. */
	private claimOfKey(index: number): Claim | undefined {
		const input = this.inputs[index];
		for (const [key, value] of dataValues(input.data)) {
			if (isEmptyValue(value) || this.columns.some((column) => column.by === 'dataField' && column.key === key))
				continue;
			const at = this.index.byUniqueValue(input, key, value);
			if (at === undefined) continue;
			const title = `${inertText(String(this.plan[at].type ?? 'feature'))} ${quoted(String(value))}`;
			const reason = `is new, but ${title} is on the plan`;
			return { kind: 'ambiguous', reason, candidates: [at], keyField: this.nameOf(key) };
		}
		return undefined;
	}

	/** Two inputs are never one feature of the plan, nor one new feature. */
	private onceEach(claims: readonly Claim[]): Match[] {
		const sharers = new Map<string, number[]>();
		const groups = claims.map((claim, index) => this.groupOf(claim, index));
		groups.forEach((group, index) => {
			if (group === undefined) return;
			const known = sharers.get(group);
			if (known === undefined) sharers.set(group, [index]);
			else known.push(index);
		});
		return claims.map((claim, index): Match => {
			const others = sharers.get(groups[index] ?? '') ?? [];
			if (claim.kind === 'ambiguous') return claim;
			if (claim.kind === 'new') {
				if (others.length < 2 || !this.isOneFeature(others)) return claim;
				const labels = joinFirst(MAX_LABELS, others, this.labelOf);
				const reason = `is new, and given ${others.length} times (${labels}); give it once`;
				return { kind: 'ambiguous', reason, candidates: [] };
			}
			const taken = this.taken.get(index);
			const other = this.takers.get(claim.index) ?? others.find((one) => one !== index);
			if (taken === undefined && other !== undefined) return this.sameAs(other, [claim.index]) as Match;
			return { ...claim, isSame: taken?.isExact === true || (taken !== undefined && this.isSame(index, claim.index)) };
		});
	}

	private isSame(index: number, at: number): boolean {
		const { tolerance } = this.index.normalized;
		return isPartialMatch(this.inputs[index], this.plan[at], { tolerance }, this.index.identity);
	}

	/** What inputs have in common that may be one feature. */
	private groupOf(claim: Claim, index: number): string | undefined {
		if (claim.kind === 'existing') return `at ${claim.index}`;
		if (claim.kind === 'ambiguous' || this.further.has(index)) return undefined;
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
			.map((column) => (column.by === 'member' ? inertText(column.path) : this.nameOf(column.key)))
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
