import {
	ItemReader,
	geoJsonFeatures,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	isGeoJsonFeature,
	readRow,
	rowOfGeoJson,
} from '../../service/columns';
import type { Columns, InputKind } from '../../service/columns';
import { isOutlined } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, isCutJson, isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { InvalidInputError } from '../shared/item-error';
import type { Parameters } from '../shared/parameters';
import type { LoadedPlan } from './known-plan';
import { readMapping } from './plan-columns';
import type { Mapping } from './plan-columns';
import { featureJson, featureType, source, zoneType } from './push-parameters';
import { pushOptions } from './push-options';

/** Something that an item gives, before it is read. `path` leads to it within the item. */
export interface InputValue {
	path: string;
	value: unknown;
	/** How it is read: mapped by hand, or as what it looks like. */
	as: 'mapped' | 'geoJson' | InputKind;
	/** It is JSON of the author's own, not a row of a table: a property of the plan's features is called by its name. */
	isJson?: true;
}

/** Something an item gives as a feature, before its rules are checked. */
export interface RawFeature {
	path: string;
	/** A copy of its own, where it is an object. */
	feature: unknown;
	problems: FeatureProblem[];
	/** The row that it was read from. */
	row?: JsonObject;
	/** The row has an id that no feature of the plan has, such as the number of the row: it is not sent. */
	hasForeignId?: boolean;
}

/** What all items of a run are read with. */
export interface RowSettings {
	parameters: Parameters;
	mapping: Mapping;
	/** Columns that the expression of Plan Code reads: they address the plan. */
	addressing: ReadonlySet<string>;
	/** Reads items of Get Plan Features, and features as they stand. */
	reader: ItemReader;
	/** Columns that Extra Columns left out, with the number of their rows. */
	ignored: Map<string, number>;
}

/** The plan of an item as it was read, and the one that Data Fields From names. */
export interface PlansOfItem {
	plan?: LoadedPlan | undefined;
	further?: LoadedPlan | undefined;
}

const JSON_READ = /\$json(?:\.([A-Za-z_$][\w$]*)|\[(["'])((?:(?!\2)[^\\]|\\.)*)\2\])/g;

/** The columns of the item that an expression reads. */
export function columnsReadBy(expression: unknown): Set<string> {
	const text = typeof expression === 'string' ? expression : JSON.stringify(expression ?? '');
	return new Set([...text.replaceAll('\\"', '"').matchAll(JSON_READ)].map(([, plain, , quoted]) => plain ?? quoted));
}

/** What an item gives. @throws InvalidInputError where Feature JSON is no JSON */
export function inputsOf(rowSettings: RowSettings, json: Feature, itemIndex: number): InputValue[] {
	const { parameters, mapping } = rowSettings;
	if (source.read(parameters, itemIndex) === 'json') {
		const input = featureJson.read(parameters, itemIndex);
		return listed(nameOfJson(parameters), parseInput(input, 'Feature JSON')).map((one) => ({ ...one, isJson: true }));
	}
	if (mapping.rowOf !== undefined) {
		const row = mapping.rowOf(json, itemIndex);
		return isEmptyRow(json, rowSettings.addressing) && mapping.isBlank(row)
			? []
			: [{ path: '', value: row, as: 'mapped' }];
	}
	const compared = comparedFeature(json);
	if (compared !== undefined) return compared === null ? [] : listed('feature', parseInput(compared, 'feature'));
	if (isEmptyRow(json, rowSettings.addressing)) return [];
	const column = columnOfGeoJson(json);
	return column === undefined ? asInputs('', json) : asInputs(column, json[column]);
}

/** Where a webhook and Extract from JSON put what they read. A collection is none of a feature's properties. */
function columnOfGeoJson(json: Feature): string | undefined {
	const isGeoJson = (column: string) => {
		const value = json[column];
		return isJsonObject(value) && (value.type === 'FeatureCollection' || column === 'body' || column === 'data');
	};
	return Object.keys(json).find((column) => isGeoJson(column) && geoJsonFeatures(column, json[column]) !== undefined);
}

/** What an expression such as `{{ $json.body.features }}` reads, as a name for its features. */
function nameOfJson(parameters: Parameters): string {
	const [, path] = /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(String(parameters.raw('featureJson'))) ?? [];
	return path ?? '';
}

function listed(path: string, value: unknown): InputValue[] {
	if (Array.isArray(value)) return value.flatMap((one: unknown, index) => asInputs(`${path}[${index}]`, one));
	return asInputs(path, value);
}

function asInputs(path: string, value: unknown): InputValue[] {
	const features = geoJsonFeatures(path, value);
	if (features !== undefined) return features.map((one) => ({ ...one, as: 'geoJson' }));
	return [{ path, value, as: isJsonObject(value) ? inputKind(value) : 'featureWithData' }];
}

/** Whether the plan is read before what was given is: for the names of its data fields, and the formats of cells. */
export function needsPlan({ reader }: RowSettings, input: readonly InputValue[]): boolean {
	return input.some(({ as, value }) => as !== 'featureWithData' || (isJsonObject(value) && reader.needsPlan(value)));
}

/** A feature of what was given. */
export function readInput(
	rowSettings: RowSettings,
	{ path, value, as, isJson }: InputValue,
	{ plan, further }: PlansOfItem,
	itemIndex: number,
): RawFeature {
	if (!isJsonObject(value)) return { path, feature: value, problems: [] };
	const columns = plan?.columns(further);
	const row = as === 'geoJson' && isGeoJsonFeature(value) ? rowOfGeoJson(value) : value;
	const raw = { path, ...readAs(rowSettings, { as, value: row, isJson }, columns, itemIndex) };
	addKinds(raw.feature, rowSettings, itemIndex);
	if (raw.row === undefined) return raw;
	if (as === 'geoJson') addGeometry(raw.feature, value.geometry, plan);
	placeAtCentre(raw.feature);
	if (as === 'mapped' || plan?.hasIdOf(raw.feature) !== false) return raw;
	raw.feature.id = undefined;
	return { ...raw, hasForeignId: true };
}

type ReadFeature = Omit<RawFeature, 'path'> & { feature: Feature };

function readAs(
	{ reader, addressing, ignored, parameters }: RowSettings,
	{ as, value, isJson }: Pick<InputValue, 'as' | 'isJson'> & { value: JsonObject },
	columns: Columns | undefined,
	itemIndex: number,
): ReadFeature {
	const item = reader.read(value, { columns });
	if (as === 'featureWithData' || columns === undefined) return item;
	if (as === 'feature') return withDataBeside(item, columns);
	const isMapped = as === 'mapped';
	const { extraColumns } = pushOptions.read(parameters, itemIndex);
	const extra = isMapped ? 'error' : extraColumns;
	const { own, others } = withoutOwn(item.feature, columns, isJson === true);
	const read = readRow(others, columns, { extra, isMapped, planColumns: addressing });
	for (const column of read.ignored) ignored.set(column, (ignored.get(column) ?? 0) + 1);
	const problems = isMapped ? read.problems.map(asMapped) : read.problems;
	return { feature: { ...own, ...read.feature }, problems: [...item.problems, ...problems], row: value };
}

/** A property that features of such services have (observed beside the specification), also where a plan has none. */
const OBSERVED = 'name';

/**
 * Takes the properties out of a row that are no columns. In JSON these are those that features of the plan have under
 * the very same name, in a row those whose text a feature has. Else `{ type, name }` of an empty plan would be another
 * feature once the plan has a field Name, and be added twice.
 */
function withoutOwn(row: Feature, columns: Columns, isJson: boolean): { own: Feature; others: Feature } {
	const isOwn = (name: string) => {
		const { kind } = columns.meaningOf(name);
		if (kind !== 'field') return name === OBSERVED && kind === 'unmapped';
		return isJson ? columns.properties.has(name) : columns.hasText(name, row[name]);
	};
	const names = Object.keys(row).filter((name) => !isEmptyCell(row[name]) && isOwn(name));
	if (names.length === 0) return { own: {}, others: row };
	const own = Object.fromEntries(names.map((name) => [name, row[name]]));
	return { own, others: { ...row, ...Object.fromEntries(names.map((name) => [name, undefined])) } };
}

/** What is mapped by hand is not helped by mapping it by hand. */
function asMapped(problem: FeatureProblem): FeatureProblem {
	return problem.rule === 'planColumn' ? { ...problem, rule: 'mappedColumn' } : problem;
}

/** Of a feature only what names a data field of the plan is data. Its own properties stay as they are. */
function withDataBeside({ feature, problems }: ReadFeature, columns: Columns): ReadFeature {
	const isField = ([name]: [string, unknown]) =>
		columns.meaningOf(name).kind === 'field' && !columns.properties.has(name);
	const all = Object.entries(feature);
	const row = all.filter(isField);
	if (row.length === 0) return { feature, problems };
	const read = readRow(Object.fromEntries(row) as JsonObject, columns, { extra: 'keep' });
	const own = Object.fromEntries(all.filter((one) => !isField(one)));
	return { feature: { ...own, ...read.feature }, problems: [...problems, ...read.problems] };
}

/** A point is the position of an icon; the kinds that have an outline have it in the form of the plan. */
function addGeometry(feature: Feature, geometry: unknown, plan: LoadedPlan | undefined): void {
	if (geometry === null || geometry === undefined) return;
	if (isJsonObject(geometry) && geometry.type === 'Point' && !isOutlined(feature))
		feature.position = plan?.positionOf(geometry) ?? geometry;
	else feature.geometry = plan?.outlineOf(geometry) ?? geometry;
}

/** A position of null asks the service for the centre of the plan (section 2.3, rule 1), which a row means by none. */
function placeAtCentre(feature: Feature): void {
	if (feature.type === 'leaderLineIcon' && feature.position === undefined) feature.position = null;
}

/** Feature Type and Zone Type, where the input does not say them. */
function addKinds(feature: Feature, { parameters }: RowSettings, itemIndex: number): void {
	if (isEmptyCell(feature.type)) {
		const kind = featureType.read(parameters, itemIndex).trim();
		if (kind !== '') feature.type = kind;
	}
	if (feature.type !== 'zone' || !isEmptyCell(feature.zoneType)) return;
	const kind = zoneType.read(parameters, itemIndex).trim();
	if (kind !== '') feature.zoneType = kind;
}

/**
 * What is given as JSON or as the text of it: sheets and webhooks hand it over as text.
 * @throws InvalidInputError for other text
 */
function parseInput(value: unknown, label: string): unknown {
	if (typeof value !== 'string') {
		if (value !== undefined && value !== null) return value;
		throw new InvalidInputError(`${label} gives nothing`, `Correct the expression of ${label}.`);
	}
	const { json, problem } = readJsonText(value);
	if (problem === undefined) return json;
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${problem}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

function readJsonText(text: string): { json?: unknown; problem?: string } {
	if (isCutJson(text)) return { problem: 'its end is missing' };
	try {
		return { json: JSON.parse(text) as unknown };
	} catch (error) {
		// The message of the parser quotes the text.
		return { problem: inertText((error as Error).message) };
	}
}

/** What a comparison says of one feature, of the input or on the plan. */
export const RESULTS = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] as const;

export type Result = (typeof RESULTS)[number];

/** An item of Compare Features: what was given, null where only the plan has it; undefined for any other item. */
function comparedFeature(json: Feature): unknown {
	const isOne = RESULTS.some((result) => result === json.result) && 'feature' in json && 'onPlan' in json;
	return isOne ? (json.feature ?? null) : undefined;
}

/** How the items of a run are read. */
export function rowSettingsOf(parameters: Parameters): RowSettings {
	return {
		parameters,
		mapping: readMapping(parameters),
		addressing: columnsReadBy(parameters.raw('planCode')),
		reader: new ItemReader(),
		ignored: new Map(),
	};
}
