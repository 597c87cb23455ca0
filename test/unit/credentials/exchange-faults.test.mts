import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Reply } from '../../support/http/local-server.mts';
import { timer } from '../../support/wait/timer.mts';
import { rejectionOf } from '../thrown.mts';
import { SECRETS, credentialFor, renew, tokenIn } from './sample.mts';

const start = useLocalServers();
const token = { body: { access_token: 'T-1', expires_in: 3600 } };
const html: Reply = { headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in</title></html>' };

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

async function failure(address: string, more = {}): Promise<unknown> {
	return await rejectionOf(renew(new RequestHelper(), credentialFor(address, more)));
}

describe('a login that the authentication service rejects', () => {
	it.each<[string, Reply, RegExp]>([
		[
			'wrong scopes',
			{ status: 400, body: { error: 'invalid_scope' } },
			/rejected the scopes "openid esapi-scope" \(invalid_scope\)/,
		],
		['a wrong application', { status: 400, body: { error: 'invalid_client' } }, /does not know this application/],
		[
			'an application that may not log in so',
			{ status: 400, body: { error: 'unauthorized_client' } },
			/^The application may not log in with an API key \(unauthorized_client\)\. Set/,
		],
		[
			'an application with another grant',
			{ status: 400, body: { error: 'unsupported_grant_type' } },
			/^The authentication service does not take the password grant for this application \(unsupported_grant_type\)\./,
		],
		['status 403 and no words', { status: 403 }, /^The authentication service responded with status 403\. Check/],
		['a wrong key', { status: 400, body: { error: 'invalid_grant' } }, /does not know this API key/],
		['a web page', html, /connect\/token responded, but not with a token \(the response is a web page\)/],
		['nothing', { body: '' }, /\(the response is empty\)/],
		['a token that has expired', { body: { access_token: 'T', expires_in: 0 } }, /a token that has already expired/],
		['status 404', { status: 404, body: 'x' }, /There is no token service at http/],
	])('for %s is told in words and tried once', async (_what, reply, message) => {
		const server = await start(() => reply);
		expect(await failure(server.address)).toMatchObject({
			name: 'LoginFailure',
			message: expect.stringMatching(message),
			isRejected: true,
		});
		expect(server.received).toHaveLength(1);
	});

	it('by a response that is too long is read no further, and tried once', async () => {
		const server = await start(() => ({ body: ' '.repeat(1024 * 1024 + 1) }));
		expect(await failure(server.address)).toMatchObject({
			message:
				`${server.address}/id/connect/token responded, but not with a token (the response is empty). ` +
				'Check Authentication URL in the credential: it must be the URL of the authentication service',
			isRejected: true,
		});
		expect(server.received).toHaveLength(1);
	});

	it('by a redirect sends the secrets nowhere else', async () => {
		const elsewhere = await start(() => token);
		const server = await start(() => ({ status: 307, headers: { location: `${elsewhere.address}/connect/token` } }));
		expect(await failure(server.address)).toMatchObject({
			message: expect.stringMatching(/redirects elsewhere \(status 307\); secrets are not sent on/),
		});
		expect([server.received.length, elsewhere.received.length]).toEqual([1, 0]);
	});
});

describe('a login that could not be answered', () => {
	it.each<[string, Reply]>([
		['status 503', { status: 503 }],
		['status 429', { status: 429 }],
		['a reset', 'reset'],
	])('for %s is tried again and may succeed', async (_what, reply) => {
		const server = await start((_request, before) => (before < 2 ? reply : token));
		expect(await tokenIn(await renew(new RequestHelper(), credentialFor(server.address)))).toBe('Bearer T-1');
		expect(server.received).toHaveLength(3);
	});

	it.each<[string, Reply, string]>([
		[
			'status 500',
			{ status: 500, body: { message: 'Down' } },
			'The authentication service responded with status 500: Down',
		],
		[
			'status 503 with a sentence',
			{ status: 503, body: { message: 'Down.' } },
			'The authentication service responded with status 503: Down',
		],
		['status 503 alone', { status: 503 }, 'The authentication service responded with status 503'],
		['a reset', 'reset', 'The connection to HOST broke before the response was there'],
	])('for %s ends after three tries in words, and is not called refused', async (_what, reply, message) => {
		const server = await start(() => reply);
		expect(await failure(server.address)).toMatchObject({
			message: expect.stringContaining(`${message.replace('HOST', new URL(server.address).host)}. `),
			isRejected: false,
		});
		expect(server.received).toHaveLength(3);
	});

	it('waits longer before each try', async () => {
		const server = await start(() => ({ status: 503 }));
		jest.spyOn(Math, 'random').mockReturnValue(0.1);
		const shorter = timer(149);
		await failure(server.address);
		expect(shorter.isOver).toBe(true);
	});

	it('waits as long as Retry-After says', async () => {
		const busy = { status: 429, headers: { 'Retry-After': '2' } };
		const server = await start((_request, before) => (before < 1 ? busy : token));
		const shorter = timer(1999);
		expect(await tokenIn(await renew(new RequestHelper(), credentialFor(server.address)))).toBe('Bearer T-1');
		expect([shorter.isOver, server.received.length]).toEqual([true, 2]);
	});

	it('ends at once where Retry-After is longer than a person waits', async () => {
		const server = await start(() => ({ status: 429, headers: { 'Retry-After': '60' } }));
		expect(await failure(server.address)).toMatchObject({ isRejected: false });
		expect(server.received).toHaveLength(1);
	});

	it('because nothing listens there is reported with the host', async () => {
		const server = await start(() => token);
		await server.stop();
		expect(await failure(server.address)).toMatchObject({
			message:
				`${new URL(server.address).host} refused the connection. Check host and port in Authentication URL of the ` +
				'credential, and whether the service is running',
			isRejected: false,
		});
	});

	it('because the host does not exist is reported with the host', async () => {
		expect(await failure('http://no-such-host.invalid')).toMatchObject({
			message: 'Host not found: no-such-host.invalid. Check the host name in Authentication URL of the credential',
		});
	});

	it('because the address does not speak TLS is not tried again', async () => {
		const server = await start(() => token);
		const helper = new RequestHelper();
		const credential = credentialFor(server.address.replace('http:', 'https:'));
		expect(await rejectionOf(renew(helper, credential))).toMatchObject({
			message: expect.stringMatching(/^No secure connection to 127\.0\.0\.1/),
			isRejected: true,
		});
		expect(helper.requested).toHaveLength(1);
	});

	it.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_BAD_CERT'])(
		'because the certificate is not accepted is not repeated: %s',
		async (code) => {
			const httpRequest = jest.fn(() => Promise.reject(Object.assign(new Error('certificate'), { code })));
			const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest } });
			expect(await rejectionOf(renew(helper, credentialFor('https://plans.example.com')))).toMatchObject({
				message: expect.stringMatching(/^No secure connection to plans\.example\.com: its TLS certificate was not/),
				isRejected: true,
			});
			expect(httpRequest).toHaveBeenCalledTimes(1);
		},
	);

	it('in time is given up', async () => {
		const server = await start(() => 'hang');
		const { timeout } = AbortSignal;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
		expect(await failure(server.address)).toMatchObject({
			message: expect.stringContaining(`${new URL(server.address).host} did not respond in time (timed out). `),
			isRejected: false,
		});
	});

	it.each([
		[{ name: 'AbortError', message: 'aborted' }, /timed out/],
		[{ name: 'TimeoutError', message: 'timeout' }, /timed out/],
		[{ name: 'CanceledError', message: 'canceled' }, /broke before the response/],
		[{ code: 'ECONNABORTED' }, /timed out/],
		[{ code: 'ERR_CANCELED' }, /timed out/],
		[{ code: 7 }, /broke before the response/],
		[{ message: 'Status 304', response: { status: 304 } }, /broke before the response/],
		[{ message: '' }, /broke before the response/],
		['a text', /broke before the response/],
		[null, /broke before the response/],
	])('by a client that throws %j is told by its code alone', async (thrown, message) => {
		const helper = { helpers: { httpRequest: () => Promise.reject(thrown) } };
		const error = await rejectionOf(
			renew(Object.assign(new RequestHelper(), helper), credentialFor('http://localhost')),
		);
		expect(error).toMatchObject({ message: expect.stringMatching(message) });
	});

	it('because n8n does not let it out is reported in the words of n8n, once and without secrets', async () => {
		const asked = jest.fn(() => Promise.reject(new Error(`Blocked: ${SECRETS.join(' ')} <b>`)));
		const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: asked } });
		expect(await rejectionOf(renew(helper, credentialFor('http://10.0.0.1:81')))).toMatchObject({
			message:
				'n8n did not send the request to 10.0.0.1:81: Blocked: [redacted] [redacted] [redacted]. ' +
				'Ask the administrator of n8n ' +
				'which hosts its nodes may call',
			isRejected: true,
		});
		expect(asked).toHaveBeenCalledTimes(1);
	});

	it.each([undefined, null, 'text', {}, { statusCode: '200', body: '{"access_token":"T"}' }])(
		'by a client that answers %j is no success',
		async (answer) => {
			const helper = { helpers: { httpRequest: () => Promise.resolve(answer) } };
			const error = await rejectionOf(
				renew(Object.assign(new RequestHelper(), helper), credentialFor('http://localhost')),
			);
			expect(error).toMatchObject({
				name: 'LoginFailure',
				message: expect.stringMatching(/^The authentication service responded with status 0/),
			});
		},
	);

	it('with a body that is no text is no token', async () => {
		const helper = {
			helpers: { httpRequest: () => Promise.resolve({ statusCode: 200, body: { access_token: 'T' } }) },
		};
		const error = await rejectionOf(
			renew(Object.assign(new RequestHelper(), helper), credentialFor('http://localhost')),
		);
		expect(error).toMatchObject({ message: expect.stringMatching(/the response is empty/) });
	});
});
