import { Readable } from 'node:stream';
import { readSettings } from '../../../credentials/credential-settings';
import { probeService } from '../../../credentials/credential-test';
import type { LoginFailure } from '../../../credentials/login-failure';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Reply } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { SECRETS, credentialFor } from './sample.mts';

const MEGABYTE = 1024 * 1024;
const start = useLocalServers();
const bond = { madeFor: '', issuedAtMs: 0, expiresAtMs: 0, token: 'T-very-secret' };

async function probe(address: string, more = {}, helper = new RequestHelper()): Promise<void> {
	await probeService(helper, readSettings(credentialFor(address, more)), bond);
}

afterEach(() => jest.restoreAllMocks());

describe('a service that the test reaches', () => {
	it.each<[string, Reply]>([
		['a list', { body: [] }],
		['nothing', { status: 204 }],
		['a text', { body: 'a < b' }],
		['status 400', { status: 400 }],
		['status 403', { status: 403 }],
		['status 404, as a web page', { status: 404, body: '<html>' }],
		['a list of partners, but status 404', { status: 404, body: [{ code: 'ptnr_other', name: 'Other' }] }],
		['status 429', { status: 429 }],
		['status 499', { status: 499 }],
	])('counts when it answers with %s', async (_what, reply) => {
		const server = await start(() => reply);
		await expect(probe(server.address)).resolves.toBeUndefined();
	});

	const one = [{ code: 'ptnr_a', name: 'Alpha' }];
	const more = [...one, { code: 'ptnr_b', name: 'Beta' }];
	const many = Array.from({ length: 7 }, (_none, index) => ({ code: `p${index}`, name: `N${index}` }));

	it.each<[string, object[], string]>([
		['ptnr_a', one, ''],
		['PTNR_A', more, ''],
		['ptnr_x', [], ''],
		[' ptnr_a ', one, ''],
		['', one, 'Partner Code is empty, and plans need it. The key may access one partner: enter ptnr_a (Alpha)'],
		[
			'',
			more,
			'Partner Code is empty, and plans need it. Enter the code of the partner that owns the plans: ptnr_a ' +
				'(Alpha), ptnr_b (Beta)',
		],
		['', [], 'Partner Code is empty, and plans need it. Enter the code of the partner that owns the plans'],
		[
			'',
			many,
			'Partner Code is empty, and plans need it. Enter the code of the partner that owns the plans: p0 (N0), p1 ' +
				'(N1), p2 (N2), p3 (N3), p4 (N4) and 2 more',
		],
		[
			'ptnr_x',
			one,
			'Partner Code is not the code of a partner that this API Key may access. The key may access one partner: ' +
				'enter ptnr_a (Alpha)',
		],
		['beta', more, 'Partner Code is the name of a partner. Enter its code, ptnr_b'],
		['beta', [{ code: 'ptnr_b', name: ' Beta ' }], 'Partner Code is the name of a partner. Enter its code, ptnr_b'],
	])('is asked about the Partner Code %j among %j', async (partnerCode, partners, advice) => {
		const server = await start(() => ({ body: partners }));
		const asked = probe(server.address, { partnerCode });
		if (advice === '') return await expect(asked).resolves.toBeUndefined();
		expect(await rejectionOf(asked)).toMatchObject({
			what: 'The login works, but a node could not read plans with it',
			advice,
			refused: true,
		});
	});

	it('says no secret that it lists', async () => {
		const server = await start(() => ({ body: [{ code: `ptnr_${SECRETS[0]}`, name: bond.token }] }));
		const { advice } = (await rejectionOf(probe(server.address))) as LoginFailure;
		expect(advice).toContain('[hidden]');
		for (const secret of [...SECRETS, bond.token]) expect(advice).not.toContain(secret);
	});

	it.each<[string, Reply, string, string, boolean]>([
		[
			'status 401',
			{ status: 401, body: { message: 'No token' } },
			'The login works, but BASE does not accept its token (status 401): No token',
			'Check Base URL, and Token Header: the service may read only one of the two headers.',
			true,
		],
		[
			'status 401 and no words',
			{ status: 401 },
			'The login works, but BASE does not accept its token (status 401)',
			'Check Base URL, and Token Header: the service may read only one of the two headers.',
			true,
		],
		...[300, 399].map((status): [string, Reply, string, string, boolean] => [
			`status ${status}`,
			{ status },
			`The login works, but BASE redirects elsewhere (status ${status})`,
			'Set Base URL to the address that answers itself, with https:// if it has it.',
			true,
		]),
		[
			'status 500',
			{ status: 500, body: 'Down' },
			'The login works, but BASE answered with status 500: Down',
			'The service cannot answer at the moment. Try again later.',
			false,
		],
		...['<html>', '\n <!doctype html>'].map((body): [string, Reply, string, string, boolean] => [
			`a web page, ${JSON.stringify(body)}`,
			{ body },
			'The login works, but BASE answers with a web page, not as a plan service',
			'Check Base URL in the credential.',
			true,
		]),
	])('does not count when it answers with %s', async (_what, reply, message, advice, refused) => {
		const server = await start(() => reply);
		const error = await rejectionOf(probe(server.address));
		expect(error).toMatchObject({
			name: 'LoginFailure',
			what: message.replace('BASE', server.address),
			advice,
			refused,
		});
	});

	it('is read no further than 1 MB: of 60 MB the beginning is judged', async () => {
		let taken = 0;
		const endless = new Readable({
			read() {
				taken++;
				this.push(Buffer.alloc(MEGABYTE, '['));
				if (taken > 60) this.push(null);
			},
		});
		const helper = Object.assign(new RequestHelper(), {
			helpers: { httpRequest: () => Promise.resolve({ statusCode: 200, body: endless }) },
		});
		await expect(probe('http://localhost', {}, helper)).resolves.toBeUndefined();
		expect(taken).toBeLessThan(5);
		expect(endless.destroyed).toBe(true);
	});

	it('gets the token itself only: a redirect is not followed', async () => {
		const elsewhere = await start(() => ({}));
		const server = await start(() => ({ status: 302, headers: { location: elsewhere.address } }));
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			message: expect.stringMatching(/redirects elsewhere/),
		});
		expect(elsewhere.received).toEqual([]);
	});

	it('may repeat the token and the secrets: they are not shown', async () => {
		const server = await start(({ headers }) => ({
			status: 401,
			body: `No: ${headers.authorization} ${SECRETS.join(' ')}`,
		}));
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			what: expect.stringMatching(/: No: Bearer \[hidden\] \[hidden\] \[hidden\] \[hidden\]$/),
		});
	});

	it('is asked with token header and certificate check of the credential, half a minute at most', async () => {
		const server = await start(() => ({}));
		const limit = jest.spyOn(AbortSignal, 'timeout');
		const [one, other] = [new RequestHelper(), new RequestHelper()];
		await probe(server.address, { tokenHeader: 'authorization' }, one);
		await probe(server.address, { allowUnauthorizedCerts: true }, other);
		expect(server.received[0].headers.authentication).toBeUndefined();
		expect(one.asked).toMatchObject([{ timeout: 30_000, skipSslCertificateValidation: false }]);
		expect(other.asked).toMatchObject([{ skipSslCertificateValidation: true }]);
		expect(limit.mock.calls).toEqual([[30_000], [30_000]]);
	});
});

describe('a service that the test does not reach', () => {
	it('is told with its host and the field to check', async () => {
		const server = await start(() => ({}));
		await server.stop();
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			name: 'LoginFailure',
			what: `The login works, but: ${new URL(server.address).host} refused the connection`,
			advice: 'Check host and port in Base URL of the credential, and whether the service is running.',
			refused: false,
		});
	});

	it('in time is told as such', async () => {
		const server = await start(() => 'hang');
		const { timeout } = AbortSignal;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
		expect(await rejectionOf(probe(server.address))).toMatchObject({ what: expect.stringMatching(/timed out/) });
	});

	it.each([undefined, null, 'text', {}])(
		'because the client answers %j still counts, as the service said nothing wrong',
		async (answer) => {
			const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.resolve(answer) } });
			await expect(probe('http://localhost', {}, helper)).resolves.toBeUndefined();
		},
	);

	it.each([null, 'text', {}])('because the client throws %j lost the connection', async (thrown) => {
		const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.reject(thrown) } });
		expect(await rejectionOf(probe('http://localhost', {}, helper))).toMatchObject({
			what: expect.stringMatching(/broke/),
		});
	});

	it('because n8n does not let the request out is told in the words of n8n, without secrets and token', async () => {
		const blocked = new Error(`Blocked: ${[bond.token, ...SECRETS].join(' ')}`);
		const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.reject(blocked) } });
		expect(await rejectionOf(probe('http://10.0.0.1:81', {}, helper))).toMatchObject({
			what:
				'The login works, but: n8n did not send the request to 10.0.0.1:81: Blocked: [hidden] [hidden] [hidden] ' +
				'[hidden]',
			advice: 'Ask the administrator of n8n which addresses its nodes may call.',
			refused: true,
		});
	});
});
