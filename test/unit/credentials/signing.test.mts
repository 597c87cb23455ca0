import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { rejectionOf } from '../thrown.mts';
import { credentialFor, withToken } from './sample.mts';

const BASE = 'https://plans.example.com/eu';
const raw = withToken(credentialFor(BASE), 'T-1');
const url = `${BASE}/esapi/api/v1/Floors/F`;
const authenticate = async (credential = raw, request = {}) => await new PlanServiceApi().authenticate(credential, { url, ...request });

describe('a request to the service', () => {
	it.each([
		['both', { Authentication: 'Bearer T-1', Authorization: 'Bearer T-1' }],
		['authentication', { Authentication: 'Bearer T-1' }],
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

	it('keeps everything else that was asked', async () => {
		expect(await authenticate(raw, { method: 'POST', body: 'text' })).toMatchObject({ url, method: 'POST', body: 'text' });
	});

	it('is not redirected with the token, and checks certificates as the credential says', async () => {
		expect(await authenticate(raw, { disableFollowRedirect: false, maxRedirects: 5 })).toMatchObject({
			disableFollowRedirect: true,
			maxRedirects: 0,
			skipSslCertificateValidation: false,
		});
		expect(await authenticate({ ...raw, allowUnauthorizedCerts: true })).toMatchObject({ skipSslCertificateValidation: true });
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
		[{ url: '//evil.example.com/x', baseURL: BASE }, 'evil.example.com'],
		[{ url: 'http://plans.example.com/eu' }, 'plans.example.com'],
		[{ url: 'https://plans.example.com:8443/eu' }, 'plans.example.com:8443'],
		[{ url: 'https://plans.example.com@evil.example.com/' }, 'evil.example.com'],
		[{ url: undefined, uri: 'https://evil.example.com/x' }, 'evil.example.com'],
		[{ uri: new URL('https://evil.example.com/x') }, 'evil.example.com'],
		[{ url: null, uri: '/x', baseURL: 'https://evil.example.com' }, 'evil.example.com'],
		[{ url: undefined, baseURL: 'https://evil.example.com' }, 'evil.example.com'],
	])('%j is to another host and gets no token', async (request, host) => {
		const error = await rejectionOf(authenticate(raw, request));
		expect(error).toMatchObject({
			name: 'LoginFault',
			message: `The token is for plans.example.com and is not sent to ${host}`,
			description: 'Use this credential for requests to its Base URL only.',
			refused: true,
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
		expect(error).toMatchObject({ message: 'There is no valid token yet', response: { status: 401 } });
	});

	it('of a credential that is not filled in fails in words', async () => {
		expect(await rejectionOf(authenticate({ ...raw, scope: '' }))).toMatchObject({
			name: 'LoginFault',
			message: 'Scope is empty in the Plan Service credential',
			description: 'Open the credential and fill in Scope.',
		});
	});

	it('to no address at all fails as it is', async () => {
		expect(await rejectionOf(authenticate(raw, { url: 'http://' }))).toMatchObject({ code: 'ERR_INVALID_URL' });
	});
});
