import { get } from 'node:http';

import axios from 'axios';
import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { sandboxSession } from './session.mts';

const api = '/esapi/api/v1';
const http = axios.create({ proxy: false, validateStatus: () => true });

describe('the sandbox: logins and access', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox();
	});

	afterEach(async () => {
		await sandbox.close();
	});

	function form(changes: Record<string, string> = {}): URLSearchParams {
		const { credential } = sandbox;
		return new URLSearchParams({
			grant_type: 'password',
			scope: credential.scope,
			client_id: credential.applicationId,
			client_secret: credential.applicationSecret,
			username: credential.apiKey,
			password: credential.apiSecret,
			...changes,
		});
	}

	const login = async (changes = {}) => await http.post(`${sandbox.authUrl}/connect/token`, form(changes));
	const bearer = async () => `Bearer ${(await login()).data.access_token}`;
	const get = async (path: string, headers: Record<string, string>) =>
		await http.get(`${sandbox.baseUrl}${api}${path}`, { headers });

	test('a login with secrets that hold + & % = gives a bearer token', async () => {
		const { status, data } = await login();

		expect(status).toBe(200);
		expect(data).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' });
		for (const character of '+&%=') {
			expect(sandbox.credential.applicationSecret).toContain(character);
			expect(sandbox.credential.apiSecret).toContain(character);
		}
	});

	test.each([
		['invalid_scope', { scope: 'openid other-scope' }],
		['invalid_scope', { scope: 'esapi-scope' }],
		['invalid_client', { client_id: 'app_other' }],
		['invalid_client', { client_secret: 'other' }],
		['invalid_grant', { username: 'other' }],
		['invalid_grant', { password: 'other' }],
		['unsupported_grant_type', { grant_type: 'client_credentials' }],
	])('%s is the response to %j', async (error, changes) => {
		const { status, data } = await login(changes);

		expect(status).toBe(400);
		expect(data).toEqual({ error, error_description: expect.any(String) });
	});

	test('a login that is no form, or lacks a parameter, is invalid_request', async () => {
		const address = `${sandbox.authUrl}/connect/token`;
		const asJson = await http.post(address, Object.fromEntries(form()));
		const lacking = form();
		lacking.delete('username');

		expect(asJson).toMatchObject({ status: 400, data: { error: 'invalid_request' } });
		expect(await http.post(address, lacking)).toMatchObject({
			status: 400,
			data: { error: 'invalid_request', error_description: expect.stringContaining('username') },
		});
	});

	test('the Allowed Scopes can be others', async () => {
		sandbox.settings.allowedScope = 'esapi-scope';

		expect((await login({ scope: 'esapi-scope' })).status).toBe(200);
		expect((await login()).data.error).toBe('invalid_scope');
	});

	test.each([
		['either', 200, 200],
		['authentication', 200, 401],
		['authorization', 401, 200],
	] as const)('token header "%s": Authentication %d, Authorization %d', async (mode, one, other) => {
		sandbox.settings.tokenHeader = mode;
		const token = await bearer();
		const path = `/Floors/${demo.floorCode}`;

		expect((await get(path, { Authentication: token })).status).toBe(one);
		expect((await get(path, { Authorization: token })).status).toBe(other);
	});

	test('no token, an unknown, an expired and a revoked one are 401 in words', async () => {
		const path = `/Floors/${demo.floorCode}`;
		const revoked = await bearer();
		sandbox.revokeTokens();
		sandbox.settings.tokenLifetimeSeconds = 0;
		const expired = await bearer();

		for (const [headers, words] of [
			[{}, 'required'],
			[{ Authentication: 'Bearer other' }, 'unknown'],
			[{ Authentication: expired }, 'expired'],
			[{ Authentication: revoked }, 'revoked'],
		] as const) {
			const { status, data } = await get(path, headers);
			expect(status).toBe(401);
			expect(data.message).toContain(words);
		}
	});

	test('the partner code is required for features, optional for lookups, never foreign', async () => {
		const token = await bearer();
		const [plan, floor] = [`/Plans/${demo.planCode}/Features`, `/Floors/${demo.floorCode}`];
		const own = { Authentication: token, 'X-CSS-Partner-Code': demo.partnerCode };
		const foreign = { Authentication: token, 'X-CSS-Partner-Code': 'ptnr_other' };

		expect((await get(plan, { Authentication: token })).status).toBe(400);
		expect((await get(plan, foreign)).status).toBe(403);
		expect((await get(plan, own)).status).toBe(200);
		expect((await get(floor, { Authentication: token })).status).toBe(200);
		expect((await get(floor, foreign)).status).toBe(403);
		expect((await get(`${floor}?partnerCode=ptnr_other`, own)).status).toBe(403);
	});

	test('records what arrived, and tells tokens apart without holding one', async () => {
		const { data } = await login();
		const headers = { Authentication: `Bearer ${data.access_token}` };
		await get(`/Floors/${demo.floorCode}?expiry=60`, headers);
		await get('/Nowhere', headers);

		expect(sandbox.requests).toMatchObject([
			{ route: 'token', method: 'POST', path: '/auth/connect/token', status: 200, tokenId: 'token-1' },
			{ route: 'lookup', path: `${api}/Floors/${demo.floorCode}?expiry=60`, status: 200, tokenId: 'token-1' },
			{ route: 'other', status: 404, tokenId: 'token-1' },
		]);
		sandbox.clearRequests();
		expect(sandbox.requests).toEqual([]);
	});
});

test('other host names get no response, and the requests that are remembered are bounded', async () => {
	const { sandbox, open } = await sandboxSession({ maxRequests: 3 });
	const { port } = new URL(sandbox.baseUrl);
	const statusOf = async (host: string) =>
		await new Promise((resolve, reject) => {
			get(`${sandbox.baseUrl}/openapi.json`, { headers: { host } }, (response) => resolve(response.statusCode)).on(
				'error',
				reject,
			);
		});
	const hosts = [
		`localhost:${port}`,
		`127.0.0.1:${port}`,
		`[::1]:${port}`,
		'localhost.evil.example',
		`evil.example:${port}`,
	];
	expect(await Promise.all(hosts.map(statusOf))).toEqual([200, 200, 200, 421, 421]);
	for (let count = 0; count < 5; count++) await open('/openapi.json');
	expect(sandbox.requests).toHaveLength(3);
	await sandbox.close();
});
