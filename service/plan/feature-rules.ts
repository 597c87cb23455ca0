import type { Feature } from './feature';
import { SPECIFIED_FORMS, coordinatesOf, isCentred, isOutlined, isPolygonal, outlineForm } from './geometry';
import { isJsonObject } from '../text';
import type { JsonObject, JsonRules, Problem } from '../text';

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
export function existingProblems(plan: readonly Feature[]): (feature: Feature, problem: BrokenRule) => boolean {
	const textOf = ({ type }: Feature, { path, rule }: BrokenRule) =>
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

/** A name that is not known, and the names that are. */
export interface UnknownName {
	name: string;
	known: Iterable<string>;
}

type PropertyRule = 'asPosition' | 'geometry' | 'kind' | 'object' | 'objects' | 'position';
type DataRule = 'entries' | 'entry' | 'filledText' | 'key' | 'text';

/** What the specification says, each rule with what a problem says beside its place. */
export interface FeatureRules
	extends JsonRules, Record<PropertyRule | DataRule, undefined>, Record<'knownKind' | 'zoneType', UnknownName> {
	/** The index of the first entry of the key. */
	keyOnce: number;
	/** How the outline is written, and how those of the plan are. */
	outline: { form: string; forms: readonly string[] };
}

export type FeatureProblem = Problem<FeatureRules>;

interface BrokenRule {
	path: string;
	rule: string;
}
