import { isDataEntry } from './data-columns';
import type { DataEntry } from './data-columns';
import { DataLayout, haveSameFields, isUndoable } from './data-layout';
import type { Feature } from './features';

/** Names that n8n's dot notation or JavaScript would read as something other than one plain column. */
const UNSAFE_CHARACTERS = /[.[\]]/g;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype', '']);

/** A data field of a plan (section 2.4), by the first name that its code has there. */
export interface NamedField {
	key: string;
	name: string;
}

/**
 * The columns that the data fields of one plan get, the same in every feature: `Tenant`, and for a second field of that
 * name `Tenant (dfld_…)`. An entry that repeats a code within its feature gets a column of its own, `Tenant (dfld_…) 2`.
 */
export class ColumnNames {
	/** The column of each kind of entry. `2 dfld_…` is the second entry of that code within a feature. */
	private readonly columns = new Map<string, string>();

	private readonly known = new Map<string, NamedField>();

	private readonly taken: Set<string>;

	/** The last copy of each column, so that thousands of entries of one name are not counted from 2 again. */
	private readonly copies = new Map<string, number>();

	private last: DataLayout | undefined;

	/**
	 * @param features all of the plan, so that no filter changes a column
	 * @param members names that are no columns of data fields, because the row has members of these names
	 */
	constructor(
		private readonly by: 'byName' | 'byKey',
		features: readonly Feature[],
		members: Iterable<string> = [],
	) {
		this.taken = new Set(members);
		let last: readonly DataEntry[] = [];
		for (const { data } of features) {
			if (!Array.isArray(data) || haveSameFields(last, data) || !isDataEntries(data)) continue;
			this.of(data);
			last = data;
		}
	}

	/**
	 * How one feature's data becomes columns; undefined where that could not be undone. Most features of a plan have the same fields
	 * (section 2.3, rule 3), so they share one layout.
	 */
	layoutOf(entries: readonly unknown[]): DataLayout | undefined {
		if (this.last?.fits(entries)) return this.last;
		if (!entries.every(isUndoable)) return undefined;
		this.last = new DataLayout(entries, this.of(entries));
		return this.last;
	}

	/** The column of each entry of one feature's data. */
	of(entries: readonly DataEntry[]): string[] {
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

	/** What people call a data field of the plan. It is the field's column, because two fields may share a name. */
	labelOf(key: string): string | undefined {
		return this.columns.get(`1 ${key}`);
	}

	/** Every column of the plan and the data field that it stands for, for those who read rows back. */
	get fields(): Array<NamedField & { column: string }> {
		return [...this.known].map(([column, field]) => ({ column, ...field }));
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

function isDataEntries(data: unknown): data is DataEntry[] {
	return Array.isArray(data) && data.every(isDataEntry);
}
