import { readSettings } from '../../../credentials/credential-settings';
import { LoginFailure } from '../../../credentials/login-error';
import { recordOf } from '../../../credentials/login';
import type { ItemFailure } from '../../../nodes/shared/item-failure';
import { sendFailure } from '../../../nodes/shared/failures';
import type { Session } from '../../../nodes/shared/client';
import { SECRETS, credentialFor } from '../credentials/sample.mts';

const TOKEN = 'token-in-hand';

interface Asked {
	method: 'GET' | 'POST';
	caller: Session['caller'];
	/** What the credential threw last. */
	noted: LoginFailure;
}

function failureOf(
	error: unknown,
	timedOut = false,
	{ method = 'GET', caller = 'execution', noted }: Partial<Asked> = {},
): ItemFailure {
	const raw = credentialFor('https://plans.example.com');
	recordOf(raw).lastFailure = noted;
	const settings = readSettings(raw);
	const { secrets } = settings;
	secrets.add(TOKEN);
	const session = { settings, raw, secrets, caller };
	return sendFailure(error, session, { method, partnerCode: '', timeoutMs: 1500 }, timedOut);
}

describe('a call without a response', () => {
	it.each([
		['in n8n 2, by the cause', { cause: { code: 'ECONNREFUSED' } }],
		[
			'in n8n 1, by the code that it keeps',
			{ httpCode: 'ECONNREFUSED', message: 'The service refused the connection' },
		],
		['without anything of n8n around it', { code: 'ECONNREFUSED' }],
	])('is a refused connection %s', (_where, error) => {
		expect(failureOf(error)).toMatchObject({
			message: 'plans.example.com refused the connection',
			advice: expect.stringContaining('Base URL'),
			details: { safeToRetry: true },
			requestError: { kind: 'connection', connection: 'refused' },
			isLogin: false,
		});
	});

	it.each([
		['CERT_HAS_EXPIRED', 'certificate', /^No secure connection to plans\.example\.com/],
		['EPROTO', 'tls', /^No secure connection to plans\.example\.com/],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'brokenTls', /^The secure connection to plans\.example\.com broke/],
		['ENOTFOUND', 'dns', /^Host not found/],
		['ECONNRESET', 'reset', /broke before the response was there$/],
		['ETIMEDOUT', 'timeout', /did not respond in time \(timed out\) within 1\.5 s$/],
	])('with the code %s failed by "%s"', (code, connection, words) => {
		expect(failureOf({ cause: { code } })).toMatchObject({
			message: expect.stringMatching(words),
			requestError: { kind: 'connection', connection },
		});
	});

	it('for want of a TLS handshake has sent nothing', () => {
		const request = { _currentRequest: { socket: { secureConnecting: true } } };

		expect(failureOf({ cause: { code: 'EPROTO', request } }).requestError).toEqual({
			kind: 'connection',
			connection: 'certificate',
		});
	});

	it('that broke off while its response was read may have had an effect', () => {
		expect(failureOf({ cause: { name: 'CanceledError' } }).requestError).toEqual({
			kind: 'connection',
			connection: 'reset',
		});
	});

	it('that took longer than its time-out says so, whatever was thrown', () => {
		expect(failureOf({ cause: { name: 'CanceledError' } }, true)).toMatchObject({
			message: expect.stringContaining('within 1.5 s'),
			advice: 'Raise Timeout (Seconds) in the options, or request less at once.',
		});
	});

	it.each<[string, Partial<Asked>, string]>([
		['a push', { method: 'POST' }, 'Raise Timeout (Seconds) or lower Batch Size in the options.'],
		['a poll', { caller: 'poll' }, 'The next poll retries. If this goes on, ask the operator of the service.'],
		['an open list', { caller: 'list' }, 'Open the list again later, or enter the code.'],
	])('that took too long for %s says what can be done there', (_who, asked, advice) => {
		expect(failureOf({}, true, asked).advice).toBe(advice);
	});

	it.each([
		['cause', true],
		['errorResponse', false],
	])('for want of a login says why: handed over as %s, refused %s', (member, refused) => {
		const login = new LoginFailure('The login failed.', 'Log in.', refused);

		expect(failureOf({ [member]: login })).toMatchObject({
			message: 'The login failed',
			advice: 'Log in.',
			requestError: { kind: 'login', isRejected: refused },
			isLogin: true,
		});
	});

	it('in n8n 1, which drops what the credential threw, is reported as the login that was noted', () => {
		const login = new LoginFailure('The login failed.', 'Log in.', true);

		expect(failureOf(new Error('Unauthorized'), false, { noted: login })).toMatchObject({
			message: 'The login failed',
			isLogin: true,
		});
		expect(failureOf({ code: 'ECONNRESET' }, false, { noted: login })).toMatchObject({
			requestError: { kind: 'connection', connection: 'reset' },
			isLogin: false,
		});
	});

	it('for no reason that is known may have had an effect', () => {
		expect(failureOf({})).toMatchObject({
			message: 'The connection to plans.example.com broke before the response was there',
			requestError: { kind: 'connection', connection: 'reset' },
		});
	});

	it("that n8n did not let out names n8n's reason, and no secret", () => {
		const because = (reason: string) => failureOf({ cause: new Error(`blocked: ${reason}`) });
		const { message, advice, requestError } = because('a private address');

		expect(message).toBe('n8n did not send the request to plans.example.com: blocked: a private address');
		for (const secret of [TOKEN, ...SECRETS]) expect(because(secret).message).not.toContain(secret);
		expect(advice).toMatch(/administrator of n8n/);
		expect(requestError).toEqual({ kind: 'connection', connection: 'blocked' });
	});
});
