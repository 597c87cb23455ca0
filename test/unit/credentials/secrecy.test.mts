import { inspect } from 'node:util';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { LoginFailure, isLoginFailure } from '../../../credentials/login-error';
import { recordOf } from '../../../credentials/login';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Received, Reply } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { useClock } from './clock.mts';
import { SECRETS, credentialFor, renew, tokenIn, withToken } from './sample.mts';

const start = useLocalServers();

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/** Every way in which an error may be shown, stored or logged. */
function shown(error: unknown): string {
	const { message, description, stack, cause } = error as Error & { description?: string };
	return [
		message,
		description,
		stack,
		JSON.stringify(error),
		String(error),
		inspect(error, { depth: 20, showHidden: true }),
		inspect(cause, { depth: 20 }),
	].join('\n');
}

function expectNoSecret(error: unknown, ...more: string[]): void {
	const text = shown(error);
	for (const secret of [...SECRETS, ...more]) {
		for (const written of [
			secret,
			encodeURIComponent(secret),
			new URLSearchParams({ s: secret }).toString().slice(2),
			JSON.stringify(secret).slice(1, -1),
		]) {
			expect(text).not.toContain(written);
		}
	}
}

const echo = ({ body }: Received) => `You sent ${body} that is ${[...new URLSearchParams(body).values()].join(', ')}`;

describe('the error of a failed exchange holds no secret', () => {
	it.each<[string, (request: Received) => Reply]>([
		[
			'a refusal that repeats what was sent',
			(request) => ({ status: 400, body: { error: 'invalid_request', error_description: echo(request) } }),
		],
		['a fault that repeats what was sent', (request) => ({ status: 500, body: `<html><p>${echo(request)}</p>` })],
		['an answer that repeats what was sent', (request) => ({ status: 200, body: echo(request) })],
		['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
		['a reset', () => 'reset'],
		['a wrong scope', () => ({ status: 400, body: { error: 'invalid_scope' } })],
	])('after %s', async (_what, answer) => {
		const server = await start(answer);
		expectNoSecret(await rejectionOf(renew(new RequestHelper(), credentialFor(server.address))));
	});

	it('when nothing listens', async () => {
		const server = await start(() => ({}));
		await server.stop();
		expectNoSecret(await rejectionOf(renew(new RequestHelper(), credentialFor(server.address))));
	});

	it('when the credential is not filled in', async () => {
		for (const field of ['baseUrl', 'scope', 'partnerCode']) {
			const credential = credentialFor('http://localhost', { [field]: ' ' });
			expectNoSecret(await rejectionOf(renew(new RequestHelper(), credential)));
		}
	});
});

describe('a token of this process', () => {
	const clock = useClock();

	it.each([0, 1, 23])('stands in no error of another execution, %d hours later', async (hours) => {
		const issued = 'Token-that-is-very-secret';
		const server = await start((_request, before) =>
			before === 0
				? { body: { access_token: issued, expires_in: 60 } }
				: { status: 403, body: { message: `Known is ${issued}` } },
		);
		const credential = credentialFor(server.address);
		const first = await renew(new RequestHelper(), { ...credential });
		clock.advance(hours * 3_600_000);
		const error = await rejectionOf(renew(new RequestHelper(), first));
		expect(error).toMatchObject({ message: expect.stringContaining('Known is [redacted]') });
		expectNoSecret(error, issued);
	});
});

describe('the error of a request that is not signed holds neither secret nor token', () => {
	it('to another host', async () => {
		const credential = withToken(credentialFor('http://localhost'), 'T-very-secret');
		const error = await rejectionOf(new PlanServiceApi().authenticate(credential, { url: 'http://evil.example.com' }));
		expectNoSecret(error, 'T-very-secret');
	});

	it('with an expired token', async () => {
		const credential = withToken(credentialFor('http://localhost'), 'T-very-secret', { issuedAtMs: 0 });
		expectNoSecret(await rejectionOf(tokenIn(credential)), 'T-very-secret');
	});
});

describe('the fault of a login', () => {
	it('is known by its name, also from another copy of the module', () => {
		const fault = new LoginFailure('m', 'a', false);
		expect(fault).toMatchObject({ name: 'LoginFailure', message: 'm. a', isRejected: false });
		expect(isLoginFailure(fault)).toBe(true);
		expect(isLoginFailure(Object.assign(new Error('m'), { name: 'LoginFailure' }))).toBe(true);
		expect(isLoginFailure(new Error('m'))).toBe(false);
		expect(isLoginFailure({ name: 'LoginFailure' })).toBe(false);
		expect(isLoginFailure(undefined)).toBe(false);
	});

	it('is kept with the credential that it is about, until a login goes well', async () => {
		let refuse = true;
		const server = await start(() => (refuse ? { status: 503 } : { body: { access_token: 'T' } }));
		const credential = credentialFor(server.address);
		expect(recordOf(credential).lastFailure).toBeUndefined();
		const fault = await rejectionOf(renew(new RequestHelper(), credential));
		expect(recordOf(credential).lastFailure).toBe(fault);
		expect(recordOf({ ...credential }).lastFailure).toBeUndefined();
		refuse = false;
		await renew(new RequestHelper(), credential);
		expect(recordOf(credential).lastFailure).toBeUndefined();
	});

	it('is not kept where a token is needed only', async () => {
		const credential = credentialFor('http://localhost');
		await rejectionOf(tokenIn(credential));
		expect(recordOf(credential).lastFailure).toBeUndefined();
	});
});
