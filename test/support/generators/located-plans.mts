import fc from 'fast-check';

import type { Feature } from '../../../service/plan';

/** The kinds that public documentation names, with the property that says where such a feature is. */
const KINDS: Readonly<Record<string, 'position' | 'geometry'>> = {
	...{ assemblyArea: 'position', exitSign: 'position', foldingDoor: 'position', hingedDoor: 'position' },
	...{ rollerDoor: 'position', slidingDoorway: 'position', fixedIcon: 'position', leaderLineIcon: 'position' },
	...{ evacSign: 'geometry', room: 'geometry', wallSegment: 'geometry', wallBlob: 'geometry' },
	...{ zone: 'geometry', zonedIcon: 'geometry' },
};

/** The corner of a plan, in degrees or in metres, and what a metre is there. */
interface Place {
	x: number;
	y: number;
	unit: number;
}

const PLACES: readonly Place[] = [
	...[
		[153.17547822727897, -27.666152237385287],
		[-118.2854782272789, 34.06615223738528],
		[13.37547822727897, 52.51615223738528],
		[0.00012345678901, 51.4778],
	].map(([x, y]): Place => ({ x, y, unit: 1e-5 })),
	{ x: 0, y: 0, unit: 1 },
];

/** A plan as a service may give it, and how its service stores what is pushed. */
export interface LocatedPlan extends Place {
	identity: 'code' | 'id' | 'uuid' | 'none';
	/** Services may keep seven decimals of degrees. */
	rounds: boolean;
	features: Feature[];
	inputs: Feature[];
}

const DATA_KEYS = ['9', '10', 'Name'].map((name, at) => ({ key: `dfld_${String(at).padStart(25, 'k')}`, name }));

/** Few values, so that features often equal or contain one another. */
const data = fc
	.array(fc.constantFrom('', '1', '2'), { minLength: DATA_KEYS.length, maxLength: DATA_KEYS.length })
	.map((values) => values.map((value, at) => ({ ...DATA_KEYS[at], value })));

const further = fc.record(
	{
		label: fc.constantFrom('A', 'B', ''),
		notes: fc.constantFrom(null, 'x'),
		rotation: fc.constantFrom(0, 90),
		icons: fc.constantFrom([], [{ iconType: 'desk' }]),
		zoneType: fc.constantFrom('private', 'tenanted'),
	},
	{ requiredKeys: [] },
);

/** Where a feature is, in metres from the corner of the plan; some have no place. */
const spot = fc.option(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 2 })), { freq: 6 });

/** Few kinds a plan, so that features of one kind meet. */
const feature = ({ x, y, unit }: Place) =>
	fc
		.tuple(fc.constantFrom(...Object.keys(KINDS), 'room', 'zone', 'fixedIcon'), spot, fc.option(data), further)
		.map(([type, at, entries, properties]): Feature => {
			const [east, north] = at ?? [0, 0];
			const [west, south] = [x + east * 3 * unit, y + north * 3 * unit];
			const ring = [
				[west, south],
				[west + 2 * unit, south],
				[west + 2 * unit, south + 2 * unit],
				[west, south],
			];
			const place =
				KINDS[type] === 'geometry'
					? { geometry: { type: 'Polygon', coordinates: [ring] } }
					: { position: { type: 'Point', coordinates: [west, south] } };
			const { zoneType, ...others } = properties;
			return {
				type,
				...(type === 'zone' && zoneType !== undefined && { zoneType }),
				...others,
				...(at !== null && place),
				...(entries !== null && { data: entries }),
			};
		});

/** Coordinates of a feature that was moved to the east. */
export function moved(one: Feature, by: number): Feature {
	const shifted = (value: unknown): unknown => {
		if (Array.isArray(value) && typeof value[0] === 'number') return [value[0] + by, value[1] as number];
		if (Array.isArray(value)) return value.map(shifted);
		return typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shifted(inner)]))
			: value;
	};
	const { geometry, position } = one;
	return {
		...one,
		...(geometry !== undefined && { geometry: shifted(geometry) }),
		...(position !== undefined && { position: shifted(position) }),
	};
}

/** What a service keeps of a feature that was pushed, as the one after so many others. */
export function stored(one: Feature, { identity, rounds, unit }: LocatedPlan, count: number): Feature {
	const rounded = (value: unknown): unknown => {
		if (typeof value === 'number') return Number(value.toFixed(unit === 1 ? 3 : 7));
		if (Array.isArray(value)) return value.map(rounded);
		return typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]))
			: value;
	};
	const { geometry, position } = one;
	return {
		...one,
		...(rounds && geometry !== undefined && { geometry: rounded(geometry) }),
		...(rounds && position !== undefined && { position: rounded(position) }),
		...(identity !== 'none' && { [identity]: `feat_${String(count).padStart(25, '0')}` }),
	};
}

/** Input features: some of the plan's as they were read, some of these edited or moved, and new ones. */
export const locatedPlan: fc.Arbitrary<LocatedPlan> = fc
	.record({
		place: fc.constantFrom(...PLACES),
		identity: fc.constantFrom('code', 'id', 'uuid', 'none'),
		rounds: fc.boolean(),
	})
	.chain(({ place, identity, rounds }) =>
		fc
			.record({
				features: fc.array(feature(place), { maxLength: 8 }),
				news: fc.array(feature(place), { maxLength: 5 }),
				edits: fc.array(fc.tuple(fc.nat(7), fc.constantFrom('as read', 'label', 'data', 'moved', 'no identity')), {
					maxLength: 5,
				}),
			})
			.map(({ features, news, edits }) => {
				const one = { ...place, identity: identity as LocatedPlan['identity'], rounds, features: [], inputs: [] };
				const plan = features.map((each, at) => stored(each, one, at));
				const edited = edits.flatMap(([at, how]): Feature[] => {
					const read = plan.at(at);
					if (read === undefined) return [];
					if (how === 'label') return [{ ...read, label: 'C' }];
					if (how === 'data') return [{ ...read, data: DATA_KEYS.map((key) => ({ ...key, value: '3' })) }];
					if (how === 'moved') return [{ ...moved(read, 0.7 * place.unit), [identity]: undefined }];
					return [how === 'as read' ? read : { ...read, [identity]: undefined }];
				});
				return { ...one, features: plan, inputs: [...edited, ...news] };
			}),
	);
