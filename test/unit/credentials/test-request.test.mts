import { isTestRequest, testRequest } from '../../../credentials/authenticate-request';

const base = 'https://plans.example.com';
const asTest = { ...testRequest, baseURL: base };

describe('the request that "Test" begins with', () => {
	it('asks for the partners, below the Base URL of the credential, with a header that marks it', () => {
		expect(testRequest).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/esapi/api/v1/Partners',
			headers: { 'X-Plan-Service-Credential-Test': 'true' },
		});
	});

	it('is known when n8n sends it', () => {
		expect(isTestRequest(asTest)).toBe(true);
	});

	it.each<[string, object]>([
		['has no headers', { headers: undefined }],
		['has other headers', { headers: { Accept: 'application/json' } }],
		['asks for something else', { url: '/esapi/api/v1/Floors' }],
		['asks for an address', { url: `${base}/esapi/api/v1/Partners` }],
		['has no base', { baseURL: undefined }],
		['also says uri, as the HTTP Request node does', { uri: '/esapi/api/v1/Partners' }],
		['says uri, but nothing in it', { uri: undefined }],
	])('is not one that %s', (_what, other) => {
		expect(isTestRequest({ ...asTest, ...other })).toBe(false);
	});
});
