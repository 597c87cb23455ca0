import { isDataEntry, ownIdentities } from '../plan';
import type { Feature } from '../plan';
import { foldAccents, foldText, groupBy, isJsonObject, memo, nearestName } from '../text';
import type { JsonObject } from '../text';
import { textProblem } from './cells';
import { ADDED_TO_ROWS, OF_JSON, Property, SPECIFIED_BY_FOLD, SPECIFIED_PROPERTIES, propertiesOf } from './properties';
import type { PropertyType } from './properties';
import type { RowProblem } from './row-rules';
import { FieldFormat } from './value-formats';

/** Further properties that the service sent with the entry are kept here, too. */
export interface Column extends JsonObject {
	column: string;
	key: string;
	name: string;
	/** Features have a property of this very name, too: what stands beside `data` is that. */
	isProperty?: true;
}

/** What a column of a row stands for; an unmapped one is no field and no property. */
export type ColumnMeaning =
	| { kind: 'field'; field: Column }
	| { kind: 'property'; name: string }
	| { kind: 'unmapped' | 'problem'; problem: RowProblem };

/** Names that n8n's dot notation or JavaScript would read as something other than one plain column. */
const UNSAFE_CHARACTERS = /[.[\]]/g;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype', '']);

const PROPERTY = ' (property)';
const NAMED_PROPERTY = /^(.*)\(property\)\s*$/is;
const NAMED_FIELD = /^(.*\S)\s*\((dfld_[a-z0-9]{25})\)$/is;
/** What readers of sheets call a column without a heading. */
const NO_HEADING = /^(?:__EMPTY(?:_\d+)?)?$/;
/** n8n flattens objects like this for spreadsheets, and nothing nests them again. */
const FLATTENED = new RegExp(`^(?:${OF_JSON.join('|')})\\.`);
/** One column whose heading holds them is a row that was not divided. */
const SEPARATORS = /[;\t|]/;

/** In fewer features the values of a field differ by chance. */
const MIN_FEATURES = 10;

/** Retry On Fail runs a node again whose first item has such a property. */
export const RETRIED = 'error';
export const OF_RETRIED = `${RETRIED}${PROPERTY}`;

/** The columns of the data fields of one plan: `Tenant`, and for a second field of that name `Tenant (dfld_…)`. */
export class Columns {
	private readonly columns = new Map<string, Column>();
	private readonly taken: Set<string>;
	/** Features of a plan mostly have the same fields (section 2.3, rule 3). They share one list. */
	private latest: readonly Column[] = [];
	private readonly names = memo(() => new NameIndex(this.all));
	/** Those that are filled, by the codes of data fields, and how many features have the field. */
	private readonly fieldValues = memo(() => {
		const valuesOf = memo<{ texts: Set<string>; count: number }, string>(() => ({ texts: new Set(), count: 0 }));
		for (const { data } of this.plan) {
			for (const entry of Array.isArray(data) ? data : []) {
				if (!isDataEntry(entry)) continue;
				const values = valuesOf(entry.key);
				values.count++;
				if (typeof entry.value === 'string' && entry.value !== '') values.texts.add(entry.value);
			}
		}
		return valuesOf;
	});
	/** How the values of a data field are written. */
	readonly formatOf = memo(
		(key: string) => new FieldFormat(this.columns.get(key)?.name, this.fieldValues()(key).texts, this.timezone),
	);
	private readonly identities = memo(() => new Set(['id', ...ownIdentities(this.plan).keys()]));
	/** Also one that no feature has. */
	readonly property = memo((name: string) => {
		const hasFormat = this.properties.has(name) && !this.identities().has(name);
		return new Property(name, this.plan, this.properties.get(name), hasFormat, this.timezone);
	});
	private readonly foldedProperties = memo(() => groupBy(this.properties.keys(), foldText));
	readonly properties: ReadonlyMap<string, ReadonlySet<PropertyType>>;
	/** Whether a name is nearly one of a data field or property, so that it is probably mistyped. */
	readonly isNearName = memo((column: string) => nearestName(column, this) !== undefined);
	readonly meaningOf = memo((column: string): ColumnMeaning => {
		const broken = (problem: RowProblem): ColumnMeaning => ({ kind: 'problem', problem });
		const fields = this.fieldsOf(column);
		const field = fields.at(0);
		const specified = SPECIFIED_BY_FOLD.get(foldText(column));
		if (field !== undefined && specified !== undefined) {
			const details = { name: specified, column: unmistakable(field) };
			return broken({ path: column, rule: 'oneMeaning', details });
		}
		if (fields.length > 1)
			return broken({ path: column, rule: 'alikeFields', details: { columns: fields.map(unmistakable) } });
		if (field !== undefined) return { kind: 'field', field };
		const property = this.propertyCalled(column);
		if (property !== undefined) return { kind: 'property', name: property };
		if (NO_HEADING.test(column.trim())) return broken({ path: 'A column', rule: 'noHeading' });
		if (FLATTENED.test(column)) return broken({ path: column, rule: 'wholeValue' });
		// It need not be on the plan.
		const [, name, code] = NAMED_FIELD.exec(column) ?? [];
		if (name !== undefined) return { kind: 'field', field: { column, key: code.toLowerCase(), name } };
		const corrupted = textProblem(column);
		if (corrupted !== undefined) return broken({ path: column, ...corrupted });
		if (/^sep=/i.test(column)) return broken({ path: column, rule: 'separatorLine' });
		if (SEPARATORS.test(column)) return { kind: 'unmapped', problem: { path: column, rule: 'delimiter' } };
		return { kind: 'unmapped', problem: { path: column, rule: 'planColumn', details: this.unknownName(column) } };
	});
	/** The column of a property in a flat row: `name (property)` where a data field is called so, in any spelling. */
	readonly columnOfProperty = memo((property: string) => {
		let column = property === RETRIED ? OF_RETRIED : property;
		while (this.fieldsOf(column).length > 0) column += PROPERTY;
		return column;
	});

	/**
	 * @param as the Data Format: columns are names, or codes; in a row of a table they stand beside the properties
	 * @param plan all features of it, so that no filter changes a column
	 * @param timezone of the workflow
	 */
	constructor(
		readonly as: 'array' | 'byName' | 'byKey' | 'table',
		private readonly plan: readonly Feature[],
		private readonly timezone = 'utc',
	) {
		this.properties = propertiesOf(plan);
		this.taken = new Set(as === 'table' ? [...ADDED_TO_ROWS, RETRIED] : []);
		for (const { data } of plan) this.fieldsIn(data);
	}

	get all(): Column[] {
		return [...this.columns.values()];
	}

	*[Symbol.iterator](): Iterator<string> {
		for (const { column } of this.columns.values()) yield column;
		yield* this.properties.keys();
	}

	/**
	 * The data fields that a text means: by its column as it is written, by column, code or name once folded, or as
	 * `Name (dfld_…)`.
	 */
	fieldsOf(text: string): readonly Column[] {
		return this.names().find(text);
	}

	/** What a field of n8n's resource mapper stands for: `type` is the property, whatever data fields are called. */
	mappedMeaningOf(column: string): ColumnMeaning {
		if (SPECIFIED_PROPERTIES.has(column) || column === 'id') return { kind: 'property', name: column };
		const meaning = this.meaningOf(column);
		if (meaning.kind !== 'unmapped') return meaning;
		// What is mapped by hand is not helped by mapping it by hand.
		return { kind: 'unmapped', problem: { path: column, rule: 'mappedColumn', details: this.unknownName(column) } };
	}

	/** As it is written, or else in any spelling, also as `name (property)`. */
	private propertyCalled(column: string): string | undefined {
		for (let name: string | undefined = column; name !== undefined; name = NAMED_PROPERTY.exec(name)?.[1].trim()) {
			const property = this.properties.has(name) ? name : this.foldedProperties().get(foldText(name))?.[0];
			if (property !== undefined) return property;
		}
		return undefined;
	}

	private unknownName(name: string) {
		return { name, known: this, hasFields: this.columns.size > 0 };
	}

	/** Whether a feature of the plan has a text in a column. */
	hasValue(column: string, text: string): boolean {
		const meaning = this.meaningOf(column);
		if (meaning.kind === 'field') return this.formatOf(meaning.field.key).has(text);
		return meaning.kind === 'property' && this.property(meaning.name).hasText(text);
	}

	/** Whether a data field is filled and different in each feature that has it, of many. */
	isKey(key: string): boolean {
		const { texts, count } = this.fieldValues()(key);
		return count >= MIN_FEATURES && texts.size === count;
	}

	/** What people call a data field, and nothing else on the plan. */
	labelOf(key: string): string | undefined {
		const field = this.columns.get(key);
		return field !== undefined && this.properties.has(field.column) ? unmistakable(field) : field?.column;
	}

	/** The columns of one feature's entries. Undefined for what stays a list: a column stands for one entry. */
	fieldsIn(data: unknown): readonly Column[] | undefined {
		if (!Array.isArray(data)) return undefined;
		if (areFieldsOf(data, this.latest)) return this.latest;
		if (!data.every(isDataEntry)) return undefined;
		const fields = data.map(({ key, name, ...others }): Column => {
			delete others.value;
			const column = this.columnOf(key, name);
			const isProperty = this.properties.has(column) || this.properties.has(name);
			return { ...others, column, key, name, ...(isProperty && { isProperty }) };
		});
		if (new Set(fields.map(({ column }) => column)).size < fields.length) return undefined;
		if (data.every(isPlain)) this.latest = fields;
		return fields;
	}

	private columnOf(key: string, name: string): string {
		const known = this.columns.get(key);
		if (known !== undefined) return known.column;
		const plain = (this.as === 'byKey' ? key : name).replace(UNSAFE_CHARACTERS, '_');
		let column = UNSAFE_NAMES.has(plain) ? `${plain}_` : plain;
		const isSpecified = this.as === 'table' && SPECIFIED_BY_FOLD.has(foldText(column));
		if (isSpecified || this.taken.has(column)) column += ` (${key.replace(UNSAFE_CHARACTERS, '_')})`;
		while (this.taken.has(column)) column += '_';
		this.taken.add(column);
		this.columns.set(key, { column, key, name });
		return column;
	}
}

/** The columns of flat rows: data fields beside the properties of the features. @param timezone of the workflow */
export function rowColumnsOf(plan: readonly Feature[], timezone?: string): Columns {
	return new Columns('table', plan, timezone);
}

/** How names are compared: as texts are, and where nothing is found so, without accents, which files lose or move. */
const FOLDS = [foldText, foldAccents];

/** Data fields by what they are called: as it is written, or else by every name that is folded alike. */
export class NameIndex {
	/** By columns, and by the names that are no columns and of one field alone. */
	readonly exact: ReadonlyMap<string, Column>;
	private readonly folded = memo((fold: (name: string) => string) => {
		const all = this.columns.flatMap((one) => [one.column, one.key, one.name].map((name) => ({ name, one })));
		return groupBy(all, ({ name }) => fold(name));
	});

	constructor(readonly columns: readonly Column[]) {
		const exact = new Map(columns.map((one) => [one.column, one]));
		for (const [name, [one, ...others]] of groupBy(columns, ({ name }) => name))
			if (others.length === 0 && !exact.has(name)) exact.set(name, one);
		this.exact = exact;
	}

	readonly find = memo((text: string): readonly Column[] => {
		const exact = this.exact.get(text);
		if (exact !== undefined) return [exact];
		const [, , code = text] = NAMED_FIELD.exec(text) ?? [];
		const found = [text, code]
			.flatMap((name) => FOLDS.map((fold) => this.folded(fold).get(fold(name))))
			.find((one) => one !== undefined);
		return [...new Set(found?.map(({ one }) => one))];
	});
}

/** Such as `Tenant (dfld_…)`, which `fieldsOf` understands. */
export function unmistakable({ column, key }: Column): string {
	return column.endsWith(`(${key})`) ? column : `${column} (${key})`;
}

/** No list of the properties is made, because that would be garbage for each entry of a plan. */
function isPlain(entry: JsonObject): boolean {
	for (const property in entry) if (property !== 'key' && property !== 'name' && property !== 'value') return false;
	return true;
}

function areFieldsOf(entries: readonly unknown[], fields: readonly Column[]): boolean {
	const isEntryOf = (entry: unknown, { key, name }: Column) =>
		isJsonObject(entry) && entry.key === key && entry.name === name && isPlain(entry);
	return entries.length === fields.length && entries.every((entry, index) => isEntryOf(entry, fields[index]));
}
