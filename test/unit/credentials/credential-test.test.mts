import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { TEST_HEADER } from '../../../credentials/authenticate-request';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Received, Reply } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { credentialFor, renew, tokenIn, withToken } from './sample.mts';

const start = useLocalServers();
const plans = new PlanServiceApi();
const isLogin = ({ path }: Received) => path === '/id/connect/token';
const PLAN = '/esapi/api/v1/Plans/credential-test/Features';
const token: Reply = { body: { access_token: 'T-1', expires_in: 3600 } };
const startService = async (answer: Reply) =>
	await start((request) => {
		if (isLogin(request)) return token;
		return request.headers.authentication === 'Bearer T-1' ? answer : { status: 401 };
	});

function testRequest({ baseUrl }: ICredentialDataDecryptedObject): IHttpRequestOptions {
	const { url = '', headers } = plans.test.request;
	return { url, baseURL: String(baseUrl), headers: headers as IHttpRequestOptions['headers'] };
}

/**
 * What n8n does when a person presses "Test": it asks for a token, the request is signed, and after a status 401 both
 * once more.
 */
async function pressTest(credential: ICredentialDataDecryptedObject, helper = new RequestHelper()) {
	try {
		Object.assign(credential, await plans.preAuthentication.call(helper, credential));
		return await plans.authenticate(credential, testRequest(credential));
	} catch (error) {
		if ((error as { response?: { status?: number } }).response?.status !== 401) throw error;
		Object.assign(credential, await plans.preAuthentication.call(helper, credential));
		return await plans.authenticate(credential, testRequest(credential));
	}
}

describe('the test of a credential', () => {
	it('logs in, asks the service itself with the new token, and lets the request of n8n pass', async () => {
		const server = await startService({ body: [] });
		const credential = credentialFor(server.address);
		const signed = await pressTest(credential);
		expect(signed).toMatchObject({ headers: { Authentication: 'Bearer T-1' }, ignoreHttpStatusErrors: true });
		const [, probe, , partners] = server.received;
		expect(server.received.map(({ method, path }) => [method, path])).toEqual([
			['POST', '/id/connect/token'],
			['GET', PLAN],
			['GET', PLAN],
			['GET', '/esapi/api/v1/Partners'],
			['HEAD', PLAN],
		]);
		expect(probe.headers).toMatchObject({
			accept: 'application/json',
			authentication: 'Bearer T-1',
			authorization: 'Bearer T-1',
		});
		// A service that rejects a wrong one would list nothing, and the test could not say what is wrong.
		expect(partners.headers).not.toHaveProperty('x-css-partner-code');
	});

	it('lets n8n send a request whose response has no body, because n8n reads a body of any length', async () => {
		const server = await startService({ body: [] });
		const slashes = '/'.repeat(300_000);
		const before = process.threadCpuUsage();
		const signed = await pressTest(credentialFor(server.address, { baseUrl: `${server.address}${slashes}` }));
		expect(signed).toMatchObject({ method: 'HEAD', url: `${server.address}${PLAN}`, timeout: 30_000 });
		expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
		// An expression of n8n's would be read by n8n before anything of ours.
		expect(plans.test.request.baseURL).toBe('={{ $credentials.baseUrl }}');
	});

	it('logs in anew although there is a token, one was just made, or the login was just rejected', async () => {
		let refuse = false;
		const server = await start((request) =>
			isLogin(request) && refuse ? { status: 400, body: { error: 'invalid_grant' } } : token,
		);
		const logins = () => server.received.filter(isLogin).length;
		const credential = await renew(new RequestHelper(), credentialFor(server.address));
		await new Promise((resolve) => setTimeout(resolve, 5));
		await pressTest({ ...credential });
		expect(logins()).toBe(2);
		refuse = true;
		expect(await rejectionOf(pressTest({ ...credential }))).toMatchObject({ name: 'LoginFailure' });
		refuse = false;
		await pressTest({ ...credential });
		expect(logins()).toBe(4);
	});

	it('logs in although the stored token, made for another key, is from a machine whose clock is ahead', async () => {
		const server = await startService({ body: [] });
		const credential = credentialFor(server.address);
		const stored = withToken({ ...credential, apiKey: 'another-key' }, 'other', { issuedAtMs: Date.now() + 60_000 });
		const signed = await pressTest({ ...credential, accessToken: String(stored.accessToken) });
		expect(signed.headers).toMatchObject({ Authentication: 'Bearer T-1' });
		expect(server.received.filter(({ headers }) => headers.authentication === 'Bearer other')).toEqual([]);
	});

	it('repeats a login that an execution just saw rejected, and the next executions use it', async () => {
		let refuse = true;
		const server = await start((request) => {
			if (!isLogin(request)) return request.headers.authentication === 'Bearer T-1' ? { body: [] } : { status: 401 };
			return refuse ? { status: 400, body: { error: 'invalid_grant' } } : token;
		});
		const credential = credentialFor(server.address);
		await rejectionOf(renew(new RequestHelper(), { ...credential }));
		refuse = false;
		await pressTest({ ...credential });
		expect(await tokenIn(await renew(new RequestHelper(), credential))).toBe('Bearer T-1');
		expect(server.received.filter(isLogin)).toHaveLength(2);
	});

	it('sends nothing to the service when the login is rejected', async () => {
		const server = await start(() => ({ status: 400, body: { error: 'invalid_grant' } }));
		const credential = withToken(credentialFor(server.address), 'T', { issuedAtMs: Date.now() - 1_000 });
		await rejectionOf(plans.authenticate(credential, testRequest(credential)));
		const login = plans.preAuthentication.call(new RequestHelper(), credential);
		expect(await rejectionOf(login)).toMatchObject({ message: expect.stringMatching(/does not know this API key/) });
		expect(server.received.map(({ path }) => path)).toEqual(['/id/connect/token']);
	});

	it('passes no request before there was a login, however often n8n signs', async () => {
		const credential = withToken(credentialFor('http://localhost'), 'T');
		for (let signed = 0; signed < 3; signed++) {
			expect(await rejectionOf(plans.authenticate(credential, testRequest(credential)))).toMatchObject({
				message: 'The credential is being tested',
			});
		}
	});

	it('makes n8n ask for the login by an error that looks like status 401', async () => {
		const credential = withToken(credentialFor('http://localhost'), 'T');
		expect(await rejectionOf(plans.authenticate(credential, testRequest(credential)))).toMatchObject({
			message: 'The credential is being tested',
			response: { status: 401 },
		});
	});

	it("tries a login that can't be answered three times, and lets none but itself pass", async () => {
		const server = await start(() => ({ status: 503 }));
		const credential = credentialFor(server.address);
		expect(await rejectionOf(pressTest(credential))).toMatchObject({
			message: expect.stringMatching(/status 503/),
			isRejected: false,
		});
		expect(server.received).toHaveLength(3);
		expect(await rejectionOf(plans.authenticate(credential, testRequest(credential)))).toMatchObject({
			response: { status: 401 },
		});
	});

	it('of what was typed in says which field is missing', async () => {
		expect(await rejectionOf(pressTest(credentialFor('http://localhost', { scope: '' })))).toMatchObject({
			message: 'Scope is empty in the Plan Service credential. Open the credential and fill in Scope',
		});
	});

	it('leaves other requests of the credential as they are', async () => {
		const server = await startService({ body: [] });
		const credential = credentialFor(server.address);
		await pressTest(credential);
		expect(await tokenIn(credential)).toBe('Bearer T-1');
		const signed = await plans.authenticate(credential, { url: server.address });
		expect([signed.ignoreHttpStatusErrors, signed.method]).toEqual([undefined, undefined]);
	});
});

describe("a request with the test's header that is not n8n's Test", () => {
	const headers = { [TEST_HEADER]: 'true' };

	/** What n8n's older helper does for the HTTP Request node: after any failure it logs in and signs once more. */
	async function send(credential: ICredentialDataDecryptedObject, request: object): Promise<unknown> {
		const [helper, asked] = [new RequestHelper(), { url: '', ...request }];
		try {
			if (credential.accessToken === '')
				Object.assign(credential, await plans.preAuthentication.call(helper, credential));
			return await plans.authenticate(credential, asked);
		} catch {
			Object.assign(credential, await plans.preAuthentication.call(helper, credential));
			return await plans.authenticate(credential, asked);
		}
	}

	it.each([
		['HTTP Request', (address: string) => ({ url: undefined, uri: `${address}/esapi/api/v1/Partners` })],
		["HTTP Request with the test's own path", () => ({ url: undefined, uri: '/esapi/api/v1/Partners' })],
		["n8n's HTTP tool", (address: string) => ({ url: `${address}/esapi/api/v1/Partners` })],
	])('of %s does not try a refused login again: 20 items make one login', async (_node, requestTo) => {
		const server = await start(() => ({ status: 400, body: { error: 'invalid_grant' } }));
		const credential = credentialFor(server.address);
		for (let item = 0; item < 20; item++) {
			const refused = await rejectionOf(send({ ...credential }, { headers, ...requestTo(server.address) }));
			expect(refused).toMatchObject({ name: 'LoginFailure', isRejected: true });
		}
		expect(server.received).toHaveLength(1);
	});
});
