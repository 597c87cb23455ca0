import { dataFieldsOf, identityOf, isEmpty, isEmptyValue, isPlaceholder, ownIdentities } from './feature';
import type { Feature, IdentifyingMatch } from './feature';
import {
	EXACT,
	NOT_COMPARED,
	areEqual,
	dataValues,
	fieldsOf,
	foldedText,
	isLocation,
	isPartialMatch,
} from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import { extentOf, toleranceOf } from './geometry';
import { contentText } from './plan-diff';
import { foldText, groupBy, inertText, joinFirst, memo } from '../text';

/**
 * What an input feature is on the plan. `isSame`: nothing that it gives differs, but for numbers that the service
 * stores otherwise. `reason` is a predicate, such as "has Number 7, which 2 features of the plan have", and
 * `candidates` are the features of the plan that it may be.
 */
export type Match =
	| { kind: 'new' }
	| { kind: 'existing'; index: number; isSame: boolean }
	/** `keyField`: the field to match on, which is a key on the plan where the match columns are none. */
	| { kind: 'ambiguous'; cause: Cause; reason: string; candidates: readonly number[]; keyField?: string | undefined };

/** What features have in common whose reasons differ in values alone. */
type Cause = 'noContent' | 'noValue' | 'severalFeatures' | 'otherFeature' | 'givenTwice' | 'key' | 'equal';

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

function ambiguous(cause: Cause, reason: string, candidates: readonly number[], keyField?: string): Match {
	return { kind: 'ambiguous', cause, reason, candidates, keyField };
}

class Matching {
	/** Of each input the feature that it takes. */
	private readonly taken: Array<number | undefined>;

	/** Of each feature of the plan that is taken, the input. */
	private readonly takers: Array<number | undefined>;

	/** Inputs that differ from what they take, by more than numbers that the service stores otherwise. */
	private readonly different = new Set<number>();

	private readonly plan: readonly Feature[];

	/** What the inputs and the features of the plan have in the match columns. */
	private readonly keys: ReadonlyArray<string | undefined> = [];

	private readonly planKeys: ReadonlyArray<string | undefined> = [];

	/** The features of the plan by kind and key. */
	private readonly keyed = memo<number[], string>(() => []);

	private readonly isFree = (at: number): boolean => this.takers[at] === undefined;

	private readonly candidatesOf = memo((index: number) => this.findCandidates(index));

	/** Of lists of candidates, how many of the first ones are taken. */
	private readonly starts = new Map<readonly number[], number>();

	/** The names that the plan, or else the inputs, give data fields. */
	private readonly names = memo(() => new Map([...dataFieldsOf(this.inputs), ...dataFieldsOf(this.plan)]));

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
		for (const [at, key] of this.planKeys.entries())
			if (key !== undefined) for (const kind of kindsOf(this.plan[at])) this.keyed(keyIn(kind, key)).push(at);
	}

	results(tiers: readonly number[]): Match[] {
		const all = [...this.inputs.keys()];
		let start = 0;
		for (const size of tiers) {
			const tier = all.slice(start, (start += size));
			this.takeEqual(tier);
			for (const index of tier) {
				const claim = this.claimOf(index);
				if (claim.kind === 'existing' && this.isFree(claim.index)) this.take(index, claim.index, false);
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
		let likely = 0;
		const others = indices.filter((index) => {
			const found = this.index.byIdentity(this.inputs[index], likely);
			likely = (found.at(0) ?? likely) + 1;
			for (const at of found) if (this.isTaking(index, at, true) || this.isTaking(index, at, false)) return false;
			return true;
		});
		const groups = groupBy(others, (index) => this.sizeOf(index));
		for (const [, group] of [...groups].sort(([one], [other]) => other - one)) this.takeFirstFree(group);
	}

	/** How much it gives: of two that match one feature, the one that is all of it gives more. */
	private sizeOf(index: number): number {
		return [...this.index.fieldsOf(this.inputs[index]).values()].filter((value) => !isEmpty(value)).length;
	}

	/** The feature as many places off as the last is tried before others. */
	private takeFirstFree(group: readonly number[]): void {
		for (const isExact of [true, false]) {
			let shift = 0;
			for (const index of group) {
				if (this.taken[index] !== undefined) continue;
				const isNext = index + shift in this.plan && this.isTaking(index, index + shift, isExact);
				if (!isNext) this.takeCandidate(index, isExact);
				shift = (this.taken[index] ?? index + shift) - index;
			}
		}
	}

	private takeCandidate(index: number, isExact: boolean): void {
		const list = this.candidatesOf(index);
		let start = this.starts.get(list) ?? 0;
		while (start < list.length && !this.isFree(list[start])) start++;
		this.starts.set(list, start);
		for (let position = start; position < list.length; position++)
			if (this.isTaking(index, list[position], isExact)) return;
	}

	private isTaking(index: number, at: number, isExact: boolean): boolean {
		if (!this.isFree(at) || !this.isEqual(index, at, isExact)) return false;
		this.take(index, at, isExact);
		return true;
	}

	private take(index: number, at: number, isExact: boolean): void {
		this.taken[index] = at;
		this.takers[at] = index;
		if (isExact) return;
		const { tolerance } = this.index.normalized();
		if (!this.index.isMatch(this.inputs[index], at, { tolerance })) this.different.add(index);
	}

	private isEqual(index: number, at: number, isExact: boolean): boolean {
		const level = isExact ? EXACT : this.index.normalized();
		return this.hasKeyOf(index, at) && this.index.isMatch(this.inputs[index], at, level);
	}

	private hasKeyOf(index: number, at: number): boolean {
		return this.columns.length === 0 || (this.keys[index] !== undefined && this.keys[index] === this.planKeys[at]);
	}

	/** A list that holds every feature which an input may equal. */
	private findCandidates(index: number): readonly number[] {
		const keyed = this.columns.length === 0 ? undefined : this.withKeyOf(index);
		return keyed !== undefined && keyed.length <= MAX_CANDIDATES ? keyed : this.index.candidates(this.inputs[index]);
	}

	/** The features of the kind that have the input's values in the match columns. */
	private withKeyOf(index: number): readonly number[] {
		return this.keyed(keyIn(kindsOf(this.inputs[index])[0], this.keys[index]));
	}

	/** Of an input whose equal features are all taken by others, one of these. */
	private furtherOf(index: number): number | undefined {
		if (this.taken[index] !== undefined) return undefined;
		return this.candidatesOf(index).find((at) => this.isEqual(index, at, false));
	}

	private claimOf(index: number): Match {
		const hasColumns = this.columns.length > 0;
		const taken = this.taken[index];
		if (taken !== undefined && !hasColumns) return this.existing(index, taken);
		// The plan has the feature less often than it is given.
		const further = this.furtherOf(index);
		if (further !== undefined)
			return this.isRow(index) ? this.sameAs(this.takers[further] ?? index, [further]) : { kind: 'new' };
		const queries = this.queriesOf(index);
		const first = queries.at(0);
		const at = hasColumns ? this.byColumns(index, queries) : first?.at;
		if (typeof at === 'object') return at;
		// Of equal features of the plan another input has the one that the identity leads to.
		const isOfEqual = (one: MatchQuery) => taken !== undefined && !this.isFree(one.at);
		const other = queries.find((one) => one.at !== at && !isOfEqual(one));
		if (other === undefined)
			return at === undefined
				? (this.claimOfKey(index) ?? this.claimOfEqual(index) ?? { kind: 'new' })
				: this.existing(index, at);
		const label = this.labelOfColumns();
		const but = `but has the ${other.by} of ${this.titleOf(other.at)}`;
		if (at === undefined)
			return ambiguous('otherFeature', `is new by ${label} ${this.valuesOf(this.inputs[index])}, ${but}`, [other.at]);
		const claim = hasColumns ? `is ${this.titleOf(at)} by ${label}` : `has the ${first?.by} of ${this.titleOf(at)}`;
		return ambiguous('otherFeature', `${claim}, ${but}`, [at, other.at]);
	}

	/** The feature that the match columns lead to, if there is one, or why it can't be known. */
	private byColumns(index: number, queries: readonly MatchQuery[]): number | undefined | Match {
		const label = this.labelOfColumns();
		if (this.keys[index] === undefined) {
			const candidates = queries.map(({ at }) => at);
			const empty = this.columns.filter((column) => identityOf(this.inputs[index], column) === undefined);
			const reason = `has no value in ${this.labelOfColumns(empty)}, by which features are matched`;
			return ambiguous('noValue', reason, candidates);
		}
		const named = queries.find((one) => this.hasKeyOf(index, one.at) && this.isFree(one.at));
		const at = this.taken[index] ?? named?.at;
		const indices = this.withKeyOf(index);
		const free = indices.length > MAX_CANDIDATES ? indices : indices.filter(this.isFree);
		if (at !== undefined || indices.length === 0 || free.length === 1) return at ?? free[0];
		if (free.length === 0) return this.sameAs(this.takers[indices[0]] ?? index, indices);
		const values = `${label} ${this.valuesOf(this.inputs[index])}`;
		return ambiguous('severalFeatures', `has ${values}, which ${indices.length} features of the plan have`, indices);
	}

	private sameAs(taker: number, candidates: readonly number[]): Match {
		return ambiguous(
			'givenTwice',
			`is the same feature of the plan as ${this.labelOf(taker)}; give it once`,
			candidates,
		);
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
		const free = all.filter(this.isFree);
		const [at, other] = free.length > 0 ? free : all;
		if (at === undefined || other !== undefined || queries.some((one) => one.at === at)) return queries;
		return [...queries, { by: isArea(this.plan[at]) ? 'outline' : 'place', at }];
	}

	/** A row that has the value of a feature in a data field that distinguishes features of its kind is hardly new. */
	private claimOfKey(index: number): Match | undefined {
		const input = this.inputs[index];
		const all = this.isRow(index) ? this.index.keysOf(input) : [];
		const keys = all.filter(({ isKey }) => isKey);
		// Where nobody chose a column and no key says that it is new, what is nearly one counts, too.
		const isNew = this.columns.length > 0 || keys.some(({ at }) => at === undefined);
		for (const { field: key, value, at } of isNew ? keys : all) {
			const isMatched = this.columns.some((column) => column.by === 'dataField' && column.key === key);
			// By the match columns another input is that feature, and this one is not.
			if (at === undefined || isMatched || (this.columns.length > 0 && !this.isFree(at))) continue;
			const title = `${inertText(String(this.plan[at].type))} ${quoted(String(value))}`;
			// With one more column a row of which that one has changed would be new.
			const keyField = this.areColumnsKey(kindsOf(input)[0]) ? undefined : this.nameOf(key);
			return ambiguous('key', `is new, but ${title} is on the plan`, [at], keyField);
		}
		return undefined;
	}

	/** Whether the match columns distinguish all features of a kind. */
	private readonly areColumnsKey = memo((kind: string) => {
		const keys = this.planKeys.filter((_key, at) => kindsOf(this.plan[at]).includes(kind));
		return keys.length > 1 && !keys.includes(undefined) && new Set(keys).size === keys.length;
	});

	/** Matched by what the service makes itself, a feature that it took would be new again in each run. */
	private claimOfEqual(index: number): Match | undefined {
		const isOwn = this.columns.some((one) => one.by === 'property' && this.index.identity.includes(one.path));
		const input = this.inputs[index];
		const isAlike = (at: number) => this.isFree(at) && this.index.isMatch(input, at, this.index.normalized());
		const at = isOwn ? this.index.candidates(input).find(isAlike) : undefined;
		if (at === undefined) return undefined;
		const label = this.labelOfColumns();
		return ambiguous(
			'equal',
			`is new by ${label} ${this.valuesOf(input)}, but equals ${this.titleOf(at)}: the service makes ${label} itself`,
			[at],
		);
	}

	/** Two inputs are never one feature of the plan, nor one new feature. */
	private onceEach(claims: readonly Match[]): Match[] {
		const texts = claims.map((claim, index) => this.groupOf(claim, index));
		const grouped = [...texts.keys()].filter((index) => texts[index] !== undefined);
		const groups = groupBy(grouped, (index) => texts[index]);
		return claims.map((claim, index): Match => {
			const sharers = groups.get(texts[index]);
			if (sharers === undefined) return claim;
			if (claim.kind === 'existing') {
				const other = this.takers[claim.index] ?? sharers.find((one) => one !== index);
				return other === undefined ? claim : this.sameAs(other, [claim.index]);
			}
			if (sharers.length === 1 || !this.isOneFeature(sharers)) return claim;
			const labels = joinFirst(MAX_LABELS, sharers, this.labelOf);
			return ambiguous('givenTwice', `is new, and given ${sharers.length} times (${labels}); give it once`, []);
		});
	}

	private existing(index: number, at: number): Match {
		return { kind: 'existing', index: at, isSame: this.taken[index] === at && !this.different.has(index) };
	}

	/** What inputs have in common that may be one feature. */
	private groupOf(claim: Match, index: number): string | undefined {
		if (claim.kind === 'ambiguous' || this.taken[index] !== undefined) return undefined;
		if (claim.kind === 'existing') return `at ${claim.index}`;
		const input = this.inputs[index];
		if (this.columns.length === 0) return this.isRow(index) ? this.textOfRow(input) : undefined;
		return this.furtherOf(index) === undefined ? keyIn(kindsOf(input)[0], this.keys[index]) : undefined;
	}

	/** Features as they stand may be equal; a row is given once, and so is a value to match on. */
	private readonly isOneFeature = memo((group: readonly number[]): boolean => {
		if (group.some((index) => this.isRow(index))) return true;
		return new Set(group.map((index) => this.contentOf(this.inputs[index]))).size > 1;
	});

	/** Rows that share what distinguishes features, such as two persons of one room, are no two features. */
	private textOfRow(input: Feature): string {
		const { geometry, position } = input;
		const known = this.index.keysOf(input).filter(({ isOfMany }) => isOfMany);
		const keys = known.map(({ field, value }) => [field, foldedText(value)]);
		return keys.length === 0
			? this.contentOf(input)
			: contentText({ keys, kind: kindsOf(input)[0], geometry, position });
	}

	private contentOf(input: Feature): string {
		return contentText(this.index.withoutIdentity(input));
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

	private labelOfColumns(columns = this.columns): string {
		return columns
			.map((column) => (column.by === 'property' ? inertText(column.path) : this.nameOf(column.key)))
			.join(' and ');
	}

	private nameOf(key: string): string {
		return inertText(this.names().get(key) ?? '') || key;
	}
}

/** A feature of the plan that an input leads to without a match column. */
interface MatchQuery {
	by: string;
	at: number;
}

/** What a feature has in the match columns, folded; undefined where one of them is empty. */
function keyOf(feature: Feature, columns: readonly IdentifyingMatch[]): string | undefined {
	const values = columns.map((column) => identityOf(feature, column));
	return values.every((value) => value !== undefined) ? JSON.stringify(values.map(foldText)) : undefined;
}

function keyIn(kind: string, key: string | undefined): string {
	return `${kind}\n${key}`;
}

function quoted(value: string): string {
	return inertText(value).slice(0, 60);
}

/** The kinds that a feature is of, the narrowest first: zones of its zone type, zones, any. */
function kindsOf({ type, zoneType }: Feature): string[] {
	if (isEmpty(type)) return [''];
	const kind = foldedText(type);
	return isEmpty(zoneType) ? [kind, ''] : [`${kind}/${foldedText(zoneType)}`, kind, ''];
}

/** Rooms and zones are known by their outlines alone; two icons may have one place. */
function isArea(feature: Feature): boolean {
	return /^(?:room|zone)(?:\/|$)/.test(kindsOf(feature)[0]);
}

/** Of so many features the index reads each. */
const MAX_CANDIDATES = 16;

/** A field nearly distinguishes features of a kind where so many have a value of their own, of so many at least. */
const NEARLY = 0.9;
const MIN_NEARLY = 10;

/** Before the indices of features that have what people write for no value, which leads to none of them. */
const GAP = '\0';

/** One thing in which an input differs from a feature of the plan. What is not there is null. */
interface PlanDifference {
	/** The name of a data field, or of a property. */
	field: string;
	input: unknown;
	onPlan: unknown;
}

/** The features of one plan, in tables of texts by their fields, which are made when they are first needed. */
export class PlanIndex {
	/** Properties that the service makes for each feature. */
	readonly identity: readonly string[];

	/** These, and what else is not compared. */
	private readonly ignored: readonly string[];

	/** Of each of these the features by their values. */
	private readonly identities: ReadonlyMap<string, ReadonlyMap<string, number>>;

	/** Equal but for what services change in what they store. */
	readonly normalized = memo(() => ({ tolerance: toleranceOf(this.plan), foldsTexts: true }) satisfies EqualityLevel);

	/** Of each field the features that have a value in it, with that value. */
	private readonly valuesByField = memo(() => {
		const valuesOf = memo<Map<number, unknown>, string>(() => new Map());
		for (const [index, feature] of this.plan.entries())
			for (const [field, value] of fieldsOf(feature)) if (!isEmpty(value)) valuesOf(field).set(index, value);
		return valuesOf;
	});

	private readonly byText = memo((field: string) => {
		const having = memo<number[], string>(() => []);
		for (const [index, value] of this.valuesByField()(field))
			for (const text of this.textsOf(field, value, this.normalized().tolerance)) having(text).push(index);
		return having;
	});

	/** By the texts of several fields, whose names come as JSON. */
	private readonly byTexts = memo((names: string) => {
		const fields = JSON.parse(names) as string[];
		return groupBy(this.plan.keys(), (at) => {
			const values = fieldsOf(this.plan[at]);
			return textOf(fields.map((field) => values.get(field)));
		});
	});

	private readonly featuresByKind = memo(() => groupBy(this.plan.flatMap(kindsOf), String));

	/** Of a data field the feature of each value that one alone has, for each kind whose features it distinguishes. */
	private readonly keyValues = memo((field: string) => {
		const valuesOf = memo<Map<string, number | undefined>, string>(() => new Map());
		for (const [index, value] of this.valuesByField()(field)) {
			const folded = foldedText(value);
			const text = isPlaceholder(folded) ? `${GAP}${index}` : folded;
			for (const kind of kindsOf(this.plan[index]))
				valuesOf(kind).set(text, valuesOf(kind).has(text) ? undefined : index);
		}
		return [...this.featuresByKind()].flatMap(([kind, { length }]) => {
			const values = valuesOf(kind);
			const only = [...values].filter(([, index]) => index !== undefined);
			const gaps = only.filter(([text]) => text.startsWith(GAP)).length;
			const count = only.length - gaps;
			const isKey = count > 1 && count > gaps && only.length === length;
			const isOfMany = length >= MIN_NEARLY && count >= NEARLY * length;
			return kind !== '' && (isKey || isOfMany) ? [{ kind, values, isKey, isOfMany }] : [];
		});
	});

	constructor(readonly plan: readonly Feature[]) {
		this.identities = ownIdentities(plan);
		this.identity = [...this.identities.keys()];
		this.ignored = [...this.identity, ...NOT_COMPARED];
	}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: EqualityLevel): boolean {
		return this.isOfKind(input, index) && isPartialMatch(input, this.plan[index], level, this.ignored);
	}

	/**
	 * What differs between an input and a feature of the plan; nothing where they are the same (`Match.isSame`).
	 * @param nameOf what people call a data field
	 */
	differences(input: Feature, index: number, nameOf: (key: string) => string | undefined): PlanDifference[] {
		const { tolerance } = this.normalized();
		const names = dataFieldsOf([input]);
		const there = fieldsOf(this.plan[index]);
		return [...this.fieldsOf(input)].flatMap(([field, value]): PlanDifference[] => {
			const onPlan = there.get(field) ?? null;
			if (areEqual(value, onPlan, { tolerance }, isLocation(field))) return [];
			return [{ field: nameOf(field) ?? (names.get(field) || field), input: value, onPlan }];
		});
	}

	/** What is compared of an input. */
	fieldsOf(input: Feature): Map<string, unknown> {
		return fieldsOf(input, this.ignored);
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/**
	 * The features that the service's own identity of an input leads to.
	 * @param likely spares a search where the input has the identity of this one
	 */
	byIdentity(input: Feature, likely = 0): readonly number[] {
		let found: number[] = [];
		for (const [name, byValue] of this.identities) {
			const value = input[name];
			const isLikely = likely < this.plan.length && this.plan[likely][name] === value;
			const index = isLikely ? likely : byValue.get(String(value ?? '').trim());
			if (index !== undefined && !found.includes(index)) found = [...found, index];
		}
		return found;
	}

	/** Without an identity that a feature of the plan has: a room's stays the room's, also where a zone is made of it. */
	withoutTakenIdentity(input: Feature): Feature {
		return this.byIdentity(input).length === 0 ? input : this.withoutIdentity(input);
	}

	withoutIdentity(feature: Feature): Feature {
		return { ...feature, ...Object.fromEntries(this.identity.map((name) => [name, undefined])) };
	}

	/**
	 * The features of the kind at the place of an input that it may be. An icon may be another one at the same place,
	 * unless nothing differs that both have.
	 */
	atLocation(input: Feature): number[] {
		const names = isArea(input) ? ['geometry'] : ['position', 'geometry'];
		const name = names.find((one) => !isEmpty(input[one]));
		if (name === undefined) return [];
		const ofInput = Object.fromEntries(names.map((one) => [one, input[one]]));
		const level = this.normalized();
		return this.having(name, input[name]).filter((index) => {
			const there = this.plan[index];
			if (!isPartialMatch(ofInput, there, level) || !this.isOfKind(input, index)) return false;
			if (isArea(there)) return true;
			const ofThere = fieldsOf(there);
			return [...this.fieldsOf(input)].every(([field, value]) => {
				const other = ofThere.get(field);
				return isEmpty(value) || isEmpty(other) || areEqual(value, other, level, isLocation(field));
			});
		});
	}

	/**
	 * A list that holds every feature which an input matches by any level, and as few others as its fields allow. The
	 * places of features distinguish most of them, so they are looked up first.
	 */
	candidates(input: Feature): readonly number[] {
		const filled = [...this.fieldsOf(input)].filter(
			([, value]) => !isEmpty(value) && (typeof value !== 'string' || foldedText(value) !== ''),
		);
		const others = filled.filter(([field]) => !isLocation(field));
		const lists: Array<readonly number[]> = [];
		for (const [field, value] of [...filled.filter(([name]) => isLocation(name)), ...others]) {
			const list = this.having(field, value);
			if (list.length <= MAX_CANDIDATES) return list;
			lists.push(list);
		}
		// No field alone distinguishes the feature: all of them together do.
		const names = JSON.stringify(others.map(([field]) => field));
		const together = this.byTexts(names).get(textOf(others.map(([, value]) => value))) ?? [];
		return lists.reduce((best, list) => (list.length < best.length ? list : best), together);
	}

	/**
	 * The data fields of an input that distinguish the features of its kind, or nearly all of many, and the one that has
	 * its value.
	 */
	keysOf(input: Feature) {
		const [kind] = kindsOf(input);
		return [...dataValues(input.data)].flatMap(([field, value]) => {
			const isNone = isEmpty(value) || isPlaceholder(foldedText(value));
			const keys = isNone ? [] : this.keyValues(field).filter((one) => kind === '' || one.kind === kind);
			if (keys.length === 0) return [];
			const at = keys.map(({ values }) => values.get(foldedText(value))).find(Number.isInteger);
			return [{ field, value, at, isKey: keys.some((one) => one.isKey), isOfMany: keys.some((one) => one.isOfMany) }];
		});
	}

	/** The features that may have an equal value in a field. */
	private having(field: string, value: unknown): readonly number[] {
		return this.byText(field)(this.textsOf(field, value, 0)[0]);
	}

	private textsOf(field: string, value: unknown, distance: number): string[] {
		return isLocation(field) ? cellsOf(value, this.normalized().tolerance, distance) : [foldedText(value)];
	}
}

function textOf(values: readonly unknown[]): string {
	return JSON.stringify(values.map(foldedText));
}

/** So wide that most positions are farther from the border than the tolerance, and are in no other cell. */
const TOLERANCES_PER_CELL = 8;

/**
 * A table of texts can't hold a tolerance: equal coordinates lie in one cell of a grid, or in two that touch.
 * @param distance how far the first position of an outline may lie from there
 * @returns the cells that it may be in. What has none, such as well-known text, has its text
 */
export function cellsOf(value: unknown, tolerance: number, distance: number): string[] {
	// A ring may begin anywhere.
	const [corner] = extentOf([value]);
	if (corner[0] === Infinity) return [foldedText(value)];
	const cellOf = (at: number) => Math.floor(at / tolerance / TOLERANCES_PER_CELL);
	const [xs, ys] = corner.map((at) => new Set([cellOf(at - distance), cellOf(at + distance)]));
	return [...xs].flatMap((x) => [...ys].map((y) => `${x},${y}`));
}
