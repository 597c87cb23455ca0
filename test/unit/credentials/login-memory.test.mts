import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { readSettings } from '../../../credentials/credential-settings';
import { LoginMemory } from '../../../credentials/login-memory';
import { ALL_TRIES } from '../../../credentials/token-exchange';
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
const REFUSAL = { name: 'LoginFailure', message: expect.stringMatching(/does not know this API key/), refused: true };

async function refusedOnce() {
	const server = await start((_request, before) => (before === 0 ? refused : token));
	const credential = credentialFor(server.address);
	await rejectionOf(renew(helper, credential));
	return { server, credential };
}

describe('a login that was just refused', () => {
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

	it('is forgotten with the next one that succeeds', async () => {
		const { credential } = await refusedOnce();
		clock.advance(10_100);
		const renewed = await renew(helper, credential);
		clock.advance(-10_100);
		expect(await tokenIn(renewed)).toBe('Bearer T');
		expect(await renew(helper, credential)).toMatchObject({ accessToken: renewed.accessToken });
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

describe('the memory of logins', () => {
	it('forgets the oldest where there are more than 500', async () => {
		const answer = { statusCode: 400, body: '{"error":"invalid_grant"}' };
		const refusing = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.resolve(answer) } });
		const settings = Array.from({ length: 501 }, () => readSettings(credentialFor('https://plans.example.com')));
		const memory = new LoginMemory();
		const logIn = async (index: number) => await memory.exchange(refusing, settings[index], ALL_TRIES);
		for (let index = 0; index < 500; index++) await logIn(index);
		// Of the first two, the first is the younger now.
		for (const index of [0, 500]) await logIn(index);

		expect([0, 1, 2, 500].map((index) => memory.refusalOf(settings[index], undefined) !== undefined)).toEqual([
			true,
			false,
			true,
			true,
		]);
	});
});

describe('a later token, as of another process, that the service does not take', () => {
	it('is not replaced by one from before the refusal: the login is tried', async () => {
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
