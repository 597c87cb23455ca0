import fc from 'fast-check';
import {
	MAX_TRANSIENT_RETRIES,
	backoffMs,
	connectionError,
	retryDelayMs,
	rowOf,
	statusError,
} from '../../../../service/api';
import type { ConnectionError, ErrorRow, RequestError } from '../../../../service/api';

const limits = { maxRetries: 5, maxWaitMs: 120_000 };
const status = (code: number, retryAfterMs?: number): RequestError => ({ kind: 'status', status: code, retryAfterMs });
const connection = (kind: ConnectionError): RequestError => ({ kind: 'connection', connection: kind });

/** How often a request is repeated after one error. */
function retriesAfter(error: RequestError, maxRetries = limits.maxRetries): number {
	for (let attempt = 1; ; attempt++)
		if (retryDelayMs(error, { attempt, waitedMs: 0 }, { ...limits, maxRetries }, 0) === undefined) return attempt - 1;
}

describe('what an error does', () => {
	type Expected = [ErrorRow['code'], ErrorRow['retry'], ErrorRow['taken']];
	it.each<[RequestError, ...Expected]>([
		[status(200), 'unexpectedResponse', 'never', 'maybe'],
		[status(202), 'unexpectedResponse', 'never', 'maybe'],
		[status(302), 'redirected', 'never', 'no'],
		[status(303), 'redirected', 'never', 'no'],
		[status(308), 'redirected', 'never', 'no'],
		[status(400), 'badRequest', 'never', 'no'],
		[status(401), 'unauthorized', 'never', 'no'],
		[status(403), 'forbidden', 'never', 'no'],
		[status(404), 'notFound', 'never', 'no'],
		[status(408), 'serverError', 'transient', 'maybe'],
		[status(409), 'planLocked', 'never', 'no'],
		[status(413), 'contentTooLarge', 'never', 'no'],
		[status(418), 'unexpectedStatus', 'never', 'no'],
		[status(422), 'planMigrating', 'requested', 'no'],
		[status(425), 'serverError', 'transient', 'maybe'],
		[status(429), 'rateLimited', 'requested', 'no'],
		[status(499), 'serverError', 'transient', 'maybe'],
		[status(500), 'serverError', 'transient', 'maybe'],
		[status(501), 'serverError', 'never', 'no'],
		[status(502), 'serverError', 'transient', 'maybe'],
		[status(502, 1000), 'serverError', 'transient', 'maybe'],
		[status(400, 1000), 'badRequest', 'never', 'no'],
		[status(503), 'serverError', 'transient', 'maybe'],
		[status(503, 0), 'rateLimited', 'requested', 'no'],
		[status(504), 'serverError', 'transient', 'maybe'],
		[status(505), 'serverError', 'never', 'no'],
		[status(524), 'serverError', 'transient', 'maybe'],
		[connection('dns'), 'unreachable', 'transient', 'no'],
		[connection('refused'), 'unreachable', 'transient', 'no'],
		[connection('unreachable'), 'unreachable', 'transient', 'no'],
		[connection('certificate'), 'tlsError', 'never', 'no'],
		[connection('tls'), 'tlsError', 'transient', 'maybe'],
		[connection('brokenTls'), 'noResponse', 'transient', 'maybe'],
		[connection('timeout'), 'noResponse', 'transient', 'maybe'],
		[connection('reset'), 'noResponse', 'transient', 'maybe'],
		[connection('blocked'), 'blockedByN8n', 'never', 'no'],
		[{ kind: 'login', isRejected: true }, 'loginFailed', 'never', 'no'],
		[{ kind: 'login', isRejected: false }, 'loginFailed', 'transient', 'no'],
	])('%j is %s: retried %s, taken %s', (error, code, retry, taken) => {
		expect(rowOf(error)).toMatchObject({ code, retry, taken });
	});

	it('tells throttling by 429, and by 503 only with Retry-After', () => {
		const throttling = [422, 429, 500, 502, 503].filter((code) => rowOf(status(code)).isThrottling);
		expect(throttling).toEqual([429]);
		expect(rowOf(status(503, 1000)).isThrottling).toBe(true);
	});

	it('may be about the token: any request after 401, 403 and a redirect, a read after most other 4xx', () => {
		const codes = [200, 302, 303, 400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429, 499, 500];
		const about = (which: ErrorRow['mayBeToken']) => codes.filter((code) => rowOf(status(code)).mayBeToken === which);
		expect(about('ofAny')).toEqual([302, 303, 401, 403]);
		expect(about('ofRead')).toEqual([400, 410]);
	});

	it.each<[ConnectionError, string[]]>([
		['dns', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']],
		['refused', ['ECONNREFUSED']],
		['unreachable', ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']],
		['timeout', ['ECONNABORTED', 'ETIMEDOUT']],
		['tls', ['EPROTO']],
		[
			'certificate',
			[
				'ERR_TLS_CERT_ALTNAME_INVALID',
				'DEPTH_ZERO_SELF_SIGNED_CERT',
				'CERT_HAS_EXPIRED',
				'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			],
		],
		[
			'brokenTls',
			['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
		],
		['reset', ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'MY_ERR_TLS', '', 'undefined']],
	])('knows a connection that failed as "%s" by its code', (kind, codes) => {
		expect(codes.map(connectionError)).toEqual(codes.map(() => kind));
	});
});

describe('a response that is no success', () => {
	const date = 'Fri, 01 May 2026 12:00:00 GMT';
	it.each<[Record<string, unknown>, object]>([
		[{ 'retry-after': '3' }, { retryAfterMs: 3000 }],
		[{ 'retry-after': '0' }, { retryAfterMs: 0 }],
		[{ 'retry-after': 'Fri, 01 May 2026 12:00:10 GMT', date }, { retryAfterMs: 10_000 }],
		[{ 'retry-after': 'soon', date }, {}],
		[{}, {}],
	])('is known by its status, and with the headers %j by %j', (headers, requested) => {
		expect(statusError(429, headers)).toStrictEqual({ kind: 'status', status: 429, ...requested });
	});
});

describe('the retries of a request', () => {
	it('are as many as Max Retries after what the service asks for, and four after what may pass', () => {
		for (const asked of [status(422), status(429), status(503, 0)])
			expect([0, 1, 9].map((maxRetries) => retriesAfter(asked, maxRetries))).toEqual([0, 1, 9]);
		for (const transient of [status(500), status(503), connection('reset'), connection('dns')])
			expect([0, 9].map((maxRetries) => retriesAfter(transient, maxRetries))).toEqual([
				MAX_TRANSIENT_RETRIES,
				MAX_TRANSIENT_RETRIES,
			]);
		expect([status(400), status(409), connection('certificate')].map((error) => retriesAfter(error))).toEqual([
			0, 0, 0,
		]);
	});

	it('wait at least half of half a second, which doubles with each attempt up to half a minute', () => {
		expect([1, 2, 3, 6, 7, 8, 99].map((attempt) => backoffMs(attempt, 1))).toEqual([
			500, 1000, 2000, 16_000, 30_000, 30_000, 30_000,
		]);
		expect([0, 0.5, 1].map((random) => backoffMs(2, random))).toEqual([500, 750, 1000]);
	});

	it.each([1, 1000, 30_500])('wait as long as the service asks, %d ms, and up to a quarter second more', (askedMs) => {
		const delays = [0, 0.5, 0.999].map((random) =>
			retryDelayMs(status(429, askedMs), { attempt: 3, waitedMs: 0 }, limits, random),
		);
		expect(delays).toEqual([0, 125, 250].map((more) => askedMs + more));
	});

	it('wait as long as without Retry-After where that is 0', () => {
		const delaysAfter = (error: RequestError) =>
			[0, 0.5, 1].map((random) => retryDelayMs(error, { attempt: 3, waitedMs: 0 }, limits, random));
		for (const code of [422, 429]) expect(delaysAfter(status(code, 0))).toEqual([1000, 1500, 2000]);
		expect(delaysAfter(status(503, 0))).toEqual(delaysAfter(status(503)));
	});

	it('never wait longer than their budget altogether', () => {
		const delay = (waitedMs: number) => retryDelayMs(status(429, 1000), { attempt: 1, waitedMs }, limits, 0.5);
		expect([delay(118_875), delay(118_876)]).toEqual([1125, undefined]);
		const errors = [status(429), status(503, 7000), connection('reset'), status(500)];
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.constantFrom(...errors), fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 60 }),
				fc.nat(300_000),
				(steps, maxWaitMs) => {
					let waitedMs = 0;
					for (const [index, [error, random]] of steps.entries()) {
						const waitMs = retryDelayMs(error, { attempt: index + 1, waitedMs }, { maxRetries: 50, maxWaitMs }, random);
						if (waitMs === undefined) break;
						waitedMs += waitMs;
					}
					expect(waitedMs).toBeLessThanOrEqual(maxWaitMs);
				},
			),
		);
	});
});
