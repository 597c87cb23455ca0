import { isEmptyValue } from '../plan';
import type { Feature, FeatureProblem } from '../plan';
import { foldText, groupBy, isJsonEqual, isJsonObject } from '../text';
import type { JsonObject } from '../text';
import { FOOTER, MAX_CELL_LENGTH, TOTALS, isEmptyCell, jsonOfCell } from './cells';
import { ADDED_TO_ROWS, NameIndex, OF_RETRIED, RETRIED } from './columns';
import type { Column, ColumnMeaning, Columns } from './columns';
import { isAmount } from './number-formats';
import { SPECIFIED_PROPERTIES } from './properties';
import { FieldFormat } from './value-formats';

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

type UnknownMeaning = Extract<ColumnMeaning, { problem: FeatureProblem }>;

export interface ReadFeature {
	feature: Feature;
	problems: FeatureProblem[];
}

/** A feature that an item says, and how far that is read. */
export interface ReadItem extends ReadFeature {
	columns: Columns | undefined;
	/** Whether the plan makes a difference: by the formats of its data fields, or by their names. */
	needsPlan: boolean;
	/** Columns that were added to an item of Get, and are none of its data fields and no property on the plan. */
	added: string[];
}

/**
 * It has no cell but those that name its plan, its kind where it has other columns, and boxes that nobody checked; or
 * it repeats the headings, or is a line.
 */
export function isEmptyRow(row: JsonObject, planColumns?: ReadonlySet<string>): boolean {
	let [hasKind, hasColumns, hasUnchecked] = [false, false, false];
	const added = addedByNode(row);
	for (const column in row) {
		const isAdded = added.includes(column) || ADDED_TO_ROWS.includes(column);
		if (isEmptyCell(row[column])) hasColumns ||= !SPECIFIED_PROPERTIES.has(column);
		else if (isAdded || planColumns?.has(column) === true) continue;
		else if (KIND.includes(column)) hasKind = true;
		else if (repeatsHeading(column, row[column]) || isLine(row[column])) hasColumns = true;
		else if (UNCHECKED.test(String(row[column]))) hasUnchecked = true;
		else return false;
	}
	return hasColumns || (!hasKind && !hasUnchecked);
}

/** As the boxes of a sheet are below its last row. */
const UNCHECKED = /^false$/i;

/** As programs draw it below headings. */
function isLine(cell: unknown): boolean {
	return typeof cell === 'string' && /^[-:=_]{3,}$/.test(cell);
}

export const KIND = ['type', 'zoneType'];

const NAME = 'name';

/** What the specification and Get name. */
function isKnown(column: string): boolean {
	return SPECIFIED_PROPERTIES.has(column) || ADDED_TO_ROWS.includes(column);
}

/** What services have beside that in each feature. */
function isNaming(column: string): boolean {
	return column === 'id' || column === NAME;
}

/** Whether a row has no cells but those of a kind, a place, an identity and a name. */
function isLikeFeature(row: JsonObject): boolean {
	const isOfFeature = (column: string) => isKnown(column) || isNaming(column) || isEmptyCell(row[column]);
	return !isEmptyCell(row.type) && Object.keys(row).every(isOfFeature);
}

export function repeatsHeading(column: string, cell: unknown): boolean {
	return typeof cell === 'string' && foldText(cell) === foldText(column);
}

/** A row has what neither the specification nor Get names. */
export function inputKind(item: JsonObject, rowKind: 'row' | 'json'): RowKind {
	if (isGeoJsonFeature(item)) return rowKind;
	if (isList(item.data) || isList(item.dataFields)) return 'feature';
	const others = Object.keys(item).filter((column) => item[column] !== undefined && !isKnown(column));
	if (others.length === 0) return 'feature';
	const { type, position, geometry, icons } = item;
	const hasJson = [position, geometry, icons].some((value) => typeof value === 'object' && value !== null);
	if (typeof type !== 'string' || !hasJson) return rowKind;
	if (others.every(isNaming)) return 'feature';
	return rowKind === 'json' ? 'ownFeature' : rowKind;
}

/** A cell of a table holds a list as JSON text. */
function isList(value: unknown): boolean {
	return Array.isArray(typeof value === 'string' ? jsonOfCell(value) : value);
}

/** The feature that a row of a table describes. A missing cell says nothing, an empty one empties its field. */
export function readRow(row: JsonObject, columns: Columns, options: RowOptions): ReadFeature {
	return new RowReader(row, columns, options).read();
}

class RowReader {
	private readonly problems: FeatureProblem[] = [];
	private readonly properties = new Map<string, unknown>();
	private readonly entries = new Map<string, JsonObject>();
	private readonly as: RowKind;
	/** What a feature in JSON says of its own stays, unless it is nearly a name of the plan. */
	private readonly keepsOwn: boolean;
	private readonly extra: ExtraColumns;
	/** Columns of n8n's node that gave the row. */
	private readonly added: readonly string[];

	constructor(
		private readonly row: JsonObject,
		private readonly columns: Columns,
		private readonly options: RowOptions,
	) {
		this.as = options.as ?? 'row';
		this.keepsOwn = this.as === 'ownFeature' && options.extra === 'error';
		this.extra = this.keepsOwn ? 'keep' : options.extra;
		const added = this.as === 'mapped' ? [] : addedByNode(row);
		const areOfPlan = added.some((column) => column !== 'id' && columns.properties.has(column));
		this.added = areOfPlan ? [] : added;
	}

	read(): ReadFeature {
		for (const column in this.row) if (this.row[column] !== undefined) this.readCell(column, this.row[column]);
		if (this.isOfReport()) this.problems.push({ path: '', rule: 'totals' });
		const feature: Feature = Object.fromEntries(this.properties);
		if (this.entries.size > 0) addEntries(feature, [...this.entries.values()]);
		return { feature, problems: this.problems };
	}

	private readCell(column: string, cell: unknown): void {
		const { columns, as, added, extra } = this;
		const meaning = as === 'mapped' ? columns.mappedMeaningOf(column) : columns.meaningOf(column);
		const isUnmapped = meaning.kind === 'unmapped';
		if (added.includes(column) && (column === 'id' || isUnmapped)) return;
		const isLong = typeof cell === 'string' && cell.length > MAX_CELL_LENGTH;
		if (isLong && (!isUnmapped || extra === 'keep')) this.problems.push({ path: column, rule: 'longCell' });
		else if (column === NAME && this.isNameOfFeature(cell, isUnmapped)) this.addPropertyOfCell(column, cell, column);
		else if (meaning.kind === 'property') this.addPropertyOfCell(meaning.name, cell, column);
		else if (meaning.kind === 'field') this.readField(meaning.field, cell, column);
		else if (!this.isOfPlanCode(column)) this.readOther(meaning, cell, column);
	}

	private readField(field: Column, cell: unknown, column: string): void {
		const { columns } = this;
		if (!isEmptyCell(cell) && this.isProperty(column, cell)) return this.addProperty(column, cell, column);
		// Where the plan does not have the field, an empty cell says nothing.
		if (isEmptyCell(cell) && columns.labelOf(field.key) === undefined) return;
		const value = textOfField(field, cell, column, columns, this.problems);
		if (this.counts(value, this.entries.get(field.key)?.value, column, field.name))
			this.entries.set(field.key, entryOf(field, value));
	}

	/**
	 * The name of a row that says nothing but what features have, where the plan has no such column: on an empty plan it
	 * was a property, and as the field Name that the plan has got by that it would be added once more. In JSON it is one
	 * where features of the plan have names, in a table where one has this name.
	 */
	private isNameOfFeature(cell: unknown, isUnmapped: boolean): boolean {
		const { as, row, columns } = this;
		const isTable = as === 'row' || as === 'mapped';
		const isExisting = columns.properties.has(NAME) && (!isTable || columns.property(NAME).hasText(cell));
		return !isEmptyCell(cell) && (isUnmapped || isExisting) && isLikeFeature(row);
	}

	/** Whether a column that is called like a data field is a property of the plan's features all the same. */
	private isProperty(column: string, cell: unknown): boolean {
		const { columns, extra, as } = this;
		if (!columns.properties.has(column)) return false;
		// What an earlier push kept, because the plan showed no data fields yet, is not added once more.
		return as === 'ownFeature' || (extra === 'keep' && columns.property(column).hasText(cell));
	}

	private addPropertyOfCell(name: string, cell: unknown, column: string): void {
		const { value, problem } = this.columns.property(name).valueOf(cell);
		if (problem !== undefined) this.problems.push({ path: column, ...problem });
		this.addProperty(name, value, column);
	}

	private addProperty(name: string, value: unknown, column: string): void {
		if (value !== undefined && this.counts(value, this.properties.get(name), column, name))
			this.properties.set(name, value);
	}

	/** Whether a value counts beside the one that another column of the row gives. */
	private counts(value: unknown, known: unknown, column: string, details: string): boolean {
		if (isEmptyValue(known)) return true;
		if (isEmptyValue(value)) return false;
		if (!isJsonEqual(known, value)) this.problems.push({ path: column, rule: 'secondColumn', details });
		return true;
	}

	/** A column that is no data field and no property. */
	private readOther({ kind, problem }: UnknownMeaning, cell: unknown, column: string): void {
		const { as, extra, keepsOwn, columns, options } = this;
		const count = options.unmapped?.get(column) ?? { filled: 0, ignored: 0, kept: 0 };
		options.unmapped?.set(column, count);
		if (isEmptyCell(cell)) return;
		count.filled++;
		const isMistyped = keepsOwn && (columns.isNearName(column) || this.isEnvelope(column, cell));
		const isAround = holdsFeatures(cell) || (!keepsOwn && this.isEnvelope(column, cell) && !this.hasField());
		if (kind === 'unmapped' && as !== 'mapped' && isAround) this.problems.push({ path: column, rule: 'holdsFeatures' });
		else if (kind === 'problem' || extra === 'error' || as === 'mapped' || isMistyped) this.problems.push(problem);
		else if (extra === 'ignore') count.ignored++;
		else {
			if (keepsOwn) count.kept++;
			// JSON of the author's own may hold anything.
			if (typeof cell === 'object' || as === 'ownFeature') this.addProperty(column, cell, column);
			else this.addPropertyOfCell(column, cell, column);
		}
	}

	/** Around what GeoJSON and ArcGIS say of a feature, whatever its type is called; and around data by its names. */
	private isEnvelope(column: string, cell: unknown): boolean {
		if (!isJsonObject(cell)) return false;
		const isField = (name: string) => this.columns.meaningOf(name).kind === 'field';
		return column === 'properties' || column === 'attributes' || Object.keys(cell).some(isField);
	}

	/** Whether it is a row by itself, whatever objects are among its cells. */
	private hasField(): boolean {
		return Object.keys(this.row).some((column) => this.columns.meaningOf(column).kind === 'field');
	}

	private isOfPlanCode(column: string): boolean {
		return this.options.planColumns?.has(column) === true;
	}

	/** The plan distinguishes features by columns of the row, and all of these are empty. */
	private lacksKeys(): boolean {
		const meanings = Object.keys(this.row).map((column) => this.columns.meaningOf(column));
		const codes = meanings.flatMap((one) => (one.kind === 'field' ? one.field.key : []));
		const keys = codes.filter((code) => this.columns.isKey(code));
		return keys.length > 0 && keys.every((key) => isEmptyValue(this.entries.get(key)?.value));
	}

	/**
	 * It has numbers alone where others have a value that distinguishes them, or a word for sums, or nothing but what a
	 * report ends with. No feature of the plan is called so.
	 */
	private isOfReport(): boolean {
		const { row, columns } = this;
		const isLeftOut = (column: string) =>
			KIND.includes(column) || this.added.includes(column) || this.isOfPlanCode(column);
		const filled = Object.keys(row).filter((column) => !isEmptyCell(row[column]) && !isLeftOut(column));
		const [first, ...others] = filled;
		const areNumbers = filled.every((column) => isNumber(row[column]));
		if (areNumbers && filled.length > 0 && this.properties.size === 0 && this.as !== 'mapped' && this.lacksKeys())
			return true;
		const cell = row[first];
		if (typeof cell !== 'string') return false;
		const text = foldText(cell);
		const isAlone = others.length === 0;
		const isSum =
			TOTALS.test(text) && (!isAlone || text.includes(':')) && others.every((column) => isNumber(row[column]));
		return (isSum || (isAlone && FOOTER.test(text))) && !columns.hasValue(first, cell);
	}
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

const OWN_OF_FEATURES = ['geometry', 'position', 'data', 'properties'];
const OF_FEATURES = /^\s*[[{].{0,999}"(?:features|geometry|position|data|properties)"/s;

const AIRTABLE_ID = /^rec[A-Za-z\d]{14}$/;

/** What Data Table, Airtable, n8n Form and Google Sheets add. The id is the row's, whatever ids the features have. */
export function addedByNode(row: JsonObject): readonly string[] {
	if ('createdAt' in row && 'updatedAt' in row && typeof row.id === 'number') return ['id', 'createdAt', 'updatedAt'];
	if ('createdTime' in row && AIRTABLE_ID.test(String(row.id))) return ['id', 'createdTime'];
	if ('submittedAt' in row && 'formMode' in row)
		return ['submittedAt', 'formMode', 'formQueryParameters', 'headers', 'user'];
	return 'row_number' in row ? ['row_number'] : [];
}

function textOfField(
	{ key }: Column,
	cell: unknown,
	path: string,
	columns: Columns | undefined,
	problems: FeatureProblem[],
): string {
	const text = (columns?.formatOf(key) ?? new FieldFormat()).textOf(cell);
	if (typeof text === 'string') return text;
	problems.push({ path, ...text });
	return typeof cell === 'object' ? '' : String(cell);
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
	if (!isJsonObject(field)) return false;
	return [field.column, field.key, field.name].every((name) => typeof name === 'string');
}

/** Undoes what Get Plan Features adds, and what a sheet makes of it. Equal lists of data fields are read once. */
export class ItemReader {
	private latest = new ListedFields(undefined);

	/** @returns a copy of the feature, in which what is not sent is undefined */
	read(item: Feature, columns?: Columns): ReadItem {
		const problems: FeatureProblem[] = [];
		const feature: Feature = isGeoJsonFeature(item) ? rowOfGeoJson(item, problems) : { ...item };
		readJsonCells(feature);
		const context: ReadItem = { feature, columns, problems, needsPlan: false, added: [] };
		const { data, dataFields } = feature;
		// None is deleted, because V8 keeps an object that lost a property in a slower form.
		for (const name of ADDED_TO_ROWS) if (name in feature) feature[name] = undefined;
		if (!isJsonEqual(this.latest.dataFields, dataFields)) this.latest = new ListedFields(dataFields);
		const listed = this.latest;
		if (isJsonObject(data)) feature.data = listed.readData(data, context);
		else if (!Array.isArray(dataFields)) {
			if (Array.isArray(data)) readOwnProperties(feature, problems);
			return context;
		}
		if (OF_RETRIED in feature) {
			feature[RETRIED] = feature[OF_RETRIED];
			feature[OF_RETRIED] = undefined;
		}
		const beside = listed.readBeside(feature, context);
		if (beside.length > 0) addEntries(feature, beside);
		return context;
	}
}

/** Properties of the specification in any spelling, because databases change that. */
function readOwnProperties(feature: Feature, problems: FeatureProblem[]): void {
	for (const name in feature) {
		const property = SPECIFIED_PROPERTIES.has(name) ? undefined : SPECIFIED_BY_FOLD.get(foldText(name));
		if (property === undefined || isEmptyValue(feature[name])) continue;
		if (isEmptyValue(feature[property])) feature[property] = feature[name];
		else problems.push({ path: name, rule: 'secondColumn', details: property });
		feature[name] = undefined;
	}
}

const SPECIFIED_BY_FOLD = new Map([...SPECIFIED_PROPERTIES.keys()].map((name) => [foldText(name), name]));

/** What n8n makes of a date in an expression: 2026-03-01T00:00:00.000+01:00 */
const DATE_OF_N8N = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}[+-]\d{2}:\d{2}$/;
const DATE_LENGTH = 29;

/** A text stays as the service sent it, because Push takes what Get gives; any other cell becomes the field's. */
function isOfGet(cell: unknown): boolean {
	return cell === null || (typeof cell === 'string' && (cell.length !== DATE_LENGTH || !DATE_OF_N8N.test(cell)));
}

class ListedFields {
	private readonly names: NameIndex;
	private readonly fields: readonly Column[];
	/** By column, and by name where columns are codes. */
	private readonly beside: ReadonlyMap<string, Column>;

	constructor(readonly dataFields: unknown) {
		const fields = Array.isArray(dataFields) ? dataFields.filter(isColumn) : [];
		this.names = new NameIndex(fields);
		this.fields = [...this.names.exact.values()];
		const byName = [...groupBy(fields, ({ name }) => name)];
		const named = byName.flatMap(([name, [field, ...others]]) => (others.length > 0 ? [] : [[name, field] as const]));
		this.beside = new Map([...named, ...this.names.exact]);
	}

	readData(data: JsonObject, item: ReadItem): JsonObject[] {
		const areOfGet = Array.isArray(this.dataFields);
		const entryIn = (column: string, field: Column): JsonObject => {
			const cell = data[column];
			return areOfGet && isOfGet(cell) ? entryOf(field, cell) : editedEntry(field, cell, `data.${column}`, item);
		};
		// JavaScript puts columns such as 9 and 10 first, in their own order.
		const isGiven = ({ column }: Column) => Object.hasOwn(data, column) && data[column] !== undefined;
		const given = this.fields.every(isGiven) ? this.fields : this.fields.filter(isGiven);
		const entries = given.map((field) => entryIn(field.column, field));
		for (const column in data) {
			if (this.names.exact.has(column) || data[column] === undefined) continue;
			// A field of the plan need not be in the item's list.
			item.needsPlan = true;
			const meaning = item.columns?.meaningOf(column);
			const field = this.names.find(column).at(0) ?? (meaning?.kind === 'field' ? meaning.field : undefined);
			if (field === undefined) {
				const known = this.fields.length > 0 ? this.fields.map((one) => one.column) : (item.columns ?? []);
				item.problems.push({ path: `data.${column}`, rule: 'listedColumn', details: { name: column, known } });
			} else entries.push(entryIn(column, field));
		}
		return entries;
	}

	/** Columns of a sheet that was merged, or that were added: each that is a field, these in any spelling. */
	readBeside(feature: Feature, item: ReadItem): JsonObject[] {
		const entries: JsonObject[] = [];
		// Get writes the plan first and the list last, so what comes before or behind is no property of the feature.
		const columns = Object.keys(feature);
		const end = columns.indexOf('dataFields');
		if (end < 0) return entries;
		const start = columns.lastIndexOf('planCode', end);
		for (let at = 0; at < columns.length; at++) {
			const column = columns[at];
			const isAdded = at > end || (at < start && !INTEGER.test(column));
			const cell = feature[column];
			const isProperty = SPECIFIED_PROPERTIES.has(column) || item.columns?.properties.has(column) === true;
			if (cell === undefined || isProperty) continue;
			// JavaScript puts names such as 2024 first.
			const spelled = isAdded || INTEGER.test(column) ? this.names.find(column) : [];
			const field = this.beside.get(column) ?? (spelled.length === 1 ? spelled[0] : undefined);
			if (field !== undefined && field.isProperty !== true) {
				feature[column] = undefined;
				entries.push(editedEntry(field, cell, column, item));
			} else if (field === undefined && isAdded && column !== RETRIED) {
				item.needsPlan = true;
				item.added.push(column);
			}
		}
		return entries;
	}
}

const INTEGER = /^\d+$/;

/** The value takes the format that the field has on the plan. */
function editedEntry(field: Column, cell: unknown, path: string, item: ReadItem): JsonObject {
	item.needsPlan = true;
	return entryOf(field, textOfField(field, cell, path, item.columns, item.problems));
}

/** Properties that are objects or lists (section 2.3): a cell of a table holds them as JSON text, or not at all. */
const OF_JSON = ['geometry', 'position', 'icons', 'data', 'dataFields', 'photos'] as const;

function readJsonCells(feature: Feature): void {
	for (const name of OF_JSON) {
		const cell = feature[name];
		if (typeof cell !== 'string') continue;
		const value = isEmptyCell(cell) ? undefined : jsonOfCell(cell);
		feature[name] = isEmptyCell(cell) || typeof value === 'object' ? value : cell;
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
function rowOfGeoJson(feature: GeoJsonFeature, problems: FeatureProblem[]): JsonObject {
	const others = Object.entries(feature).filter(([name]) => !OF_GEOJSON.includes(name));
	const row = new Map<string, unknown>();
	for (const [name, value] of [...others, ...Object.entries(feature.properties ?? {})]) {
		const [cell, known] = [withoutLanguage(value), row.get(name)];
		if (isEmptyValue(cell) && !isEmptyValue(known)) continue;
		if (!isEmptyValue(known) && !isJsonEqual(known, cell))
			problems.push({ path: name, rule: 'secondColumn', details: name });
		row.set(name, cell);
	}
	return Object.fromEntries(row);
}
