import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { testRequest } from '../../../credentials/authenticate-request';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Received } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { credentialFor, tokenIn } from './sample.mts';

const start = useLocalServers();
const plans = new PlanServiceApi();
const isLogin = ({ path }: Received) => path === '/id/connect/token';

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/** A service whose first logins fail in a way that may pass; each token is another. */
async function startService(failing = 0) {
	let made = 0;
	const server = await start((request, before) => {
		if (!isLogin(request)) return { body: [] };
		return before < failing ? { status: 503 } : { body: { access_token: `T-${++made}`, expires_in: 3600 } };
	});
	return { address: server.address, logins: () => server.received.filter(isLogin).length };
}

/** What n8n does with what comes back. */
async function preAuthenticate(credential: ICredentialDataDecryptedObject) {
	const output = await plans.preAuthentication.call(new RequestHelper(), credential);
	Object.assign(credential, output);
	return output;
}

/** Signs the request that "Test" sends, as n8n does before it asks for a token again. */
async function beginTest(credential: ICredentialDataDecryptedObject) {
	const { url, headers } = testRequest;
	const request = { url, baseURL: String(credential.baseUrl), headers };
	expect(await rejectionOf(plans.authenticate(credential, request))).toMatchObject({ response: { status: 401 } });
}

describe('the login that n8n asks for before anything is signed', () => {
	it('gives a token', async () => {
		const { address, logins } = await startService();
		const credential = credentialFor(address);
		expect(await preAuthenticate(credential)).toEqual({ accessToken: expect.stringContaining('|T-1') });
		expect(await tokenIn(credential)).toBe('Bearer T-1');
		expect(logins()).toBe(1);
	});

	it('is the login of the test, when it turns out to be one', async () => {
		const { address, logins } = await startService();
		const credential = credentialFor(address);
		await preAuthenticate(credential);
		await beginTest(credential);
		expect(await preAuthenticate(credential)).toEqual({ accessToken: expect.stringContaining('|T-1') });
		expect(logins()).toBe(1);
	});

	it('is not that of the test where it took a token that another had just made', async () => {
		const { address, logins } = await startService();
		const credential = credentialFor(address);
		await preAuthenticate({ ...credential });
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(await preAuthenticate(credential)).toEqual({ accessToken: expect.stringContaining('|T-1') });
		await beginTest(credential);
		expect(await preAuthenticate(credential)).toEqual({ accessToken: expect.stringContaining('|T-2') });
		expect(logins()).toBe(2);
	});

	it.each([
		[2, 'Bearer T-1'],
		[3, undefined],
	])('after %d faults that may pass is one of three tries, for a test as for an execution', async (failing, token) => {
		const { address, logins } = await startService(failing);
		const credential = credentialFor(address);
		if (token === undefined) {
			expect(await rejectionOf(preAuthenticate(credential))).toMatchObject({
				message: expect.stringContaining('status 503'),
			});
		} else {
			await preAuthenticate(credential);
			expect(await tokenIn(credential)).toBe(token);
		}
		expect(logins()).toBe(3);
	});

	it.each([
		[21_000, 1],
		[20_001, 1],
		[20_000, 2],
	])('that has taken %d ms ends after %d of its attempts, as a person may wait for it', async (takenMs, attempts) => {
		const { address, logins } = await startService(3);
		const now = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + takenMs * logins());
		expect(await rejectionOf(preAuthenticate(credentialFor(address)))).toMatchObject({ isRejected: false });
		now.mockRestore();
		expect(logins()).toBe(attempts);
	});
});
