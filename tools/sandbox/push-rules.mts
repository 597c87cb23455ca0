import { isJsonObject } from './json.mts';

/** Where a feature breaks a rule: `path` is '' for the feature itself, or such as `data[0].key`. */
export interface BrokenRule {
	path: string;
	message: string;
}

interface Rule {
	/** Of the specification; `sandbox` where it is silent and the sandbox has to choose. */
	section: '2.3' | '2.4' | 'sandbox';
	/** The member that the rule is about, `''` for the feature or the entry itself. */
	member: string;
	message: string;
	isKept: (value: unknown, owner: Record<string, unknown>) => boolean;
}

export const ZONE_TYPES = [
	'common',
	'identified',
	'interior',
	'otherTenanted',
	'presentation',
	'private',
	'tenanted',
] as const;

const isObjectOrNone = (value: unknown) => (value ?? null) === null || isJsonObject(value);
const isListOrNone = (value: unknown) => (value ?? null) === null || Array.isArray(value);

/**
 * What a pushed feature has to be. Written from the specification alone: the nodes have rules of their own, and
 * a mistake in one of the two has to show in the other.
 */
const FEATURE_RULES: Rule[] = [
	{
		section: 'sandbox',
		member: 'type',
		message: 'must name the kind of the feature, such as room',
		isKept: (type) => typeof type === 'string' && type !== '',
	},
	{
		section: '2.3',
		member: 'zoneType',
		message: `must be one of ${ZONE_TYPES.join(', ')}`,
		isKept: (zoneType, { type }) =>
			type !== 'zone' || zoneType === undefined || ZONE_TYPES.some((known) => known === zoneType),
	},
	{ section: '2.3', member: 'position', message: 'must be an object or null', isKept: isObjectOrNone },
	{ section: '2.3', member: 'geometry', message: 'must be a Polygon', isKept: isObjectOrNone },
	{ section: '2.3', member: 'icons', message: 'must be a list of objects', isKept: isListOrNone },
	{ section: '2.3', member: 'data', message: 'must be a list of data entries', isKept: isListOrNone },
];

const DATA_RULES: Rule[] = [
	{
		section: '2.4',
		member: 'key',
		message: 'must match dfld_ and 25 of a-z, 0-9',
		isKept: (key) => typeof key === 'string' && /^dfld_[a-z0-9]{25}$/.test(key),
	},
	{
		section: '2.4',
		member: 'name',
		message: 'must be text that is not empty',
		isKept: (name) => typeof name === 'string' && name.length > 0,
	},
	{
		// Features come with null where `--null-data` is set, and may go back so.
		section: '2.4',
		member: 'value',
		message: 'must be text',
		isKept: (value) => (value ?? null) === null || typeof value === 'string',
	},
];

/** The rules of sections 2.3 and 2.4 that a pushed feature breaks. */
export function rulesBrokenBy(feature: unknown): BrokenRule[] {
	if (!isJsonObject(feature)) return [{ path: '', message: 'must be an object' }];
	return [
		...brokenOf(FEATURE_RULES, feature, ''),
		...eachOf(feature.icons).flatMap((icon, index) =>
			isJsonObject(icon) ? [] : [{ path: `icons[${index}]`, message: 'must be an object' }],
		),
		...eachOf(feature.data).flatMap((entry, index) =>
			isJsonObject(entry)
				? brokenOf(DATA_RULES, entry, `data[${index}].`)
				: [{ path: `data[${index}]`, message: 'must be an object with key, name and value' }],
		),
	];
}

function brokenOf(rules: Rule[], owner: Record<string, unknown>, prefix: string): BrokenRule[] {
	return rules
		.filter(({ member, isKept }) => !isKept(owner[member], owner))
		.map(({ member, message }) => ({ path: `${prefix}${member}`, message }));
}

function eachOf(list: unknown): unknown[] {
	return Array.isArray(list) ? list : [];
}
