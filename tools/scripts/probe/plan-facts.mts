import { featuresOf, objectOf } from './responses.mts';
import { NOT_SEEN, compared, plain, tally } from './fact.mts';
import type { Fact } from './fact.mts';
import { KNOWN, PROPERTIES, codePrefix, knownOf, knownOr } from './known.mts';
import type { Survey } from './survey.mts';

type Feature = Record<string, unknown>;

const ANOTHER = 'another';

/** What the features of the plans look like. */
export function planFacts({ plans }: Survey): Fact[] {
	const features = plans.filter(({ status }) => status === 200).flatMap(featuresOf);
	const isSeen = features.length > 0;
	const having = (name: string) => features.filter((feature) => feature[name] !== undefined);
	const identity = KNOWN.identities.find((name) => having(name).length > 0) ?? 'code';
	const identities = having(identity);
	const positions = having('position').map(({ position }) => shapeOf(position));
	const geometries = having('geometry').map(({ geometry }) => geometryOf(geometry));
	const entries = features.flatMap(({ data }) => (Array.isArray(data) ? data.map(objectOf) : []));
	const zoneTypes = features
		.filter(({ type }) => type === 'zone')
		.map(({ zoneType }) => knownOr(KNOWN.zoneTypes, zoneType, ANOTHER));
	const types = features.map(({ type }) => knownOr(KNOWN.kinds, type, ANOTHER));
	const others = features
		.flatMap((feature) => Object.keys(feature))
		.filter((name) => !KNOWN.planProperties.includes(name));
	return [
		compared(
			'Features',
			'an object with features, a list',
			'specified',
			plans
				.map(
					({ status, bytes }, index) =>
						`${status === 200 ? `${featuresOf(plans[index]).length} features` : `status ${status}`}, ${sizeOf(bytes)}`,
				)
				.join('; '),
			plans.length === 0 ? undefined : plans.every(({ body }) => Array.isArray(objectOf(body).features)),
		),
		plain('Kinds', tally(types) || NOT_SEEN),
		compared(
			'Zone types',
			'seven values',
			'specified',
			tally(zoneTypes),
			zoneTypes.length === 0 ? undefined : !zoneTypes.includes(ANOTHER),
		),
		plain('Further members of features', isSeen ? knownOf([], others) || 'none' : NOT_SEEN),
		compared(
			'Identity of features',
			'each has one, such as code',
			'observed',
			`${identities.length} of ${features.length}` +
				(identities.length > 0 ? `, ${identity}, ${tally(identities.map((one) => idLook(one[identity])))}` : ''),
			isSeen ? identities.length === features.length : undefined,
		),
		plain('Geometry', tally(geometries) || NOT_SEEN),
		plain('Position', tally(positions) || NOT_SEEN),
		plain(
			'Icons',
			tally(having('icons').flatMap(({ icons }) => (Array.isArray(icons) ? icons.map(shapeOf) : [shapeOf(icons)]))) ||
				NOT_SEEN,
		),
		...dataFacts(features, entries),
	];
}

function dataFacts(features: Feature[], entries: Feature[]): Fact[] {
	const keys = new Set(entries.map(({ key }) => String(key)));
	const withData = features.filter(({ data }) => Array.isArray(data) && data.length > 0);
	const full = withData.filter(
		({ data }) => Array.isArray(data) && new Set(data.map((entry) => objectOf(entry).key)).size === keys.size,
	);
	const empty = entries
		.filter(({ value }) => (value ?? '') === '')
		.map((entry) => ('value' in entry ? JSON.stringify(entry.value) : 'left out'));
	const isSeen = entries.length > 0;
	return [
		compared(
			'Data fields',
			'each feature with data has all of them',
			'specified',
			`${keys.size} fields; all of them in ${full.length} of ${withData.length} features with data`,
			isSeen ? full.length === withData.length : undefined,
		),
		compared(
			'Codes of data fields',
			'dfld_ and 25 of a-z, 0-9',
			'specified',
			tally([...keys].map((key) => (/^dfld_[a-z0-9]{25}$/.test(key) ? 'of this form' : 'of another'))),
			isSeen ? [...keys].every((key) => /^dfld_[a-z0-9]{25}$/.test(key)) : undefined,
		),
		plain('No value', tally(empty) || (isSeen ? 'every field has one' : NOT_SEEN)),
	];
}

/** `{ x, y }` for an object, `[number, number]` for a list, else the type. */
function shapeOf(value: unknown): string {
	if (Array.isArray(value)) return `[${value.slice(0, 3).map(shapeOf).join(', ')}${value.length > 3 ? ', …' : ''}]`;
	if (value === null) return 'null';
	return typeof value === 'object' ? `{ ${knownOf(PROPERTIES, Object.keys(value))} }` : typeof value;
}

function geometryOf(geometry: unknown): string {
	if (Array.isArray(geometry)) return 'a list without a type';
	const { type, coordinates } = objectOf(geometry);
	if (!Array.isArray(coordinates)) return shapeOf(geometry);
	const rings = coordinates.filter((ring): ring is unknown[] => Array.isArray(ring));
	const isClosed = rings.every((ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)));
	const kind = type === undefined ? 'an object' : knownOr(KNOWN.geometryTypes, type, ANOTHER);
	return `${kind}, ${isClosed ? 'closed' : 'open'} outlines of ${shapeOf(rings[0]?.[0])}`;
}

function idLook(id: unknown): string {
	if (typeof id !== 'string') return typeof id;
	if (codePrefix(id) !== undefined) return 'codes';
	return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? 'UUIDs' : 'texts';
}

export function sizeOf(bytes: number): string {
	return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
}
