import { EXACT, KIND, areEqual, isDataEntry, isEmptyValue, isPlaceholder } from '../plan';
import type { Feature } from '../plan';
import { foldText, isJsonEqual, isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { FOOTER, MAX_CELL_LENGTH, TOTALS, isEmptyCell, jsonOfCell } from './cells';
import type { CellProblem } from './cells';
import { NameIndex, OF_RETRIED, RETRIED } from './columns';
import type { Column, ColumnMeaning, Columns } from './columns';
import { isAmount } from './number-formats';
import { ADDED_TO_ROWS, OF_JSON, SPECIFIED_BY_FOLD, SPECIFIED_PROPERTIES } from './properties';
import type { RowProblem } from './row-rules';

/** What to do with columns that are neither a data field of the plan nor a property of a feature. */
export type ExtraColumns = 'error' | 'ignore' | 'keep';

/** How an object says what it is about. */
export type RowKind =
	/** A row of a table: its columns are mapped by their names. */
	| 'row'
	/** A row of n8n's resource mapper. */
	| 'mapped'
	/** A row in JSON of the author's own. */
	| 'json'
	/** A feature in such JSON, with places or icons: it may name data fields, and what is not nearly one stays. */
	| 'ownFeature'
	/** It says its data itself, by a list or by `dataFields`, or has places or icons as JSON and nothing of its own. */
	| 'feature';

/**
 * Columns without a meaning: the rows that have a cell in them, those in which Extra Columns left it out, and features
 * in JSON that keep it as their own.
 */
export type UnmappedColumns = Map<string, { filled: number; ignored: number; kept: number }>;

export interface RowOptions {
	extra: ExtraColumns;
	as?: RowKind | undefined;
	/** Columns that the expression of Plan reads. */
	planColumns?: ReadonlySet<string>;
	/** Is added to. */
	unmapped?: UnmappedColumns;
}

/** What is wrong with columns follows from what holds the headings of a report, or the row itself. */
const AROUND_ROW: ReadonlySet<RowProblem['rule']> = new Set(['attributes', 'holdsFeatures', 'holdsRow', 'noHeading']);

type UnknownMeaning = Extract<ColumnMeaning, { problem: RowProblem }>;

export interface ReadFeature {
	feature: Feature;
	problems: RowProblem[];
}

/** A feature that an item says, and how far that is read. */
export interface ReadItem extends ReadFeature {
	/** Of its plan, or of an empty one. */
	columns: Columns;
	/** Whether the plan makes a difference: by the formats of its data fields, or by their names. */
	needsPlan: boolean;
	/** Columns that were added to an item of Get, and are none of its data fields and no property on the plan. */
	added: string[];
}

/**
 * It has no cell but those that name its plan, its kind where it has other columns, and boxes that nobody checked; or
 * it repeats the headings, is a line, or has what people write where there is no value.
 */
export function isEmptyRow(row: JsonObject, planColumns?: ReadonlySet<string>): boolean {
	let [hasColumns, hasDefaults] = [false, false];
	const added = addedByNode(row);
	for (const column in row) {
		const cell = row[column];
		// Not every object can be a text.
		const text = typeof cell === 'object' ? '' : String(cell);
		const isAdded = added.includes(column) || ADDED_TO_ROWS.includes(column);
		if (isEmptyCell(cell)) hasColumns ||= !SPECIFIED_PROPERTIES.has(column);
		else if (isAdded || planColumns?.has(column) === true) continue;
		else if (KIND.includes(column) || UNCHECKED.test(text)) hasDefaults = true;
		else if (repeatsHeading(column, cell) || LINE.test(text) || isPlaceholder(text)) hasColumns = true;
		else return false;
	}
	return hasColumns || !hasDefaults;
}

/** As the boxes of a sheet are below its last row. */
const UNCHECKED = /^false$/i;

/** As programs draw it below headings. */
const LINE = /^[-:=_]{3,}$/;

/** What the specification and Get name. */
const KNOWN: ReadonlySet<string> = new Set([...SPECIFIED_PROPERTIES.keys(), ...ADDED_TO_ROWS]);
/** What services have beside that in each feature. */
const NAMING = ['id', 'name'];

/** Whether a row has no cells but those of a kind, a place, an identity and a name. */
function isLikeFeature(row: JsonObject): boolean {
	const isOfFeature = (column: string) => KNOWN.has(column) || NAMING.includes(column) || isEmptyCell(row[column]);
	return !isEmptyCell(row.type) && Object.keys(row).every(isOfFeature);
}

export function repeatsHeading(column: string, cell: unknown): boolean {
	return typeof cell === 'string' && foldText(cell) === foldText(column);
}

/** A row has what neither the specification nor Get names. */
export function inputKind(item: JsonObject, rowKind: 'row' | 'json'): RowKind {
	if (isGeoJsonFeature(item)) return rowKind;
	if (isList(item.data) || isList(item.dataFields)) return 'feature';
	const { type, position, geometry, icons } = item;
	const places = [position, geometry, icons].filter((value) => !isEmptyCell(value));
	// A cell of a table holds a text.
	if (places.some((value) => typeof value === 'string')) return rowKind;
	const isPlaced = typeof type === 'string' && places.some((value) => typeof value === 'object');
	const others = Object.keys(item).filter((column) => item[column] !== undefined && !KNOWN.has(column));
	if (others.every((column) => isPlaced && NAMING.includes(column))) return 'feature';
	return isPlaced && rowKind === 'json' ? 'ownFeature' : rowKind;
}

/** A cell of a table holds a list as JSON text. */
function isList(value: unknown): boolean {
	return Array.isArray(typeof value === 'string' ? jsonOfCell(value) : value);
}

/** The feature that a row of a table describes. A missing cell says nothing, an empty one empties its field. */
export function readRow(row: JsonObject, columns: Columns, options: RowOptions): ReadFeature {
	return new RowReader(row, columns, options).read();
}

/** Where Extract from File puts all cells of a row without Header Row. */
const OF_NO_HEADINGS = 'row';

/** What a cell becomes: raw where it stays as it is. */
type Target = Exclude<ColumnMeaning, UnknownMeaning> & { isRaw?: boolean };

class RowReader {
	readonly problems: RowProblem[] = [];
	private readonly properties = new Map<string, unknown>();
	private readonly entries = new Map<string, JsonObject>();
	private readonly as: RowKind;
	private readonly extra: ExtraColumns;
	/** What a feature in JSON says of its own stays, unless it is nearly a name of the plan. */
	private readonly keepsOwn: boolean;
	/** Columns of n8n's node that gave the row. */
	private readonly added: readonly string[];

	constructor(
		private readonly row: JsonObject,
		readonly columns: Columns,
		private readonly options: RowOptions,
	) {
		const { as = 'row', extra } = options;
		this.as = as;
		this.keepsOwn = as === 'ownFeature' && extra === 'error';
		// Extra Columns is about columns that nobody mapped.
		this.extra = as === 'mapped' ? 'error' : extra;
		const added = as === 'mapped' ? [] : addedByNode(row);
		const areOfPlan = added.some((column) => column !== 'id' && columns.properties.has(column));
		this.added = areOfPlan ? [] : added;
	}

	read(): ReadFeature {
		for (const column in this.row) if (this.row[column] !== undefined) this.readCell(column, this.row[column]);
		if (this.isOfReport()) this.problems.push({ path: '', rule: 'totals' });
		const isAround = ({ rule }: RowProblem) => Number(AROUND_ROW.has(rule));
		this.problems.sort((one, other) => isAround(other) - isAround(one));
		const feature: Feature = Object.fromEntries(this.properties);
		if (this.entries.size > 0) addEntries(feature, [...this.entries.values()]);
		return { feature, problems: this.problems };
	}

	private readCell(column: string, cell: unknown): void {
		const { entries, properties, problems } = this;
		const target = this.targetOf(column, cell);
		if (target === undefined) return;
		if (typeof cell === 'string' && cell.length > MAX_CELL_LENGTH) problems.push({ path: column, rule: 'longCell' });
		else if (target.kind === 'field') {
			const { key, name } = target.field;
			const entry = entryOfCell(target.field, cell, column, this);
			if (counts(entry.value, entries.get(key)?.value, column, name, problems)) entries.set(key, entry);
		} else {
			const { name, isRaw = false } = target;
			const { value, problem } = isRaw ? { value: cell } : this.columns.property(name).valueOf(cell);
			if (problem !== undefined) problems.push({ path: column, ...problem });
			if (value !== undefined && counts(value, properties.get(name), column, name, problems))
				properties.set(name, value);
		}
	}

	/** Undefined for a cell that says nothing, or is a problem. */
	private targetOf(column: string, cell: unknown): Target | undefined {
		const { columns, as } = this;
		const meaning = as === 'mapped' ? columns.mappedMeaningOf(column) : columns.meaningOf(column);
		if (column === 'id' && this.added.includes(column)) return undefined;
		if (meaning.kind === 'property') return meaning;
		const isName = column === 'name' && isLikeFeature(this.row);
		if (this.isProperty(column, cell, meaning, isName)) return { kind: 'property', name: column, isRaw: !isName };
		if ('problem' in meaning) return this.isLeftOut(column) ? undefined : this.targetOfOther(meaning, cell, column);
		// Where the plan does not have the field, an empty cell says nothing.
		const saysNothing = isEmptyCell(cell) && columns.labelOf(meaning.field.key) === undefined;
		return saysNothing ? undefined : meaning;
	}

	/**
	 * Whether a column that has no meaning, or is called like a data field, is a property all the same: the name of a row
	 * that says nothing but what features have, and what features of the plan have, in a table with this very text. An
	 * earlier push kept it, because the plan showed no data fields yet, and it is not added once more.
	 */
	private isProperty(column: string, cell: unknown, { kind }: ColumnMeaning, isName: boolean): boolean {
		const { columns, extra, as } = this;
		if (isEmptyCell(cell)) return false;
		if (kind === 'unmapped' || !columns.properties.has(column)) return kind === 'unmapped' && isName;
		if (as === 'ownFeature' || (as === 'json' && isName)) return true;
		return (isName || (extra === 'keep' && kind === 'field')) && columns.property(column).hasText(cell);
	}

	/** A column that is no data field and no property. */
	private targetOfOther({ kind, problem }: UnknownMeaning, cell: unknown, column: string): Target | undefined {
		const { as, extra, keepsOwn, columns, options } = this;
		const count = options.unmapped?.get(column) ?? { filled: 0, ignored: 0, kept: 0 };
		options.unmapped?.set(column, count);
		if (isEmptyCell(cell)) return undefined;
		count.filled++;
		const isEnvelope = this.isEnvelope(column, cell);
		const isError = keepsOwn ? isEnvelope || columns.isNearName(column) : extra === 'error';
		const isAround = holdsFeatures(cell) || (!keepsOwn && this.isAroundRow(column, firstOf(cell)));
		if (isAround) this.problems.push({ path: column, ...aroundProblem(column, cell, as) });
		else if (column === OF_NO_HEADINGS && Array.isArray(cell)) this.problems.push({ path: column, rule: 'noHeading' });
		else if (kind === 'problem' || isError) this.problems.push(problem);
		else if (extra === 'ignore') count.ignored++;
		else {
			if (keepsOwn) count.kept++;
			// JSON of the author's own may hold anything.
			return { kind: 'property', name: column, isRaw: typeof cell === 'object' || as === 'ownFeature' };
		}
		return undefined;
	}

	/** Around what GeoJSON and ArcGIS say of a feature, whatever its type is called; and around data by its names. */
	private isEnvelope(column: string, cell: unknown): boolean {
		return isJsonObject(cell) && (column === 'properties' || column === 'attributes' || this.hasField(cell));
	}

	/** Of several objects with names of data fields, such as `{ "id": 7, "name": "Item" }`, the data are the fullest. */
	private isAroundRow(column: string, inner: unknown): boolean {
		if (!this.isEnvelope(column, inner) || this.hasField()) return false;
		return Object.values(this.row).every((cell) => this.countFields(firstOf(cell)) <= this.countFields(inner));
	}

	private countFields(row: unknown): number {
		if (!isJsonObject(row)) return 0;
		return Object.keys(row).filter((column) => this.columns.meaningOf(column).kind === 'field').length;
	}

	/** Whether it is a row by itself, whatever objects are among its cells. */
	private hasField(row = this.row): boolean {
		return this.countFields(row) > 0;
	}

	/** Whether a column says nothing of the feature, unless the plan has it. */
	private isLeftOut(column: string): boolean {
		return this.added.includes(column) || this.options.planColumns?.has(column) === true;
	}

	/** The plan distinguishes features by columns of the row, and all of these are empty. */
	private lacksKeys(): boolean {
		const keys = [...this.entries].filter(([code]) => this.columns.isKey(code));
		return keys.length > 0 && keys.every(([, { value }]) => isEmptyValue(value));
	}

	/**
	 * It has numbers alone where others have a value that distinguishes them, or a word for sums, or nothing but what a
	 * report ends with. No feature of the plan is called so.
	 */
	private isOfReport(): boolean {
		const { row, columns } = this;
		const isLeftOut = (column: string) => isEmptyCell(row[column]) || KIND.includes(column) || this.isLeftOut(column);
		const filled = Object.keys(row).filter((column) => !isLeftOut(column));
		const [first, ...others] = filled;
		const cell = row[first];
		const areNumbers = others.every((column) => isNumber(row[column]));
		if (areNumbers && isNumber(cell) && this.properties.size === 0 && this.lacksKeys()) return true;
		if (typeof cell !== 'string') return false;
		const text = foldText(cell);
		const isAlone = others.length === 0;
		const isSum = areNumbers && TOTALS.test(text) && (!isAlone || text.includes(':'));
		return (isSum || (isAlone && FOOTER.test(text))) && !columns.hasValue(first, cell);
	}
}

/** Whether a value counts beside the one that another column gives. Two that differ are a problem. */
function counts(value: unknown, known: unknown, path: string, name: string, problems: RowProblem[]): boolean {
	if (isEmptyValue(known)) return true;
	if (isEmptyValue(value)) return false;
	if (!isJsonEqual(known, value)) problems.push({ path, rule: 'secondColumn', details: name });
	return true;
}

/** Also as a text with a unit. */
function isNumber(cell: unknown): boolean {
	if (typeof cell !== 'string') return typeof cell === 'number';
	return [cell, cell.trim().replace(UNIT, '')].some((part) => isAmount(part.trim()));
}

/** Such as the `m²` of an area. */
const UNIT = /\p{L}{1,20}[²2]?$/u;

/** Whether it is a feature or features, or JSON text of these: then the row is their envelope, and no feature. */
export function holdsFeatures(cell: unknown): boolean {
	const value = typeof cell === 'string' && OF_FEATURES.test(cell) ? jsonOfCell(cell) : cell;
	const list = isJsonObject(value) && Array.isArray(value.features) ? value.features : value;
	const first: unknown = Array.isArray(list) ? list[0] : list;
	if (!isJsonObject(first) || typeof first.type !== 'string') return false;
	return OWN_OF_FEATURES.some((name) => name in first);
}

/** Of a column that holds features or rows, or the columns of the row, as Airtable and SharePoint have them. */
function aroundProblem(column: string, cell: unknown, as: RowKind): CellProblem {
	if (column === 'attributes') return { rule: 'attributes' };
	const isRow = as === 'row' && column !== 'properties' && isJsonObject(cell) && !holdsFeatures(cell);
	return isRow ? { rule: 'holdsRow', details: column } : { rule: 'holdsFeatures' };
}

/** The first of a list, which may be JSON text. */
function firstOf(cell: unknown): unknown {
	const value = typeof cell === 'string' ? jsonOfCell(cell) : cell;
	return Array.isArray(value) ? value[0] : value;
}

/** What features have of their own, and rows have not. */
export const OWN_OF_FEATURES: readonly string[] = ['geometry', 'position', 'data', 'properties'];
const OF_FEATURES = new RegExp(String.raw`^\s*[[{].{0,999}"(?:features|${OWN_OF_FEATURES.join('|')})"`, 's');

const AIRTABLE_ID = /^rec[A-Za-z\d]{14}$/;

/** What Data Table, Airtable, n8n Form and Google Sheets add. The id is the row's, whatever ids the features have. */
export function addedByNode(row: JsonObject): readonly string[] {
	if ('createdAt' in row && 'updatedAt' in row && typeof row.id === 'number') return ['id', 'createdAt', 'updatedAt'];
	if ('createdTime' in row && AIRTABLE_ID.test(String(row.id))) return ['id', 'createdTime'];
	if ('submittedAt' in row && 'formMode' in row)
		return ['submittedAt', 'formMode', 'formQueryParameters', 'headers', 'user'];
	return 'row_number' in row ? ['row_number'] : [];
}

type CellContext = Pick<ReadItem, 'columns' | 'problems'>;

/** The value takes the format that the field has on the plan. */
function entryOfCell(field: Column, cell: unknown, path: string, { columns, problems }: CellContext): JsonObject {
	const text = columns.formatOf(field.key).textOf(cell);
	if (typeof text === 'string') return entryOf(field, text);
	problems.push({ path, ...text });
	return entryOf(field, typeof cell === 'object' ? '' : String(cell));
}

/** Entries of the same key are replaced. Data that is no list stays, and is a problem. */
export function addEntries(feature: Feature, entries: JsonObject[]): void {
	const { data } = feature;
	const keys = new Set(entries.map(({ key }) => key));
	if (isEmptyValue(data)) feature.data = entries;
	else if (Array.isArray(data))
		feature.data = [...data.filter((entry: unknown) => !keys.has(Object(entry).key)), ...entries];
}

/** With what the service sent beside key and name, one by one: a spread takes three times as long. */
function entryOf(field: Column, value: unknown): JsonObject {
	const { key, name } = field;
	const entry: JsonObject = { key, name, value };
	for (const property in field) if (!OWN_OF_COLUMN.has(property)) entry[property] = field[property];
	return entry;
}

const OWN_OF_COLUMN: ReadonlySet<string> = new Set(['column', 'key', 'name', 'isProperty']);

function isColumn(field: unknown): field is Column {
	return isDataEntry(field) && typeof field.column === 'string';
}

/** Undoes what Get Plan Features adds, and what a sheet makes of it. */
export class ItemReader {
	/** The latest list, and what its data fields are called: equal lists are read once. */
	private dataFields: unknown;
	private listed = new NameIndex([]);

	/**
	 * @param isOfPlan whether the columns are those of the plan that the item names: what it has not is an edited cell
	 * @returns a copy of the feature, in which what is not sent is undefined
	 */
	read(item: Feature, columns: Columns, isOfPlan = false): ReadItem {
		const problems: RowProblem[] = [];
		const feature: Feature = isGeoJsonFeature(item) ? rowOfGeoJson(item, problems) : { ...item };
		readJsonCells(feature);
		const { data, dataFields } = feature;
		// None is deleted, because V8 keeps an object that lost a property in a slower form.
		for (const name of ADDED_TO_ROWS) if (name in feature) feature[name] = undefined;
		if (!isJsonEqual(this.dataFields, dataFields)) {
			this.dataFields = dataFields;
			this.listed = new NameIndex(Array.isArray(dataFields) ? dataFields.filter(isColumn) : []);
		}
		const context = { feature, problems, columns, needsPlan: false, added: [] };
		if (isJsonObject(data)) feature.data = this.readData(data, context, isOfPlan);
		if (Array.isArray(dataFields)) this.readBeside(context);
		else if (Array.isArray(data)) readOwnProperties(feature, problems);
		return context;
	}

	private readData(data: JsonObject, item: ReadItem, isOfPlan: boolean): JsonObject[] {
		const { columns, problems } = item;
		const areOfGet = Array.isArray(this.dataFields);
		const fields = this.listed.columns;
		const entryIn = (column: string, field: Column): JsonObject => {
			const cell = data[column];
			if (areOfGet && (isOfPlan ? cell === null : isOfGet(cell))) return entryOf(field, cell);
			item.needsPlan = true;
			return entryOfCell(field, cell, `data.${column}`, item);
		};
		// JavaScript puts columns such as 9 and 10 first, in their own order.
		const isGiven = ({ column }: Column) => Object.hasOwn(data, column) && data[column] !== undefined;
		const entries = fields.filter(isGiven).map((field) => entryIn(field.column, field));
		for (const column in data) {
			if (this.listed.exact.get(column)?.column === column || data[column] === undefined) continue;
			// A field of the plan need not be in the item's list.
			item.needsPlan = true;
			const meaning = columns.meaningOf(column);
			const field = this.listed.find(column).at(0) ?? (meaning.kind === 'field' ? meaning.field : undefined);
			if (field === undefined) {
				const known = fields.length > 0 ? fields.map((one) => one.column) : columns;
				problems.push({ path: `data.${column}`, rule: 'listedColumn', details: { name: column, known } });
			} else entries.push(entryIn(column, field));
		}
		return entries;
	}

	/** Columns of a sheet that was merged, or that were added: each that is a field, these in any spelling. */
	private readBeside(item: ReadItem): void {
		const { feature, columns: plan, added } = item;
		const entries: JsonObject[] = [];
		// Get writes the plan first and the list last, so what comes before or behind is no property of the feature.
		const columns = Object.keys(feature);
		const end = columns.indexOf('dataFields');
		const start = columns.lastIndexOf('planCode', end);
		for (let at = 0; at < columns.length; at++) {
			const column = columns[at];
			const cell = feature[column];
			if (cell === undefined || plan.properties.has(column)) continue;
			// JavaScript puts names such as 2024 first.
			const isAdded = at > end || (at < start && !INTEGER.test(column));
			const spelled = isAdded ? this.listed.find(column) : [];
			const field = this.listed.exact.get(column) ?? (spelled.length === 1 ? spelled[0] : undefined);
			if (column === OF_RETRIED) {
				feature[RETRIED] = cell;
				feature[column] = undefined;
			} else if (field !== undefined && field.isProperty !== true) {
				feature[column] = undefined;
				entries.push(entryOfCell(field, cell, column, item));
			} else if (field === undefined && isAdded && column !== RETRIED) added.push(column);
		}
		item.needsPlan ||= entries.length + added.length > 0;
		if (entries.length > 0) addEntries(feature, entries);
	}
}

/** Whether an item of Get has all that a feature has, and nothing else, with its data in any of Get's formats. */
export function isUnchanged(item: Feature, feature: Feature): boolean {
	const { data, dataFields } = item;
	if (!Array.isArray(dataFields) || isEmptyCell(item.type)) return false;
	const isSame = (name: string): boolean => {
		if (name === 'data' && isJsonObject(data)) return isDataOf(data, dataFields, feature.data);
		return Object.hasOwn(feature, name) && areEqual(item[name], feature[name], EXACT);
	};
	const own = Object.keys(item).filter((name) => !ADDED_TO_ROWS.includes(name));
	return own.length === Object.keys(feature).length && own.every(isSame);
}

function isDataOf(data: JsonObject, fields: readonly unknown[], entries: unknown): boolean {
	if (!Array.isArray(entries) || entries.length !== fields.length) return false;
	if (Object.keys(data).length !== fields.length) return false;
	return fields.every((field, at) => {
		const entry: unknown = entries[at];
		if (!isColumn(field) || !isJsonObject(entry) || field.key !== entry.key) return false;
		return Object.hasOwn(data, field.column) && areEqual(data[field.column], entry.value, EXACT);
	});
}

/** Properties of the specification in any spelling, because databases change that. */
function readOwnProperties(feature: Feature, problems: RowProblem[]): void {
	for (const name in feature) {
		const property = SPECIFIED_BY_FOLD.get(foldText(name));
		if (property === undefined || property === name || isEmptyValue(feature[name])) continue;
		if (counts(feature[name], feature[property], name, property, problems)) feature[property] = feature[name];
		feature[name] = undefined;
	}
}

/** What n8n makes of a date in an expression: 2026-03-01T00:00:00.000+01:00 */
const DATE_OF_N8N = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}[+-]\d{2}:\d{2}$/;

/** A text stays as the service sent it, because Push takes what Get gives; any other cell becomes the field's. */
function isOfGet(cell: unknown): boolean {
	return cell === null || (typeof cell === 'string' && !DATE_OF_N8N.test(cell));
}

const INTEGER = /^\d+$/;

/** A cell of a table holds objects and lists as JSON text, or not at all. */
function readJsonCells(feature: Feature): void {
	for (const name of OF_JSON) {
		const cell = feature[name];
		if (typeof cell !== 'string') continue;
		const value = jsonOfCell(cell);
		if (isEmptyCell(cell) || typeof value === 'object') feature[name] = value;
	}
}

const MARK = '\ufeff';

/** n8n and Excel begin CSV files with it, and n8n reads it as a part of the first column's name. */
export function withoutByteOrderMark(row: JsonObject): JsonObject {
	if (!Object.keys(row).some((column) => column.startsWith(MARK))) return row;
	return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.replace(MARK, ''), cell]));
}

interface GeoJsonFeature extends JsonObject {
	type: 'Feature';
	properties?: JsonObject | null;
}

/** No feature of a plan is one: its kind is never Feature, and its properties stand beside its kind. */
export function isGeoJsonFeature(value: unknown): value is GeoJsonFeature {
	if (!isJsonObject(value) || value.type !== 'Feature') return false;
	return value.properties === null || isJsonObject(value.properties ?? value.geometry);
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]+)*$/i;

/** IMDF writes a name as `{ "en": "Ball Room" }`. */
function withoutLanguage(cell: unknown): unknown {
	if (!isJsonObject(cell)) return cell;
	const [[language, text] = ['en', ''], ...others] = Object.entries(cell);
	return others.length === 0 && typeof text === 'string' && LANGUAGE.test(String(language)) ? text : cell;
}

const OF_GEOJSON = ['type', 'id', 'bbox', 'geometry', 'geometry_name', 'properties'];

/**
 * IMDF adds `feature_type` beside the properties, and workflows what goes for all features of a file. The id is the one
 * of the file, and means nothing to the service.
 */
function rowOfGeoJson(feature: GeoJsonFeature, problems: RowProblem[]): JsonObject {
	const others = Object.entries(feature).filter(([name]) => !OF_GEOJSON.includes(name));
	const row = new Map<string, unknown>();
	for (const [name, value] of [...others, ...Object.entries(feature.properties ?? {})]) {
		const cell = withoutLanguage(value);
		if (counts(cell, row.get(name), name, name, problems)) row.set(name, cell);
	}
	return Object.fromEntries(row);
}
