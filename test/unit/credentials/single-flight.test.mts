import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { useClock } from './clock.mts';
import { credentialFor, renew, tokenIn, withToken } from './sample.mts';

const start = useLocalServers();
const clock = useClock();
const helper = new RequestHelper();
/** A new token with each exchange, after a moment. */
const startTokens = async (seconds = 3600) =>
	await start(async (_request, before) => {
		await new Promise((passed) => setTimeout(passed, 20));
		return { body: { access_token: `T-${before + 1}`, expires_in: seconds } };
	});

describe('exchanges that start together', () => {
	it('become one for the same credential', async () => {
		const server = await startTokens();
		const credential = credentialFor(server.address);
		const renewed = await Promise.all(Array.from({ length: 20 }, async () => await renew(helper, { ...credential })));
		expect(await Promise.all(renewed.map(tokenIn))).toEqual(renewed.map(() => 'Bearer T-1'));
		expect(server.received).toHaveLength(1);
	});

	it('become one also when each has an expired token in hand', async () => {
		const server = await startTokens();
		const expired = withToken(credentialFor(server.address), 'old', { issuedAtMs: Date.now() - 7_200_000 });
		await Promise.all(Array.from({ length: 20 }, async () => await renew(helper, { ...expired })));
		expect(server.received).toHaveLength(1);
	});

	it('stay apart for different credentials', async () => {
		const server = await startTokens();
		const [one, other] = [credentialFor(server.address), credentialFor(server.address)];
		await Promise.all([renew(helper, one), renew(helper, other)]);
		expect(server.received).toHaveLength(2);
	});

	it('fail together when the login is rejected', async () => {
		const server = await start(() => ({ status: 400, body: { error: 'invalid_grant' } }));
		const credential = credentialFor(server.address);
		const errors = await Promise.all(
			Array.from({ length: 20 }, async () => await rejectionOf(renew(helper, credential))),
		);
		expect(errors.map((error) => (error as Error).name)).toEqual(errors.map(() => 'LoginFailure'));
		expect(server.received).toHaveLength(1);
	});

	it('that failed do not stand in the way of the next', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const server = await start((_request, before) => (before < 3 ? { status: 503 } : { body: { access_token: 'T' } }));
		const credential = credentialFor(server.address);
		await rejectionOf(renew(helper, credential));
		expect(await tokenIn(await renew(helper, credential))).toBe('Bearer T');
	});
});

describe('the newest token', () => {
	it('is handed to those that come late with an older one or none', async () => {
		const server = await startTokens();
		const credential = credentialFor(server.address);
		await renew(helper, credential);
		clock.advance(9_000);
		expect(await tokenIn(await renew(helper, credential))).toBe('Bearer T-1');
		const old = withToken(credential, 'old', { issuedAtMs: Date.now() - 600_000 });
		expect(await tokenIn(await renew(helper, old))).toBe('Bearer T-1');
		expect(server.received).toHaveLength(1);
	});

	it('is not handed to who holds it already and was rejected with it', async () => {
		const server = await startTokens();
		const first = await renew(helper, credentialFor(server.address));
		const second = await renew(helper, first);
		expect(await tokenIn(second)).toBe('Bearer T-2');
		expect(await tokenIn(await renew(helper, first))).toBe('Bearer T-2');
		expect(server.received).toHaveLength(2);
	});

	it('is not handed out once it has expired', async () => {
		const server = await startTokens(2);
		const credential = credentialFor(server.address);
		await renew(helper, credential);
		clock.advance(1_900);
		expect(await tokenIn(await renew(helper, credential))).toBe('Bearer T-2');
	});
});
