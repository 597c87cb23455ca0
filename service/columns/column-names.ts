import { isDataEntry } from '../plan';
import type { DataEntry, NamedField } from '../plan';
import { DataLayout, isUndoable } from './data-layout';
import type { Feature } from '../plan';

/** Names that n8n's dot notation or JavaScript would read as something other than one plain column. */
const UNSAFE_CHARACTERS = /[.[\]]/g;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype', '']);

/**
 * The columns that the data fields of one plan get, the same in every feature: `Tenant`, and for a second field of that
 * name `Tenant (dfld_…)`. An entry that repeats a code within its feature gets a column of its own, `Tenant (dfld_…)
 * 2`.
 */
export class ColumnNames {
	/** The column of each kind of entry. `2 dfld_…` is the second entry of that code within a feature. */
	private readonly columns = new Map<string, string>();

	private readonly known = new Map<string, NamedField>();

	private readonly taken: Set<string>;

	/** The last copy of each column, so that thousands of entries of one name are not counted from 2 again. */
	private readonly copies = new Map<string, number>();

	/** How many features of the plan have given their columns. */
	private learned = 0;

	/** The entries of the last of these features, and how they become columns. */
	private latest: { entries: unknown; layout: DataLayout | undefined } = { entries: undefined, layout: undefined };

	private layout: DataLayout | undefined;

	/**
	 * @param plan all features of the plan, so that no filter changes a column. They are looked at when a column is asked
	 * for, and each but once where `layoutOf` is asked for all in their order.
	 * @param members names that are no columns of data fields, because the row has members of these names
	 */
	constructor(
		private readonly by: 'byName' | 'byKey',
		private readonly plan: readonly Feature[],
		members: Iterable<string> = [],
	) {
		this.taken = new Set(members);
	}

	/**
	 * How one feature's data becomes columns; undefined where that could not be undone. Most features of a plan have the
	 * same fields (section 2.3, rule 3), so they share one layout.
	 */
	layoutOf(entries: readonly unknown[]): DataLayout | undefined {
		while (this.latest.entries !== entries && this.learned < this.plan.length) this.learnNext();
		return this.latest.entries === entries ? this.latest.layout : this.learn(entries);
	}

	/** The column of each entry of one feature's data. */
	of(entries: readonly DataEntry[]): string[] {
		this.learnAll();
		return this.columnsOf(entries);
	}

	/** What people call a data field of the plan. It is the field's column, because two fields may share a name. */
	labelOf(key: string): string | undefined {
		this.learnAll();
		return this.columns.get(`1 ${key}`);
	}

	/** Every column of the plan and the data field that it stands for, for those who read rows back. */
	get fields(): Array<NamedField & { column: string }> {
		this.learnAll();
		return [...this.known].map(([column, field]) => ({ column, ...field }));
	}

	private learnAll(): void {
		while (this.learned < this.plan.length) this.learnNext();
	}

	private learnNext(): void {
		const { data } = this.plan[this.learned++];
		this.latest = { entries: data, layout: Array.isArray(data) ? this.learn(data) : undefined };
	}

	private learn(entries: readonly unknown[]): DataLayout | undefined {
		if (this.layout?.fits(entries)) return this.layout;
		if (!isDataEntries(entries)) return undefined;
		const columns = this.columnsOf(entries);
		if (!entries.every(isUndoable)) return undefined;
		this.layout = new DataLayout(entries, columns);
		return this.layout;
	}

	private columnsOf(entries: readonly DataEntry[]): string[] {
		const seen = new Map<string, number>();
		return entries.map(({ key, name }) => {
			const count = (seen.get(key) ?? 0) + 1;
			seen.set(key, count);
			const id = `${count} ${key}`;
			const known = this.columns.get(id);
			if (known !== undefined) return known;
			const column = this.freeColumn(this.by === 'byName' ? name : key, key);
			this.taken.add(column);
			this.columns.set(id, column);
			this.known.set(column, { key, name });
			return column;
		});
	}

	private freeColumn(wanted: string, key: string): string {
		const plain = wanted.replace(UNSAFE_CHARACTERS, '_');
		const first = UNSAFE_NAMES.has(plain) ? `${plain}_` : plain;
		if (!this.taken.has(first)) return first;
		const second = `${first} (${key.replace(UNSAFE_CHARACTERS, '_')})`;
		if (!this.taken.has(second)) return second;
		let copy = this.copies.get(second) ?? 1;
		let column: string;
		do column = `${second} ${++copy}`;
		while (this.taken.has(column));
		this.copies.set(second, copy);
		return column;
	}
}

function isDataEntries(entries: readonly unknown[]): entries is readonly DataEntry[] {
	return entries.every(isDataEntry);
}
