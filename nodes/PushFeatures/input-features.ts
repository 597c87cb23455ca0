import {
	ADDED_TO_ROWS,
	ItemReader,
	KIND,
	addEntries,
	holdsFeatures,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	isGeoJsonFeature,
	jsonOfCell,
	readRow,
} from '../../service/columns';
import type { Columns, ExtraColumns, ReadFeature, ReadItem, RowKind, UnmappedColumns } from '../../service/columns';
import {
	asJsonSafe,
	featureProblems,
	isCentred,
	isEmpty,
	isEmptyValue,
	isPolygonal,
	outlineOfGeoJson,
	positionLike,
	positionOf,
	withoutEmptyData,
	withoutMissingValues,
} from '../../service/plan';
import type { Feature, FeatureProblem, Match } from '../../service/plan';
import type { Status } from '../../service/push';
import type { JsonObject } from '../../service/text';
import { inertText, isCutJson, isJsonObject, joinFirst, parseJson } from '../../service/text';
import { InvalidInputError } from '../shared/item-failure';
import type { ItemFailure } from '../shared/item-failure';
import { propertiesReadBy } from '../shared/parameters';
import type { Parameters } from '../shared/parameters';
import type { LoadedPlan } from './loaded-plan';
import { readMapping } from './plan-columns';
import { featureJson, featureType, RESULTS, source, zoneType } from './push-parameters';
import type { PushSettings } from './push-parameters';

/** A feature of the input: what an item gives, what is read of it, and what is found out about it. */
export interface InputFeature {
	itemIndex: number;
	/** Leads to it within the item. */
	path: string;
	/** What the item gives there. */
	value?: unknown;
	/** How that is read. Undefined for what an item does not give. */
	as?: RowKind;
	/** As JSON writes it, so that what is compared is what is sent. Undefined where it is no object, or says nothing. */
	feature?: Feature | undefined;
	/** With paths within the feature. */
	problems: readonly FeatureProblem[];
	/** Among the features of its plan, where it has one. */
	position?: number;
	/** What it is on the plan, where it was matched. */
	match?: Match;
	/** What came of it, where it is pushed. */
	status?: Status;
}

/** Whether it is a row of a table, whose author may have left out what distinguishes it. */
export function isRow({ as }: InputFeature): boolean {
	return as === 'row' || as === 'mapped' || as === 'json';
}

/** What is left of an item that gives no feature. */
export function notGiven(itemIndex: number, { message, advice }: ItemFailure): InputFeature {
	return { itemIndex, path: '', problems: [{ path: '', rule: 'notGiven', details: { message, advice } }] };
}

export type ValidFeature = InputFeature & { feature: Feature; position: number };

export function isValidFeature(one: InputFeature): one is ValidFeature {
	return one.problems.length === 0 && one.feature !== undefined;
}

/** What an item gives for its plan. */
export interface PreparedItem {
	itemIndex: number;
	json: Feature;
	planCode: string;
	settings: PushSettings;
	inputs: InputFeature[];
	/** The plan as it was read, where it was, and its columns with those of the plan that Data Fields From names. */
	plan?: LoadedPlan;
	columns?: Columns;
}

export function isValid({ inputs }: PreparedItem): boolean {
	return inputs.every(({ problems }) => problems.length === 0);
}

/** Is given where there is anything to count. */
export type Hint = [count: number, message: string];

/** A path within a feature, behind that of the feature within its item. */
export function joinPath(path: string, inner: string): string {
	return path === '' || inner === '' ? `${path}${inner}` : `${path}.${inner}`;
}

/** Reads the features that the items of a run give, and counts what it leaves out. */
export class InputReader {
	readonly mapping: ReturnType<typeof readMapping>;
	private emptyItems = 0;
	private readonly unknownIds = new Map<string, number>();
	private readonly unmapped: UnmappedColumns = new Map();
	/** Columns that the expression of Plan Code reads: they address the plan. */
	private readonly planColumns: ReadonlySet<string>;
	private readonly itemReader = new ItemReader();

	constructor(private readonly parameters: Parameters) {
		this.mapping = readMapping(parameters);
		this.planColumns = propertiesReadBy(parameters.raw('planCode'));
	}

	/** What an item gives, unread, without blank rows. @throws InvalidInputError where Feature JSON is no JSON */
	inputsOf(json: Feature, itemIndex: number): InputFeature[] {
		const all = this.listOf(json, itemIndex);
		const isBlank = (one: InputFeature) => this.isBlank(one);
		const inputs = all.some(isBlank) ? all.filter((one) => !isBlank(one)) : all;
		this.emptyItems += all.length === 0 ? 1 : all.length - inputs.length;
		return inputs;
	}

	private isBlank({ as, value }: InputFeature): boolean {
		if (!isJsonObject(value)) return false;
		if (as !== 'row' && as !== 'json') return value.type === undefined && Object.keys(value).length === 0;
		if (!isGeoJsonFeature(value)) return isEmptyRow(value, this.planColumns);
		return isEmptyValue(value.geometry) && isEmptyRow(Object(value.properties) as Feature, this.planColumns);
	}

	private listOf(json: Feature, itemIndex: number): InputFeature[] {
		const { parameters, mapping } = this;
		if (source.read(parameters, itemIndex) === 'json') {
			const value = parseInput(featureJson.read(parameters, itemIndex), 'Feature JSON');
			// What an expression such as `{{ $json.body.features }}` reads names its features.
			const [, name = ''] = /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(String(parameters.raw('featureJson'))) ?? [];
			const inner = isJsonObject(value) ? (rowsIn(value) ?? featuresIn(value)) : undefined;
			const { path, value: given } = inner ?? { path: '', value };
			return listed(given, itemIndex, joinPath(name, path), 'json');
		}
		if (mapping.rowOf !== undefined) {
			const value = mapping.rowOf(json, itemIndex);
			if (value !== undefined) return [{ itemIndex, path: '', value, as: 'mapped', problems: [] }];
			if (!isCollection(json) && featuresIn(json) === undefined) return [];
			throw new InvalidInputError(
				'The item holds several features, and none of them is mapped',
				'Put Split Out before this node, so that each feature is an item.',
			);
		}
		// What Get gives is a feature, whatever else its properties may look like.
		if (Array.isArray(json.dataFields) && !('feature' in json)) return listed(json, itemIndex, '', 'row');
		const reported = isEmptyRow(json, this.planColumns) ? null : reportedFeature(json);
		if (reported === null) return [];
		if (reported !== undefined) return listed(parseInput(reported, 'feature'), itemIndex, 'feature', 'row');
		const inner = featuresIn(json);
		if (inner !== undefined) return listed(inner.value, itemIndex, inner.path, 'row');
		if (this.isText(json))
			throw new InvalidInputError(
				'The item is the text of a file',
				'Read it before this node, such as by Extract from File.',
			);
		const message = OF_HTTP.find(([, names]) => names.every((name) => name in json))?.[0];
		const rows = message === undefined ? rowsIn(json)?.path : 'body';
		if (rows === undefined) return listed(json, itemIndex, '', 'row');
		throw new InvalidInputError(
			message ?? 'The item holds a list of rows',
			`Set Source to JSON, and Feature JSON to {{ $json.${rows} }}.`,
		);
	}

	/** As HTTP Request gives a CSV file. */
	private isText(json: Feature): boolean {
		const isOther = (name: string) => name !== 'data' && !this.planColumns.has(name) && !ADDED_TO_ROWS.includes(name);
		return typeof json.data === 'string' && jsonOfCell(json.data) === undefined && !Object.keys(json).some(isOther);
	}

	/** @param validate also where Validate is off @returns false where its plan is read before, for names and formats */
	read(one: InputFeature, { plan, columns, settings }: PreparedItem, validate: boolean): boolean {
		const { value, as } = one;
		if (!isJsonObject(value)) {
			one.problems = [{ path: '', rule: 'object' }];
			return true;
		}
		if (plan === undefined && as !== 'feature') return false;
		const item = this.itemReader.read(value, columns);
		if (plan === undefined && item.needsPlan) return false;
		const isWhole = columns === undefined || as === 'feature';
		const { extraColumns: extra } = settings;
		const { feature, problems } = isWhole
			? this.withAdded(item, columns, extra)
			: this.readRow(item, columns, extra, as);
		this.addKinds(feature, one.itemIndex);
		if (plan !== undefined && isRow(one)) {
			// Databases give it as a text within GeoJSON.
			const geometry = isGeoJsonFeature(value) ? parsedCell(value.geometry) : feature.geometry;
			const isLocated = addGeometry(feature, geometry, plan);
			if (isGeoJsonFeature(value) && !isLocated) problems.push({ path: 'geometry', rule: 'point' });
			const names = Object.keys(feature).filter((name) => !KIND.includes(name));
			const said = withoutEmptyData(feature);
			if (problems.length === 0 && names.length === 0) problems.push({ path: '', rule: 'noCell' });
			// A running number, which Extra Columns leaves out, is no value of its own.
			else if (problems.length === 0 && as !== 'mapped' && names.every((name) => isEmpty(said[name]))) {
				this.emptyItems++;
				return true;
			}
			// For the service null is the centre of the plan (section 2.3, rule 1), which no row means.
			if (feature.type === 'leaderLineIcon' && feature.position === undefined) feature.position = null;
			for (const name of plan.unknownIdentities(feature)) {
				if ((as === 'mapped' && name === 'id') || this.mapping.matchingColumns.includes(name)) continue;
				feature[name] = undefined;
				this.unknownIds.set(name, (this.unknownIds.get(name) ?? 0) + 1);
			}
		}
		const isOwn = isRow(one) || as === 'ownFeature';
		if (plan !== undefined && isOwn && !isEmptyValue(feature.position))
			feature.position = positionLike(plan.position(), feature.position);
		const broken = settings.validate || validate ? featureProblems(feature, plan?.outlineForms()) : [];
		if (settings.validate && isOwn && lacksPoint(feature, plan)) broken.push({ path: 'position', rule: 'position' });
		const { photos } = feature;
		if (settings.photos === 'error' && !isEmpty(photos)) broken.push({ path: 'photos', rule: 'noPhotos' });
		// Section 2.5: pushing photos is unsupported. A property that is undefined is not sent.
		if ('photos' in feature) feature.photos = undefined;
		const sent = asJsonSafe(withoutMissingValues(feature));
		one.feature = sent.feature;
		if (settings.validate && plan !== undefined) broken.push(...plan.locationProblems(sent.feature));
		for (const found of [broken, sent.problems]) if (found.length > 0) problems.push(...found);
		if (problems.length > 0) one.problems = problems;
		return true;
	}

	private readRow(item: ReadFeature, columns: Columns, extra: ExtraColumns, as: RowKind = 'row'): ReadFeature {
		const { planColumns, unmapped } = this;
		const { feature, problems } = readRow(item.feature, columns, { extra, as, planColumns, unmapped });
		return { feature, problems: [...item.problems, ...problems] };
	}

	/** What was added to an item of Get takes Extra Columns, as the columns of a row do. */
	private withAdded(item: ReadItem, columns: Columns | undefined, extra: ExtraColumns): ReadFeature {
		const { feature, problems, added } = item;
		if (columns === undefined || added.length === 0) return item;
		const row = Object.fromEntries(added.map((column) => [column, feature[column]]));
		for (const column of added) feature[column] = undefined;
		const read = this.readRow({ feature: row, problems }, columns, extra);
		const { data, ...properties } = read.feature;
		Object.assign(feature, properties);
		if (Array.isArray(data)) addEntries(feature, data as JsonObject[]);
		return { feature, problems: read.problems };
	}

	private addKinds(feature: Feature, itemIndex: number): void {
		const kind = isEmptyCell(feature.type) ? featureType.read(this.parameters, itemIndex).trim() : '';
		if (kind !== '') feature.type = kind;
		if (feature.type !== 'zone' || !isEmptyCell(feature.zoneType)) return;
		const kindOfZone = zoneType.read(this.parameters, itemIndex).trim();
		if (kindOfZone !== '') feature.zoneType = kindOfZone;
	}

	get hints(): Hint[] {
		const columns = [...this.unmapped];
		const empty = columns.filter(([, { filled }]) => filled === 0).length;
		const ignored = columns.filter(([, one]) => one.ignored > 0);
		const kept = columns.filter(([, one]) => one.kept > 0);
		const keptNames = joinFirst(MAX_COLUMNS, kept, ([column, one]) => `${inertText(column)} (${one.kept})`);
		const names = joinFirst(MAX_COLUMNS, ignored, ([column, one]) => `${inertText(column)} (${one.ignored})`);
		return [
			[this.emptyItems, `Items without any value of their own, which say nothing: ${this.emptyItems}.`],
			[empty, `Columns without any value that the plan does not have, which say nothing: ${empty}.`],
			[ignored.length, `Columns that Extra Columns left out, with the number of their rows: ${names}.`],
			[kept.length, `Properties that no feature of the plan has, which features in JSON keep: ${keptNames}.`],
			...[...this.unknownIds].map(([name, count]): Hint => {
				const ofService = 'the service makes it itself. Map the column to a data field.';
				const reason = name === 'id' ? 'it may be the number of a row in a table.' : ofService;
				const rows = `Rows whose ${inertText(name)} no feature of the plan has: ${count}.`;
				return [count, `${rows} The ${inertText(name)} is not sent, because ${reason}`];
			}),
		];
	}
}

const MAX_COLUMNS = 5;

/** What the Webhook node gives beside more, and HTTP Request with its option for that. */
const OF_HTTP: ReadonlyArray<[message: string, names: readonly string[]]> = [
	['The item is a request to a webhook', ['headers', 'query', 'body']],
	['The item is a whole response', ['headers', 'statusCode', 'body']],
];

/** A collection of GeoJSON, what Get gives as a whole plan, or what is written like it. */
function isCollection(value: unknown): value is { type?: unknown; features: unknown[] } {
	if (!isJsonObject(value) || !Array.isArray(value.features)) return false;
	const isPlan = () => Object.keys(value).every((name) => ['planCode', 'count', 'features'].includes(name));
	return value.type === 'FeatureCollection' || isPlan();
}

/** A feature as ArcGIS writes it by itself, or what begins with one. */
function isOfArcGis(value: unknown): boolean {
	const one: unknown = isJsonObject(value) && Array.isArray(value.features) ? value.features[0] : value;
	if (!isJsonObject(one) || !isJsonObject(one.attributes) || one.type !== undefined) return false;
	return 'geometry' in one || Object.keys(one.attributes).some((name) => /^(?:OBJECTID|FID)$/i.test(name));
}

/** A feature, or a list of features or rows, that is deeper in what an item gives. */
interface Inner {
	path: string;
	value: unknown;
}

/**
 * What Webhook, Extract from JSON or HTTP Request have read, and collections of GeoJSON; as text, where n8n doesn't
 * parse the type of the file. @throws InvalidInputError where there are several
 */
function featuresIn(json: JsonObject): Inner | undefined {
	if (json.type !== undefined) return undefined;
	const all = Object.keys(json).flatMap((path) => {
		const isRead = path === 'body' || path === 'data';
		const cell = json[path];
		// 20 MB that are no JSON take a parser a third of a second.
		const isText = isRead && typeof cell === 'string' && /"(?:Feature|attributes|features)/.test(cell);
		const value = isText ? parseJson(cell.replace(/^\ufeff/, '')) : cell;
		if (isCollection(value) && value.type === 'FeatureCollection') return [{ path, value }];
		if (!isRead) return [];
		const first: unknown = Array.isArray(value) ? value[0] : value;
		const isOne = isGeoJsonFeature(first) || isOfArcGis(first) || (isJsonObject(value) && holdsFeatures(value));
		return isOne ? [{ path, value }] : [];
	});
	const [found, other] = all;
	if (all.length < 2) return all.at(0);
	throw new InvalidInputError(
		`The item holds several collections: ${inertText(found.path)} and ${inertText(other.path)}`,
		'Set Source to JSON, and Feature JSON to one of them, or to a list of both.',
	);
}

/** Names by which Extract from JSON (`data`) and services give a list. */
const ENVELOPES = ['data', 'items', 'records', 'result', 'results', 'rows', 'value'];

/** Entries of a feature's data have a key each. */
function rowsIn(json: JsonObject): Inner | undefined {
	if (json.type !== undefined) return undefined;
	const path = ENVELOPES.find((name) => {
		const list = parsedCell(json[name]);
		const [first]: unknown[] = Array.isArray(list) ? list : [];
		return isJsonObject(first) && !('key' in first);
	});
	return path === undefined ? undefined : { path, value: parsedCell(json[path]) };
}

/** Language models write each entry of a list as a text, and `$input.all()` gives whole items. */
function entryOfList(entry: unknown): unknown {
	const value = parsedCell(entry);
	const isItem = isJsonObject(value) && Object.keys(value).every((name) => OF_ITEM.includes(name));
	return isItem && isJsonObject(value.json) ? value.json : value;
}

/** JSON that is given as a text. */
function parsedCell(cell: unknown): unknown {
	return typeof cell === 'string' ? (jsonOfCell(cell) ?? cell) : cell;
}

const OF_ITEM = ['json', 'binary', 'pairedItem', 'index', 'error'];

const NO_PROBLEMS: readonly FeatureProblem[] = [];

function listed(
	input: unknown,
	itemIndex: number,
	path: string,
	rowKind: 'row' | 'json',
	isIn = false,
): InputFeature[] {
	const value = rowKind === 'json' ? entryOfList(input) : input;
	if (isOfArcGis(value))
		throw new InvalidInputError(
			'The item is JSON of ArcGIS',
			'Request it as GeoJSON, such as by f=geojson in its URL.',
		);
	if (isCollection(value)) return listed(value.features, itemIndex, joinPath(path, 'features'), rowKind);
	if (Array.isArray(value) && !isIn)
		return value.flatMap((one: unknown, index) => listed(one, itemIndex, `${path}[${index}]`, rowKind, true));
	const as = isJsonObject(value) ? inputKind(value, rowKind) : 'feature';
	// With all properties at once: those that come later take more room in each of thousands.
	return [{ itemIndex, path, value, as, feature: undefined, problems: NO_PROBLEMS }];
}

/** @returns whether it says where the feature is: without a position the service would put an icon into the centre */
function addGeometry(feature: Feature, input: unknown, plan: LoadedPlan): boolean {
	if (isEmptyValue(input)) return true;
	const hasOutlines = plan.outlinedKinds().has(feature.type);
	const geometry = singleOf(input);
	if (isJsonObject(geometry) && geometry.type === 'Point' && !isPolygonal(feature) && !hasOutlines) {
		feature.geometry = undefined;
		if (isEmptyValue(feature.position)) feature.position = geometry;
		return true;
	}
	feature.geometry = outlineOfGeoJson(input, plan.outlineForms());
	return !isCentred(feature) || hasOutlines || !isEmptyValue(feature.position);
}

/** Whatever a service calls its coordinates, what a person writes has those of the plan. */
function lacksPoint({ position }: Feature, plan: LoadedPlan | undefined): boolean {
	if (isEmptyValue(position) || positionOf(position) !== undefined) return false;
	return positionOf(plan?.position()) !== undefined;
}

/** The point of a list of one, as programs for maps write each point where a layer may have several. */
function singleOf(geometry: unknown): unknown {
	if (!isJsonObject(geometry) || geometry.type !== 'MultiPoint' || !Array.isArray(geometry.coordinates))
		return geometry;
	const [coordinates, ...others]: unknown[] = geometry.coordinates;
	return others.length > 0 ? geometry : { type: 'Point', coordinates };
}

/** Sheets and webhooks give JSON as text, language models as a block of Markdown. @throws InvalidInputError */
function parseInput(value: unknown, label: string): unknown {
	if (value === undefined || value === null)
		throw new InvalidInputError(`${label} gives nothing`, `Correct the expression of ${label}.`);
	if (typeof value !== 'string') return value;
	let problem = 'its end is missing';
	try {
		const parsed = parsedOf(value);
		// Who writes JSON into JSON gets it as a text.
		const inner = typeof parsed === 'string' && parsed !== '' ? parsedOf(parsed) : parsed;
		if (inner !== undefined) return inner;
	} catch (error) {
		// The message of the parser quotes the text.
		problem = inertText((error as Error).message);
	}
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${problem}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

/** Undefined where it was cut. @throws SyntaxError */
function parsedOf(text: string): unknown {
	const json = text.trim().replace(/^```(?:json)?|```$/g, '');
	return isCutJson(json) ? undefined : (JSON.parse(json) as unknown);
}

/** Of an item of Compare Features or of the trigger: null where only the plan has it, or had it; else undefined. */
function reportedFeature(json: Feature): unknown {
	if (!('feature' in json)) return undefined;
	if ('change' in json && 'eventId' in json) return json.change === 'removed' ? null : json.feature;
	const isCompared = RESULTS.some((result) => result === json.result) && 'onPlan' in json;
	if (!isCompared) return undefined;
	if (json.result === 'unclear')
		throw new InvalidInputError(
			`Compare Features could not tell what the item is: ${inertText(String(json.reason ?? ''))}`,
			'Correct its row and compare again, or leave out what is unclear.',
		);
	const { feature, onPlan } = json;
	if (!isJsonObject(feature) || !isJsonObject(onPlan)) return feature ?? null;
	// Of a row that was found by a match column, nothing else leads to its feature.
	const own = Object.entries(onPlan).filter(([name]) => IDENTITY_NAME.test(name) && isEmptyValue(feature[name]));
	return { ...feature, ...Object.fromEntries(own) };
}

/** As the service calls its own identity. */
const IDENTITY_NAME = /^(?:id|code|uuid|guid)$/i;
