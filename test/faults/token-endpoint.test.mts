import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createCredential, testCredential } from '../../tools/n8n/driver/credentials.mts';
import type { CredentialTestResult } from '../../tools/n8n/driver/credentials.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { useListener } from '../support/http/listener.mts';
import type { HeardRequest } from '../support/http/listener.mts';
import { secretsIn } from './secrets/forms.mts';

const TOKEN = 'a-token-of-its-own';
const GIVEN = JSON.stringify({ access_token: TOKEN });
const SLOW_MS = 3_000;
/** The login is given up after 30 s; a busy machine takes longer. */
const GIVEN_UP_MS = 90_000;

type TokenResponse =
	{ status?: number; headers?: Record<string, string>; body?: string } | 'reset' | 'hang' | 'drip' | 'slow';

const REJECTED: TokenResponse = { status: 400, body: '{"error":"invalid_client"}' };

const faults: Array<[what: string, response: TokenResponse, message: RegExp, logins?: number]> = [
	[
		'a web page',
		{ body: '<!doctype html><script>alert(1)</script>' },
		/not with a token \(the response is a web page\)/,
	],
	['nothing', {}, /not with a token \(the response is empty\)/],
	['text', { body: TOKEN }, /not with a token \(the response is not JSON\)/],
	['JSON that was cut', { body: GIVEN.slice(0, -1) }, /not with a token \(the response is not JSON\)/],
	[
		'lists without end',
		{ body: `{"access_token":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
		/the JSON has no bearer token/,
	],
	[
		'a token of 100 MB',
		{ body: JSON.stringify({ access_token: 'a'.repeat(100_000_000) }) },
		/responded, but not with a token/,
	],
	['a token with a line break', { body: '{"access_token":"a\\r\\nCookie: b"}' }, /the JSON has no bearer token/],
	['a token of another type', { body: '{"access_token":"a","token_type":"mac"}' }, /the JSON has no bearer token/],
	['a token that has expired', { body: '{"access_token":"a","expires_in":0}' }, /a token that has already expired/],
	[
		'a rejection with status 401',
		{ status: 401, body: '{"error":"invalid_client"}' },
		/does not know this application/,
	],
	[
		'an error with markup',
		{ status: 418, body: '{"error_description":"I am <b>a teapot</b><script>alert(1)"}' },
		/status 418: I am a teapot/,
	],
	[
		'status 404',
		{ status: 404, body: '<h1>Not found' },
		/There is no token service at .*\/connect\/token \(status 404\)/,
	],
	['status 503', { status: 503, body: '{"message":"closed"}' }, /status 503: closed/, 3],
	['a broken connection', 'reset', /broke before the response was there/, 3],
];

describe('a token endpoint with faults, by "Test" of the credential', () => {
	let host: PlanHost;
	let lastPath = 0;
	const auth = useListener();
	const other = useListener();
	/** By the first part of the path: Authentication URL may have one. */
	const responses = new Map<string, TokenResponse>();

	beforeAll(async () => {
		host = await sharePlanHost();
		for (const route of ['list', 'features'])
			host.sandbox.intercept({ route, times: Infinity, reply: { status: 404, body: '{"message":"no such plan"}' } });
	});

	afterAll(async () => {
		await host?.close();
	});

	beforeEach(() => {
		auth.respond = faulty;
	});

	afterEach(() => {
		expect(other.heard).toEqual([]);
	});

	function faulty({ url }: HeardRequest, response: ServerResponse): void {
		void carryOut(responses.get(url.split('/')[1]) ?? REJECTED, response);
	}

	/** Types an authentication service that responds so into the stored credential, and presses "Test". */
	async function tested(response: TokenResponse): Promise<CredentialTestResult> {
		const path = `auth${++lastPath}`;
		responses.set(path, response);
		const { n8n, credential, sandbox } = host;
		const result = await testCredential(n8n.session, {
			...credential,
			data: { ...credential.data, authUrl: `${auth.url}/${path}` },
		});
		const { applicationSecret, apiSecret } = sandbox.credential;
		expect(
			secretsIn(result.message, new Map([applicationSecret, apiSecret, TOKEN].map((secret) => [secret, secret]))),
		).toEqual([]);
		return result;
	}

	/** The logins of the last test. */
	const logins = () => auth.heard.filter(({ url }) => url.startsWith(`/auth${lastPath}/`)).length;

	/** The requests to the service, each with its token. */
	const requests = () =>
		host.sandbox.requests.map(({ route, headers }) => `${route}, ${String(headers.authentication)}`);

	test.each(faults)(
		'%s is reported in words after one login, or three if it may pass',
		async (_what, how, message, max = 1) => {
			expect(await tested(how)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
			expect(logins()).toBe(max);
		},
	);

	test.each([301, 302, 303, 307, 308])('a redirect with status %d to another host is not followed', async (status) => {
		const { message } = await tested({ status, headers: { location: `${other.url}/connect/token` } });

		expect(message).toMatch(/redirects elsewhere \(status 30\d\); secrets are not sent on/);
		expect(logins()).toBe(1);
	});

	test.each<[string, TokenResponse]>([
		['without a lifetime', { body: GIVEN }],
		['whose lifetime is no number', { body: JSON.stringify({ access_token: TOKEN, expires_in: {} }) }],
		[`that comes after ${SLOW_MS / 1000} s`, 'slow'],
	])('a token %s is taken', async (_what, how) => {
		host.sandbox.clearRequests();

		expect(await tested(how)).toMatchObject({ status: 'OK' });
		expect(logins()).toBe(1);
		expect(requests()).toContain(`features, Bearer ${TOKEN}`);
	});

	test('the test logs in each time, whatever the one before gave', async () => {
		const { n8n, credential } = host;
		const data = { ...credential.data, authUrl: `${auth.url}/again` };
		const stored = await createCredential(n8n.session, { ...credential, name: 'Again', data });
		const results: CredentialTestResult[] = [];
		for (const how of [REJECTED, REJECTED, { body: GIVEN }, { body: GIVEN }, REJECTED]) {
			responses.set('again', how);
			results.push(await testCredential(n8n.session, stored));
		}

		const rejected = { status: 'Error', message: expect.stringMatching(/does not know this application/) };
		const passed = expect.objectContaining({ status: 'OK' });
		expect(results).toEqual([rejected, rejected, passed, passed, rejected]);
		expect(auth.heard).toHaveLength(results.length);
	});

	// Beside no other test: n8n keeps one list of nodes for all tests of credentials, and each empties it at its end.
	test('one that does not respond, or does not come to an end, is given up after one login', async () => {
		const startedAt = Date.now();
		for (const { message } of await Promise.all([tested('hang'), tested('drip')]))
			expect(message).toMatch(/did not respond in time \(timed out\)/);

		expect(Date.now() - startedAt).toBeLessThan(GIVEN_UP_MS);
		expect(auth.heard).toHaveLength(2);
	});
});

async function carryOut(how: TokenResponse, response: ServerResponse): Promise<void> {
	if (how === 'hang') return;
	if (how === 'reset') return void response.destroy();
	if (how === 'drip') {
		while (!response.destroyed) {
			response.write(' ');
			await pause(500);
		}
		return;
	}
	if (how === 'slow') await pause(SLOW_MS);
	const { status = 200, headers = {}, body } = how === 'slow' ? { body: GIVEN } : how;
	response.writeHead(status, headers).end(body);
}
