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
