import type { Intercept } from '../../../tools/sandbox/server.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { embed, getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();

const BOMBS = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	"' onload='alert(1)",
	'<svg/onload=alert(1)>',
	'</iframe><iframe src=javascript:alert(1)>',
	'<scr<script>ipt>alert(1)</scr</script>ipt>',
	'\u202e\u0000\u001b[31m<!-- -->',
	'&lt;b&gt;${7*7}{{ 7*7 }}',
];

const INERT = /^[^<>\p{Cc}\p{Cf}]*$/u;

test.each(BOMBS)('the name %j reaches the iframe as text', async (bomb) => {
	const [planCode] = service.plans(1, [{ ...zone(bomb), icons: [{ iconType: bomb }] }]);

	const { success } = await runChain({
		items: [{ code: demo.floorCode, planCode }],
		credential: service.credential(),
		steps: [lookup(), embed({ tokenSource: 'item', options: { title: bomb, width: bomb, height: bomb } })],
	});

	const { iframe } = Object(success[0].json.embed) as { iframe: string };
	expect(iframe.match(/[<>]/g)).toHaveLength(4);
	expect(iframe).toMatch(/^<iframe (?:[a-z]+="[^"<>']*" )*style="border:0" allowfullscreen><\/iframe>$/);
});

test.each(BOMBS)('a feature named %j is given as it is', async (bomb) => {
	const [planCode] = service.plans(1, [{ ...zone(bomb), icons: [{ iconType: bomb }] }]);

	const { success } = await runNode({ ...getPlan(), items: [{ planCode }], credential: service.credential() });

	expect(success[0].json.features).toMatchObject([{ name: bomb, icons: [{ iconType: bomb }] }]);
});

const replies: Array<[string, (bomb: string) => Intercept['reply']]> = [
	['the words of an error', (bomb) => ({ status: 400, body: JSON.stringify({ message: `no: ${bomb}` }) })],
	[
		'the list of an error',
		(bomb) => ({ status: 400, body: JSON.stringify({ errors: [{ index: 0, path: bomb, message: bomb }] }) }),
	],
	['an error that is no JSON', (bomb) => ({ status: 404, body: bomb })],
	['an answer that is no JSON', (bomb) => ({ status: 200, body: bomb })],
];

describe.each(replies)('markup in %s', (_where, replyWith) => {
	test.each(BOMBS)('%j is shown without it', async (bomb) => {
		const [planCode] = service.plans(1);
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: replyWith(bomb) });
		service.sandbox.intercept({ route: 'push', times: Infinity, reply: replyWith(bomb) });
		const steps = [getPlan(), push({ maxRetries: 0 }), push({ onBatchError: 'isolate', existing: 'skip' })];

		for (const step of steps) {
			const items = [{ planCode, features: [zone('plain')] }];
			const { failed } = await runNode({
				...step,
				items,
				credential: service.credential(),
				onError: 'continueErrorOutput',
			});
			for (const { json } of failed) {
				for (const text of [json.error, json.message, Object(json.details).serviceMessage ?? ''])
					expect(text).toMatch(INERT);
			}
		}
	});
});

test.each(BOMBS)('a lost push of the feature %j names it without markup', async (bomb) => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', times: Infinity, when: 'after', reply: 'reset' });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 404 } });

	const { failed } = await runNode({
		...push({ validate: false }),
		items: [{ planCode, features: [zone(bomb, { type: bomb, zoneType: undefined })] }],
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(failed[0].json.error).toMatch(/The node can't tell whether these features were added/);
	expect(failed[0].json.error).toMatch(INERT);
});

test.each(BOMBS)('a column %j that no data field knows is reported without markup, and in few words', async (bomb) => {
	const [planCode] = service.plans(1);
	const feature = { type: 'zone', data: { [bomb.repeat(1000)]: 'x' } };
	const run = { ...push(), items: [{ planCode, features: [feature] }], credential: service.credential() };

	const { error } = await runNode(run);
	const { failed } = await runNode({ ...run, onError: 'continueErrorOutput' });

	for (const text of [error?.message, failed[0].json.error, failed[0].json.message]) {
		expect(text).toMatch(/is in no entry of dataFields/);
		expect(text).toMatch(INERT);
		expect(String(text).length).toBeLessThan(1000);
	}
});

test('plans that took their features before another failed are named without markup', async () => {
	// A code with an invisible character is no code.
	const codes = BOMBS.filter((bomb) => !bomb.includes('\u202e'));
	for (const code of codes) service.sandbox.addPlan(code);
	const [late] = service.plans(1);
	service.sandbox.intercept({
		route: 'push',
		planCode: late,
		times: Infinity,
		reply: { status: 503, headers: { 'retry-after': '1' } },
	});
	const items = [...codes, late].map((planCode) => ({ planCode, features: [zone('a')] }));

	const { error } = await runNode({ ...push({ maxRetries: 1 }), items, credential: service.credential() });

	expect(error?.message).toMatch(/status 503.*Other plans: (.*\(1 pushed\)){7}/);
	expect(error?.message).toMatch(INERT);
});

test('an expiry with markup, which JavaScript takes for a date, is no timestamp, and is not repeated', async () => {
	const viewerTokens = { allAreas: 'token', allAreasAndChildren: 'token', expiry: `2020-01-01 (${BOMBS[0]})` };

	const { error } = await runNode({
		...embed({ tokenSource: 'item' }),
		items: [{ viewerTokens, planCode: 'pln' }],
		credential: service.credential(),
	});

	expect(error?.message).toMatch(/expiry is not a timestamp/);
	expect(error?.message).toMatch(INERT);
});
