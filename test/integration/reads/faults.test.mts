import type { INodeParameters } from 'n8n-workflow';
import type { Intercept } from '../../../tools/sandbox/server.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { getMany, lookup } from '../../support/engine/steps.mts';

const service = useService();
withShortestWaits();

const reads = {
	features: (options: INodeParameters) => getMany(options),
	lookup: (options: INodeParameters) => lookup({ options }),
};

const passing: Array<[string, Intercept['reply']]> = [
	['422', { status: 422 }],
	['429', { status: 429 }],
	['503', { status: 503 }],
	['500', { status: 500, body: '{"message":"internal"}' }],
	['502', { status: 502, body: '<html><h1>Bad gateway</h1></html>' }],
	['504', { status: 504 }],
	['a reset', 'reset'],
	['no answer in time', 'hang'],
];

describe.each(Object.entries(reads))('a %s request', (route, step) => {
	async function read(options: { onError?: 'continueRegularOutput' } = {}, timeoutSeconds = 60) {
		const [planCode] = service.plans(1, [zone('a')]);
		const { floorCode: code } = demo;
		const subject = route === 'lookup' ? `Floor ${code}` : `Plan ${planCode}`;
		return await runNode({
			...step({ timeoutSeconds }),
			items: [{ planCode, code }],
			credential: service.credential(),
			...options,
		}).then((outcome) => ({ ...outcome, subject }));
	}

	test.each(passing)('is tried again after %s', async (_name, reply) => {
		service.sandbox.intercept({ route, times: 2, reply });

		// Short only where the time-out is the matter: the machine may be busy.
		const { success, error } = await read({}, reply === 'hang' ? 2 : 60);

		expect(error).toBeUndefined();
		expect(success).toHaveLength(1);
		expect(service.count(route)).toBe(3);
	});

	test.each([
		['500', { status: 500, body: '{"message":"still broken"}' }, /500: still broken \(after 5 attempts\)/],
		['a reset', 'reset', /connection to .* broke .*\(after 5 attempts\)/],
	] as Array<[string, Intercept['reply'], RegExp]>)(
		'gives up after five tries that end in %s, and says so',
		async (_name, reply, words) => {
			service.sandbox.intercept({ route, times: Infinity, reply });

			const { success } = await read({ onError: 'continueRegularOutput' });

			expect(service.count(route)).toBe(5);
			expect(success[0].json.error).toMatch(words);
			expect(success[0].json.details).toMatchObject({ attempts: 5, safeToRetry: true });
		},
	);

	test.each([400, 403, 404, 409, 410, 418])(
		'fails at once after status %d, in the words of the service, and names what was asked for',
		async (status) => {
			service.sandbox.intercept({
				route,
				times: Infinity,
				reply: { status, body: `{"message":"no <b>such</b> thing"}` },
			});

			const { success, subject } = await read({ onError: 'continueRegularOutput' });

			expect(service.count(route)).toBe(1);
			const { partnerCode } = service.sandbox.credential;
			const partner =
				status === 403
					? { words: ` for partner ${partnerCode}`, details: { partnerCode } }
					: { words: '', details: {} };
			expect(success[0].json).toMatchObject({
				error: `${subject}: The service responded with status ${status}${partner.words}: no such thing`,
				details: { status, serviceMessage: 'no such thing', safeToRetry: true, ...partner.details },
			});
		},
	);

	test.each([201, 202, 203, 205, 206, 207, 226])(
		'fails at once after status %d, although the body is whole: it may be older, or a part',
		async (status) => {
			const body = JSON.stringify({ code: 'c', name: 'N', viewerTokens: {}, features: [] });
			service.sandbox.intercept({ route, times: Infinity, reply: { status, body } });

			const { success, subject } = await read({ onError: 'continueRegularOutput' });

			expect(service.count(route)).toBe(1);
			expect(success[0].json).toMatchObject({
				error: expect.stringContaining(`${subject}: The service responded with status ${status}`),
				details: { code: 'unexpectedResponse', status },
			});
		},
	);

	test.each([
		[
			'a message beside what was asked for',
			{
				status: 200,
				body: '{"message":"The plan is being migrated","features":[],"code":"c","name":"N","viewerTokens":{}}',
			},
			/The service's response has a message: The plan is being migrated/,
		],
		['HTML', { status: 200, body: '<!doctype html><title>Log in</title>' }, /is HTML or XML, not JSON/],
		['truncated JSON', { status: 200, body: '{"features":[{"type":"zo' }, /is not complete JSON/],
		['nothing', { status: 200, body: '' }, /is empty/],
		['null', { status: 200, body: 'null' }, /is not a JSON object/],
		['a list', { status: 200, body: '[]' }, /is not a JSON object/],
		[
			'JSON without what the specification promises',
			{ status: 200, body: '{"name":7}' },
			/is not what the specification says/,
		],
		['bottomless JSON', { status: 200, body: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}` }, /nests too deep/],
	] as Array<[string, Intercept['reply'], RegExp]>)(
		'fails at once when the answer is %s, and does not show its markup',
		async (_name, reply, words) => {
			service.sandbox.intercept({ route, times: Infinity, reply });

			const { success } = await read({ onError: 'continueRegularOutput' });

			expect(service.count(route)).toBe(1);
			expect(success[0].json.error).toMatch(words);
			expect(success[0].json.message).not.toMatch(/[<>]/);
		},
	);
});
