import { randomUUID } from 'node:crypto';
import type { Intercept } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { getMany } from '../../support/engine/steps.mts';

const service = useService();
withShortestWaits();

async function read() {
	const [planCode] = service.plans(1, [zone('a')]);
	return await runNode({
		...getMany(),
		items: [{ planCode }],
		credential: service.credential({ applicationId: service.sandbox.credential.applicationId }),
	});
}

const refusals: Array<[string, Intercept['reply'], RegExp]> = [
	['HTML', { status: 200, body: '<title>Sign in</title>' }, /not with a token \(the response is a web page\)/],
	['an empty body', { status: 200, body: '' }, /not with a token \(the response is empty\)/],
	['text', { status: 200, body: 'token' }, /not with a token \(the response is not JSON\)/],
	['JSON without a token', { status: 200, body: '{"token_type":"Bearer"}' }, /the JSON has no bearer token/],
	['a token with a line break', { status: 200, body: '{"access_token":"a\\nb"}' }, /the JSON has no bearer token/],
	[
		'a token of another type',
		{ status: 200, body: '{"access_token":"a","token_type":"mac"}' },
		/the JSON has no bearer token/,
	],
	['a token that has expired', { status: 200, body: '{"access_token":"a","expires_in":0}' }, /already expired/],
	[
		'404',
		{ status: 404, body: '<h1>Not found</h1>' },
		/There is no token service at .*\/connect\/token \(status 404\)/,
	],
	['unauthorized_client', { status: 400, body: '{"error":"unauthorized_client"}' }, /may not log in with an API key/],
	[
		'unsupported_grant_type',
		{ status: 400, body: '{"error":"unsupported_grant_type"}' },
		/does not take the password grant/,
	],
	[
		'an error of its own',
		{ status: 418, body: '{"error_description":"I am <b>a teapot</b>"}' },
		/status 418: I am a teapot/,
	],
];

test.each(refusals)(
	'%s from the token endpoint is told in words, once, and nothing else is sent',
	async (_name, reply, words) => {
		service.sandbox.intercept({ route: 'token', times: Infinity, reply });

		const { error } = await read();

		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/\w/);
		expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token']);
	},
);

test.each([429, 500, 502, 503, 504])('status %d of the token endpoint passes: it is met again', async (status) => {
	service.sandbox.intercept({ route: 'token', times: 2, reply: { status } });

	const { success } = await read();

	expect(success).toHaveLength(1);
	expect(service.count('token')).toBe(3);
});

test('a token endpoint that stays broken is asked three times by 100 items, and by no service request', async () => {
	service.sandbox.intercept({ route: 'token', times: Infinity, reply: { status: 503, body: '{"message":"closed"}' } });

	const { failed } = await runNode({
		...getMany(),
		items: Array.from({ length: 100 }, (_, index) => ({ planCode: `pln${index}` })),
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(failed).toHaveLength(100);
	for (const { json } of failed) expect(json.error).toContain('status 503: closed');
	expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token', 'token', 'token']);
});

test('a token without expires_in is used', async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	const token = randomUUID();
	service.sandbox.intercept({
		route: 'token',
		times: Infinity,
		reply: { status: 200, body: JSON.stringify({ access_token: token }) },
	});
	service.sandbox.intercept({ route: 'features', reply: { status: 200, body: '{"features":[]}' } });

	const { error } = await runNode({ ...getMany(), items: [{ planCode }], credential: service.credential() });

	expect(error).toBeUndefined();
	expect(service.sandbox.requests.at(-1)?.headers.authentication).toBe(`Bearer ${token}`);
});

test('the login is the form of section 5.2', async () => {
	await read();

	const [{ method, path, headers, status }] = service.sandbox.requests;
	expect([method, path, status]).toEqual(['POST', expect.stringMatching(/\/connect\/token$/), 200]);
	expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
	expect(headers).not.toHaveProperty('authorization');
});
