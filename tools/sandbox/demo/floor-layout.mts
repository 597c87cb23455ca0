import type { Rectangle } from './feature-parts.mts';

/** A block of building: rooms along the four walls, a corridor around, a core in the middle. */
export interface FloorLayout {
	outline: Rectangle;
	corridor: Rectangle;
	core: Rectangle;
	/** Rooms along the outer walls. */
	west: Rectangle[];
	east: Rectangle[];
	/** The core by its columns, west to east, each with its rooms from north to south. */
	columns: Record<(typeof CORE)[number]['name'], Rectangle[]>;
}

const CORRIDOR = 2.4;
const ROOM_DEPTH = 7;

const CORE = [
	{ name: 'stairWest', share: 0.09, rows: 1 },
	{ name: 'washrooms', share: 0.1, rows: 2 },
	{ name: 'meetingWest', share: 0.15, rows: 2 },
	{ name: 'lounge', share: 0.26, rows: 1 },
	{ name: 'meetingEast', share: 0.13, rows: 3 },
	{ name: 'service', share: 0.09, rows: 2 },
	{ name: 'lifts', share: 0.09, rows: 3 },
	{ name: 'stairEast', share: 0.09, rows: 1 },
] as const;

export function floorLayout(width: number, height: number, random: () => number): FloorLayout {
	const outline = { x: 0, y: 0, width, height };
	const corridor = inset(outline, ROOM_DEPTH);
	const core = inset(corridor, CORRIDOR);
	const half = width / 2;
	const south = height - ROOM_DEPTH;
	const row = (x: number, y: number) =>
		slices(half, 4.8, random).map(({ from, size }) => ({ x: x + from, y, width: size, height: ROOM_DEPTH }));
	const column = (x: number) =>
		slices(corridor.height, 5.2, random).map(({ from, size }) => ({
			x,
			y: corridor.y + from,
			width: ROOM_DEPTH,
			height: size,
		}));
	return {
		outline,
		corridor,
		core,
		west: [...row(0, 0), ...column(0), ...row(0, south)],
		east: [...row(half, 0), ...column(width - ROOM_DEPTH), ...row(half, south)],
		columns: coreColumns(core),
	};
}

export function inset({ x, y, width, height }: Rectangle, by: number): Rectangle {
	return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

function coreColumns({ x, y, width, height }: Rectangle): FloorLayout['columns'] {
	let left = x;
	const columns: Partial<FloorLayout['columns']> = {};
	for (const { name, share, rows } of CORE) {
		const size = width * share;
		columns[name] = Array.from({ length: rows }, (_, row) => ({
			x: left,
			y: y + (row * height) / rows,
			width: size,
			height: height / rows,
		}));
		left += size;
	}
	return columns as FloorLayout['columns'];
}

/** A length cut into pieces of about a size, none much smaller or larger than the others. */
function slices(length: number, about: number, random: () => number) {
	const count = Math.max(1, Math.round(length / about));
	const weights = Array.from({ length: count }, () => 0.8 + 0.6 * random());
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	let from = 0;
	return weights.map((weight) => {
		const size = (length * weight) / total;
		const slice = { from, size };
		from += size;
		return slice;
	});
}
