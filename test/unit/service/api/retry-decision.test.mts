import fc from 'fast-check';
import { MAX_BLIND_RETRIES, backoffMs, decide, isOutcomeUnknown, isPutOff } from '../../../../service/api';
import type { CallKind, Decision, Fault } from '../../../../service/api';

const limits = { maxRetries: 5, maxWaitMs: 120_000 };
const status = (code: number, retryAfterMs?: number): Fault => ({ kind: 'status', status: code, retryAfterMs });
const lost: Fault = { kind: 'lost' };
const unreached: Fault = { kind: 'unreached' };
const final: Fault = { kind: 'final' };

function decided(kind: CallKind, fault: Fault, tries = 1, waitedMs = 0): Decision {
	return decide(fault, { kind, tries, waitedMs }, limits, 0.5);
}

/** The last try after which there is a further one. */
function furtherTries(kind: CallKind, fault: Fault, maxRetries = limits.maxRetries): number {
	for (let tries = 1; ; tries++) {
		const { action } = decide(fault, { kind, tries, waitedMs: 0 }, { ...limits, maxRetries }, 0);
		if (action !== 'retry') return tries - 1;
	}
}

describe('the fault table', () => {
	it.each<[string, Fault, string, string]>([
		['400', status(400), 'fail', 'fail'],
		['401', status(401), 'fail', 'fail'],
		['403', status(403), 'fail', 'fail'],
		['404', status(404), 'fail', 'fail'],
		['409', status(409), 'fail', 'fail'],
		['422', status(422), 'retry', 'retry'],
		['429', status(429), 'retry', 'retry'],
		['500', status(500), 'retry', 'retry'],
		['501', status(501), 'fail', 'fail'],
		['502', status(502), 'retry', 'retry'],
		['503', status(503), 'retry', 'retry'],
		['504', status(504), 'retry', 'retry'],
		['302', status(302), 'fail', 'fail'],
		['408', status(408), 'retry', 'retry'],
		['425', status(425), 'retry', 'retry'],
		['499', status(499), 'retry', 'retry'],
		['505', status(505), 'fail', 'fail'],
		['524', status(524), 'retry', 'retry'],
		['a lost answer', lost, 'retry', 'retry'],
		['no connection', unreached, 'retry', 'retry'],
		['a final fault', final, 'fail', 'fail'],
	])('after %s a read and a push do what the contract says', (_what, fault, read, push) => {
		expect([decided('read', fault).action, decided('push', fault).action]).toEqual([read, push]);
	});

	it.each<[string, CallKind, Fault, number]>([
		['a push after 422', 'push', status(422), 5],
		['a push after 429', 'push', status(429), 5],
		['a push after 503', 'push', status(503), 5],
		['a push with no connection', 'push', unreached, MAX_BLIND_RETRIES],
		['a read with no connection', 'read', unreached, MAX_BLIND_RETRIES],
		['a read after a lost answer', 'read', lost, MAX_BLIND_RETRIES],
		['a read after 500', 'read', status(500), MAX_BLIND_RETRIES],
		['a read after 429', 'read', status(429), 50],
		['a read after 503', 'read', status(503), 50],
		['a read after 422', 'read', status(422), 50],
		['a lookup after 422', 'lookup', status(422), 0],
		['a lookup after 429', 'lookup', status(429), 50],
	])('%s is tried again a bounded number of times', (_what, kind, fault, times) => {
		expect(furtherTries(kind, fault)).toBe(times);
		expect(decided(kind, fault, times + 1)).toEqual({ action: 'fail' });
	});

	it('tries a push that the service puts off as often as Max Retries says, and others regardless of it', () => {
		expect([0, 1, 9].map((maxRetries) => furtherTries('push', status(422), maxRetries))).toEqual([0, 1, 9]);
		expect([0, 1, 9].map((maxRetries) => furtherTries('push', status(429), maxRetries))).toEqual([0, 1, 9]);
		expect(furtherTries('push', unreached, 0)).toBe(MAX_BLIND_RETRIES);
		expect(furtherTries('read', status(429), 0)).toBe(50);
	});

	it('never tries a fault again that cannot pass, not even before the first try went out', () => {
		expect(decided('lookup', status(422))).toEqual({ action: 'fail' });
		expect(decided('push', final, 99)).toEqual({ action: 'fail' });
		expect(decided('push', final, 0)).toEqual({ action: 'fail' });
	});

	it('tries a push of unknown outcome again a bounded number of times', () => {
		for (const fault of [lost, status(500), status(524), status(408), status(202)])
			expect(furtherTries('push', fault)).toBe(MAX_BLIND_RETRIES);
	});
});

describe('the outcome of a push', () => {
	const unknown = [200, 202, 207, 299, 408, 425, 499, 500, 502, 503, 504, 506, 511, 520, 524, 527, 599];
	const certain = [300, 302, 308, 400, 401, 403, 404, 409, 413, 418, 422, 429, 501, 505];

	it.each([...unknown.map((code) => [code, true] as const), ...certain.map((code) => [code, false] as const)])(
		'after status %d is unknown: %j',
		(code, is) => {
			expect(isOutcomeUnknown(status(code))).toBe(is);
		},
	);

	it('is unknown where something was sent and no whole answer came', () => {
		expect([lost, unreached, final].map(isOutcomeUnknown)).toEqual([true, false, false]);
	});
});

describe('the wait before a further try', () => {
	it('is half a second, doubled with each try up to half a minute, times a random part', () => {
		expect([1, 2, 3, 6, 7, 8, 99].map((tries) => backoffMs(tries, 1))).toEqual([
			500, 1000, 2000, 16_000, 30_000, 30_000, 30_000,
		]);
		expect([0, 0.25, 0.501].map((random) => backoffMs(1, random))).toEqual([0, 125, 251]);
	});

	it('is the back-off of the tries so far where the service tells none', () => {
		expect(decided('read', status(503), 3)).toEqual({ action: 'retry', delayMs: backoffMs(3, 0.5) });
		expect(decided('push', unreached, 2)).toEqual({ action: 'retry', delayMs: backoffMs(2, 0.5) });
	});

	it.each([0, 1000, 30_500])('is what the service tells, %d ms, and up to a quarter second more', (toldMs) => {
		const delays = [0, 0.5, 0.999].map((random) =>
			decide(status(429, toldMs), { kind: 'push', tries: 3, waitedMs: 0 }, limits, random),
		);
		expect(delays).toEqual([0, 125, 250].map((more) => ({ action: 'retry', delayMs: toldMs + more })));
	});

	it('fits into what is left of the budget, or there is no further try', () => {
		expect(decided('read', status(429, 1000), 1, 118_875)).toEqual({ action: 'retry', delayMs: 1125 });
		expect(decided('read', status(429, 1000), 1, 118_876)).toEqual({ action: 'fail' });
		expect(decided('push', status(503, Number.POSITIVE_INFINITY))).toEqual({ action: 'fail' });
	});

	it('never makes a call wait longer than its budget altogether', () => {
		const faults = fc.infiniteStream(fc.constantFrom(status(429), status(503, 7000), lost, unreached, status(500)));
		fc.assert(
			fc.property(
				faults,
				fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
				fc.nat(300_000),
				(stream, randoms, maxWaitMs) => {
					let waitedMs = 0;
					for (let tries = 1; ; tries++) {
						const state = { kind: 'read' as const, tries, waitedMs };
						const decision = decide(next(stream), state, { maxRetries: 5, maxWaitMs }, next(randoms));
						if (decision.action !== 'retry') break;
						waitedMs += decision.delayMs;
					}
					expect(waitedMs).toBeLessThanOrEqual(maxWaitMs);
				},
			),
		);
	});
});

describe('a status that asks to come back later', () => {
	it.each([
		[429, true],
		[503, true],
		[422, false],
		[500, false],
		[502, false],
		[200, false],
	])('%d: %j', (code, is) => {
		expect(isPutOff(code)).toBe(is);
	});
});

function next<T>(stream: Iterator<T>): T {
	const { value } = stream.next();
	return value as T;
}
