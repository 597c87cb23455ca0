import { TEST_HEADER } from '../../../credentials/authenticate-request';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { rejectionOf } from '../thrown.mts';
import { credentialFor, withToken } from './sample.mts';

const BASE = 'https://plans.example.com/eu';
const raw = withToken(credentialFor(BASE), 'T-1');
const url = `${BASE}/esapi/api/v1/Floors/F`;
const authenticate = async (credential = raw, request = {}) =>
	await new PlanServiceApi().authenticate(credential, { url, ...request });

describe('a request to the service', () => {
	it.each([
		['both', { Authentication: 'Bearer T-1', Authorization: 'Bearer T-1' }],
		['authentication', { Authentication: 'Bearer T-1' }],
		['authenticationBare', { Authentication: 'T-1' }],
		['authorization', { Authorization: 'Bearer T-1' }],
	])('carries the token, with token header "%s", in no other header', async (tokenHeader, headers) => {
		const signed = await authenticate({ ...raw, tokenHeader });
		expect(signed.headers).toEqual({ ...headers, 'X-CSS-Partner-Code': 'ptnr_1' });
	});

	it('carries the partner code of the credential unless it has one itself or there is none', async () => {
		const own = await authenticate(raw, { headers: { 'X-CSS-Partner-Code': 'own', Accept: 'x' } });
		expect(own.headers).toMatchObject({ 'X-CSS-Partner-Code': 'own', Accept: 'x', Authorization: 'Bearer T-1' });
		expect((await authenticate({ ...raw, partnerCode: '' })).headers).not.toHaveProperty('X-CSS-Partner-Code');
	});

	it('says what was asked, to either helper of n8n', async () => {
		const both = { method: 'POST', body: 'text', qs: { a: 1 }, json: false, timeout: 5 };
		const newer = {
			...{ ...both, encoding: 'text', arrayFormat: 'comma', returnFullResponse: true, ignoreHttpStatusErrors: true },
			...{ abortSignal: AbortSignal.timeout(60_000), allowedDomains: 'plans.example.com' },
		};
		expect(await authenticate(raw, newer)).toMatchObject({ url, ...newer });
		const older = {
			...{
				...both,
				encoding: null,
				gzip: true,
				form: { a: 1 },
				formData: { b: 2 },
				qsStringifyOptions: { c: 3 },
				useQuerystring: true,
			},
			...{ resolveWithFullResponse: true, simple: false, useStream: true },
		};
		expect(await authenticate(raw, { url: undefined, uri: url, ...older })).toMatchObject({ url, uri: url, ...older });
	});

	it('holds only what it may say: nothing that could carry the token elsewhere', async () => {
		const elsewhere = {
			proxy: 'http://evil.example.com',
			agentOptions: { rejectUnauthorized: false, host: 'evil.example.com' },
			...{
				httpAgent: {},
				httpsAgent: {},
				agent: {},
				lookup: {},
				socketPath: '/tmp/x',
				transport: {},
				ca: '',
				cert: '',
				key: '',
			},
			auth: { user: 'u', pass: 'p' },
			beforeRedirect: {},
			sendCredentialsOnCrossOriginRedirect: true,
			...{ disableFollowRedirect: false, followRedirect: true, followAllRedirects: true, maxRedirects: 5 },
		};
		const headers = {
			host: 'evil.example.com',
			Host: 'evil.example.com',
			' hOST': 'x',
			'Proxy-Authorization': 'x',
			[TEST_HEADER]: 'true',
		};
		expect(await authenticate(raw, { baseURL: BASE, headers, ...elsewhere })).toEqual({
			url,
			headers: { 'X-CSS-Partner-Code': 'ptnr_1', Authentication: 'Bearer T-1', Authorization: 'Bearer T-1' },
			...{ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 },
			...{ skipSslCertificateValidation: false, rejectUnauthorized: true },
		});
	});

	it.each([true, false])(
		'checks certificates as the credential says, whatever the request says: %j',
		async (allowUnauthorizedCerts) => {
			const asked = {
				skipSslCertificateValidation: !allowUnauthorizedCerts,
				rejectUnauthorized: allowUnauthorizedCerts,
			};
			expect(await authenticate({ ...raw, allowUnauthorizedCerts }, asked)).toMatchObject({
				skipSslCertificateValidation: allowUnauthorizedCerts,
				rejectUnauthorized: !allowUnauthorizedCerts,
			});
		},
	);

	it('has the token and the partner of the credential once each, however their names are written', async () => {
		const { headers } = await authenticate(
			{ ...raw, tokenHeader: 'authorization' },
			{
				headers: { authorization: 'x', AUTHENTICATION: 'y', 'x-css-partner-code': 'own' },
			},
		);
		expect(headers).toEqual({ 'x-css-partner-code': 'own', Authorization: 'Bearer T-1' });
	});

	it.each([
		[{ url: '/esapi?a=1' }, `${BASE}/esapi?a=1`],
		[{ url: '/esapi', baseURL: `${BASE}/` }, `${BASE}/esapi`],
		[{ url: `${BASE}/a b/../c#part` }, `${BASE}/c`],
		[{ url: 'https://user:pass@plans.example.com/x' }, 'https://plans.example.com/x'],
		[{ url: undefined, uri: 'https:/plans.example.com:443/x' }, 'https://plans.example.com/x'],
		[{ uri: new URL('https://evil.example.com/x') }, url],
		[{ url: undefined, uri: new URL(`${BASE}/x`) }, `${BASE}/x`],
	])('%j goes to the address that was checked, written out: %s', async (request, address) => {
		expect(await authenticate(raw, request)).toMatchObject({ url: address });
	});

	it.each([
		[{ url: '/esapi/api/v1/Floors/F' }],
		[{ url: '/esapi', baseURL: BASE }],
		[{ url: 'https://plans.example.com/other/path' }],
		[{ url: undefined, uri: `${BASE}/esapi` }],
		[{ url: undefined }],
	])('%j is to the host of the credential', async (request) => {
		expect((await authenticate(raw, request)).headers).toMatchObject({ Authorization: 'Bearer T-1' });
	});

	it.each([
		[{ url: 'https://evil.example.com/x' }, 'evil.example.com'],
		[{ url: '/x', baseURL: 'https://evil.example.com' }, 'evil.example.com'],
		[{ url: 'https://evil.example.com/x', baseURL: BASE }, 'evil.example.com'],
		[{ url: 'https:evil.example.com/x' }, 'evil.example.com'],
		[{ url: 'https:/evil.example.com/x', baseURL: BASE }, 'evil.example.com'],
		[{ url: 'HTTPS:\\\\evil.example.com/x' }, 'evil.example.com'],
		[{ url: ' \thttps:evil.example.com/x' }, 'evil.example.com'],
		[{ url: 'ht\ntps:evil.example.com/x', baseURL: BASE }, 'evil.example.com'],
		[{ url: undefined, uri: 'https:////evil.example.com/x' }, 'evil.example.com'],
		[{ url: 'http://plans.example.com/eu' }, 'plans.example.com'],
		[{ url: 'https://plans.example.com:8443/eu' }, 'plans.example.com:8443'],
		[{ url: 'https://plans.example.com@evil.example.com/' }, 'evil.example.com'],
		[{ url: undefined, uri: 'https://evil.example.com/x' }, 'evil.example.com'],
		[{ url: null, uri: '/x', baseURL: 'https://evil.example.com' }, 'evil.example.com'],
		[{ url: undefined, baseURL: 'https://evil.example.com' }, 'evil.example.com'],
	])('%j is to another host and gets no token', async (request, host) => {
		const error = await rejectionOf(authenticate(raw, request));
		expect(error).toMatchObject({
			name: 'LoginFailure',
			message:
				`The token is for plans.example.com and is not sent to ${host}. Use this credential for requests to its ` +
				'Base URL only',
			isRejected: true,
		});
	});
});

describe('a request without a usable token', () => {
	it.each([
		['none', { ...raw, accessToken: '' }],
		['an expired one', withToken(raw, 'T-1', { issuedAtMs: Date.now() - 3_600_000 })],
		['one made for another key', { ...raw, apiKey: 'other' }],
		['one made for another address', { ...raw, baseUrl: 'https://plans.example.com' }],
	])('with %s makes n8n ask for one, and is not sent', async (_what, credential) => {
		const error = await rejectionOf(authenticate(credential));
		expect(error).toMatchObject({
			name: 'TokenRequired',
			message: 'There is no valid token yet',
			response: { status: 401 },
		});
	});

	it('of a credential that is not filled in fails in words', async () => {
		expect(await rejectionOf(authenticate({ ...raw, scope: '' }))).toMatchObject({
			name: 'LoginFailure',
			message: 'Scope is empty in the Plan Service credential. Open the credential and fill in Scope',
		});
	});

	it.each(['http://', 'esapi/api', '//plans.example.com/x', '/\\plans.example.com/x'])(
		'to %j, which is no address, fails in words',
		async (none) => {
			expect(await rejectionOf(authenticate(raw, { url: none }))).toMatchObject({
				name: 'LoginFailure',
				message:
					'The request has no URL that can be read. Give the whole URL, beginning with the Base URL of ' +
					'the credential',
			});
		},
	);
});
