import { dataFieldsOf, identityOf, isEmpty, isEmptyValue, isPlaceholder, ownIdentities } from './feature';
import type { Feature, IdentifyingMatch } from './feature';
import {
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
	| ExistingMatch
	/** `keyFields`: those to match on, first the one that leads to the feature. They are keys on the plan. */
	| {
			kind: 'ambiguous';
			cause: Cause;
			reason: string;
			candidates: readonly number[];
			keyFields?: string[] | undefined;
	  };

interface ExistingMatch {
	kind: 'existing';
	index: number;
	isSame: boolean;
}

/** What features have in common whose reasons differ in values alone. */
type Cause = 'noContent' | 'noValue' | 'severalFeatures' | 'otherFeature' | 'givenTwice' | 'key';

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

function ambiguous(cause: Cause, reason: string, candidates: readonly number[], keyFields?: string[]): Match {
	return { kind: 'ambiguous', cause, reason, candidates, keyFields };
}

/** Equal but for numbers that the service stores otherwise; but for what else services and people change. */
const LEVELS = ['stored', 'normalized'] as const;
type MatchLevel = (typeof LEVELS)[number];

/** Of a further one of equal features, of which the plan has fewer: what it has in common with others is no reason. */
const FURTHER: Match = { kind: 'new' };

/** What one thing says of an input: which feature of the plan it is, or that it is none. */
interface Lead {
	at: number | undefined;
	/** As a predicate, such as "has the outline of 7". */
	says: () => string;
}

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
		return (key !== undefined && this.keyed(kindsOf(this.inputs[index])[0]).get(key)) || [];
	}

	/** A list that holds every feature which an input may equal. */
	private readonly candidatesOf = memo((index: number) =>
		this.index.candidates(this.inputs[index], this.withKeyOf(index)),
	);

	private claimOf(index: number): Match {
		const taken = this.taken[index];
		if (taken !== undefined && !this.hasColumns) return taken;
		const isNothing = this.sizeOf(index) === 0;
		const equal = taken === undefined ? this.candidatesOf(index) : [];
		const further = equal.find((at) => this.isEqual(index, at, 'normalized'));
		// The plan has the feature less often than it is given.
		if (further !== undefined)
			return this.isRow(index) ? this.sameAs(this.takers[further] ?? index, [further]) : FURTHER;
		const leads = this.leadsOf(index);
		if ('kind' in leads) return leads;
		const [first, ...others] = leads;
		const other = others.find(({ at }) => at !== first.at);
		if (other !== undefined) {
			const candidates = [first, other].flatMap(({ at }) => at ?? []);
			return ambiguous('otherFeature', `${first.says()}, but ${other.says()}`, candidates);
		}
		const at = leads.at(0)?.at;
		if (at === undefined && isNothing) return ambiguous('noContent', 'says nothing by which it could be known', []);
		if (at === undefined) return this.claimOfKey(index) ?? { kind: 'new' };
		const taker = this.takers[at];
		if (taker !== undefined && taker !== index) return this.sameAs(taker, [at]);
		return taken ?? { kind: 'existing', index: at, isSame: isNothing };
	}

	/** @param other the input that has the feature */
	private sameAs(other: number, candidates: readonly number[]): Match {
		const reason = `is the same feature of the plan as ${this.labelOf(other)}; give it once`;
		return ambiguous('givenTwice', reason, candidates);
	}

	/** Where the match columns, the service's own identity and the place of an input lead, or why one can't be known. */
	private leadsOf(index: number): Lead[] | Match {
		const input = this.inputs[index];
		const taken = this.taken[index]?.index;
		const leadTo = (what: string) => (at: number) => ({ at, says: () => `has the ${what} of ${this.titleOf(at)}` });
		const own = this.index.byIdentity(input).filter((at) => this.index.isOfKind(input, at));
		// Of equal features another input may have the one that the identity leads to.
		const leads = own.filter((at) => taken === undefined || this.isFree(at)).map(leadTo('identity'));
		const there = taken === undefined ? this.index.atLocation(input) : [];
		const [at, ...others] = there.some(this.isFree) ? there.filter(this.isFree) : there;
		if (at !== undefined && others.length === 0) leads.push(leadTo(isArea(this.plan[at]) ? 'outline' : 'place')(at));
		return this.hasColumns ? this.withColumns(index, leads) : leads;
	}

	/** What the match columns say first, and then other leads. */
	private withColumns(index: number, leads: readonly Lead[]): Lead[] | Match {
		const input = this.inputs[index];
		const label = this.labelOfColumns();
		if (this.keys[index] === undefined) {
			const candidates = [...new Set(leads.flatMap(({ at }) => at ?? []))];
			const empty = this.columns.filter((column) => identityOf(input, column) === undefined);
			const reason = `has no value in ${this.labelOfColumns(empty)}, by which features are matched`;
			return ambiguous('noValue', reason, candidates);
		}
		const indices = this.withKeyOf(index);
		const led = leads.find(({ at }) => at !== undefined && this.hasKeyOf(index, at));
		const at = this.taken[index]?.index ?? led?.at ?? indices.at(0);
		if (at === undefined) {
			const says = () => `is new by ${label} ${this.valuesOf(input)}`;
			return [{ at, says }, ...leads, ...this.equalLeads(input, label)];
		}
		if (this.taken[index] === undefined && led === undefined && indices.length > 1) {
			const reason = `has ${label} ${this.valuesOf(input)}, which ${indices.length} features of the plan have`;
			return ambiguous('severalFeatures', reason, indices);
		}
		return [{ at, says: () => `is ${this.titleOf(at)} by ${label}` }, ...leads];
	}

	/** Matched by what the service makes itself, a feature that it took would be new again in each run. */
	private equalLeads(input: Feature, label: string): Lead[] {
		const isOwn = this.columns.some((one) => one.by === 'property' && this.index.identities().has(one.path));
		const isAlike = (at: number) => this.isFree(at) && this.index.isMatch(input, at, 'normalized');
		const at = isOwn ? this.index.candidates(input).find(isAlike) : undefined;
		if (at === undefined) return [];
		return [{ at, says: () => `equals ${this.titleOf(at)}: the service makes ${label} itself` }];
	}

	/** A row that has the value of a feature in a data field that distinguishes features of its kind is hardly new. */
	private claimOfKey(index: number): Match | undefined {
		if (!this.isRow(index)) return undefined;
		const input = this.inputs[index];
		const keys = this.index.keysOf(input);
		// What nearly is a key counts where nobody chose a column and no key says that the row is new.
		const isNew = this.hasColumns || keys.some(({ isKey, at }) => isKey && at === undefined);
		for (const { field, value, at, isKey } of keys) {
			const isChosen = this.columns.some((column) => column.by === 'dataField' && column.key === field);
			// By the match columns another input is that feature, and this one is not.
			if (at === undefined || isChosen || (isNew && !isKey) || (this.hasColumns && !this.isFree(at))) continue;
			// With one more column a row of which that one has changed would be new.
			const isOther = this.areColumnsKey(kindsOf(input)[0]);
			const by = isOther ? ` with ${this.nameOf(field)}` : '';
			const title = `${inertText(String(this.plan[at].type))}${by} ${quoted(String(value))}`;
			// What differs by chance, such as a rent, is a key, too: only a person knows which one says what it is.
			const others = this.hasColumns ? [] : keys.filter((one) => one.isKey && one.field !== field);
			const fields = isOther ? [] : [field, ...others.map((one) => one.field)];
			return ambiguous('key', `is new, but ${title} is on the plan`, [at], fields.map(this.nameOf));
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
		for (const [text, group] of groupBy(claims.keys(), (index) => this.sharedBy(index, claims[index]))) {
			if (text === undefined || group.length === 1) continue;
			const claim = claims[group[0]];
			if (claim.kind === 'existing') {
				const [first, second] = group;
				for (const index of group) matches[index] = this.sameAs(index === first ? second : first, [claim.index]);
			} else if (this.isOneFeature(group)) {
				const labels = joinFirst(MAX_LABELS, group, this.labelOf);
				const match = ambiguous('givenTwice', `is new, and given ${group.length} times (${labels}); give it once`, []);
				for (const index of group) matches[index] = match;
			}
		}
		return matches;
	}

	/** What inputs have in common that may be one feature. */
	private sharedBy(index: number, claim: Match): string | undefined {
		if (claim.kind === 'ambiguous' || claim === FURTHER || this.taken[index] !== undefined) return undefined;
		if (claim.kind === 'existing') return `at ${claim.index}`;
		const input = this.inputs[index];
		if (this.hasColumns) return `${kindsOf(input)[0]}\n${this.keys[index]}`;
		return this.isRow(index) ? this.textOfRow(input) : undefined;
	}

	/** Features as they stand may be equal; a row is given once, and so is a value to match on. */
	private isOneFeature(group: readonly number[]): boolean {
		if (group.some((index) => this.isRow(index))) return true;
		return new Set(group.map((index) => this.contentOf(this.inputs[index]))).size > 1;
	}

	/** Rows that share what distinguishes many features, such as two persons of one room, are no two features. */
	private textOfRow(input: Feature): string {
		const { geometry, position } = input;
		const [kind] = kindsOf(input);
		const known = this.index.keysOf(input).filter(({ isOfMany }) => isOfMany);
		const keys = known.map(({ field, value }) => [field, foldedText(value)]);
		return keys.length === 0 ? this.contentOf(input) : contentText({ keys, kind, geometry, position });
	}

	private contentOf(input: Feature): string {
		return contentText(this.index.withoutIdentity(input));
	}

	private titleOf(at: number): string {
		const { name, number } = this.plan[at];
		const isKnown = this.hasColumns && this.planKeys[at] !== undefined;
		const title = isKnown ? this.valuesOf(this.plan[at]) : isEmptyValue(name) ? number : name;
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

	private readonly nameOf = (key: string): string => inertText(this.names().get(key) ?? '') || key;
}

/** What a feature has in the match columns, folded; undefined where one of them is empty. */
function keyOf(feature: Feature, columns: readonly IdentifyingMatch[]): string | undefined {
	if (columns.length === 0) return '';
	const values = columns.flatMap((column) => identityOf(feature, column) ?? []);
	return values.length < columns.length ? undefined : values.map(foldText).join('\0');
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

/** So few features need no shorter list. */
const MAX_CANDIDATES = 16;

/** So large a part of the features of a kind has a value of its own in a field that distinguishes them. */
const NEARLY_ALL = 0.9;

/** What distinguishes so many features is no accident. */
const MANY = 10;

/** The features of one plan, in tables of texts by their fields, which are made when they are first needed. */
export class PlanIndex {
	/** Properties that the service makes for each feature, with the features by their values. */
	readonly identities = memo(() => ownIdentities(this.plan));

	/** Properties that are not compared. */
	private readonly ignored = memo(() => [...this.identities().keys(), ...NOT_COMPARED]);

	private readonly tolerance = memo(() => toleranceOf(this.plan));

	private readonly levels: Readonly<Record<MatchLevel, EqualityLevel>>;

	/** The features of a kind, or of one without a zone type, those of all zone types; all of a kind that is empty. */
	readonly byKind = memo(() => {
		const ofKind = memo<number[], string>(() => []);
		for (const [index, feature] of this.plan.entries()) for (const kind of kindsOf(feature)) ofKind(kind).push(index);
		return ofKind;
	});

	private readonly kinds = memo(() => [...new Set(this.plan.flatMap(kindsOf))].filter((kind) => kind !== ''));

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
			for (const text of this.textsOf(field, value, this.tolerance())) having(text).push(index);
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

	/**
	 * The data fields that distinguish the features of a kind, or nearly all of many, with the feature of each value that
	 * one alone has.
	 */
	private readonly keysOfKind = memo((kind: string) =>
		memo((field: string) => {
			const values = this.valuesByField()(field);
			const all = this.byKind()(kind);
			const filled = all.filter((at) => values.has(at));
			const texts = [...groupBy(filled, (at) => foldedText(values.get(at)))];
			const gaps = texts.reduce((sum, [text, { length }]) => sum + (isPlaceholder(text) ? length : 0), 0);
			const only = new Map(
				texts.flatMap(([text, { 0: at, length }]) => (length === 1 && !isPlaceholder(text) ? [[text, at]] : [])),
			);
			const isKey = only.size > Math.max(1, gaps) && only.size + gaps === all.length;
			const isOfMany = all.length >= MANY && only.size >= NEARLY_ALL * all.length;
			return isKey || isOfMany ? [{ only, isKey, isOfMany }] : [];
		}),
	);

	constructor(readonly plan: readonly Feature[]) {
		// Equal plans need no tolerance.
		const { tolerance } = this;
		this.levels = { stored: { tolerance }, normalized: { tolerance, foldsTexts: true } };
	}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: MatchLevel): boolean {
		const there = this.plan[index];
		if (input === there) return true;
		return this.isOfKind(input, index) && isPartialMatch(input, there, this.levels[level], this.ignored());
	}

	/**
	 * What differs between an input and a feature of the plan, by the names of data fields and properties; nothing where
	 * they are the same (`Match.isSame`). What is not there is null.
	 * @param nameOf what people call a data field
	 */
	differences(input: Feature, index: number, nameOf: (key: string) => string | undefined) {
		const names = dataFieldsOf([input]);
		const there = fieldsOf(this.plan[index]);
		return [...this.fieldsOf(input)].flatMap(([field, value]) => {
			const onPlan = there.get(field) ?? null;
			if (areEqual(value, onPlan, this.levels.stored, isLocation(field))) return [];
			return [{ field: nameOf(field) ?? (names.get(field) || field), input: value, onPlan }];
		});
	}

	/** What is compared of an input. */
	fieldsOf(input: Feature): Map<string, unknown> {
		return fieldsOf(input, this.ignored());
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/** The features that the service's own identity of an input leads to. */
	byIdentity(input: Feature): readonly number[] {
		const found: number[] = [];
		for (const [name, byValue] of this.identities()) {
			const at = byValue.get(String(input[name] ?? '').trim());
			if (at !== undefined && !found.includes(at)) found.push(at);
		}
		return found;
	}

	/** Without an identity that a feature of the plan has: a room's stays the room's, also where a zone is made of it. */
	withoutTakenIdentity(input: Feature): Feature {
		return this.byIdentity(input).length === 0 ? input : this.withoutIdentity(input);
	}

	withoutIdentity(feature: Feature): Feature {
		return { ...feature, ...Object.fromEntries([...this.identities()].map(([name]) => [name, undefined])) };
	}

	/**
	 * The features of the kind at the place of an input that it may be. An icon may be another one at the same place,
	 * unless nothing differs that both have.
	 */
	atLocation(input: Feature): number[] {
		const names = isArea(input) ? ['geometry'] : ['position', 'geometry'];
		const name = names.find((one) => !isEmpty(input[one]));
		if (name === undefined) return [];
		const located = Object.fromEntries(names.map((one) => [one, input[one]]));
		return this.having(name, input[name]).filter((index) => {
			if (!this.isOfKind(input, index) || !this.isMatch(located, index, 'normalized')) return false;
			const there = fieldsOf(this.plan[index]);
			const isAlike = ([field, value]: [string, unknown]) =>
				isEmpty(value) ||
				isEmpty(there.get(field)) ||
				areEqual(value, there.get(field), this.levels.normalized, isLocation(field));
			return isArea(this.plan[index]) || [...this.fieldsOf(input)].every(isAlike);
		});
	}

	/** A list that holds every feature of others which an input matches, and few more; none where it gives nothing. */
	candidates(input: Feature, among: readonly number[] = this.byKind()('')): readonly number[] {
		const fields = [...this.fieldsOf(input)].filter(([, value]) => foldedText(value) !== '');
		let best = fields.length === 0 ? [] : among;
		for (const [field, value] of fields) {
			if (best.length <= MAX_CANDIDATES) break;
			const list = this.having(field, value);
			if (list.length < best.length) best = list;
		}
		if (best.length <= MAX_CANDIDATES) return best;
		// No field alone distinguishes the feature: all of them together do.
		const others = fields.filter(([field]) => !isLocation(field));
		const names = JSON.stringify(others.map(([field]) => field));
		const together = this.byTexts(names).get(textOf(others.map(([, value]) => value))) ?? [];
		return together.length < best.length ? together : best;
	}

	/** The data fields of an input that distinguish features of its kind, with the one that has its value. */
	keysOf(input: Feature) {
		const [kind] = kindsOf(input);
		const kinds = kind === '' ? this.kinds() : [kind];
		return [...dataValues(input.data)].flatMap(([field, value]) => {
			const text = foldedText(value);
			const ofKinds = text === '' || isPlaceholder(text) ? [] : kinds.flatMap((one) => this.keysOfKind(one)(field));
			if (ofKinds.length === 0) return [];
			const at = ofKinds.map(({ only }) => only.get(text)).find(Number.isInteger);
			return [
				{ field, value, at, isKey: ofKinds.some((one) => one.isKey), isOfMany: ofKinds.some((one) => one.isOfMany) },
			];
		});
	}

	/** The features that may have an equal value in a field. */
	private having(field: string, value: unknown): readonly number[] {
		return this.byText(field)(this.textsOf(field, value, 0)[0]);
	}

	private textsOf(field: string, value: unknown, distance: number): string[] {
		return isLocation(field) ? cellsOf(value, this.tolerance(), distance) : [foldedText(value)];
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
