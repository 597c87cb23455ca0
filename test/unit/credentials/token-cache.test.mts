import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { rejectToken } from '../../../credentials/login';
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
