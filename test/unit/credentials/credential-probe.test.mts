import { Readable } from 'node:stream';
import { readSettings } from '../../../credentials/credential-settings';
import { testService } from '../../../credentials/credential-test';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import type { Received, Reply } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { SECRETS, credentialFor } from './sample.mts';

const MEGABYTE = 1024 * 1024;
const start = useLocalServers();
const TOKEN = 'T-very-secret';
const PLAN = '/esapi/api/v1/Plans/credential-test/Features';
const OTHER_HEADER = 'Try another Token Header, and check Base URL.';

async function probe(address: string, more = {}, helper = new RequestHelper()): Promise<'HEAD' | 'GET'> {
	return await testService(helper, readSettings(credentialFor(address, more)), TOKEN);
}

const sends = (headers: Received['headers']) => `${headers.authentication} ${headers.authorization}`;
const withBearer = ({ headers }: Received) => sends(headers).includes(`Bearer ${TOKEN}`);

/** A service that does not know the plan, and says so to whoever has a token that it reads. */
async function startService({
	plan = { status: 404, body: { message: 'No such plan' } } as Reply,
	invalid = { status: 401 } as Reply,
	partners = { status: 404 } as Reply,
	head = {} as Reply,
	reads = withBearer,
}) {
	return await start((request) => {
		if (request.method === 'HEAD') return head;
		if (request.path !== PLAN) return partners;
		return reads(request) ? plan : invalid;
	});
}

afterEach(() => jest.restoreAllMocks());

describe('a service that the test reaches', () => {
	it.each<[string, Reply]>([
		['status 400', { status: 400 }],
		['status 403', { status: 403 }],
		['status 404, as a web page', { status: 404, body: '<html>' }],
		['status 500', { status: 500 }],
		['features', { body: { features: [] } }],
	])("counts when it answers with %s to the token, and with 401 to one that can't be valid", async (_what, plan) => {
		const server = await startService({ plan });
		await expect(probe(server.address)).resolves.toBe('HEAD');
		expect(server.received.map(({ method, path }) => [method, path])).toEqual([
			['GET', PLAN],
			['GET', PLAN],
			['GET', '/esapi/api/v1/Partners'],
			['HEAD', PLAN],
		]);
		expect(server.received[0].headers).toMatchObject({ accept: 'application/json', 'x-css-partner-code': 'ptnr_1' });
	});

	it.each([400, 404, 405])('counts when it answers each token alike with status %d', async (status) => {
		const server = await start(() => ({ status, body: { message: 'No such plan' } }));
		await expect(probe(server.address)).resolves.toBe('HEAD');
	});

	it.each([400, 404])(
		'does not count when it answers each token alike with %d, and its list with 401',
		async (status) => {
			const server = await startService({ plan: { status }, invalid: { status }, partners: { status: 401 } });
			expect(await rejectionOf(probe(server.address))).toMatchObject({
				what: `The login works, but ${server.address} does not accept its token (status 401)`,
				advice: OTHER_HEADER,
			});
		},
	);

	it.each<[string, Reply]>([
		...[401, 404, 500, 501].map((status): [string, Reply] => [`status ${status}`, { status }]),
		['a page', { body: '<html>' }],
		['a redirect', { status: 302, headers: { location: '/' } }],
		['nothing', 'reset'],
	])('need not know /Partners: %s (row 2)', async (_what, partners) => {
		const server = await startService({ partners });
		await expect(probe(server.address)).resolves.toBe('HEAD');
	});

	it('need not respond to HEAD: n8n asks by GET then (row 2)', async () => {
		const server = await startService({ head: 'reset' });
		await expect(probe(server.address)).resolves.toBe('GET');
	});

	it.each<[string, string, (request: Received) => boolean]>([
		['wants the token alone in Authentication', 'both', ({ headers }) => headers.authentication === TOKEN],
		['rejects Authorization', 'both', (request) => withBearer(request) && request.headers.authorization === undefined],
		['reads Authorization alone', 'authentication', ({ headers }) => headers.authorization === `Bearer ${TOKEN}`],
	])('that %s is told that Token Header may be wrong (row 3)', async (_what, tokenHeader, reads) => {
		for (const status of [401, 403, 302]) {
			const server = await startService({ reads, invalid: { status } });
			expect(await rejectionOf(probe(server.address, { tokenHeader }))).toMatchObject({
				what: expect.stringContaining(`status ${status}`),
				advice: expect.stringContaining('another Token Header'),
				isRejected: true,
			});
			expect(server.received.length).toBeLessThanOrEqual(2);
		}
	});

	it.each<[string, Reply, string, string, boolean]>([
		[
			'status 401',
			{ status: 401, body: { message: 'No token' } },
			'does not accept its token (status 401): No token',
			OTHER_HEADER,
			true,
		],
		['status 403 alike', { status: 403 }, 'does not accept its token (status 403)', OTHER_HEADER, true],
		...[300, 399].map((status): [string, Reply, string, string, boolean] => [
			`status ${status}`,
			{ status },
			`redirects elsewhere (status ${status})`,
			'Set Base URL to the final URL, with https:// if it has it. If it is right, try another ' + 'Token Header.',
			true,
		]),
		...[429, 500, 503].map((status): [string, Reply, string, string, boolean] => [
			`status ${status}`,
			{ status, body: 'Down' },
			`responded with status ${status}: Down`,
			"The service can't respond at the moment. Try again later.",
			false,
		]),
		...[200, 404].map((status): [string, Reply, string, string, boolean] => [
			`a web page, status ${status} (row 4)`,
			{ status, body: '\n <!doctype html><html>' },
			'responds with a web page, not as a plan service',
			'Check Base URL in the credential.',
			true,
		]),
	])('does not count when it answers everybody with %s', async (_what, reply, what, advice, refused) => {
		const server = await start(() => reply);
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			name: 'LoginFailure',
			what: `The login works, but ${server.address} ${what}`,
			advice,
			isRejected: refused,
		});
	});

	it.each<[number, unknown]>([
		[400, { message: 'authentication token is missing' }],
		[404, { message: 'Unauthorized' }],
		[422, { error: 'Not authorised' }],
		[200, { message: 'Token expired' }],
	])('does not count when it answers each token alike with status %d about the token: %j', async (status, body) => {
		const server = await start(() => ({ status, body }));
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			name: 'LoginFailure',
			what: expect.stringMatching(new RegExp(`does not accept its token \\(status ${status}\\): .`)),
			advice: OTHER_HEADER,
			isRejected: true,
		});
	});

	it.each(['There is no plan', 'Plan credential-test is not known to Tokenstone'])(
		'counts when it answers each token alike that %s',
		async (message) => {
			const server = await start(() => ({ status: 404, body: { message } }));
			await expect(probe(server.address)).resolves.toBe('HEAD');
		},
	);

	it('does not count when its responses differ in a time or the number of a trace only', async () => {
		const server = await start((_request, before) => ({
			status: 403,
			body: `Refused. Trace a${before} 12:0${before}`,
		}));
		expect(await rejectionOf(probe(server.address))).toMatchObject({ what: expect.stringContaining('status 403') });
	});

	it('is read no further than 1 MB: of 60 MB the beginning is judged', async () => {
		const taken: number[] = [];
		const endless = () => {
			const index = taken.push(0) - 1;
			return new Readable({
				read() {
					taken[index]++;
					this.push(Buffer.alloc(MEGABYTE, '['));
					if (taken[index] > 60) this.push(null);
				},
			});
		};
		const helper = Object.assign(new RequestHelper(), {
			helpers: { httpRequest: () => Promise.resolve({ statusCode: 200, body: endless() }) },
		});
		await expect(probe('http://localhost', {}, helper)).resolves.toBe('HEAD');
		expect(Math.max(...taken)).toBeLessThan(5);
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
			what: expect.stringMatching(/: No: Bearer(?: \[redacted\]){4}$/),
		});
	});
});
