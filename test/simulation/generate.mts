import { pick, randomFor } from '../../tools/sandbox/demo/seeded.mts';
import { IDENTITIES } from '../../tools/sandbox/identity.mts';
import { changeNames, inMetresOnly } from './changes.mts';
import { drawExecution } from './generate-execution.mts';
import { drawFault, wellAfter } from './generate-faults.mts';
import { isSkipped } from './features.mts';
import type {
	BeforeScript,
	EditScript,
	ExecutionScript,
	RejectionTraits,
	Script,
	ServiceTraits,
	Dimensions,
} from './scenario.mts';

/** Draws with chances, from one stream of random numbers. */
export interface Draw {
	random: () => number;
	chance: (share: number) => boolean;
	/** A whole number from 0 to one less. */
	below: (most: number) => number;
	one: <T>(choices: readonly T[]) => T;
}

function drawFrom(seed: string): Draw {
	const random = randomFor(seed);
	return {
		random,
		chance: (share) => random() < share,
		below: (most) => Math.floor(random() * most),
		one: (choices) => pick(random, choices),
	};
}

/** The script of a history: always the same for the same seed, and the same dimensions. */
export function scriptOf(seed: string): Script {
	const draw = drawFrom(seed);
	const { random } = draw;
	const { chance, below, one } = draw;
	const plans = Array.from({ length: chance(0.7) ? 1 : 2 }, () => below(3));
	const hasTwins = chance(0.25);
	// Only Match By knows again what such a service was given.
	const rewrites = !hasTwins && chance(0.12);
	const calm = random();
	// Executions that come close together wait for each other.
	const withinMs = one([100, 1000, 3000]);
	// From a stream of its own, so that the faults of a seed stay what they were.
	const dimensions = generateDimensions(drawFrom(`${seed} world`));
	const service = drawService(draw, rewrites, hasTwins, dimensions);
	const byLabel = () => rewrites || (!hasTwins && service.changes.length === 0 && chance(0.1));
	const executions = Array.from({ length: chance(0.65) ? 1 : 2 + below(2) }, (_, index) =>
		drawExecution(draw, { plans: plans.length, withinMs, hasTwins, byLabel: byLabel(), service, index }),
	);
	const isRetried = chance(0.3);
	return {
		jitter: seed,
		service,
		dimensions,
		plans,
		before: chance(0.3) ? drawBefore(draw, executions, service) : [],
		executions: withSame(draw, executions),
		faults: plans.map(() =>
			Array.from({ length: below(12) }, () =>
				chance(calm * 0.5) ? wellAfter(draw) : drawFault(draw, !hasTwins, executions),
			),
		),
		edits: chance(0.1) ? drawEdits(draw, plans.length) : [],
		...(chance(0.15) ? { clock: { atMs: below(15_000), byMs: one([-3_600_000, -60_000, 3_600_000]) } } : {}),
		isRetried,
	};
}

/** Plans in metres, and in degrees 153° and 13° east, 118° west, and on the meridian of Greenwich. */
const ORIGINS = [
	[153.17547822727897, -27.66615223738529],
	[13.37547822727897, 52.51615223738528],
	[-118.2854782272789, 34.06615223738528],
	[0.00012345678901, 51.4778],
];

function generateDimensions({ chance, one }: Draw): Dimensions {
	const identity = one(IDENTITIES);
	if (chance(0.25)) return { coordinates: 'metres', x: 0, y: 0, identity };
	const [x, y] = one(ORIGINS);
	return { coordinates: 'degrees', x, y, identity };
}

function drawService(draw: Draw, rewrites: boolean, hasTwins: boolean, dimensions: Dimensions): ServiceTraits {
	const { chance, below, one } = draw;
	const names =
		dimensions.coordinates === 'metres' ? changeNames : changeNames.filter((name) => !inMetresOnly.includes(name));
	const count = !hasTwins && !rewrites && chance(0.35) ? 1 + (chance(0.4) ? below(5) : 0) : 0;
	return {
		adds: chance(0.6),
		renames: chance(0.4),
		rewrites,
		changes: [...new Set(Array.from({ length: count }, () => one(names)))],
		reorders: chance(0.3),
		migrates: chance(0.4),
		...(chance(0.08) ? { restartsAtMs: below(5000) } : {}),
		...drawReads(draw),
		skewMs: chance(0.15) ? one([-3_600_000, 3_600_000, 90_000]) : 0,
		rejection: generateRejection(draw),
	};
}

type Reads = Pick<ServiceTraits, 'behindMs' | 'cache'>;

function drawReads({ chance, below, one }: Draw): Reads {
	return {
		behindMs: chance(0.3) ? Array.from({ length: 1 + below(3) }, () => one(BEHIND)) : [],
		...(chance(0.15)
			? {
					cache: {
						ttlMs: one([1000, 5000, 20_000, 60_000, 3_600_000]),
						obeys: chance(0.5),
					},
				}
			: {}),
	};
}

const BEHIND = [0, 0, 1000, 3000, 8000, 20_000, 600_000, 3_600_000];

function generateRejection({ chance, one }: Draw): RejectionTraits {
	return {
		takesGood: chance(0.4),
		names: one(['all', 'some', 'none', 'from one', 'wrong'] as const),
		archived: chance(0.03),
	};
}

function drawBefore(
	{ below, one }: Draw,
	executions: ExecutionScript[],
	{ changes: made }: ServiceTraits,
): BeforeScript[] {
	return Array.from({ length: 1 + below(3) }, () => {
		const execution = below(executions.length);
		const { items, options } = executions[execution];
		const item = below(items.length);
		const skips = items[item].skip ?? options.skip;
		const at = below(items[item].features.length);
		// An equal feature, and one that is made equal, can't be distinguished from a pushed one by who pushes it again
		// without a look before.
		const as = options.byLabel ? ('sameValue' as const) : skips ? one(['equal', 'near'] as const) : ('near' as const);
		return { execution, item, at, as };
	}).filter(
		({ execution, item }) =>
			!executions[execution].isVolatile && (made.length === 0 || isSkipped(executions[execution], item)),
	);
}

function drawEdits({ below, one }: Draw, plans: number): EditScript[] {
	return Array.from({ length: 1 + below(2) }, () => ({
		atMs: below(12_000),
		plan: below(plans),
		what: one(['adds', 'adds', 'removes', 'renames'] as const),
	}));
}

/**
 * The same webhook twice, or n8n's Retry of an execution: one that pushes what the first one pushes, with Skip.
 */
function withSame({ chance, one, below }: Draw, executions: ExecutionScript[]): ExecutionScript[] {
	const [first] = executions;
	if (first.isVolatile || !chance(0.12)) return executions;
	const skips = chance(0.7);
	const whole: ExecutionScript = {
		...first,
		options: { ...first.options, skip: skips },
		items: first.items.map((item) => ({ ...item, skip: undefined })),
	};
	const isRetry = !whole.isTool && chance(0.3);
	const same: ExecutionScript = {
		...whole,
		options: { ...first.options, skip: skips || !isRetry },
		isRetry,
		startMs: one([first.startMs, below(3000), 5000 + below(20_000), 20_000 + below(180_000)]),
		same: 0,
		process: chance(0.4) ? 1 : 0,
		credential: chance(0.3) ? 1 : 0,
	};
	return [whole, same];
}
