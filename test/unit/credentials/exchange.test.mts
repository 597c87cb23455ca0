import { boundTokenIn } from '../../../credentials/login';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { credentialFor, renew, tokenIn } from './sample.mts';

const start = useLocalServers();
const token = (more: object = {}) => ({
	body: { access_token: 'T-1', expires_in: 3600, token_type: 'Bearer', ...more },
});

describe('the exchange', () => {
	it('sends the form of section 5.2 to the authentication service, once', async () => {
		const server = await start(() => token());
		const credential = credentialFor(server.address, { applicationId: 'app of form' });
		await renew(new RequestHelper(), credential);
		expect(server.received).toHaveLength(1);
		const [{ method, path, headers, body }] = server.received;
		expect([method, path, headers['content-type'], headers.accept]).toEqual([
			'POST',
			'/id/connect/token',
			'application/x-www-form-urlencoded',
			'application/json',
		]);
		expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
			grant_type: 'password',
			scope: 'openid esapi-scope',
			client_id: 'app of form',
			client_secret: 'app+secret&=%7',
			username: 'key-of-the-api',
			password: 'p@ss w"rd<x>!',
		});
		expect(headers.authorization).toBeUndefined();
	});

	it('gives n8n a text to keep, with which requests are signed', async () => {
		const server = await start(() => token());
		const renewed = await renew(new RequestHelper(), credentialFor(server.address));
		expect(await tokenIn(renewed)).toBe('Bearer T-1');
	});

	it.each([
		['3600 seconds', { expires_in: 3600 }, 3_600_000],
		['seconds with a fraction', { expires_in: 1.0006 }, 1001],
		['no time', { expires_in: undefined }, 300_000],
		['null', { expires_in: null }, 300_000],
	])('keeps a token that lives for %s as long', async (_what, more, lifetimeMs) => {
		const server = await start(() => token(more));
		const before = Date.now();
		const bond = boundTokenIn(await renew(new RequestHelper(), credentialFor(server.address)));
		const { issuedAtMs = 0, expiresAtMs = 0 } = bond ?? {};
		expect(expiresAtMs - issuedAtMs).toBe(lifetimeMs);
		expect(issuedAtMs).toBeGreaterThanOrEqual(before);
		expect(issuedAtMs).toBeLessThanOrEqual(Date.now());
	});

	it('is bounded by half a minute and checks certificates unless the credential says otherwise', async () => {
		const server = await start(() => token());
		const asked = jest.spyOn(AbortSignal, 'timeout');
		const [strict, lax] = [new RequestHelper(), new RequestHelper()];
		await renew(strict, credentialFor(server.address));
		await renew(lax, credentialFor(server.address, { allowUnauthorizedCerts: true }));
		expect(strict.requested).toMatchObject([{ timeout: 30_000, skipSslCertificateValidation: false }]);
		expect(lax.requested).toMatchObject([{ skipSslCertificateValidation: true }]);
		expect(asked.mock.calls).toEqual([[30_000], [30_000]]);
		asked.mockRestore();
	});

	it('requests the response as a stream, of which it reads no more than it needs', async () => {
		const server = await start(() => token());
		const helper = new RequestHelper();
		await renew(helper, credentialFor(server.address));
		expect(helper.requested).toMatchObject([{ encoding: 'stream' }]);
	});

	it('of a credential that is not filled in sends nothing and fails in words', async () => {
		const server = await start(() => token());
		const error = await rejectionOf(renew(new RequestHelper(), credentialFor(server.address, { apiSecret: ' ' })));
		expect(error).toMatchObject({
			name: 'LoginFailure',
			message: 'API Secret is empty in the Plan Service credential. Open the credential and fill in API Secret',
			description: 'Open the credential and fill in API Secret.',
			isRejected: true,
		});
		expect(server.received).toEqual([]);
	});
});
