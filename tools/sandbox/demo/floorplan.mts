import type { Feature } from '../json.mts';
import {
	assemblyArea,
	centre,
	corners,
	door,
	evacSign,
	exitSign,
	fixedIcon,
	leaderLineIcon,
	room,
	wallBlob,
	wallSegment,
	zone,
	zonedIcon,
} from './feature-parts.mts';
import type { Point, Rectangle } from './feature-parts.mts';
import { floorLayout, inset } from './floor-layout.mts';
import type { FloorLayout } from './floor-layout.mts';
import { pick, randomFor } from './seeded.mts';

const TENANTS = [
	'Kestrel Analytics',
	'Brightwater & Daughters',
	'Meridian Freight',
	'Juniper Health',
	'Halden Robotics',
	'Oakfield Legal',
] as const;

const OFFICE_USES = ['Office', 'Office', 'Office', 'Team room', 'Focus room', 'Project room', 'Lab'] as const;

export interface FloorplanOptions {
	/** Seeds everything that differs between floors. */
	name: string;
	level: number;
	/** Metres. */
	width: number;
	height: number;
}

/** The features of an office floor: some sixty rooms, every zone type, icons, diagrams. */
export function floorplan({ name, level, width, height }: FloorplanOptions): Feature[] {
	const random = randomFor(name);
	const layout = floorLayout(width, height, random);
	const [tenant, other] = tenantsOf(random);
	let number = 0;
	const label = () => `${level}.${String(++number).padStart(2, '0')}`;
	const rent = (areas: Rectangle[], of: string, costCentre: string) =>
		areas.map((area) => {
			const id = label();
			const photos = random() < 0.12 ? [`${slug(name)}-${id}.png`] : [];
			return room(area, { name: id, use: pick(random, OFFICE_USES), tenant: of, costCentre }, photos);
		});
	return [
		...zones(layout, tenant, other),
		...rent(layout.west, tenant, `CC-${100 + Math.floor(random() * 400)}`),
		// No cost centre yet: what a workflow is asked to fill in.
		...rent(layout.east, other, ''),
		...coreRooms(layout, label, slug(name)),
		...icons(layout, slug(name)),
		...(level === 0 ? [assemblyArea([width + 6, height / 2], 'Assembly point A')] : []),
		evacSign({ x: 1.5, y: height + 2.5, width: 7, height: 4.5 }, `Evacuation diagram, level ${level}`, `ED-${level}`),
		...structure(layout),
	];
}

function tenantsOf(random: () => number): [string, string] {
	const tenant = pick(random, TENANTS);
	return [
		tenant,
		pick(
			random,
			TENANTS.filter((candidate) => candidate !== tenant),
		),
	];
}

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function zones(layout: FloorLayout, tenant: string, other: string): Feature[] {
	const { outline, corridor, core, columns } = layout;
	const half = outline.width / 2;
	const right = corridor.x + corridor.width;
	const bottom = corridor.y + corridor.height;
	const wing = (outer: number, inner: number): Point[] => [
		[outer, 0],
		[half, 0],
		[half, corridor.y],
		[inner, corridor.y],
		[inner, bottom],
		[half, bottom],
		[half, outline.height],
		[outer, outline.height],
	];
	const [serverRoom, plantRoom] = columns.service;
	return [
		zone('interior', [corners(outline)], { name: 'Net internal area' }, { category: 'Area', colour: '#4b5563' }),
		zone('tenanted', [wing(0, corridor.x)], { name: tenant, tenant }),
		zone('otherTenanted', [wing(outline.width, right)], { name: other, tenant: other }),
		zone('common', [corners(corridor), corners(core)], { name: 'Corridor' }, { category: 'Circulation' }),
		zone('presentation', [corners(columns.lounge[0])], { name: 'Lounge' }),
		zone('private', [corners(plantRoom)], { name: 'Plant' }),
		// The extra properties that identified zones need are not in the specification; this one is a guess.
		zone('identified', [corners(serverRoom)], { name: 'Secure area' }, { identifier: 'IZ-1' }),
	];
}

function coreRooms({ columns }: FloorLayout, label: () => string, photoPrefix: string): Feature[] {
	const rooms = (areas: Rectangle[], use: string, photos: string[] = []) =>
		areas.map((area) => room(area, { name: label(), use }, photos));
	const [serverRoom, plantRoom] = columns.service;
	return [
		...rooms(columns.stairWest, 'Stairs'),
		...rooms(columns.washrooms, 'Washroom'),
		...rooms(columns.meetingWest, 'Meeting room', [`${photoPrefix}-meeting.png`]),
		...rooms(columns.lounge, 'Lounge', [`${photoPrefix}-lounge-1.png`, `${photoPrefix}-lounge-2.png`]),
		...rooms(columns.meetingEast, 'Meeting room'),
		...rooms([serverRoom], 'Server room'),
		...rooms([plantRoom], 'Plant'),
		...rooms(columns.lifts, 'Lift'),
		...rooms(columns.stairEast, 'Stairs'),
	];
}

function icons({ outline, corridor, columns }: FloorLayout, photoPrefix: string): Feature[] {
	const middle = (corridor.y + columns.lounge[0].y) / 2;
	const south = outline.height - middle;
	const along = (share: number) => corridor.x + corridor.width * share;
	const [lounge] = columns.lounge;
	const [serverX, serverY] = centre(columns.service[0]);
	return [
		...columns.washrooms.map((area) => zonedIcon(inset(area, 0.4), 'toilet')),
		...columns.lifts.map((area) => zonedIcon(inset(area, 0.4), 'lift')),
		...[...columns.stairWest, ...columns.stairEast].map((area) => zonedIcon(inset(area, 0.4), 'stairs')),
		...[0.12, 0.4, 0.88].map((share) => fixedIcon([along(share), middle], 'fire-extinguisher')),
		...[0.3, 0.7].map((share) => fixedIcon([along(share), south], 'fire-extinguisher')),
		fixedIcon([along(0.02), south], 'exit'),
		fixedIcon([along(0.98), middle], 'exit'),
		fixedIcon([serverX, serverY + columns.service[0].height * 0.42], 'server', {
			notes: 'Ask facilities for the key.',
			documents: [{ name: 'Inspection report', reference: 'IR-17' }],
		}),
		leaderLineIcon([lounge.x + lounge.width * 0.2, lounge.y + lounge.height * 0.75], ['coffee']),
		leaderLineIcon([lounge.x + lounge.width * 0.55, lounge.y + lounge.height * 0.25], ['printer', 'wifi']),
		leaderLineIcon([along(0.62), middle], ['defibrillator'], [`${photoPrefix}-defibrillator.png`]),
		leaderLineIcon([along(0.22), south], ['first-aid']),
	];
}

/** Outer walls, columns, doors and exit signs, which have no data. */
function structure({ outline, corridor, columns }: FloorLayout): Feature[] {
	const outer = corners(outline);
	const [west, east] = [columns.stairWest[0], columns.stairEast[0]];
	const [plantRoom] = columns.service.slice(-1);
	const side = 0.6;
	const column = ([x, y]: Point) => wallBlob({ x: x - side / 2, y: y - side / 2, width: side, height: side });
	const [middle, south] = [outline.width / 2, outline.height];
	return [
		...outer.map((from, index) => wallSegment(from, outer[(index + 1) % outer.length])),
		...corners(corridor).map(column),
		door('hingedDoor', [west.x, west.y + west.height / 2], 90, { fireRating: 'FD60', smokeRating: 'S' }),
		door('hingedDoor', [east.x + east.width, east.y + east.height / 2], 270, { fireRating: 'FD60', smokeRating: 'S' }),
		door('slidingDoorway', [middle, south], 0),
		door('rollerDoor', [plantRoom.x + plantRoom.width / 2, plantRoom.y + plantRoom.height], 180, {
			fireRating: 'FD120',
		}),
		door('foldingDoor', [columns.lounge[0].x, columns.lounge[0].y + 2], 90),
		exitSign([corridor.x, south / 2], 'ES-1', 90),
		exitSign([corridor.x + corridor.width, south / 2], 'ES-2', 270),
	];
}
