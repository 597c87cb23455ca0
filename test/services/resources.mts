import type { Point } from './factors.mts';

type Json = Record<string, unknown>;

export const PARTNER = 'ptnr_space';
export const TENANT = { key: `dfld_${'t'.repeat(25)}`, name: 'Tenant' };
const USE = { key: `dfld_${'u'.repeat(25)}`, name: 'Use' };

/** What a service of this point calls its resources. */
export interface Resources {
	client: string;
	campus: string;
	building: string;
	floor: string;
	/** The floor's plan, and an empty one. */
	plan: string;
	emptyPlan: string;
}

export function resourcesOf({ codes }: Point): Resources {
	const code = (prefix: string, short: string) =>
		({
			prefixed: `${prefix}_${short.repeat(25).slice(0, 25)}`,
			short,
			slashed: `${prefix}/${short}?&#%`,
			unicode: `${prefix}-é漢-${short}`,
			spaced: `${prefix} ${short}`,
		})[codes];
	return {
		client: code('clnt', '1'),
		campus: code('camp', '2'),
		building: code('bldg', '3'),
		floor: code('flr', '4'),
		plan: code('pln', '5'),
		emptyPlan: code('pln', '6'),
	};
}

const BELOW: Record<string, string> = { campuses: 'buildings', buildings: 'floors', floors: '' };

/** A resource as a lookup of it gives it, with what lies below nested as the service does. */
export function resourceOf(point: Point, resources: Resources, level: keyof Resources, tokens: Json): Json | undefined {
	const { client, campus, building, floor, plan } = resources;
	const planCode = {
		planCode: { planCode: plan },
		ownLookup: level === 'floor' ? { planCode: plan } : {},
		elsewhere: { plan: { code: plan } },
		absent: {},
	}[point.planCodeAt];
	const make = (code: string, name: string, more: Json, above: Json = {}): Json => ({
		code,
		name: nameOf(point, name),
		...above,
		...more,
		...othersOf(point),
	});
	const nest = (plural: string, code: string, below: () => Json): Json => {
		if (point.children === 'texts') return { [plural]: [code] };
		if (point.children === 'absent') return {};
		// Each lookup nests what lies directly below, and nothing below that.
		const direct = Object.entries(below()).filter(([name]) => name !== BELOW[plural]);
		return { [plural]: [point.children === 'oneLevel' ? Object.fromEntries(direct) : below()] };
	};
	const floorOf = () => make(floor, 'Level 1', planCode, { buildingCode: building });
	const buildingOf = () => make(building, 'House', nest('floors', floor, floorOf), { campusCode: campus });
	const campusOf = () => make(campus, 'Park', nest('buildings', building, buildingOf), { clientCode: client });
	const clientOf = () => make(client, 'Owner', nest('campuses', campus, campusOf));
	const own = { client: clientOf, campus: campusOf, building: buildingOf, floor: floorOf }[level as 'client'];
	return own === undefined ? undefined : { ...own(), viewerTokens: tokensOf(point, level, tokens) };
}

function tokensOf({ clientAllAreas }: Point, level: keyof Resources, tokens: Json): Json {
	if (level === 'campus' || level === 'floor') return tokens;
	const others = { allAreasAndChildren: tokens.allAreasAndChildren, expiry: tokens.expiry };
	return { null: { allAreas: null, ...others }, absent: others, empty: { allAreas: '', ...others } }[clientAllAreas];
}

function nameOf({ names }: Point, name: string): string {
	return { plain: name, unicode: `${name} Café Zürich`, same: 'Same' }[names];
}

function othersOf({ otherFields }: Point): Json {
	const observed = { address: 'Quay 1', postCode: '3000', status: 'active', chargeable: true, latitude: -37.8 };
	const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`other${index}`, { deep: [index] }]));
	return { none: {}, observed, many: { ...observed, ...many }, nulls: { address: null, status: null } }[otherFields];
}

/** The features that the floor's plan holds at first: a zone, a room and an icon. */
export function featuresOf(point: Point): Json[] {
	const at = point.coordinates === 'metres' ? (x: number, y: number) => [x, y] : degrees;
	const outline = [at(0, 0), at(4, 0), at(4, 3), at(0, 0)];
	const [x, y] = at(1.5, 2);
	const geometry = {
		geoJson: { type: 'Polygon', coordinates: [outline] },
		listOfPoints: outline,
		wellKnownText: `POLYGON ((${outline.map((corner) => corner.join(' ')).join(', ')}))`,
	}[point.geometry];
	const position = { object: { x, y }, nested: { point: { x, y }, floor: null }, list: [x, y] };
	const icons = { objects: { icons: [{ iconType: 'exit' }] }, absent: {}, null: { icons: null } }[point.icons];
	const photos = {
		none: { photos: [] },
		listed: { photos: [{ imageUrl: 'https://photos.invalid/a.png?sig=x' }] },
		null: { photos: null },
	}[point.photos];
	const value = point.values === 'numbers' ? 7 : 'Brightwater';
	const empty = { empty: { value: '' }, null: { value: null }, absent: {} }[point.noValue];
	const data = [
		{ ...TENANT, value },
		{ ...USE, ...empty },
	];
	const iconData = point.iconData === 'absent' ? {} : { data };
	const type = (lower: string) => (point.kinds === 'pascal' && lower === 'room' ? 'Room' : lower);
	return [
		{ type: 'zone', zoneType: 'tenanted', geometry, data, ...photos },
		{ type: type('room'), geometry, data: [{ ...TENANT, value: 'Harbour' }, data[1]], ...photos },
		{ type: 'leaderLineIcon', position: position[point.position], ...icons, ...photos, ...iconData },
	].map((feature, index) => withIdentity(point, feature, String(index)));
}

/** Metres to the east and north of a corner on earth. */
function degrees(east: number, north: number): number[] {
	return [153.17547822727897 + east * 1e-5, -27.666152237385287 + north * 1e-5];
}

/** A feature with the identity that the service makes, whatever it was sent. */
export function withIdentity({ identity }: Point, feature: Json, name: string): Json {
	const made = { code: `feat_${name}`, id: `feat_${name}`, uuid: `00000000-0000-4000-8000-${name.padStart(12, '0')}` };
	return identity === 'none' ? feature : { ...feature, [identity]: made[identity] };
}
