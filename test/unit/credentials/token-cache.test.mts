import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { TokenCache, boundTokenIn, boundTokenText, rejectToken } from '../../../credentials/login';
import { readSettings } from '../../../credentials/credential-settings';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Reply } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { useClock } from './clock.mts';
import { credentialFor, renew, tokenIn, withToken } from './sample.mts';

const start = useLocalServers();
const clock = useClock();
const helper = new RequestHelper();
const refused: Reply = { status: 400, body: { error: 'invalid_grant' } };
const token: Reply = { body: { access_token: 'T', expires_in: 3600 } };
const REFUSAL = {
	name: 'LoginFailure',
	message: expect.stringMatching(/does not know this API key/),
	isRejected: true,
};

async function refusedOnce() {
	const server = await start((_request, before) => (before === 0 ? refused : token));
	const credential = credentialFor(server.address);
	await rejectionOf(renew(helper, credential));
	return { server, credential };
}

describe('a login that was just rejected', () => {
	it('is not tried again by this process: n8n gets no token, and the request fails in the same words', async () => {
		const { server, credential } = await refusedOnce();
		clock.advance(9_000);
		expect(await new PlanServiceApi().preAuthentication.call(helper, credential)).toEqual({});
		expect(await rejectionOf(tokenIn(credential))).toMatchObject(REFUSAL);
		expect(server.received).toHaveLength(1);
	});

	it('is tried again after ten seconds', async () => {
		const { server, credential } = await refusedOnce();
		clock.advance(10_100);
		expect(await tokenIn(await renew(helper, credential))).toBe('Bearer T');
		expect(server.received).toHaveLength(2);
	});

	it('with an older token in hand sends nothing', async () => {
		const { credential } = await refusedOnce();
		const older = withToken(credential, 'old', { issuedAtMs: Date.now() - 5_000 });
		expect(await rejectionOf(tokenIn(older))).toMatchObject(REFUSAL);
	});

	it('does not stand in the way of a token that was made later, as by another process', async () => {
		const { credential } = await refusedOnce();
		clock.advance(5);
		expect(await tokenIn(withToken(credential, 'later'))).toBe('Bearer later');
	});

	it('is tried again at once when the credential was edited', async () => {
		const { server, credential } = await refusedOnce();
		expect(await tokenIn(await renew(helper, { ...credential, apiSecret: 'right' }))).toBe('Bearer T');
		expect(server.received).toHaveLength(2);
	});

	it('makes the newest token of before not be handed out any more', async () => {
		const server = await start((_request, before) => (before === 0 ? token : refused));
		const credential = credentialFor(server.address);
		const renewed = await renew(helper, credential);
		await rejectionOf(renew(helper, renewed));
		expect(await new PlanServiceApi().preAuthentication.call(helper, credential)).toEqual({});
		expect(server.received).toHaveLength(2);
		clock.advance(10_100);
		expect(await rejectionOf(tokenIn(credential))).toMatchObject({ message: 'There is no valid token yet' });
	});

	it('counts for a token of the same moment', async () => {
		const server = await start(() => refused);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now);
		const credential = credentialFor(server.address);
		await rejectionOf(renew(helper, credential));
		expect(await rejectionOf(tokenIn(withToken(credential, 'T', { issuedAtMs: now })))).toMatchObject(REFUSAL);
		expect(await tokenIn(withToken(credential, 'T', { issuedAtMs: now + 1 }))).toBe('Bearer T');
	});
});

describe('a later token, as of another process, that the service does not take', () => {
	it('is not replaced by one from before the rejection: the login is tried', async () => {
		const server = await start(
			(_request, before) => [token, refused, { body: { access_token: 'new', expires_in: 3600 } }][before],
		);
		const credential = credentialFor(server.address);
		const renewed = await renew(helper, credential);
		await rejectionOf(renew(helper, renewed));
		clock.advance(5);
		expect(await tokenIn(await renew(helper, withToken(credential, 'later')))).toBe('Bearer new');
	});
});

describe('a token in hand and the newest of this process', () => {
	async function bothTokens() {
		let made = 0;
		const server = await start(() => ({ body: { access_token: `T-${++made}`, expires_in: 3600 } }));
		const credential = credentialFor(server.address);
		const newest = await renew(helper, { ...credential });
		const { issuedAtMs = 0 } = boundTokenIn(newest) ?? {};
		return { credential, newest, issuedAtMs };
	}

	it.each([
		[-1, 'Bearer T-1'],
		[0, 'Bearer in-hand'],
		[1, 'Bearer in-hand'],
	])('sign each with the younger: of one made %d ms later it is %s', async (laterMs, signed) => {
		const { credential, issuedAtMs } = await bothTokens();
		expect(await tokenIn(withToken(credential, 'in-hand', { issuedAtMs: issuedAtMs + laterMs }))).toBe(signed);
	});

	it('sign with the newest where there is none in hand', async () => {
		const { credential } = await bothTokens();
		expect(await tokenIn(credential)).toBe('Bearer T-1');
	});

	it('are the same token: it is not signed with where another process saw it rejected', async () => {
		const { newest } = await bothTokens();
		const { settingsDigest = '', issuedAtMs = 0, token: text = '' } = boundTokenIn(newest) ?? {};
		const accessToken = boundTokenText({ settingsDigest, issuedAtMs, expiresAtMs: 0, token: text });
		expect(await rejectionOf(tokenIn({ ...newest, accessToken }))).toMatchObject({ response: { status: 401 } });
	});

	it.each([
		[-1, 'Bearer T-1'],
		[0, 'Bearer T-1'],
		[1, 'Bearer T-2'],
	])('are replaced where the service rejects one made %d ms later: by %s', async (laterMs, signed) => {
		const { credential, issuedAtMs } = await bothTokens();
		const inHand = withToken(credential, 'in-hand', { issuedAtMs: issuedAtMs + laterMs });
		expect(await tokenIn(await renew(helper, inHand))).toBe(signed);
	});

	it('may be of any time: one without a time is replaced by a login', async () => {
		const server = await start(() => token);
		const timeless = withToken(credentialFor(server.address), 'in-hand', { issuedAtMs: 0 });
		expect(await tokenIn(await renew(helper, timeless))).toBe('Bearer T');
		expect(server.received).toHaveLength(1);
	});
});

describe('a token that the service rejects', () => {
	it('is given to no other execution of this process', async () => {
		const server = await start(() => token);
		const credential = credentialFor(server.address);
		const renewed = await renew(helper, { ...credential });
		rejectToken(renewed, 'T');
		expect(await rejectionOf(tokenIn(credential))).toMatchObject({ response: { status: 401 } });
		await renew(helper, credential);
		expect(server.received).toHaveLength(2);
	});

	it('does not take a newer one from the others', async () => {
		const server = await start(() => token);
		const credential = credentialFor(server.address);
		await renew(helper, { ...credential });
		rejectToken(withToken(credential, 'old', { issuedAtMs: Date.now() - 60_000 }), 'old');
		expect(await tokenIn(credential)).toBe('Bearer T');
		expect(server.received).toHaveLength(1);
	});
});

describe('the tokens that a process keeps', () => {
	it('are as many as fit into two million characters with what they are for; the first goes first', async () => {
		const body = JSON.stringify({ access_token: 'T'.repeat(16_000), expires_in: 3600 });
		const httpRequest = () => Promise.resolve({ statusCode: 200, body });
		const tokens = new TokenCache();
		const client = Object.assign(new RequestHelper(), { helpers: { httpRequest } });
		const all = Array.from({ length: 125 }, () => readSettings(credentialFor('https://plans.example.com')));
		for (const settings of all) await tokens.exchange(client, settings);
		const isKept = all.map(({ settingsDigest }) => tokens.newest(settingsDigest, Date.now()) !== undefined);
		expect(isKept).toEqual([false, ...Array.from({ length: 124 }, () => true)]);
	});
});

describe('a login that could not be answered', () => {
	it('is tried again by the next request', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const server = await start((_request, before) => (before < 3 ? { status: 503 } : token));
		const credential = credentialFor(server.address);
		await rejectionOf(renew(helper, credential));
		expect(await tokenIn(await renew(helper, credential))).toBe('Bearer T');
		expect(server.received).toHaveLength(4);
	});
});

describe('a token that lives shorter than n8n takes to store it', () => {
	it('does not keep a run from signing: it takes the newest one that this process has', async () => {
		let made = 0;
		const server = await start(() => ({ body: { access_token: `T-${++made}`, expires_in: 20 } }));
		const credential = credentialFor(server.address);
		const stored = await renew(helper, credential);
		// n8n writes the credential's row, for each waiting run.
		clock.advance(19_000);
		await renew(helper, { ...credential });

		expect(await tokenIn(stored)).toBe('Bearer T-2');
		expect(server.received).toHaveLength(2);
	});

	it('is not signed with once the service did not take it', async () => {
		const server = await start(() => token);
		const renewed = await renew(helper, credentialFor(server.address));
		expect(await tokenIn(renewed)).toBe('Bearer T');
		rejectToken(renewed, 'T');

		expect(await rejectionOf(tokenIn(renewed))).toMatchObject({ response: { status: 401 } });
	});
});
