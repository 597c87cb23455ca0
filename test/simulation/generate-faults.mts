import type { Draw } from './generate.mts';
import { isSkipped } from './features.mts';
import type { ResponseScript, ExecutionScript, FaultScript } from './scenario.mts';

type FaultResponse = NonNullable<FaultScript['response']>;
type Named = [string, (afterMs: number) => FaultResponse];

const status =
	(code: number, body = '', more: Partial<ResponseScript> = {}) =>
	(afterMs: number): FaultResponse => ({ afterMs, status: code, body, ...more });

/** Faults that end a request with no word on whether it took effect. */
const LOST: Array<Named | [string, undefined]> = [
	...[408, 425, 499, 500, 502, 504, 520, 524].map((code): Named => [String(code), status(code)]),
	['503', status(503)],
	['reset', (afterMs) => ({ afterMs, code: 'ECONNRESET' })],
	['damaged TLS', (afterMs) => ({ afterMs, code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' })],
	['web page', status(200, '<!doctype html><p>Sign in</p>')],
	['no response', undefined],
];
/** Responses that are no plain yes. */
const AMBIGUOUS: Named[] = [
	['200 with an error', status(200, '{"error":"queue full"}')],
	['202', status(202)],
	['207', status(207, '[]')],
	['line of text', status(200, 'accepted')],
	['204', status(204)],
	['201', status(201)],
	['200 with a message', status(200, '{"message":"3 features were queued"}')],
];
/** Faults of a request that certainly had no effect. */
const CERTAIN: Named[] = [
	...[422, 429, 403, 404, 409, 413, 501, 505].map((code): Named => [
		String(code),
		status(code, '{"message":"not now"}'),
	]),
	['401', status(401)],
	['503 with Retry-After', status(503, '', { retryAfter: '1' })],
	['rejected connection', () => ({ afterMs: 1, code: 'ECONNREFUSED' })],
	['rejected certificate', () => ({ afterMs: 1, code: 'CERT_HAS_EXPIRED' })],
];
const DATED: Named[] = [
	['429 with a date', status(429, '', { retryAfter: '2', asDate: true })],
	['503 with a date', status(503, '', { retryAfter: '2', asDate: true })],
];
const ODD_READS: Named[] = [203, 206, 207].flatMap((code): Named[] => [
	[`${code} with an empty list`, status(code, '', { holds: 'nothing' })],
	[`${code} with a half`, status(code, '', { holds: 'half' })],
	[`${code} with all`, status(code, '', { holds: 'all' })],
]);

export function drawFault(draw: Draw, mayBeLate: boolean, executions: readonly ExecutionScript[]): FaultScript {
	const { random, chance, below, one } = draw;
	const afterMs = Math.floor(5 + random() * 200);
	if (chance(0.08)) {
		// To a push it is a response that is no plain yes.
		const [name, response] = one(ODD_READS);
		return { name, effect: one(['none', 'whole']), effectAfterMs: below(afterMs), response: response(afterMs) };
	}
	if (chance(0.06)) {
		const frame = one(['open', 'gzip'] as const);
		const effect = one(['none', 'whole'] as const);
		const response = { afterMs, status: 200, body: '', frame };
		return { name: `a cut response (${frame}), ${effect}`, effect, effectAfterMs: below(50), response };
	}
	if (chance(0.06)) {
		const [name, response] = one(DATED);
		return { name, effect: 'none', effectAfterMs: 0, response: response(afterMs) };
	}
	if (chance(0.35)) return drawCertain(draw, afterMs, executions);
	const [name, response] = one([...LOST, ...AMBIGUOUS]);
	const effect = one(['none', 'whole', 'whole', 'part'] as const);
	const isLate = mayBeLate && chance(0.5);
	// Up to an hour.
	const effectAfterMs = isLate ? Math.floor(2 ** (6 + random() * 15.7)) : Math.floor(random() * 50);
	const what =
		effect === 'none' ? 'undone' : `${effect === 'part' ? 'in part' : 'done'}${effectAfterMs > afterMs ? ' late' : ''}`;
	return {
		name: `${name}, ${what}`,
		effect,
		effectAfterMs,
		...(effect !== 'none' && chance(0.1) ? { againAfterMs: below(one([100, 5000, 30_000, 3_600_000])) } : {}),
		...(response === undefined ? {} : { response: response(afterMs) }),
	};
}

function drawCertain(
	{ chance, one, below }: Draw,
	afterMs: number,
	executions: readonly ExecutionScript[],
): FaultScript {
	const [name, response] = one(CERTAIN);
	const isNo = /^4(?!01)/.test(name);
	// Who pushes without Skip can only believe a no.
	const isSkipping = executions.every((one) => one.items.every((_item, item) => isSkipped(one, item)));
	if (isNo && isSkipping && chance(0.2))
		return { name: `${name}, done`, effect: 'whole', effectAfterMs: below(afterMs), response: response(afterMs) };
	return { name, effect: 'none', effectAfterMs: 0, response: response(afterMs) };
}

export function wellAfter({ random, chance, below }: Draw): FaultScript {
	return {
		name: 'none',
		effect: 'whole',
		effectAfterMs: Math.floor(random() * 20),
		...(chance(0.03) ? { againAfterMs: below(5000) } : {}),
		response: { afterMs: 30, status: 200, body: '', ...(chance(0.2) ? { frame: 'chunks' as const } : {}) },
	};
}
