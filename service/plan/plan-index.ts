import { isEmptyValue } from './data-entries';
import { Grid, coordinateTolerance } from './coordinates';
import {
	areEntries,
	dataValues,
	foldedText,
	isCompared,
	isEmpty,
	isLocation,
	isPartialMatch,
	ownValue,
} from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import type { Feature } from './feature';
import { ownIdentityValues } from './identity';
import { isJsonObject } from '../text';

/** The kinds that a feature is of, the narrowest first: zones of its zone type, zones, any. */
export function kindsOf({ type, zoneType }: Feature): string[] {
	if (isEmpty(type)) return [''];
	const kind = foldedText(type);
	return isEmpty(zoneType) ? [kind, ''] : [`${kind}/${foldedText(zoneType)}`, kind, ''];
}

/** Rooms and zones are known by their outlines alone; two icons may have one place. */
export function isArea(feature: Feature): boolean {
	return /^(?:room|zone)(?:\/|$)/.test(kindsOf(feature)[0]);
}

/** Of so many features the index reads each. */
export const MAX_CANDIDATES = 16;

/** A value by which features are found: a property, or the value of a data field. */
interface Term {
	field: string;
	value: unknown;
}

/** One thing in which an input differs from a feature of the plan. What is not there is null. */
interface PlanDifference {
	/** The name of a data field, or of a property. */
	field: string;
	input: unknown;
	onPlan: unknown;
}

/** Features with the same text in a table, and how many of the first ones are taken. */
export interface Candidates {
	indices: number[];
	start: number;
}

type Table = Map<string, Candidates>;

export const NONE: Candidates = { indices: [], start: 0 };

export function countOf(lists: readonly Candidates[]): number {
	return lists.reduce((sum, { indices }) => sum + indices.length, 0);
}

/** The features of one plan, in tables of texts by their fields, which are made when they are first needed. */
export class PlanIndex {
	/** Properties that the service makes for each feature. */
	readonly identity: readonly string[];

	/** Of each of these the features by their values. */
	private readonly identities: ReadonlyMap<string, ReadonlyMap<string, number>>;

	private readonly tables = new Map<string, Table>();

	private madeGrid: Grid | undefined;

	private terms: Map<string, Array<[index: number, value: unknown]>> | undefined;

	private readonly keys = new Map<string, ReadonlyMap<string, ReadonlyMap<string, number>>>();

	private counts: Map<string, number> | undefined;

	constructor(readonly plan: readonly Feature[]) {
		this.identities = ownIdentityValues(plan);
		this.identity = [...this.identities.keys()];
	}

	/** Equal but for what services change in what they store. */
	get normalized(): EqualityLevel {
		return this.grid.level;
	}

	private get grid(): Grid {
		return (this.madeGrid ??= new Grid(coordinateTolerance(this.plan)));
	}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: EqualityLevel): boolean {
		return this.isOfKind(input, index) && isPartialMatch(input, this.plan[index], level, this.identity);
	}

	/**
	 * What differs between an input and a feature of the plan; nothing where they are the same (`Match.isSame`).
	 * @param nameOf what people call a data field
	 */
	differences(input: Feature, index: number, nameOf: (key: string) => string | undefined): PlanDifference[] {
		const onPlan = this.plan[index];
		const level = { tolerance: this.normalized.tolerance };
		const differs = (part: Feature) => !isPartialMatch(part, onPlan, level, this.identity);
		const values = dataValues(onPlan.data);
		return Object.entries(input).flatMap(([field, value]): PlanDifference[] => {
			if (!differs({ [field]: value })) return [];
			if (field !== 'data' || !areEntries(value))
				return [{ field, input: value, onPlan: ownValue(onPlan, field) ?? null }];
			const entries = new Map(value.map((entry) => [String(entry.key), entry]));
			return [...entries].flatMap(([key, entry]): PlanDifference[] => {
				if (!differs({ data: [entry] })) return [];
				const name = nameOf(key) ?? (typeof entry.name === 'string' && entry.name !== '' ? entry.name : key);
				return [{ field: name, input: noneAsNull(entry.value), onPlan: noneAsNull(values.get(key)) }];
			});
		});
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/**
	 * The features that the service's own identity of an input leads to.
	 * @param expected where it is searched for first
	 */
	byIdentity(input: Feature, expected = -1): number[] {
		const found: number[] = [];
		for (const [name, values] of this.identities) {
			const value = input[name];
			if (isEmptyValue(value)) continue;
			const index = this.plan[expected]?.[name] === value ? expected : values.get(String(value).trim());
			if (index !== undefined && !found.includes(index)) found.push(index);
		}
		return found;
	}

	/** Without an identity that a feature of the plan has: a room's stays the room's, also where a zone is made of it. */
	withoutTakenIdentity(input: Feature): Feature {
		if (this.byIdentity(input).length === 0) return input;
		return { ...input, ...Object.fromEntries(this.identity.map((name) => [name, undefined])) };
	}

	/**
	 * The features of the kind at the place of an input that it may be. An icon may be another one at the same place,
	 * unless nothing differs that both have.
	 */
	atLocation(input: Feature): number[] {
		const names = isArea(input) ? ['geometry'] : ['position', 'geometry'];
		const [name] = names.filter((one) => !isEmpty(input[one]));
		if (name === undefined) return [];
		const ofInput = Object.fromEntries(names.map((one) => [one, input[one]]));
		const near = this.inCells(name, input[name]).flatMap(({ indices }) => indices);
		return near.filter((index) => {
			const there = this.plan[index];
			if (!isPartialMatch(ofInput, there, this.normalized) || !this.isOfKind(input, index)) return false;
			return isArea(there) || isPartialMatch(inBoth(input, there), there, this.normalized, this.identity);
		});
	}

	/**
	 * Lists that hold every feature which an input matches by any level, and as few others as its fields allow. The
	 * places of features distinguish most of them, so they are looked up first.
	 */
	candidates(input: Feature): Candidates[] {
		const terms = termsOf(input, this.identity).filter(({ value }) => !isEmpty(value) && foldedText(value) !== '');
		let best: Candidates[] | undefined;
		let fewest = Infinity;
		for (const { field, value } of terms) {
			const lists = isLocation(field) ? this.inCells(field, value) : [this.lookUp(field, value)];
			const count = countOf(lists);
			if (count < fewest) [best, fewest] = [lists, count];
			if (fewest <= MAX_CANDIDATES) return lists;
		}
		// No field alone distinguishes the feature: all of them together do.
		const others = terms.filter(({ field }) => !isLocation(field));
		const list = this.tableOfAll(others.map(({ field }) => field)).get(textOf(others)) ?? NONE;
		return best === undefined || list.indices.length < fewest ? [list] : best;
	}

	/** The feature of the kind with a value in a data field that is filled and different in each of the kind. */
	byUniqueValue(input: Feature, key: string, value: unknown): number | undefined {
		const [kind] = kindsOf(input);
		const values = this.keys.get(key) ?? this.keyValues(key);
		this.keys.set(key, values);
		const found = (kind === '' ? [...values.keys()] : [kind]).map((one) => values.get(one)?.get(foldedText(value)));
		return found.find((index) => index !== undefined);
	}

	/** The feature of each value of a data field, for each kind whose features it distinguishes. */
	private keyValues(key: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
		const kinds = new Map<string, Map<string, number>>();
		for (const [index, value] of this.valuesIn(`${DATA}${key}`)) {
			for (const kind of kindsOf(this.plan[index])) {
				const ofKind = kinds.get(kind) ?? new Map<string, number>();
				kinds.set(kind, ofKind.set(foldedText(value), index));
			}
		}
		if (this.counts === undefined) {
			this.counts = new Map();
			for (const kind of this.plan.flatMap(kindsOf)) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
		}
		// A value that comes twice, or is missing, leaves fewer values than features.
		for (const [kind, { size }] of kinds)
			if (kind === '' || size < 2 || size < (this.counts.get(kind) ?? 0)) kinds.delete(kind);
		return kinds;
	}

	/** What features of the plan have in a field, where it is not empty. */
	private valuesIn(field: string): ReadonlyArray<[index: number, value: unknown]> {
		if (this.terms === undefined) {
			this.terms = new Map();
			for (const [index, feature] of this.plan.entries())
				for (const { field: name, value } of termsOf(feature)) {
					if (isEmpty(value)) continue;
					const list = this.terms.get(name);
					if (list === undefined) this.terms.set(name, [[index, value]]);
					else list.push([index, value]);
				}
		}
		return this.terms.get(field) ?? [];
	}

	private lookUp(field: string, value: unknown): Candidates {
		const table = this.tables.get(field) ?? tableBy(this.valuesIn(field), foldedText);
		this.tables.set(field, table);
		return table.get(foldedText(value)) ?? NONE;
	}

	private inCells(field: string, value: unknown): Candidates[] {
		const table = this.tables.get(field) ?? tableBy(this.valuesIn(field), (there) => this.grid.cellOf(there));
		this.tables.set(field, table);
		return this.grid.cellsAround(value).flatMap((cell) => table.get(cell) ?? []);
	}

	private tableOfAll(fields: readonly string[]): Table {
		const name = JSON.stringify(fields);
		const known = this.tables.get(name);
		if (known !== undefined) return known;
		const table = tableBy([...this.plan.entries()], (feature) => {
			const values = new Map(termsOf(feature).map(({ field, value }) => [field, value]));
			return textOf(fields.map((field) => ({ field, value: values.get(field) })));
		});
		this.tables.set(name, table);
		return table;
	}
}

function noneAsNull(value: unknown): unknown {
	return isEmptyValue(value) ? null : value;
}

/** What an input gives and a feature of the plan has. */
function inBoth(input: Feature, there: Feature): Feature {
	const values = dataValues(there.data);
	const isThere = (entry: unknown) =>
		!isJsonObject(entry) || (!isEmptyValue(entry.value) && !isEmptyValue(values.get(String(entry.key))));
	const names = Object.keys(input).filter((name) => !isEmpty(input[name]) && !isEmpty(ownValue(there, name)));
	const valueOf = (value: unknown) => (Array.isArray(value) ? value.filter(isThere) : value);
	return Object.fromEntries(names.map((name) => [name, name === 'data' ? valueOf(input.data) : input[name]]));
}

/** Indices by a text of each value. */
export function tableBy<T>(values: ReadonlyArray<[index: number, value: T]>, textOfValue: (value: T) => string): Table {
	const table: Table = new Map();
	for (const [index, value] of values) {
		const text = textOfValue(value);
		const list = table.get(text);
		if (list === undefined) table.set(text, { indices: [index], start: 0 });
		else list.indices.push(index);
	}
	return table;
}

function textOf(terms: readonly Term[]): string {
	return JSON.stringify(terms.map(({ value }) => foldedText(value)));
}

/** Before the key of a data field, so that no property is taken for it. */
const DATA = 'data ';

/** What is compared of a feature, places first, kinds last. */
function termsOf(feature: Feature, ignored: readonly string[] = []): Term[] {
	const { geometry, position, data, type, zoneType, ...others } = feature;
	const entries = areEntries(data)
		? [...dataValues(data)].map(([key, value]) => [`${DATA}${key}`, value])
		: [['data', data]];
	const places = Object.entries({ geometry, position });
	const all = [...places, ...entries, ...Object.entries(others), ...Object.entries({ type, zoneType })] as Array<
		[string, unknown]
	>;
	return all.flatMap(([field, value]) =>
		isCompared(field, value) && !ignored.includes(field) ? [{ field, value }] : [],
	);
}
