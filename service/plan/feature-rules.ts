import type { Feature } from './feature';
import { SPECIFIED_FORMS, coordinatesOf, isCentred, isOutlined, isPolygonal, outlineForm } from './geometry';
import type { PlanLocation } from './geometry';
import { MAX_DEPTH, isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** Section 2.3. */
export const ZONE_TYPES = [
	'common',
	'identified',
	'interior',
	'otherTenanted',
	'presentation',
	'private',
	'tenanted',
] as const;

/**
 * The kinds of section 2.3. For those that it only names, and for more, there are the values that services of this form
 * were seen to give.
 */
export const KNOWN_KINDS: readonly string[] = [
	...['zone', 'room', 'zonedIcon', 'fixedIcon', 'leaderLineIcon', 'assemblyArea', 'diagram', 'evacSign', 'exitSign'],
	...['foldingDoor', 'hingedDoor', 'rollerDoor', 'slidingDoorway', 'wallSegment', 'wallBlob'],
];

/** Section 2.4. */
export const DATA_KEY = /^dfld_[a-z0-9]{25}$/;

const NONE: readonly FeatureProblem[] = [];

const isNone = (value: unknown) => value === undefined || value === null;
const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObjectOrNone = (value: unknown) => isNone(value) || isJsonObject(value);
const isListOrNone = (value: unknown) => isNone(value) || Array.isArray(value);
/** Section 2.3 says Polygon and shows no structure: an object, a list of points, or text. Cut JSON is none. */
const isPolygon = (value: unknown) =>
	isObjectOrNone(value) || Array.isArray(value) || (typeof value === 'string' && outlineForm(value).isArea);
const POINT_TEXT = /^\s*(?:SRID=\d+;)?POINT[ ZM]*\(/i;

/** Only for the leaderline icon does section 2.3 say what a position is. JSON that was cut is none. */
const isPosition = (value: unknown, { type }: JsonObject) => {
	const coordinates = coordinatesOf(value);
	if (coordinates !== undefined && !(Number.isFinite(coordinates[0]) && Number.isFinite(coordinates[1]))) return false;
	return (
		isObjectOrNone(value) || (type !== 'leaderLineIcon' && (Array.isArray(value) || POINT_TEXT.test(String(value))))
	);
};

/**
 * The rules of sections 2.3 and 2.4 that a feature to be pushed breaks; none when it may be sent.
 * @param forms that outlines have on the plan
 * @param kinds that are known
 */
export function featureProblems(feature: unknown, forms = SPECIFIED_FORMS, kinds = KNOWN_KINDS): FeatureProblem[] {
	if (!isJsonObject(feature)) return [{ path: '', rule: 'object' }];
	const problems: FeatureProblem[] = [];
	const { type, zoneType, position, geometry, icons, data } = feature;
	// Section 2.3. The structure of positions, icons and geometry is not specified, so it is not checked.
	if (!isFilledText(type)) problems.push({ path: 'type', rule: 'kind' });
	if (!isPosition(position, feature)) problems.push({ path: 'position', rule: 'position' });
	if (!isPolygon(geometry)) problems.push({ path: 'geometry', rule: 'geometry' });
	if (!isListOrNone(icons)) problems.push({ path: 'icons', rule: 'objects' });
	if (!isListOrNone(data)) problems.push({ path: 'data', rule: 'entries' });
	if (isFilledText(type) && !kinds.includes(type))
		problems.push({ path: 'type', rule: 'knownKind', details: { name: type, known: kinds } });
	if (type === 'zone' && zoneType !== undefined && !(ZONE_TYPES as readonly unknown[]).includes(zoneType))
		problems.push({ path: 'zoneType', rule: 'zoneType', details: { name: String(zoneType), known: ZONE_TYPES } });
	problems.push(...outlineProblems(feature, forms));
	// Without a position the service would put it into the centre of the plan (rule 1).
	if (isCentred(feature) && isNone(position) && isJsonObject(geometry) && /Point$/.test(String(geometry.type)))
		problems.push({ path: 'geometry', rule: 'asPosition' });
	if (Array.isArray(icons)) {
		// Without a closure, which would be garbage for each feature of a plan.
		for (let index = 0; index < icons.length; index++)
			if (!isJsonObject(icons[index])) problems.push({ path: `icons[${index}]`, rule: 'object' });
	}
	if (Array.isArray(data)) checkEntries(data, problems);
	return problems;
}

/**
 * Whether the outline of a feature is written as none of a plan is. Section 2.3 says Polygon of zones and zoned icons
 * alone; without a plan that of a room may have any form that encloses something.
 * @param forms that outlines have there
 */
export function outlineProblems(feature: Feature, forms: ReadonlySet<string>): readonly FeatureProblem[] {
	const { geometry } = feature;
	if (!isOutlined(feature) || isNone(geometry) || !isPolygon(geometry)) return NONE;
	const { name, isArea } = outlineForm(geometry);
	const isAnyArea = isArea && forms === SPECIFIED_FORMS && !isPolygonal(feature);
	if (isAnyArea || forms.has(name)) return NONE;
	return [{ path: 'geometry', rule: 'outline', details: { form: name, forms: [...forms] } }];
}

/**
 * Whether a plan has features of the same type that break the same rule at the same path: a service takes there what
 * it gives.
 */
export function existingProblems(plan: readonly Feature[]): (feature: Feature, problem: FeatureProblem) => boolean {
	const textOf = ({ type }: Feature, { path, rule }: FeatureProblem) =>
		JSON.stringify([type, path.replace(/\[\d+\]/g, '[]'), rule]);
	const existing = new Set(plan.flatMap((feature) => featureProblems(feature).map((one) => textOf(feature, one))));
	return (feature, problem) => existing.has(textOf(feature, problem));
}

/** Of one feature: 100,000 bad entries are hardly better known by each of them. */
const MAX_PROBLEMS = 1000;

/**
 * Section 2.4. A field that has no value yet comes without one, and goes back so (section 2.3, rule 3). A key that
 * comes twice is a problem, too: nobody knows which of its two values would count.
 */
function checkEntries(entries: readonly unknown[], problems: FeatureProblem[]): void {
	const firsts = new Map<string, number>();
	for (let index = 0; index < entries.length && problems.length < MAX_PROBLEMS; index++) {
		const entry = entries[index];
		if (!isJsonObject(entry)) {
			problems.push({ path: `data[${index}]`, rule: 'entry' });
			continue;
		}
		const { key, name, value } = entry;
		const first = firsts.get(String(key));
		if (typeof key !== 'string' || !DATA_KEY.test(key)) problems.push({ path: `data[${index}].key`, rule: 'key' });
		else if (first === undefined) firsts.set(key, index);
		else problems.push({ path: `data[${index}].key`, rule: 'keyOnce', details: first });
		if (!isFilledText(name)) problems.push({ path: `data[${index}].name`, rule: 'filledText' });
		if (!isNone(value) && typeof value !== 'string') problems.push({ path: `data[${index}].value`, rule: 'text' });
	}
}

/** The service responds with an object that holds the list of features, so a feature may nest two levels less. */
const MAX_FEATURE_DEPTH = MAX_DEPTH - 2;
const MAX_STEPS = 8;

/**
 * A feature as JSON writes it, so that what is sent is what is later compared with the plan. Dates, DateTimes, buffers
 * and whatever else has `toJSON` become what that gives.
 * @returns the same object where it is JSON already, and the values that JSON can't hold
 */
export function asJsonSafe(feature: Feature): { feature: Feature; problems: readonly FeatureProblem[] } {
	if (isJson(feature, 1)) return { feature, problems: NONE };
	const problems: FeatureProblem[] = [];
	/** Steps such as `data`, `[0]` and `.value`. */
	const paths = new Map<unknown, string[]>();
	const check = function (this: Feature, key: string, value: unknown): unknown {
		const around = paths.get(this);
		const step = Array.isArray(this) ? `[${key}]` : around?.length === 0 ? key : `.${key}`;
		const path = around === undefined ? [] : [...around, step];
		if (typeof value === 'number' && !Number.isFinite(value))
			problems.push({ path: path.join(''), rule: 'jsonNumber', details: value });
		// n8n gives BigInt a toJSON, which has made a text of the value already.
		if (typeof this[key] === 'bigint') problems.push({ path: path.join(''), rule: 'noBigInt' });
		else if (typeof value !== 'object' || value === null) return value;
		else if (path.length < MAX_FEATURE_DEPTH) return paths.set(value, path) && value;
		else problems.push({ path: `${path.slice(0, MAX_STEPS).join('')}…`, rule: 'depth', details: MAX_DEPTH });
		return undefined;
	};
	try {
		return { feature: JSON.parse(JSON.stringify(feature, check) ?? '{}') as Feature, problems };
	} catch {
		return { feature: {}, problems: [{ path: '', rule: 'noCircle' }] };
	}
}

/** Whether a value is JSON already. Nearly every feature is, and stays the same object. No list is made on the way. */
function isJson(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null)
		return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	if (depth > MAX_FEATURE_DEPTH) return false;
	if (Array.isArray(value) && typeof value[0] === 'number' && value.every(Number.isFinite)) return true;
	if ((value as Feature).toJSON !== undefined) return false;
	if (Array.isArray(value)) {
		for (const inner of value as unknown[]) if (!isJson(inner, depth + 1)) return false;
		return true;
	}
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return false;
	for (const name in value) {
		const property = (value as Feature)[name];
		if (property !== undefined && !isJson(property, depth + 1)) return false;
	}
	return true;
}

/** A name that is not known, and the names that are. */
export interface UnknownName {
	name: string;
	known: Iterable<string>;
}

/** The rules with more details than what is broken where. */
export interface RuleDetails
	extends
		Record<'knownKind' | 'zoneType' | 'listedColumn', UnknownName>,
		/** With whether the plan has a data field. */
		Record<'planColumn' | 'mappedColumn', UnknownName & { hasFields: boolean }>,
		/** With what a cell holds: a text, or a number that lost digits or would be written with an exponent. */
		Record<'encoding' | 'errorCell' | 'exactNumber' | 'html' | 'linkedRecord', string> {
	/** The index of the first entry of the key. */
	keyOnce: number;
	/** The kinds of the plan with their counts, and whether columns are mapped by hand. */
	noKind: { kinds: ReadonlyArray<[kind: string, count: number]>; isMapped: boolean };
	jsonNumber: number;
	/** The most levels. */
	depth: number;
	/** How the outline is written, and how those of the plan are. */
	outline: { form: string; forms: readonly string[] };
	/** The property that a data field is called like, and a column that means the field. */
	oneMeaning: { name: string; column: string };
	/** Columns that mean one each of the data fields that are called alike. */
	alikeFields: { columns: string[] };
	/** The name of the data field or property. */
	secondColumn: string;
	/** The data field whose values have a format that the cell does not fit, and one of them. */
	format: { name: string; example: string; cell: string };
	/** The column that holds the columns of the row. */
	holdsRow: string;
	/** The columns that hold the position of an icon: one, or both coordinates, by their axes. */
	coordinates: Record<string, string>;
	/** Where the plan lies, or the rest of the input where that doesn't show. */
	location: PlanLocation & { of: 'plan' | 'input' };
	/** Why an item gives no feature, and what to do. */
	notGiven: { message: string; advice: string };
	/** Why the feature can't be matched, as text, and what such problems of several features have in common. */
	match: { message: string; group: string };
}

/** What a feature breaks that the specification or JSON says. */
type FeatureRule = 'asPosition' | 'geometry' | 'kind' | 'noPhotos' | 'object' | 'objects' | 'point' | 'position';
type DataRule = 'entries' | 'entry' | 'filledText' | 'key' | 'noBigInt' | 'noCircle' | 'text';
/** What is wrong with the cells, the columns and the rows of a table. */
type CellRule = 'attributes' | 'expression' | 'holdsFeatures' | 'longCell' | 'oneText';
type TableRule = 'delimiter' | 'noCell' | 'noHeading' | 'separatorLine' | 'totals' | 'wholeValue';

/** The rules that need no more than a path and a name. */
export type PlainRule = FeatureRule | DataRule | CellRule | TableRule;

/**
 * One rule that a feature breaks, as data: only reported ones get a message. `path` is empty for the feature
 * itself, or such as `data[0].key`.
 */
export type FeatureProblem =
	| { path: string; rule: PlainRule; details?: undefined }
	| { [R in keyof RuleDetails]: { path: string; rule: R; details: RuleDetails[R] } }[keyof RuleDetails];
