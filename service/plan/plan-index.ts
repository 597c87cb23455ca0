import { Grid, coordinateTolerance } from './coordinates';
import {
	areEntries,
	areEqual,
	dataValues,
	foldedText,
	isCompared,
	isEmpty,
	isPartialMatch,
	isLocation,
	ownValue,
} from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import { isEmptyValue } from './data-entries';
import type { Feature } from './feature';
import { ownIdentities } from './identity';
import { isJsonObject } from '../text';

/** The kinds that a feature is of, the narrowest first: zones of its zone type, zones, any. */
export function kindsOf({ type, zoneType }: Feature): string[] {
	if (isEmpty(type)) return [''];
	const kind = foldedText(type);
	return isEmpty(zoneType) ? [kind, ''] : [`${kind}/${foldedText(zoneType)}`, kind, ''];
}

/** Rooms and zones are known by their outlines alone; two icons may have one place. */
export function isOutlined(feature: Feature): boolean {
	return /^(?:room|zone)(?:\/|$)/.test(kindsOf(feature)[0]);
}

/** Empty where it is no scalar. */
function identityText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Of so many features the index looks at each. */
export const MAX_CANDIDATES = 16;

/** A value by which features are found: a property, or the value of a data field. */
interface Term {
	field: string;
	value: unknown;
}

/** Features with the same text in a table, and how many of the first ones are taken. */
export interface Candidates {
	indices: number[];
	start: number;
}

/** The values that features have in a field. */
interface Column {
	indices: number[];
	values: unknown[];
}

type Table = Map<string, Candidates>;

export const NONE: Candidates = { indices: [], start: 0 };

/** The features of one plan, in tables of texts by their fields, which are made when they are first asked for. */
export class PlanIndex {
	/** Properties that the service makes for each feature. */
	readonly identity: readonly string[];

	/** Equal but for what services change in what they store. */
	readonly normalized: EqualityLevel;

	private readonly grid: Grid;

	private readonly tables = new Map<string, Table>();

	private columns: Map<string, Column> | undefined;

	private identities: Map<string, number> | undefined;

	private readonly unique = new Map<string, ReadonlyMap<string, ReadonlyMap<string, number>>>();

	private readonly counts = new Map<string, number>();

	constructor(readonly plan: readonly Feature[]) {
		this.identity = ownIdentities(plan);
		this.grid = new Grid(coordinateTolerance(plan));
		this.normalized = { tolerance: this.grid.tolerance, foldsTexts: true };
	}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: EqualityLevel): boolean {
		return this.isOfKind(input, index) && isPartialMatch(input, this.plan[index], level, this.identity);
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/** The features that the service's own identity of an input leads to. */
	byIdentity(input: Feature): number[] {
		if (this.identity.length === 0) return [];
		this.identities ??= new Map(
			this.identity.flatMap((name) =>
				this.plan.map((feature, index): [string, number] => [`${name} ${identityText(feature[name])}`, index]),
			),
		);
		const found = this.identity.map((name) => this.identities?.get(`${name} ${identityText(input[name])}`));
		return [...new Set(found)].filter((index) => index !== undefined);
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
		const names = isOutlined(input) ? ['geometry'] : ['position', 'geometry'];
		const given = names.filter((name) => !isEmpty(input[name]));
		if (given.length === 0) return [];
		const cells = this.grid.cellsAround(input[given[0]]);
		const near = cells.flatMap((cell) => this.tableOf(given[0]).get(cell)?.indices ?? []);
		return near.filter((index) => {
			const there = this.plan[index];
			const isThere = given.every((name) => areEqual(input[name], ownValue(there, name), this.normalized, true));
			return isThere && this.isOfKind(input, index) && (isOutlined(there) || this.agrees(input, index));
		});
	}

	/** Whether nothing differs that both have. */
	private agrees(input: Feature, index: number): boolean {
		const there = this.plan[index];
		const values = dataValues(there.data);
		const both = Object.entries(input).filter(([name, value]) => !isEmpty(value) && !isEmpty(ownValue(there, name)));
		const shared: Feature = Object.fromEntries(both);
		if (Array.isArray(shared.data)) {
			const isInBoth = (entry: unknown) =>
				!isJsonObject(entry) || (!isEmptyValue(entry.value) && !isEmptyValue(values.get(String(entry.key))));
			shared.data = shared.data.filter(isInBoth);
		}
		return isPartialMatch(shared, there, this.normalized, this.identity);
	}

	/**
	 * Lists that hold every feature which an input matches by any level, and as few others as its fields allow. The
	 * places of features tell most of them apart, so they are looked up first.
	 */
	candidates(input: Feature): Candidates[] {
		const terms = termsOf(input, this.identity);
		let best: Candidates[] | undefined;
		let fewest = Infinity;
		for (const { field, value } of terms) {
			const lists = this.lookUp(field, value);
			if (lists === undefined) continue;
			const count = lists.reduce((sum, { indices }) => sum + indices.length, 0);
			if (count < fewest) [best, fewest] = [lists, count];
			if (fewest <= MAX_CANDIDATES) return lists;
		}
		// No field alone tells the feature from others: all of them together.
		const filled = terms.filter(({ field, value }) => !isLocation(field) && foldedText(value) !== '');
		const list = this.tableOfAll(filled.map(({ field }) => field)).get(textOf(filled)) ?? NONE;
		return best === undefined || list.indices.length < fewest ? [list] : best;
	}

	/** The feature of the kind with a value in a data field that is filled and different in each of the kind. */
	byUniqueValue(input: Feature, key: string, value: unknown): number | undefined {
		const [kind] = kindsOf(input);
		const values = this.uniqueValues(key);
		for (const each of kind === '' ? values.keys() : [kind]) {
			const at = values.get(each)?.get(foldedText(value));
			if (at !== undefined) return at;
		}
		return undefined;
	}

	/** The feature of each value of a data field, for each kind whose features it tells apart. */
	private uniqueValues(key: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
		const known = this.unique.get(key);
		if (known !== undefined) return known;
		const kinds = new Map<string, Map<string, number>>();
		const { indices, values } = this.column(`${DATA}${key}`);
		indices.forEach((index, at) => {
			for (const kind of kindsOf(this.plan[index])) {
				const ofKind = kinds.get(kind) ?? new Map<string, number>();
				kinds.set(kind, ofKind.set(foldedText(values[at]), index));
			}
		});
		// A value that comes twice, or is missing, leaves fewer values than features.
		for (const [kind, ofKind] of kinds)
			if (kind === '' || ofKind.size < 2 || ofKind.size < this.countOf(kind)) kinds.delete(kind);
		this.unique.set(key, kinds);
		return kinds;
	}

	private countOf(kind: string): number {
		if (this.counts.size === 0)
			for (const each of this.plan.flatMap(kindsOf)) this.counts.set(each, (this.counts.get(each) ?? 0) + 1);
		return this.counts.get(kind) ?? 0;
	}

	/** The values that features of the plan have in a field. */
	private column(field: string): Column {
		this.columns ??= columnsOf(this.plan);
		return this.columns.get(field) ?? { indices: [], values: [] };
	}

	/** @returns undefined where the value says nothing */
	private lookUp(field: string, value: unknown): Candidates[] | undefined {
		if (isLocation(field)) {
			if (isEmpty(value)) return undefined;
			const table = this.tableOf(field);
			return this.grid.cellsAround(value).flatMap((cell) => table.get(cell) ?? []);
		}
		const text = foldedText(value);
		return text === '' ? undefined : [this.tableOf(field).get(text) ?? NONE];
	}

	private tableOf(field: string): Table {
		return this.cached(field, () => {
			if (isLocation(field)) {
				const placed = [...this.plan.keys()].filter((index) => !isEmpty(this.plan[index][field]));
				return tableBy(placed, (index) => this.grid.cellOf(this.plan[index][field]));
			}
			const { indices, values } = this.column(field);
			return tableBy(indices, (_index, at) => foldedText(values[at]));
		});
	}

	private tableOfAll(fields: readonly string[]): Table {
		return this.cached(JSON.stringify(fields), () =>
			tableBy([...this.plan.keys()], (index) => {
				const values = new Map(termsOf(this.plan[index]).map(({ field, value }) => [field, value]));
				return textOf(fields.map((field) => ({ field, value: values.get(field) })));
			}),
		);
	}

	private cached(name: string, make: () => Table): Table {
		const table = this.tables.get(name) ?? make();
		this.tables.set(name, table);
		return table;
	}
}

function columnsOf(plan: readonly Feature[]): Map<string, Column> {
	const columns = new Map<string, Column>();
	for (const [index, feature] of plan.entries()) {
		for (const { field, value } of termsOf(feature)) {
			if (isLocation(field) || isEmpty(value)) continue;
			const column = columns.get(field) ?? { indices: [], values: [] };
			column.indices.push(index);
			column.values.push(value);
			columns.set(field, column);
		}
	}
	return columns;
}

/** Lists of indices by a text of each. */
export function tableBy(indices: readonly number[], textFor: (index: number, at: number) => string): Table {
	const table: Table = new Map();
	indices.forEach((index, at) => {
		const text = textFor(index, at);
		const list = table.get(text);
		if (list === undefined) table.set(text, { indices: [index], start: 0 });
		else list.indices.push(index);
	});
	return table;
}

function textOf(terms: readonly Term[]): string {
	return JSON.stringify(terms.map(({ value }) => foldedText(value)));
}

/** Before the key of a data field, so that no property is taken for it. */
const DATA = 'data ';

/** What is compared of a feature, places first, kinds last. */
function termsOf(feature: Feature, ignored: readonly string[] = []): Term[] {
	const { data, geometry, position, type, zoneType } = feature;
	const terms: Term[] = [];
	const add = (field: string, value: unknown) => {
		if (isCompared(field, value) && !ignored.includes(field)) terms.push({ field, value });
	};
	add('geometry', geometry);
	add('position', position);
	const hasEntries = areEntries(data);
	if (hasEntries) for (const [key, value] of dataValues(data)) terms.push({ field: `${DATA}${key}`, value });
	for (const name in feature) {
		if (isLocation(name) || name === 'type' || name === 'zoneType' || (name === 'data' && hasEntries)) continue;
		add(name, feature[name]);
	}
	add('type', type);
	add('zoneType', zoneType);
	return terms;
}
