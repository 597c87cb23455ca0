import type { Feature } from '../json.mts';
import { assemblyArea, corners, evacSign, fixedIcon, leaderLineIcon, room, zone } from './feature-parts.mts';
import type { Point } from './feature-parts.mts';

const GROUNDS = { x: 0, y: 0, width: 180, height: 110 };
/** Where the buildings of a campus stand on its grounds. */
export const PLOTS: Point[] = [
	[18, 16],
	[104, 18],
	[20, 70],
];
const FOOTPRINTS = [
	{ width: 66, height: 36 },
	{ width: 54, height: 32 },
	{ width: 34, height: 24 },
];

/** The features of a campus: its grounds, the buildings on it, roads, parking, assembly areas. Metres. */
export function sitePlan(name: string, buildings: string[]): Feature[] {
	const plots = buildings.map((building, index) => {
		const [x, y] = PLOTS[index % PLOTS.length];
		return { building, area: { x, y, ...FOOTPRINTS[index % FOOTPRINTS.length] } };
	});
	const drive: Point[] = [
		[0, 57],
		[180, 57],
		[180, 65],
		[96, 65],
		[96, 110],
		[88, 110],
		[88, 65],
		[0, 65],
	];
	return [
		zone('common', [corners(GROUNDS), ...plots.map(({ area }) => corners(area))], { name: 'Grounds' }),
		zone('private', [drive], { name: 'Access road' }),
		zone('presentation', [corners({ x: 62, y: 70, width: 22, height: 24 })], { name: 'Entrance garden' }),
		zone('private', [corners({ x: 138, y: 74, width: 34, height: 26 })], { name: 'Service yard' }),
		zone('otherTenanted', [corners({ x: 102, y: 74, width: 30, height: 26 })], { name: 'Parking' }),
		...plots.map(({ building, area }) => room(area, { name: building, use: 'Building' })),
		...plots.map(({ area }) => fixedIcon([area.x + area.width / 2, area.y + area.height], 'entrance')),
		fixedIcon([117, 87], 'parking'),
		fixedIcon([8, 61], 'gate'),
		leaderLineIcon([155, 87], ['recycling'], [`${name.toLowerCase().replace(/\W+/g, '-')}-yard.png`]),
		leaderLineIcon([92, 90], ['bicycle', 'bus']),
		assemblyArea([74, 82], 'Assembly point A'),
		assemblyArea([168, 46], 'Assembly point B'),
		evacSign({ x: 4, y: 98, width: 12, height: 8 }, `Site diagram of ${name}`, 'SD-1'),
	];
}
