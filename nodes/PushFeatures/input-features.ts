import {
	ADDED_TO_ROWS,
	ItemReader,
	addEntries,
	axisColumns,
	holdsFeatures,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	isGeoJsonFeature,
	isPoint,
	jsonOfCell,
	outlineOfGeoJson,
	positionLike,
	readRow,
} from '../../service/columns';
import type { Columns, ExtraColumns, ReadItem, RowKind, UnmappedColumns } from '../../service/columns';
import {
	KIND,
	featureProblems,
	isCentred,
	isEmpty,
	isEmptyValue,
	isIdentityName,
	isPolygonal,
	positionOf,
	withoutEmptyData,
	withoutUnsent,
} from '../../service/plan';
import type { Feature, Match } from '../../service/plan';
import type { Status } from '../../service/push';
import type { JsonObject } from '../../service/text';
import { asJsonSafe, inertText, isJsonObject, joinFirst, memo, parseJson } from '../../service/text';
import { InvalidInputError } from '../shared/item-failure';
import type { ItemFailure } from '../shared/item-failure';
import { propertiesReadBy } from '../shared/parameters';
import type { Parameters } from '../shared/parameters';
import type { InputProblem } from './input-rules';
import { LoadedPlan } from './loaded-plan';
import { readMapping } from './plan-columns';
import { featureJson, featureType, RESULTS, source, zoneType } from './push-parameters';
import type { PushSettings } from './push-parameters';

/** A feature of the input: what an item gives, what is read of it, and what is found out about it. */
export interface InputFeature {
	itemIndex: number;
	/** Leads to it within the item. */
	path: string;
	/** What the item gives there, where that is an object. */
	value?: Feature | undefined;
	/** How that is read. Undefined for what an item does not give. */
	as?: RowKind;
	/** As JSON writes it, so that what is compared is what is sent. Undefined where it is no object, or says nothing. */
	feature?: Feature | undefined;
	/** With paths within the feature. */
	problems: readonly InputProblem[];
	/** Among the features of its plan, where it has one. */
	position?: number | undefined;
	/** What it is on the plan, where it was matched. */
	match?: Match | undefined;
	/** What came of it, where it is pushed. */
	status?: Status;
}

/** A feature that is read, and what is wrong with it so far. */
interface ReadInput {
	feature: Feature;
	problems: InputProblem[];
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

/** Whether the service takes the feature all the same where the plan has the like of it. */
export function mayBeOnPlan({ rule }: InputProblem): boolean {
	return rule === 'knownKind' || rule === 'outline';
}

/** What an item gives for its plan. */
export interface PreparedItem {
	itemIndex: number;
	json: Feature;
	planCode: string;
	settings: PushSettings;
	inputs: InputFeature[];
	/** As it was read, where it was, with the data fields of the plan that Data Fields From names. */
	plan?: LoadedPlan | undefined;
	/** Why it is not pushed, or why its plan could not be read. */
	failure?: ItemFailure;
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
	/** Thousands of rows have the same columns. */
	private readonly axisColumns = memo((names: string) => axisColumns(names.split('\0')));
	/** For features that stand as they are. */
	readonly noPlan = new LoadedPlan([]);

	constructor(private readonly parameters: Parameters) {
		this.mapping = readMapping(parameters);
		this.planColumns = propertiesReadBy(parameters.raw('planCode'));
	}

	/** What an item gives, unread, without blank rows. @throws InvalidInputError for what is no row, but holds rows */
	inputsOf(json: Feature, itemIndex: number, hasFile: boolean): InputFeature[] {
		const isByName = source.read(this.parameters, itemIndex) === 'item' && this.mapping.rowOf === undefined;
		const isFile = hasFile && this.columnsBeside(undefined, json).length === 0;
		const all = isFile && isByName ? [] : this.listOf(json, itemIndex);
		const inputs = all.filter((one) => !this.isBlank(one));
		if (isFile && inputs.length === 0) throw new InvalidInputError('The item is a file', READ_BEFORE);
		this.emptyItems += Math.max(all.length, 1) - inputs.length;
		return inputs;
	}

	private isBlank({ as, value }: InputFeature): boolean {
		if (value === undefined) return false;
		if (as === 'mapped') return Object.keys(value).length === 0;
		// As Extract from JSON gives a file without any feature.
		if (as !== 'row' && as !== 'json')
			return ['type', 'dataFields'].every((name) => value[name] === undefined) && isEmpty({ ...value, planCode: '' });
		if (!isGeoJsonFeature(value)) return isEmptyRow(value, this.planColumns);
		return isEmptyValue(value.geometry) && isEmptyRow(Object(value.properties) as Feature, this.planColumns);
	}

	private listOf(json: Feature, itemIndex: number): InputFeature[] {
		if (source.read(this.parameters, itemIndex) === 'json') return this.listOfJson(itemIndex);
		const { rowOf } = this.mapping;
		if (rowOf === undefined) return this.listOfItem(json, itemIndex);
		const row = rowOf(json, itemIndex);
		if (row !== undefined) return [inputFeature(itemIndex, '', row, 'mapped')];
		if (!isCollection(json) && featuresIn(json) === undefined) return [];
		throw new InvalidInputError(
			'The item holds several features, and none of them is mapped',
			'Put Split Out before this node, so that each feature is an item.',
		);
	}

	private listOfJson(itemIndex: number): InputFeature[] {
		// What an expression such as `{{ $json.body.features }}` reads names its features.
		const expression = String(this.parameters.raw('featureJson'));
		const [, name = ''] = /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(expression) ?? [];
		return listed(parseInput(featureJson.read(this.parameters, itemIndex)), itemIndex, name, 'json');
	}

	/** Of an item whose columns are mapped by their names. */
	private listOfItem(json: Feature, itemIndex: number): InputFeature[] {
		const held = reportedFeature(json) ?? featuresIn(json);
		// What Get gives is a feature, whatever else its properties may look like.
		if (held === undefined && !Array.isArray(json.dataFields) && isEmptyRow(json, this.planColumns)) return [];
		if (held === undefined && isFileText(json.data) && this.columnsBeside('data', json).length === 0)
			throw new InvalidInputError('The item is the text of a file', READ_BEFORE);
		if (held === undefined) return listed(json, itemIndex, '', 'row');
		const [path, value] = held;
		const beside = this.columnsBeside(path, json);
		if (beside.length === 0) return listed(value, itemIndex, path, 'row');
		throw new InvalidInputError(
			`The item holds features in ${path}, and beside them ${joinFirst(MAX_COLUMNS, beside, inertText)}`,
			'Leave these columns out before this node, or put them into the features.',
		);
	}

	/** The columns of an item that say something about its features, but for the one that holds these. */
	private columnsBeside(content: string | undefined, json: Feature): string[] {
		const isReported = (name: string) => content === 'feature' && BESIDE_REPORTED.has(name);
		const isKnown = (name: string) =>
			name === content || BESIDE_CONTENT.has(name) || isReported(name) || this.planColumns.has(name);
		return Object.keys(json).filter((name) => !isKnown(name) && !isEmptyCell(json[name]) && !isEmpty(json[name]));
	}

	/** @returns false where the plan makes a difference, and was not read */
	read(one: InputFeature, settings: PushSettings, plan = this.noPlan): boolean {
		const { value = {}, as, itemIndex } = one;
		const unchanged = settings.operation === 'push' && settings.photos !== 'error' && plan.unchanged(value);
		if (unchanged) {
			one.feature = unchanged;
			// Without the plan it may have had some.
			one.problems = NONE;
			return true;
		}
		const item = this.itemReader.read(value, plan.columns(), plan.isOf(value));
		if (plan === this.noPlan && (as !== 'feature' || item.needsPlan)) return false;
		const read = this.readColumns(item, as, plan.columns(), settings.extraColumns);
		this.addKinds(read.feature, itemIndex);
		if (as !== 'feature' && !this.completeRow(one, read, plan, settings)) return true;
		this.validate(one, read, settings, plan);
		return plan !== this.noPlan || !one.problems.some(mayBeOnPlan);
	}

	/** The columns of a row; of an item of Get those that were added to it, which take Extra Columns, too. */
	private readColumns(item: ReadItem, as: RowKind = 'row', columns: Columns, extra: ExtraColumns): ReadInput {
		const { planColumns, unmapped } = this;
		const { feature, problems, added } = item;
		const readAs = (row: JsonObject, rowKind: RowKind) => {
			const read = readRow(row, columns, { extra, as: rowKind, planColumns, unmapped });
			return { feature: read.feature, problems: [...problems, ...read.problems] };
		};
		if (as !== 'feature') return readAs(feature, as);
		if (added.length === 0) return item;
		const read = readAs(Object.fromEntries(added.map((column) => [column, feature[column]])), 'row');
		const { data, ...properties } = read.feature;
		for (const column of added) feature[column] = undefined;
		Object.assign(feature, properties);
		if (Array.isArray(data)) addEntries(feature, data as JsonObject[]);
		return { feature, problems: read.problems };
	}

	/** @returns false for a row that says nothing */
	private completeRow(one: InputFeature, read: ReadInput, plan: LoadedPlan, settings: PushSettings): boolean {
		const { as, value = {} } = one;
		const { feature, problems } = read;
		if (isRow(one)) {
			addGeometry(read, value, plan);
			if (settings.validate && plan.isPositioned(feature)) this.requirePosition(read, value, plan);
			const names = Object.keys(feature).filter((name) => !KIND.includes(name));
			const filled = withoutEmptyData(feature);
			if (problems.length === 0 && names.length === 0) problems.push({ path: '', rule: 'noCell' });
			// A running number, which Extra Columns leaves out, is no value of its own.
			else if (problems.length === 0 && as !== 'mapped' && names.every((name) => isEmpty(filled[name]))) {
				this.emptyItems++;
				return false;
			}
			// No position means the centre of the plan, which is null for the service (section 2.3, rule 1).
			if (feature.type === 'leaderLineIcon' && feature.position === undefined) feature.position = null;
			this.dropUnknownIdentities(feature, as, plan);
		}
		if (isEmptyValue(feature.position)) return true;
		if (settings.validate) problems.push(...plan.axesProblems(feature.position));
		feature.position = positionLike(plan.position(), feature.position);
		return true;
	}

	/** Without a position an icon stands in the centre of the plan, and a sign nowhere, whatever its row says. */
	private requirePosition({ feature, problems }: ReadInput, row: Feature, plan: LoadedPlan): void {
		if (!isEmptyValue(feature.position)) return;
		const names = Object.keys(row).filter((name) => plan.columns().meaningOf(name).kind !== 'field');
		const point = names.find((name) => isPoint(row[name]));
		const columns = point === undefined ? this.axisColumns(names.join('\0')) : { position: point };
		const given = Object.values(columns);
		if (given.length === 0 || !given.every((name) => /\d/.test(JSON.stringify(row[name]) ?? ''))) return;
		// That the plan has no such columns says less.
		const others = problems.filter(({ path }) => !given.includes(path));
		problems.splice(0, problems.length, { path: 'position', rule: 'coordinates', details: columns }, ...others);
	}

	/** An id may be the number of a row in a table, and other identities the service makes itself. */
	private dropUnknownIdentities(feature: Feature, as: RowKind | undefined, plan: LoadedPlan): void {
		for (const name of plan.unknownIdentities(feature)) {
			if ((as === 'mapped' && name === 'id') || this.mapping.matchingColumns.includes(name)) continue;
			feature[name] = undefined;
			this.unknownIds.set(name, (this.unknownIds.get(name) ?? 0) + 1);
		}
	}

	/** Sets the feature as it is sent, and what is wrong with it. */
	private validate(one: InputFeature, { feature, problems }: ReadInput, settings: PushSettings, plan: LoadedPlan) {
		if (settings.validate || settings.operation === 'check')
			problems.push(...featureProblems(feature, plan.outlineForms(), plan.possibleKinds()));
		const isWrong = problems.some(({ rule }) => rule === 'position');
		if (settings.validate && one.as !== 'feature' && !isWrong && lacksPoint(feature, plan))
			problems.push({ path: 'position', rule: 'position' });
		if (settings.photos === 'error' && !isEmpty(feature.photos)) problems.push({ path: 'photos', rule: 'noPhotos' });
		const sent = asJsonSafe(withoutUnsent(feature));
		if (settings.validate) problems.push(...plan.locationProblems(sent.value));
		problems.push(...sent.problems);
		one.problems = plan.withoutExisting(problems, sent.value, one.as === 'mapped');
		one.feature = sent.value;
	}

	private addKinds(feature: Feature, itemIndex: number): void {
		for (const name of KIND) if (typeof feature[name] === 'string') feature[name] = feature[name].trim();
		const kind = isEmptyCell(feature.type) ? featureType.read(this.parameters, itemIndex).trim() : '';
		if (kind !== '') feature.type = kind;
		if (feature.type !== 'zone' || !isEmptyCell(feature.zoneType)) return;
		const kindOfZone = zoneType.read(this.parameters, itemIndex).trim();
		if (kindOfZone !== '') feature.zoneType = kindOfZone;
	}

	get hints(): Hint[] {
		const columns = [...this.unmapped];
		const empty = columns.filter(([, { filled }]) => filled === 0).length;
		const counted = (what: 'ignored' | 'kept', message: string): Hint => {
			const those = columns.filter(([, count]) => count[what] > 0);
			const names = joinFirst(MAX_COLUMNS, those, ([column, count]) => `${inertText(column)} (${count[what]})`);
			return [those.length, `${message}: ${names}.`];
		};
		return [
			[this.emptyItems, `Items without any value of their own, which say nothing: ${this.emptyItems}.`],
			[empty, `Columns without any value that the plan does not have, which say nothing: ${empty}.`],
			counted('ignored', 'Columns that Extra Columns left out, with the number of their rows'),
			counted('kept', 'Properties that no feature of the plan has, which features in JSON keep'),
			...[...this.unknownIds].map(([name, count]): Hint => {
				const shownName = inertText(name);
				const message = `Rows whose ${shownName} no feature of the plan has: ${count}. The ${shownName} is not sent, `;
				return [count, `${message}because the service makes it itself. Map the column to a data field.`];
			}),
		];
	}
}

const MAX_COLUMNS = 5;
const READ_BEFORE = 'Read it before this node, such as by Extract from File.';

/** What nodes that read files, requests and plans say beside the features. */
const BESIDE_CONTENT: ReadonlySet<string> = new Set([
	...['headers', 'params', 'query', 'webhookUrl', 'executionMode', 'statusCode', 'statusMessage'],
	...['mimeType', 'fileType', 'fileName', 'fileExtension', 'fileSize', 'directory', ...ADDED_TO_ROWS],
]);

/** What Compare Features and the trigger say beside theirs. */
const BESIDE_REPORTED: ReadonlySet<string> = new Set([
	...['result', 'reason', 'match', 'changes', 'onPlan'],
	...['change', 'before', 'eventId'],
]);

/** A collection of GeoJSON, what Get gives as a whole plan, or what is written like it. */
function isCollection(value: unknown): value is { type?: unknown; features: unknown[] } {
	if (!isJsonObject(value) || !Array.isArray(value.features)) return false;
	const isPlan = () => Object.keys(value).every((name) => ['planCode', 'count', 'features'].includes(name));
	return value.type === 'FeatureCollection' || isPlan();
}

/** A feature, or a list of features, that an item holds, and its name there. */
type Inner = [path: string, value: unknown];

/** What Webhook, Extract from JSON or HTTP Request have read; as text, where n8n doesn't parse the type of the file. */
function featuresIn(json: JsonObject): Inner | undefined {
	if (json.type !== undefined) return undefined;
	for (const path of ['body', 'data']) {
		const cell = json[path];
		const value = typeof cell === 'string' ? parseJson(cell.replace(/^\ufeff/, '')) : cell;
		if (holdsFeatures(value) || (isCollection(value) && value.type === 'FeatureCollection')) return [path, value];
	}
	return undefined;
}

/** As HTTP Request gives a CSV file. */
function isFileText(data: unknown): boolean {
	return typeof data === 'string' && !isEmptyCell(data) && jsonOfCell(data) === undefined;
}

/** Names by which Extract from JSON (`data`), Webhook (`body`) and services give rows. */
const ENVELOPES = ['data', 'body', 'features', 'items', 'records', 'result', 'results', 'rows', 'value'];

/** Of what is no row, but holds rows. */
function envelopeOf(json: JsonObject): string | undefined {
	if (json.type !== undefined) return undefined;
	// A request, or a whole response.
	if (isJsonObject(json.headers) && 'body' in json)
		return isEmpty(json.body) && !isEmpty(json.query) ? 'query' : 'body';
	return ENVELOPES.find((name) => {
		const cell = json[name];
		const value = typeof cell === 'string' ? jsonOfCell(cell) : cell;
		const [first]: unknown[] = Array.isArray(value) ? value : [];
		// Entries of a feature's data have a key each.
		return isJsonObject(first) && !('key' in first);
	});
}

const NONE: readonly InputProblem[] = [];

/** With all properties at once: those that come later take more room in each of thousands. */
function inputFeature(itemIndex: number, path: string, value: Feature | undefined, as: RowKind): InputFeature {
	const problems: readonly InputProblem[] = value === undefined ? [{ path: '', rule: 'object' }] : NONE;
	return { itemIndex, path, value, as, problems, feature: undefined, position: undefined, match: undefined };
}

/** As `$input.all()` gives it. */
function isItem(value: unknown): value is { json: unknown } {
	if (!isJsonObject(value) || !isJsonObject(value.json)) return false;
	return Object.keys(value).every((name) => ['json', 'binary', 'pairedItem', 'index', 'error'].includes(name));
}

/** @throws InvalidInputError for what is no row, but holds rows */
function listed(value: unknown, itemIndex: number, path: string, as: 'row' | 'json', isIn = false): InputFeature[] {
	if (as === 'json' && isItem(value)) return listed(value.json, itemIndex, path, as, isIn);
	if (isCollection(value)) return listed(value.features, itemIndex, joinPath(path, 'features'), as);
	if (Array.isArray(value) && !isIn)
		return value.flatMap((one: unknown, index) => listed(one, itemIndex, `${path}[${index}]`, as, true));
	if (!isJsonObject(value)) return [inputFeature(itemIndex, path, undefined, 'feature')];
	// A row of a list may have lists of its own.
	const envelope = isIn ? undefined : envelopeOf(value);
	if (envelope === undefined) return [inputFeature(itemIndex, path, value, inputKind(value, as))];
	const inner = joinPath(path, envelope);
	throw new InvalidInputError(
		`${as === 'json' ? 'Feature JSON' : 'The item'} holds rows in ${inner}`,
		`Set Source to JSON, and Feature JSON to these rows, such as {{ $json.${inner} }}.`,
	);
}

/** The outline of a row, or the point of an icon. */
function addGeometry({ feature, problems }: ReadInput, value: Feature, plan: LoadedPlan): void {
	const isGeoJson = isGeoJsonFeature(value);
	const geometry = isGeoJson ? value.geometry : feature.geometry;
	if (isEmptyValue(geometry)) return;
	const hasOutlines = plan.outlinedKinds().has(feature.type);
	if (isJsonObject(geometry) && geometry.type === 'Point' && !isPolygonal(feature) && !hasOutlines) {
		feature.geometry = undefined;
		if (isEmptyValue(feature.position)) feature.position = geometry;
		return;
	}
	feature.geometry = outlineOfGeoJson(geometry, plan.outlineForms());
	// Without a position the service would put the icon into the centre.
	if (isGeoJson && isCentred(feature) && !hasOutlines && isEmptyValue(feature.position)) {
		problems.push({ path: 'geometry', rule: 'point' });
		feature.geometry = undefined;
	}
}

/** Whatever a service calls its coordinates, what a person writes has those of the plan. */
function lacksPoint({ position }: Feature, plan: LoadedPlan): boolean {
	if (isEmptyValue(position) || positionOf(position) !== undefined) return false;
	return positionOf(plan.position()) !== undefined;
}

/** Expressions give JSON as a value or a text, language models as a block of Markdown. @throws InvalidInputError */
function parseInput(value: unknown): unknown {
	if (value === undefined || value === null)
		throw new InvalidInputError('Feature JSON gives nothing', 'Correct the expression of Feature JSON.');
	let parsed = value;
	let problem = '';
	try {
		// Who writes JSON into JSON gets it as a text.
		while (typeof parsed === 'string') parsed = JSON.parse(parsed.trim().replace(/^```(?:json)?|```$/g, ''));
		return parsed;
	} catch (error) {
		// The message of the parser quotes the text.
		problem = inertText((error as Error).message);
	}
	throw new InvalidInputError(
		parsed === '' ? 'Feature JSON is empty' : `Feature JSON is not JSON: ${problem}`,
		'Give Feature JSON as JSON: an object, or a list of objects.',
	);
}

/** Of an item of Compare Features or of the trigger: none where only the plan has it, or had it; else undefined. */
function reportedFeature(json: Feature): Inner | undefined {
	const { feature, onPlan, change, result, reason } = json;
	const isEvent = 'change' in json && 'eventId' in json;
	const isCompared = 'onPlan' in json && RESULTS.some((one) => one === result);
	if (!('feature' in json) || !(isEvent || isCompared)) return undefined;
	if (isCompared && result === 'unclear')
		throw new InvalidInputError(
			`Compare Features could not tell what the item is: ${inertText(String(reason ?? ''))}`,
			'Correct its row and compare again, or leave out what is unclear.',
		);
	if (isEmptyValue(feature) || (isEvent && change === 'removed')) return ['feature', []];
	if (!isJsonObject(feature)) return ['feature', feature];
	// Of a row that was found by a match column, nothing else leads to its feature.
	const isLeading = (name: string) => isIdentityName(name) && isEmptyValue(feature[name]);
	const own = Object.entries(isJsonObject(onPlan) ? onPlan : {}).filter(([name]) => isLeading(name));
	return ['feature', { ...feature, ...Object.fromEntries(own) }];
}
