import { NOT_SEEN, compared, plain, tally } from './fact.mts';
import type { Fact } from './fact.mts';
import { featuresOf, objectOf } from './survey.mts';
import type { Survey } from './survey.mts';

type Feature = Record<string, unknown>;

/** Section 2.3; the others are the sandbox's guesses. */
const TYPES = ['zone', 'zonedIcon', 'leaderLineIcon', 'room', 'fixedIcon', 'assemblyArea', 'diagram'];
const MEMBERS = 'id type zoneType position geometry icons data photos name'.split(' ');
const ZONE_TYPES = 'common identified interior otherTenanted presentation private tenanted'.split(' ');

/** What the features of the plans look like. */
export function planFacts({ plans }: Survey): Fact[] {
	const features = plans.filter(({ status }) => status === 200).flatMap(featuresOf);
	const isSeen = features.length > 0;
	const having = (name: string) => features.filter((feature) => feature[name] !== undefined);
	const ids = having('id');
	const positions = having('position').map(({ position }) => shapeOf(position));
	const geometries = having('geometry').map(({ geometry }) => geometryOf(geometry));
	const entries = features.flatMap(({ data }) => (Array.isArray(data) ? data.map(objectOf) : []));
	const zoneTypes = features.filter(({ type }) => type === 'zone').map(({ zoneType }) => String(zoneType));
	const unknownMembers = [...new Set(features.flatMap((feature) => Object.keys(feature)))].filter(
		(name) => !MEMBERS.includes(name),
	);
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
		plain('Kinds', tally(features.map(({ type }) => String(type))) || NOT_SEEN),
		plain(
			'Unknown kinds',
			describeUnknown(
				isSeen,
				features.map(({ type }) => String(type)).filter((type) => !TYPES.includes(type)),
			),
		),
		compared(
			'Zone types',
			'seven values',
			'specified',
			tally(zoneTypes),
			zoneTypes.length === 0 ? undefined : zoneTypes.every((type) => ZONE_TYPES.includes(type)),
		),
		plain('Unknown members', describeUnknown(isSeen, unknownMembers)),
		compared(
			'Ids',
			'Identify By: Member, with id',
			'observed',
			`${ids.length} of ${features.length}${ids.length > 0 ? `, ${tally(ids.map(({ id }) => idLook(id)))}` : ''}`,
			isSeen ? ids.length === features.length : undefined,
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
	const full = features.filter(
		({ data }) => Array.isArray(data) && new Set(data.map((entry) => objectOf(entry).key)).size === keys.size,
	);
	const empty = entries
		.filter(({ value }) => (value ?? '') === '')
		.map((entry) => ('value' in entry ? JSON.stringify(entry.value) : 'left out'));
	const isSeen = entries.length > 0;
	return [
		compared(
			'Data fields',
			'each feature has all of them',
			'specified',
			`${keys.size} fields; all of them in ${full.length} of ${features.length} features`,
			isSeen ? full.length === features.length : undefined,
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

function describeUnknown(isSeen: boolean, values: string[]): string {
	if (!isSeen) return NOT_SEEN;
	return [...new Set(values)].join(', ') || 'none';
}

/** `{ x, y }` for an object, `[number, number]` for a list, else the type. */
function shapeOf(value: unknown): string {
	if (Array.isArray(value)) return `[${value.slice(0, 3).map(shapeOf).join(', ')}${value.length > 3 ? ', …' : ''}]`;
	if (value === null) return 'null';
	return typeof value === 'object' ? `{ ${Object.keys(value).join(', ')} }` : typeof value;
}

function geometryOf(geometry: unknown): string {
	if (Array.isArray(geometry)) return 'a list without a type';
	const { type, coordinates } = objectOf(geometry);
	if (!Array.isArray(coordinates)) return shapeOf(geometry);
	const rings = coordinates.filter((ring): ring is unknown[] => Array.isArray(ring));
	const isClosed = rings.every((ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)));
	return `${String(type ?? 'an object')}${isClosed ? ', closed' : ', open'} outlines of ${shapeOf(rings[0]?.[0])}`;
}

function idLook(id: unknown): string {
	if (typeof id !== 'string') return typeof id;
	if (/^[a-z]+_[a-z0-9]{25}$/.test(id)) return 'codes';
	return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? 'UUIDs' : 'texts';
}

export function sizeOf(bytes: number): string {
	return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
}
