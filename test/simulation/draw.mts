import { pick, randomFor } from '../../sandbox/demo/seeded.mts';
import type { ExecutionScript, FaultScript, FeatureKind, Script } from './script.mts';

type Random = () => number;
type Answer = NonNullable<FaultScript['answer']>;

/** Faults that end a request with no word on whether it took effect. */
const LOST: Array<[string, ((afterMs: number) => Answer) | undefined]> = [
	...[408, 425, 499, 500, 502, 504, 520, 524].map((status): [string, (afterMs: number) => Answer] => [
		String(status),
		(afterMs) => ({ afterMs, status, body: '' }),
	]),
	['503', (afterMs) => ({ afterMs, status: 503, body: '', retryAfter: '1' })],
	['reset', (afterMs) => ({ afterMs, code: 'ECONNRESET' })],
	['damaged TLS', (afterMs) => ({ afterMs, code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' })],
	['web page', (afterMs) => ({ afterMs, status: 200, body: '<!doctype html><p>Sign in</p>' })],
	['200 with an error', (afterMs) => ({ afterMs, status: 200, body: '{"error":"queue full"}' })],
	['202', (afterMs) => ({ afterMs, status: 202, body: '' })],
	['207', (afterMs) => ({ afterMs, status: 207, body: '[]' })],
	['line of text', (afterMs) => ({ afterMs, status: 200, body: 'accepted' })],
	['no answer', undefined],
];
/** Faults of a request that certainly had no effect. */
const CERTAIN: Array<[string, (afterMs: number) => Answer]> = [
	...[422, 429, 403, 404, 409, 413, 501, 505].map((status): [string, (afterMs: number) => Answer] => [
		String(status),
		(afterMs) => ({ afterMs, status, body: '{"message":"not now"}' }),
	]),
	['401', (afterMs) => ({ afterMs, status: 401, body: '' })],
	['refused connection', () => ({ afterMs: 1, code: 'ECONNREFUSED' })],
	['refused certificate', () => ({ afterMs: 1, code: 'CERT_HAS_EXPIRED' })],
];

/** The script of a history: always the same for the same seed. */
export function scriptOf(seed: string): Script {
	const random = randomFor(seed);
	const chance = (share: number) => random() < share;
	const below = (most: number) => Math.floor(random() * most);
	const plans = Array.from({ length: chance(0.7) ? 1 : 2 }, () => below(3));
	const hasTwins = chance(0.25);
	// Only Match By knows again what such a service was given.
	const rewrites = !hasTwins && chance(0.12);
	const calm = random();
	// Executions that come close together wait for each other.
	const withinMs = pick(random, [100, 1000, 3000]);
	return {
		jitter: seed,
		service: {
			adds: chance(0.6),
			renames: chance(0.4),
			rewrites,
			reorders: chance(0.3),
			migrates: chance(0.4),
			...(chance(0.08) ? { restartsAtMs: below(5000) } : {}),
		},
		plans,
		executions: Array.from({ length: chance(0.65) ? 1 : 2 + below(2) }, () =>
			execution(random, { plans: plans.length, withinMs, hasTwins, byLabel: rewrites || (!hasTwins && chance(0.1)) }),
		),
		faults: plans.map(() =>
			Array.from({ length: below(12) }, () => (random() < calm * 0.5 ? wellAfter(random) : fault(random, !hasTwins))),
		),
	};
}

function execution(
	random: Random,
	{ plans, withinMs, hasTwins, byLabel }: { plans: number; withinMs: number; hasTwins: boolean; byLabel: boolean },
): ExecutionScript {
	const chance = (share: number) => random() < share;
	const below = (most: number) => Math.floor(random() * most);
	const isTool = chance(0.12);
	const kinds: FeatureKind[] = hasTwins
		? ['twin', 'nearTwin', 'zone']
		: chance(0.15)
			? ['zone', 'icon', 'bad']
			: ['zone', 'zone', 'icon'];
	const features = () => Array.from({ length: 1 + below(3) }, () => pick(random, kinds));
	return {
		startMs: below(withinMs),
		items: Array.from({ length: isTool ? 1 : 1 + below(4) }, () => ({ plan: below(plans), features: features() })),
		onError: pick(random, ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']),
		maxTries: chance(0.5) ? 1 : 2 + below(4),
		waitBetweenTriesMs: pick(random, [0, 100, 1000, 5000]),
		isTool,
		isVolatile: !byLabel && chance(0.1),
		...(chance(0.12) ? { stopAtMs: below(pick(random, [withinMs, 8000])) } : {}),
		credential: chance(0.9) ? 0 : 1,
		...(chance(0.2)
			? { login: { hasToken: chance(0.3), afterMs: pick(random, [0, 50, 40_000]), fails: chance(0.3) } }
			: {}),
		options: {
			batchSize: pick(random, [1, 2, 3, 1000]),
			maxRetries: below(6),
			maxWaitSeconds: pick(random, [0, 2, 20, 120]),
			timeoutSeconds: pick(random, [1, 5, 60]),
			skip: chance(0.25),
			isolate: chance(0.4),
			byLabel,
		},
	};
}

function fault(random: Random, mayBeLate: boolean): FaultScript {
	const afterMs = Math.floor(5 + random() * 200);
	if (random() < 0.35) {
		const [name, answer] = pick(random, CERTAIN);
		return { name, effect: 'none', effectAfterMs: 0, answer: answer(afterMs) };
	}
	const [name, answer] = pick(random, LOST);
	const effect = pick(random, ['none', 'whole', 'whole', 'part'] as const);
	const isLate = mayBeLate && random() < 0.5;
	const effectAfterMs = isLate ? Math.floor(2 ** (6 + random() * 9)) : Math.floor(random() * 50);
	const what =
		effect === 'none' ? 'undone' : `${effect === 'part' ? 'in part' : 'done'}${effectAfterMs > afterMs ? ' late' : ''}`;
	return {
		name: `${name}, ${what}`,
		effect,
		effectAfterMs,
		...(answer === undefined ? {} : { answer: answer(afterMs) }),
	};
}

function wellAfter(random: Random): FaultScript {
	return {
		name: 'none',
		effect: 'whole',
		effectAfterMs: Math.floor(random() * 20),
		answer: { afterMs: 30, status: 200, body: '' },
	};
}
