import {
	ItemReader,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	isGeoJsonFeature,
	readRow,
	rowOfGeoJson,
} from '../../service/columns';
import type { Columns, ReadFeature, RowKind, UnmappedColumns } from '../../service/columns';
import {
	asJsonSafe,
	featureProblems,
	isCentred,
	isEmptyValue,
	isPolygonal,
	outlineOfGeoJson,
	positionLike,
	withoutMissingValues,
} from '../../service/plan';
import type { Feature, FeatureProblem, Match } from '../../service/plan';
import { inertText, isCutJson, isJsonObject, joinFirst, parseJson } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { InvalidInputError } from '../shared/item-failure';
import type { Parameters } from '../shared/parameters';
import type { LoadedPlan } from './loaded-plan';
import { readMapping } from './plan-columns';
import { joinPath } from './problem-messages';
import type { Mapping } from './plan-columns';
import { featureJson, featureType, source, zoneType } from './push-parameters';
import { RESULTS, pushOptions } from './push-options';
import type { PushSettings } from './push-options';

/** A feature of the input: what an item gives, what is read of it, and what is found out about it. */
export interface InputFeature {
	itemIndex: number;
	/** Leads to it within the item. */
	path: string;
	/** What the item gives there. */
	value?: unknown;
	/** How that is read. Undefined for what an item does not give. */
	as?: RowKind;
	/** What it is without its plan, where that makes no difference. */
	read?: ReadFeature | undefined;
	/** As JSON writes it, so that what is compared is what is sent. Undefined where it is no object. */
	feature?: Feature | undefined;
	/** With paths within the feature. */
	problems: readonly FeatureProblem[];
	/** What it is on the plan, where it was matched. */
	match?: Match;
}

/** Whether it is a row of a table, whose author may have left out what distinguishes it. */
export function isRow({ as }: InputFeature): boolean {
	return as === 'row' || as === 'mapped' || as === 'json';
}

/** A feature that may be sent. */
export type ValidFeature = InputFeature & { feature: Feature };

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
	/** The plan as it was read, where it was, and the one that Data Fields From names. */
	plan?: LoadedPlan;
	further?: LoadedPlan | undefined;
}

export function isValid({ inputs }: PreparedItem): boolean {
	return inputs.every(({ problems }) => problems.length === 0);
}

/** Reads the features that the items of a run give, and counts what it leaves out. */
export class InputReader {
	readonly mapping: Mapping;

	private emptyItems = 0;

	private unknownIds = 0;

	private readonly unmapped: UnmappedColumns = new Map();

	/** Columns that the expression of Plan Code reads: they address the plan. */
	private readonly planColumns: ReadonlySet<string>;

	private readonly itemReader = new ItemReader();

	constructor(private readonly parameters: Parameters) {
		this.mapping = readMapping(parameters);
		this.planColumns = columnsReadBy(parameters.raw('planCode'));
	}

	/** What an item gives, unread; nothing for a blank row. @throws InvalidInputError where Feature JSON is no JSON */
	inputsOf(json: Feature, itemIndex: number): InputFeature[] {
		const inputs = this.listOf(json, itemIndex);
		if (inputs.length === 0) this.emptyItems++;
		return inputs;
	}

	private listOf(json: Feature, itemIndex: number): InputFeature[] {
		const { parameters, mapping } = this;
		if (source.read(parameters, itemIndex) === 'json') {
			const value = parseInput(featureJson.read(parameters, itemIndex), 'Feature JSON');
			return listed(value, { itemIndex, path: nameOfJson(parameters), rowKind: 'json' });
		}
		if (mapping.rowOf !== undefined) {
			const value = mapping.rowOf(json, itemIndex);
			return value === undefined ? [] : [{ itemIndex, path: '', value, as: 'mapped', problems: [] }];
		}
		const reported = isEmptyRow(json, this.planColumns) ? null : reportedFeature(json);
		if (reported === null) return [];
		const rowKind = 'row';
		if (reported !== undefined) return listed(parseInput(reported, 'feature'), { itemIndex, path: 'feature', rowKind });
		const geoJson = geoJsonIn(json);
		if (geoJson !== undefined) return listed(geoJson.value, { itemIndex, path: geoJson.path, rowKind });
		const isRequest = OF_WEBHOOK.every((name) => name in json);
		if (isRequest || holdsRows(json)) {
			throw new InvalidInputError(
				isRequest ? 'The item is a request to a webhook' : 'The item holds a list of rows',
				`Set Source to JSON, and Feature JSON to {{ $json.${isRequest ? 'body' : 'data'} }}.`,
			);
		}
		return listed(json, { itemIndex, path: '', rowKind });
	}

	/**
	 * Whether the plan is read before the feature is: for the names of its data fields, and the formats of cells. What
	 * needs none is read by that.
	 */
	needsPlan(one: InputFeature): boolean {
		if (one.as !== 'featureWithData') return true;
		if (!isJsonObject(one.value)) return false;
		const { feature, problems, needsPlan = false } = this.itemReader.read(one.value);
		if (!needsPlan) one.read = { feature, problems };
		return needsPlan;
	}

	/** Reads a feature and checks it. @param validate check the rules of the specification, also where Validate is off */
	read(one: InputFeature, { plan, further, settings }: PreparedItem, validate: boolean): void {
		const { value, itemIndex } = one;
		if (!isJsonObject(value)) {
			one.problems = [{ path: '', rule: 'object' }];
			return;
		}
		const { feature, problems } = one.read ?? this.featureOf(one, value, plan?.columns(further));
		this.addKinds(feature, itemIndex);
		if (isRow(one)) {
			if (isGeoJsonFeature(value) && !addGeometry(feature, value.geometry, plan))
				problems.push({ path: 'geometry', rule: 'point' });
			if (plan !== undefined && !isEmptyValue(feature.position))
				feature.position = positionLike(plan.position(), feature.position);
			// For the service null is the centre of the plan (section 2.3, rule 1), which no row means.
			if (feature.type === 'leaderLineIcon' && feature.position === undefined) feature.position = null;
			if (one.as !== 'mapped' && plan?.isUnknownId(feature) === true) {
				feature.id = undefined;
				this.unknownIds++;
			}
		}
		const broken = settings.validate || validate ? featureProblems(feature, plan?.outlineForms()) : [];
		const { photos } = feature;
		const hasPhotos = !isEmptyValue(photos) && !(Array.isArray(photos) && photos.length === 0);
		if (settings.rejectPhotos && hasPhotos) broken.push({ path: 'photos', rule: 'noPhotos' });
		// Section 2.5: pushing photos is unsupported. A property that is undefined is not sent.
		if ('photos' in feature) feature.photos = undefined;
		const sent = asJsonSafe(withoutMissingValues(feature));
		one.feature = sent.feature;
		if (settings.validate && plan !== undefined) broken.push(...plan.locationProblems(sent.feature));
		problems.push(...broken, ...sent.problems);
		if (problems.length > 0) one.problems = problems;
	}

	private featureOf({ as, itemIndex }: InputFeature, value: JsonObject, columns: Columns | undefined): ReadFeature {
		const row = isGeoJsonFeature(value) ? rowOfGeoJson(value) : value;
		const item = this.itemReader.read(row, columns);
		if (as === 'featureWithData' || columns === undefined) return item;
		const { extraColumns: extra } = pushOptions.read(this.parameters, itemIndex);
		const { planColumns, unmapped } = this;
		const read = readRow(item.feature, columns, { extra, as, planColumns, unmapped });
		return { feature: read.feature, problems: [...item.problems, ...read.problems] };
	}

	/** Feature Type and Zone Type, where the input does not say them. */
	private addKinds(feature: Feature, itemIndex: number): void {
		const kind = isEmptyCell(feature.type) ? featureType.read(this.parameters, itemIndex).trim() : '';
		if (kind !== '') feature.type = kind;
		if (feature.type !== 'zone' || !isEmptyCell(feature.zoneType)) return;
		const kindOfZone = zoneType.read(this.parameters, itemIndex).trim();
		if (kindOfZone !== '') feature.zoneType = kindOfZone;
	}

	/** What is no problem, and still not what somebody may have meant. */
	get hints(): string[] {
		const columns = [...this.unmapped];
		const empty = columns.filter(([, { filled }]) => filled === 0).length;
		const ignored = columns.filter(([, one]) => one.ignored > 0);
		const names = joinFirst(MAX_COLUMNS, ignored, ([column, one]) => `${inertText(column)} (${one.ignored})`);
		return [
			...(this.emptyItems > 0 ? [`Items without any value of their own, which say nothing: ${this.emptyItems}.`] : []),
			...(empty > 0 ? [`Columns without any value that the plan does not have, which say nothing: ${empty}.`] : []),
			...(names === '' ? [] : [`Columns that Extra Columns left out, with the number of their rows: ${names}.`]),
			...(this.unknownIds > 0
				? [
						`Rows whose id no feature of the plan has: ${this.unknownIds}. The id is not sent, because it may be the ` +
							'number of a row in a table.',
					]
				: []),
		];
	}
}

const MAX_COLUMNS = 5;

const JSON_READ = /\$json(?:\.([A-Za-z_$][\w$]*)|\[(["'])((?:(?!\2)[^\\]|\\.)*)\2\])/g;

/** The columns of the item that an expression reads. */
function columnsReadBy(expression: unknown): Set<string> {
	const text = typeof expression === 'string' ? expression : JSON.stringify(expression ?? '');
	return new Set([...text.replaceAll('\\"', '"').matchAll(JSON_READ)].map(([, plain, , quoted]) => plain ?? quoted));
}

/** What the Webhook node gives, beside more. */
const OF_WEBHOOK = ['headers', 'query', 'body'];

/** A collection of GeoJSON, what Get gives as a whole plan, or what is written like it. */
function isCollection(value: unknown): value is { type?: unknown; features: unknown[] } {
	if (!isJsonObject(value) || !Array.isArray(value.features)) return false;
	const isPlan = () => Object.keys(value).every((name) => ['planCode', 'count', 'features'].includes(name));
	return value.type === 'FeatureCollection' || isPlan();
}

/**
 * What a webhook, Extract from JSON or HTTP Request has read, where it is GeoJSON or a list of its features. It may be
 * text, because n8n does not parse `application/geo+json`. A collection is none of a feature's properties.
 */
function geoJsonIn(json: Feature): { path: string; value: unknown } | undefined {
	for (const path in json) {
		const isRead = path === 'body' || path === 'data';
		const cell = json[path];
		const value = isRead && typeof cell === 'string' ? parseJson(cell) : cell;
		const first: unknown = isRead && Array.isArray(value) ? value[0] : value;
		if (isCollection(value) && value.type === 'FeatureCollection') return { path, value };
		if (isRead && isGeoJsonFeature(first)) return { path, value };
	}
	return undefined;
}

/** What Extract from JSON gives of a list. Entries of a feature's data have a key each. */
function holdsRows({ type, data }: Feature): boolean {
	const [first]: unknown[] = Array.isArray(data) ? data : [];
	return type === undefined && isJsonObject(first) && !('key' in first);
}

/** What an expression such as `{{ $json.body.features }}` reads, as a name for its features. */
function nameOfJson(parameters: Parameters): string {
	const [, path] = /^=\{\{\s*\$json\.([\w.]+)\s*\}\}$/.exec(String(parameters.raw('featureJson'))) ?? [];
	return path ?? '';
}

const NO_PROBLEMS: readonly FeatureProblem[] = [];

/** Where a value stands, and how rows in it are read. */
interface Start {
	itemIndex: number;
	path: string;
	rowKind: 'row' | 'json';
}

function listed(value: unknown, start: Start): InputFeature[] {
	if (isCollection(value)) return listed(value.features, { ...start, path: joinPath(start.path, 'features') });
	if (!Array.isArray(value)) return [inputOf(value, start)];
	return value.flatMap((one: unknown, index) => {
		const each = { ...start, path: `${start.path}[${index}]` };
		return isCollection(one) ? listed(one, each) : inputOf(one, each);
	});
}

function inputOf(value: unknown, { itemIndex, path, rowKind }: Start): InputFeature {
	const as = isJsonObject(value) ? inputKind(value, rowKind) : 'featureWithData';
	// With all properties at once: those that come later take more room in each of thousands.
	return { itemIndex, path, value, as, read: undefined, feature: undefined, problems: NO_PROBLEMS };
}

/**
 * A point is the position of an icon; the kinds that have an outline have it in the form of the plan.
 * @returns whether it says where the feature is: without a position the service would put an icon into the centre
 */
function addGeometry(feature: Feature, geometry: unknown, plan: LoadedPlan | undefined): boolean {
	if (isEmptyValue(geometry)) return true;
	const isPoint = isJsonObject(geometry) && geometry.type === 'Point' && !isPolygonal(feature);
	if (isPoint) feature.position = geometry;
	else feature.geometry = plan === undefined ? geometry : outlineOfGeoJson(geometry, plan.outlineForms());
	return isPoint || !isCentred(feature) || plan?.outlinedKinds().has(feature.type) === true;
}

/**
 * What is given as JSON or as the text of it: sheets and webhooks hand it over as text, language models as a block of
 * Markdown, files behind a byte order mark, which is trimmed as a space.
 * @throws InvalidInputError for other text
 */
function parseInput(value: unknown, label: string): unknown {
	if (value === undefined || value === null)
		throw new InvalidInputError(`${label} gives nothing`, `Correct the expression of ${label}.`);
	if (typeof value !== 'string') return value;
	let problem = 'its end is missing';
	try {
		const text = value.trim().replace(/^```(?:json)?|```$/g, '');
		if (!isCutJson(text)) return JSON.parse(text) as unknown;
	} catch (error) {
		// The message of the parser quotes the text.
		problem = inertText((error as Error).message);
	}
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${problem}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

/**
 * What an item of Compare Features or of the trigger is about; null where only the plan has it, or had it.
 * @returns undefined for any other item
 */
function reportedFeature(json: Feature): unknown {
	if (!('feature' in json)) return undefined;
	if ('change' in json && 'eventId' in json) return json.change === 'removed' ? null : json.feature;
	const isCompared = RESULTS.some((result) => result === json.result) && 'onPlan' in json;
	return isCompared ? (json.feature ?? null) : undefined;
}
