import type { DataEntry, Feature } from '../plan';
import type { JsonObject } from '../text';
import { Blanks } from './blanks';
import { SPECIFIED_MEMBERS, isDataEntries, membersOf } from './cells';
import type { Member } from './cells';
import { FieldForms } from './forms';

/**
 * A column and the data field that it stands for. Members beside key, name and value that the service sent with the
 * entry are kept here, too.
 */
export interface Column extends JsonObject {
	column: string;
	key: string;
	name: string;
	/** The entry came without the member `value`. */
	noValue?: true;
}

/** The columns of one feature's entries. Features that have the same fields share one. */
interface Layout {
	columns: string[];
	/** Nobody changes it, because features share it. Undefined where the entries could not be made of it again. */
	dataFields: Column[] | undefined;
	/** Those of which it was made, where each is a key, a name and a value, and nothing else. */
	plain: readonly DataEntry[] | undefined;
}

/** Names that n8n's dot notation or JavaScript would read as something other than one plain column. */
const UNSAFE_CHARACTERS = /[.[\]]/g;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype', '']);

/** Names are compared so. */
export const normalizeName = (text: string) => text.trim().toLowerCase();

/** Behind the name of a member in the column of a row. */
const MEMBER = ' (member)';

/** Beside the members that the specification names, rows have what Get Plan Features adds. */
export const ADDED_TO_ROWS = ['planCode', 'dataFields', 'photosLeftOut'];

/**
 * The columns of the data fields of one plan, the same in every feature: `Tenant`, and for a second field of that name
 * `Tenant (dfld_…)`. An entry that repeats a code within its feature gets a column of its own, `Tenant (dfld_…) 2`.
 */
export class Columns {
	/** By entry: `2 dfld_…` is the second entry of that code within a feature. */
	private readonly columns = new Map<string, Column>();
	private readonly taken: Set<string>;
	/** The last copy of each column, so that thousands of entries of one name are not counted from 2 again. */
	private readonly copies = new Map<string, number>();
	/** Features of a plan mostly have the same fields (section 2.3, rule 3). */
	private latest: Layout | undefined;
	private loose: Map<string, Column> | undefined;
	private exact: Map<string, Column> | undefined;
	/** The member that a column of a row means, where no data field has this very column. */
	readonly membersByColumn: ReadonlyMap<string, string>;
	/** In which the data fields are written. */
	readonly forms: FieldForms;
	readonly blanks = new Blanks();

	/**
	 * @param plan all features of the plan, so that no filter changes a column
	 * @param members those that stand beside the columns in one row; none where the columns are an object of their own
	 */
	constructor(
		private readonly by: 'byName' | 'byKey',
		plan: readonly Feature[],
		readonly members: ReadonlyMap<string, Member> = new Map(),
	) {
		this.taken = new Set(members.size === 0 ? [] : [...SPECIFIED_MEMBERS, ...ADDED_TO_ROWS]);
		for (const { data } of plan) if (isDataEntries(data)) this.layoutOf(data);
		const columnsOf = (name: string) => [name, `${name}${MEMBER}`, this.columnOfMember(name)];
		this.membersByColumn = new Map([...members.keys()].flatMap((name) => columnsOf(name).map((one) => [one, name])));
		this.forms = new FieldForms(plan);
	}

	get all(): Column[] {
		return [...this.columns.values()];
	}
	/** What a column may be called. */
	*[Symbol.iterator](): Iterator<string> {
		for (const { column } of this.columns.values()) yield column;
		yield* this.members.keys();
	}

	/** The data field of a column as it is written: `Tenant` and `tenant` may be two fields of one plan. */
	at(column: string): Column | undefined {
		return (this.exact ??= new Map(this.all.map((one) => [one.column, one]))).get(column);
	}

	/** The data field that a text means: by its column as it is written, or by column, code or name in any case. */
	find(text: string): Column | undefined {
		return this.at(text) ?? (this.loose ??= looseNames(this.all)).get(normalizeName(text));
	}

	/** The column of a member in a flat row: `name (member)` where `name` is what a data field is called, in any case. */
	columnOfMember(member: string): string {
		if (SPECIFIED_MEMBERS.has(member)) return this.namesake(member) === undefined ? member : `${member}${MEMBER}`;
		let column = member;
		while (this.find(column) !== undefined) column += MEMBER;
		return column;
	}

	/** The data field that has the very name of a member that the specification knows: nobody can tell the two apart. */
	namesake(member: string): Column | undefined {
		const field = SPECIFIED_MEMBERS.has(member) ? this.find(member) : undefined;
		return field?.name.trim() === member ? field : undefined;
	}

	/** What people call a data field of the plan, and nothing else there. */
	labelOf(key: string): string | undefined {
		const column = this.columns.get(`1 ${key}`)?.column;
		return column !== undefined && this.members.has(column) ? `${column} (${key})` : column;
	}

	/** How one feature's entries become columns. */
	layoutOf(entries: readonly DataEntry[]): Layout {
		if (this.latest === undefined || !isLaidOut(this.latest, entries)) this.latest = this.newLayout(entries);
		return this.latest;
	}

	private newLayout(entries: readonly DataEntry[]): Layout {
		const seen = new Map<string, number>();
		const columns = entries.map(({ key, name }) => {
			const count = (seen.get(key) ?? 0) + 1;
			seen.set(key, count);
			return this.columnOf(`${count} ${key}`, key, name);
		});
		const dataFields = entries.every(isUndoable)
			? entries.map((entry, index) => fieldOf(entry, columns[index]))
			: undefined;
		return { columns, dataFields, plain: entries.every(isPlain) ? entries : undefined };
	}

	private columnOf(id: string, key: string, name: string): string {
		const known = this.columns.get(id);
		if (known !== undefined) return known.column;
		const column = this.freeColumn(this.by === 'byName' ? name : key, key);
		this.taken.add(column);
		this.columns.set(id, { column, key, name });
		this.loose = this.exact = undefined;
		return column;
	}

	private freeColumn(wanted: string, key: string): string {
		const plain = wanted.replace(UNSAFE_CHARACTERS, '_');
		const first = UNSAFE_NAMES.has(plain) ? `${plain}_` : plain;
		if (!this.taken.has(first)) return first;
		const second = `${first} (${key.replace(UNSAFE_CHARACTERS, '_')})`;
		if (!this.taken.has(second)) return second;
		let copy = (this.copies.get(second) ?? 1) + 1;
		while (this.taken.has(`${second} ${copy}`)) copy++;
		this.copies.set(second, copy);
		return `${second} ${copy}`;
	}
}

/** The columns of flat rows: data fields beside the members of the features. */
export function rowColumnsOf(plan: readonly Feature[]): Columns {
	return new Columns('byName', plan, membersOf(plan));
}

function looseNames(columns: readonly Column[]): Map<string, Column> {
	const names = new Map<string, Column>();
	for (const part of ['column', 'key', 'name'] as const) {
		for (const column of columns) {
			const name = normalizeName(column[part]);
			if (!names.has(name)) names.set(name, column);
		}
	}
	return names;
}

/** An entry with a member that a column uses itself would lose it. */
function isUndoable(entry: DataEntry): boolean {
	return !('column' in entry) && !('noValue' in entry);
}

function fieldOf({ key, name, ...others }: DataEntry, column: string): Column {
	if (!('value' in others)) return { ...others, column, key, name, noValue: true };
	delete others.value;
	return { ...others, column, key, name };
}

/** No list of the members is made, because that would be garbage for each entry of a plan. */
function isPlain(entry: DataEntry): boolean {
	for (const member in entry) if (member !== 'key' && member !== 'name' && member !== 'value') return false;
	return 'value' in entry;
}

function isLaidOut({ plain }: Layout, entries: readonly DataEntry[]): boolean {
	if (plain?.length !== entries.length) return false;
	for (let index = 0; index < entries.length; index++) {
		const entry = entries[index];
		const { key, name } = plain[index];
		if (entry.key !== key || entry.name !== name || !isPlain(entry)) return false;
	}
	return true;
}
