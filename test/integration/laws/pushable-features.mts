import fc from 'fast-check';
import { ZONE_TYPES } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { dataKey } from '../../support/generators/features.mts';
import { anyJson, throughJson } from '../../support/generators/json.mts';
import { anyName, anyText } from '../../support/generators/text.mts';

/** Members that mean something to the service or to the nodes: `planCode` and `dataFields` are what Get adds. */
const KNOWN_PROPERTIES = [
	'id',
	'code',
	'uuid',
	'guid',
	'key',
	'type',
	'zoneType',
	'position',
	'geometry',
	'icons',
	'photos',
	'data',
	'planCode',
	'dataFields',
];

const metres = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const degrees = fc.tuple(
	fc.double({ min: -180, max: 180, noNaN: true }),
	fc.double({ min: -90, max: 90, noNaN: true }),
);
const position = fc.oneof(
	fc.record({ x: metres, y: metres }),
	fc.record({ type: fc.constant('Point'), coordinates: degrees }),
);
const geometry = fc.record({
	type: fc.constant('Polygon'),
	coordinates: fc.array(fc.array(fc.oneof(fc.tuple(metres, metres), degrees), { minLength: 4, maxLength: 6 }), {
		minLength: 1,
		maxLength: 2,
	}),
});
const icons = fc.array(fc.record({ iconType: anyText, size: fc.option(fc.nat(), { nil: undefined }) }), {
	maxLength: 3,
});
const photos = fc.constantFrom(
	[],
	[{ imageUrl: '/photos/a.png' }],
	[{ imageUrl: '/photos/a.png' }, { imageUrl: '/photos/b.png' }],
);

const line = fc.record({
	type: fc.constant('LineString'),
	coordinates: fc.array(degrees, { minLength: 2, maxLength: 3 }),
});
const rotation = fc.integer({ min: 0, max: 359 });
const rating = fc.constantFrom('', 'FD30', 'FD60');
const door = { position, rotation, fireRating: rating, smokeRating: rating };

/** Kinds that were observed and the properties each has; a kind that nobody knows yet among them. */
const kinds: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
	leaderLineIcon: { position, icons, photos },
	zonedIcon: { geometry, icons, photos },
	zone: { zoneType: fc.constantFrom(...ZONE_TYPES), geometry, photos },
	room: { geometry, photos, label: anyText },
	fixedIcon: { position, icons },
	assemblyArea: { position },
	evacSign: { geometry, reference: anyText },
	exitSign: { position, reference: anyText, rotation },
	foldingDoor: door,
	hingedDoor: door,
	rollerDoor: door,
	slidingDoorway: door,
	wallSegment: { geometry: line },
	wallBlob: { geometry },
	kindOfTomorrow: { position, geometry, icons },
};

/** Names that meet in one column, hold dots, or are no plain property of an object. */
const dataName = fc
	.oneof(
		fc.constantFrom('Tenant', 'Area (m²)', 'a.b', 'a_b', '__proto__', 'constructor', 'toString', '10', '9', '0'),
		anyText,
	)
	.filter((name) => name !== '');
const dataValue = fc.oneof(fc.constantFrom('', '0', '007', '1e3', 'null', 'true', ' '), anyText);

const data = fc.uniqueArray(fc.record({ key: dataKey, name: dataName, value: dataValue }), {
	maxLength: 5,
	selector: ({ key }) => key,
});

const extraProperties = fc.dictionary(
	anyName.filter((name) => !KNOWN_PROPERTIES.includes(name)),
	anyJson,
	{ maxKeys: 3 },
);

/** A feature that the service takes: any kind, with and without data, hostile names and values, unknown properties. */
const pushableFeature: fc.Arbitrary<Feature> = fc
	.constantFrom(...Object.keys(kinds))
	.chain((type) =>
		fc
			.tuple(fc.record(kinds[type]), fc.option(data), extraProperties)
			.map(
				([members, entries, extra]) =>
					throughJson({ ...extra, ...members, type, ...(entries === null ? {} : { data: entries }) }) as Feature,
			),
	);

export const pushablePlan = fc.array(pushableFeature, { maxLength: 6 });
