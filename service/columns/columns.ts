import { DATA_KEY, foldText, isDataEntry } from '../plan';
import type { DataEntry, Feature, FeatureProblem } from '../plan';
import type { JsonObject } from '../text';
import { SPECIFIED_PROPERTIES, propertiesOf, spoiltText } from './cells';
import type { Property } from './cells';
import { EntryTemplates } from './entry-templates';
import { FieldFormat } from './value-formats';

/**
 * A column and the data field that it stands for. Properties beside key, name and value that the service sent with the
 * entry are kept here, too.
 */
export interface Column extends JsonObject {
	column: string;
	key: string;
	name: string;
	/** The entry came without the property `value`. */
	noValue?: true;
	/** Features have a property of this very name, too: what stands beside `data` is that. */
	isProperty?: true;
}

/** What a column of a row stands for. */
export type ColumnMeaning =
	| { kind: 'field'; field: Column }
	| { kind: 'property'; name: string }
	/** Get Plan Features adds it, or n8n does. */
	| { kind: 'added' }
	/** Neither a data field nor a property. */
	| { kind: 'unmapped'; problem: FeatureProblem }
	| { kind: 'problem'; problem: FeatureProblem };

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

/**
 * Names are compared so: letter case, Unicode form, spaces and line breaks, zero-width characters and dashes don't
 * count.
 */
export const normalizeName = foldText;

/** Behind the name of a property in the column of a row. */
const PROPERTY = ' (property)';
const NAMED_PROPERTY = /^(.*\S)\s*\(property\)$/is;
const NAMED_FIELD = /^(.*\S)\s*\((dfld_[a-z0-9]{25})\)$/is;
/** What readers of sheets call a column without a heading. */
const NO_HEADING = /^(?:__EMPTY(?:_\d+)?)?$/;
/** One column whose heading holds them is a row that was not divided. */
const SEPARATORS = /[;\t]/;
const BYTE_ORDER_MARK = /^\ufeff/;

/** Beside the properties that the specification names, rows have what Get Plan Features adds. */
export const ADDED_TO_ROWS: readonly string[] = ['planCode', 'dataFields', 'photosSkipped'];

/** Retry On Fail runs a node again whose first item has such a property. */
export const RETRIED = 'error';
/** The column that stands for the property there. */
export const OF_RETRIED = `${RETRIED}${PROPERTY}`;

/**
 * The columns of the data fields of one plan, the same in every feature: `Tenant`, and for a second field of that name
 * `Tenant (dfld_…)`. An entry that repeats a code within its feature gets a column of its own, `Tenant (dfld_…) 2`.
 */
export class Columns {
	/** By entry: `2 dfld_…` is the second entry of that code within a feature. */
	private readonly columns = new Map<string, Column>();
	private readonly taken: Set<string>;
	/** The last copy of each column, so that thousands of entries of one name are not counted from 2 again. */
	private readonly counts = new Map<string, number>();
	/** Features of a plan mostly have the same fields (section 2.3, rule 3). */
	private latest: Layout | undefined;
	private index: NameIndex | undefined;
	private readonly meanings = new Map<string, ColumnMeaning>();
	private readonly propertyColumns = new Map<string, string>();
	private formats: Map<string, FieldFormat> | undefined;
	private readonly values = new Map<string, Set<unknown>>();
	private readonly texts = new Map<string, Set<string>>();
	readonly templates = new EntryTemplates();
	/** By their folded names. */
	private readonly foldedProperties = new Map<string, string[]>();

	/**
	 * @param plan all features of the plan, so that no filter changes a column
	 * @param properties those of its features
	 * @param isFlat the columns stand beside the properties in one row, not in an object of their own
	 * @param timezone of the workflow
	 */
	constructor(
		private readonly by: 'byName' | 'byKey',
		private readonly plan: readonly Feature[],
		readonly properties: ReadonlyMap<string, Property> = propertiesOf(plan),
		private readonly isFlat = false,
		readonly timezone = 'utc',
	) {
		this.taken = new Set(isFlat ? [...ADDED_TO_ROWS, RETRIED] : []);
		for (const name of properties.keys()) pushTo(this.foldedProperties, normalizeName(name), name);
		for (const { data } of plan) if (isDataEntries(data)) this.layoutOf(data);
	}

	get all(): Column[] {
		return [...this.columns.values()];
	}

	/** What a column may be called. */
	*[Symbol.iterator](): Iterator<string> {
		for (const { column } of this.columns.values()) yield column;
		yield* this.properties.keys();
	}

	private get names(): NameIndex {
		return (this.index ??= new NameIndex(this.all));
	}

	/** The data field of a column as it is written: `Tenant` and `tenant` may be two fields of one plan. */
	at(column: string): Column | undefined {
		return this.names.exact.get(column);
	}

	/** The data fields that a text means: by its column as it is written, or by column, code or name once folded. */
	fieldsOf(text: string): readonly Column[] {
		return this.names.find(text);
	}

	/** How the values of a data field are written on the plan; undefined where it has none. */
	formatOf(key: string): FieldFormat | undefined {
		this.formats ??= formatsOf(this.plan, this.timezone);
		return this.formats.get(key);
	}

	/** What a column of a row stands for, once for all rows. */
	meaningOf(column: string): ColumnMeaning {
		let meaning = this.meanings.get(column);
		if (meaning === undefined) this.meanings.set(column, (meaning = this.findMeaning(column)));
		return meaning;
	}

	/** What a field of n8n's resource mapper stands for: `type` is the property, whatever data fields are called. */
	mappedMeaningOf(column: string): ColumnMeaning {
		if (SPECIFIED_PROPERTIES.has(column) || column === 'id') return { kind: 'property', name: column };
		const meaning = this.meaningOf(column);
		if (meaning.kind !== 'unmapped') return meaning;
		// What is mapped by hand is not helped by mapping it by hand.
		const details = { name: column, known: this };
		return { kind: 'unmapped', problem: { path: column, rule: 'mappedColumn', details } };
	}

	/** The data field that a column of a row stands for. */
	fieldOf(column: string): Column | undefined {
		const meaning = this.meaningOf(column);
		return meaning.kind === 'field' ? meaning.field : undefined;
	}

	private findMeaning(column: string): ColumnMeaning {
		const name = column.replace(BYTE_ORDER_MARK, '');
		if (ADDED_TO_ROWS.includes(name)) return { kind: 'added' };
		const properties = this.foldedProperties.get(normalizeName(name)) ?? [];
		const isSpecified = properties.some((one) => SPECIFIED_PROPERTIES.has(one));
		const fields = this.fieldsOf(name);
		const [field] = fields as Array<Column | undefined>;
		if (isSpecified && field !== undefined) {
			const details = { name: properties[0], column: unmistakable(field) };
			return { kind: 'problem', problem: { path: column, rule: 'oneMeaning', details } };
		}
		if (fields.length > 1) {
			const details = { columns: fields.map(unmistakable) };
			return { kind: 'problem', problem: { path: column, rule: 'alikeFields', details } };
		}
		if (field !== undefined) return { kind: 'field', field };
		if (properties.length > 0) return { kind: 'property', name: nearest(properties, name) };
		if (NO_HEADING.test(name.trim())) return { kind: 'problem', problem: { path: column, rule: 'noHeading' } };
		const explicit = this.explicitMeaning(name);
		if (explicit !== undefined) return explicit;
		const spoilt = spoiltText(name);
		if (spoilt !== undefined) return { kind: 'problem', problem: { path: column, ...spoilt } };
		if (SEPARATORS.test(name)) return { kind: 'problem', problem: { path: column, rule: 'delimiter' } };
		return { kind: 'unmapped', problem: { path: column, rule: 'planColumn', details: { name: column, known: this } } };
	}

	/** `name (property)`, and `Name (dfld_…)`, which need not be on the plan. */
	private explicitMeaning(column: string): ColumnMeaning | undefined {
		let named = NAMED_PROPERTY.exec(column);
		while (named !== null) {
			const properties = this.foldedProperties.get(normalizeName(named[1]));
			if (properties !== undefined) return { kind: 'property', name: nearest(properties, named[1]) };
			named = NAMED_PROPERTY.exec(named[1]);
		}
		const [, name, code = ''] = NAMED_FIELD.exec(column) ?? [];
		const key = code.toLowerCase();
		if (name === undefined || !DATA_KEY.test(key)) return undefined;
		return { kind: 'field', field: this.columns.get(`1 ${key}`) ?? { column, key, name } };
	}

	/** The column of a property in a flat row: `name (property)` where a data field is called so, in any spelling. */
	columnOfProperty(property: string): string {
		let column = this.propertyColumns.get(property);
		if (column === undefined) {
			column = this.isFlat && property === RETRIED ? `${property}${PROPERTY}` : property;
			while (this.fieldsOf(column).length > 0) column += PROPERTY;
			this.propertyColumns.set(property, column);
		}
		return column;
	}

	/** Whether a feature of the plan has this very value as a property. */
	hasValue(property: string, value: unknown): boolean {
		let values = this.values.get(property);
		if (values === undefined)
			this.values.set(property, (values = new Set(this.plan.map((feature) => feature[property]))));
		return values.has(value);
	}

	/** Whether a feature of the plan has this text as a property, as services store texts. */
	hasText(property: string, text: unknown): boolean {
		if (!this.properties.has(property)) return false;
		let texts = this.texts.get(property);
		if (texts === undefined)
			this.texts.set(property, (texts = new Set(this.plan.map((feature) => foldText(String(feature[property]))))));
		return texts.has(foldText(String(text)));
	}

	/** What people call a data field of the plan, and nothing else there. */
	labelOf(key: string): string | undefined {
		const column = this.columns.get(`1 ${key}`)?.column;
		return column !== undefined && this.properties.has(column) ? `${column} (${key})` : column;
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
			? entries.map((entry, index) => this.listedField(entry, columns[index]))
			: undefined;
		return { columns, dataFields, plain: entries.every(isPlain) ? entries : undefined };
	}

	private listedField({ key, name, ...others }: DataEntry, column: string): Column {
		const noValue = !('value' in others);
		delete others.value;
		const field: Column = { ...others, column, key, name };
		if (noValue) field.noValue = true;
		if (this.properties.has(column)) field.isProperty = true;
		return field;
	}

	private columnOf(id: string, key: string, name: string): string {
		const known = this.columns.get(id);
		if (known !== undefined) return known.column;
		const column = this.freeColumn(this.by === 'byName' ? name : key, key);
		this.taken.add(column);
		this.columns.set(id, { column, key, name });
		this.index = undefined;
		this.meanings.clear();
		this.propertyColumns.clear();
		return column;
	}

	private isTaken(column: string): boolean {
		return this.taken.has(column) || (this.isFlat && this.isSpecified(column));
	}

	private isSpecified(column: string): boolean {
		return this.foldedProperties.get(normalizeName(column))?.some((name) => SPECIFIED_PROPERTIES.has(name)) ?? false;
	}

	private freeColumn(expected: string, key: string): string {
		const plain = expected.replace(UNSAFE_CHARACTERS, '_');
		const first = UNSAFE_NAMES.has(plain) ? `${plain}_` : plain;
		if (!this.isTaken(first)) return first;
		const second = `${first} (${key.replace(UNSAFE_CHARACTERS, '_')})`;
		if (!this.taken.has(second)) return second;
		let copy = (this.counts.get(second) ?? 1) + 1;
		while (this.taken.has(`${second} ${copy}`)) copy++;
		this.counts.set(second, copy);
		return `${second} ${copy}`;
	}
}

/** The columns of flat rows: data fields beside the properties of the features. @param timezone of the workflow */
export function rowColumnsOf(plan: readonly Feature[], timezone?: string): Columns {
	return new Columns('byName', plan, propertiesOf(plan), true, timezone);
}

/** Data fields by what they are called. */
class NameIndex {
	readonly exact: ReadonlyMap<string, Column>;
	private readonly folded = new Map<string, Column[]>();
	/** Without accents, which files lose or move. */
	private readonly unmarked = new Map<string, Column[]>();

	constructor(columns: readonly Column[]) {
		this.exact = new Map(columns.map((one) => [one.column, one]));
		for (const column of columns) {
			const names = new Set([column.column, column.key, column.name].map(normalizeName));
			for (const name of names) pushTo(this.folded, name, column);
			const unmarked = new Set([column.column, column.name].map(withoutMarks));
			for (const name of unmarked) pushTo(this.unmarked, name, column);
		}
	}

	/** The columns of several entries of one code are one field. */
	find(text: string): readonly Column[] {
		const exact = this.exact.get(text);
		if (exact !== undefined) return [exact];
		const found = this.folded.get(normalizeName(text)) ?? this.unmarked.get(withoutMarks(text)) ?? [];
		return found.filter(({ key }, index) => found.findIndex((other) => other.key === key) === index);
	}
}

function withoutMarks(name: string): string {
	return normalizeName(name).normalize('NFD').replace(/\p{M}/gu, '');
}

/** The name as it is written, or else the first that is folded alike. */
function nearest(names: readonly string[], written: string): string {
	return names.find((name) => name === written) ?? names[0];
}

function pushTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** A column that means this data field and nothing else, on any plan. */
function unmistakable({ column, key }: Column): string {
	return column.endsWith(`(${key})`) ? column : `${column} (${key})`;
}

function formatsOf(plan: readonly Feature[], timezone: string): Map<string, FieldFormat> {
	const values = new Map<string, Set<string>>();
	for (const { data } of plan) {
		if (!Array.isArray(data)) continue;
		for (const entry of data) {
			if (!isDataEntry(entry) || typeof entry.value !== 'string' || entry.value === '') continue;
			const known = values.get(entry.key);
			if (known === undefined) values.set(entry.key, new Set([entry.value]));
			else known.add(entry.value);
		}
	}
	return new Map([...values].map(([key, all]) => [key, new FieldFormat(all, timezone)]));
}

export function isDataEntries(data: unknown): data is DataEntry[] {
	return Array.isArray(data) && data.every(isDataEntry);
}

/** An entry with a property that a column uses itself would lose it. */
function isUndoable(entry: DataEntry): boolean {
	return !('column' in entry) && !('noValue' in entry) && !('isProperty' in entry);
}

/** No list of the properties is made, because that would be garbage for each entry of a plan. */
function isPlain(entry: DataEntry): boolean {
	for (const property in entry) if (property !== 'key' && property !== 'name' && property !== 'value') return false;
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
