import { zones, onceEach } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import type { NodeRun } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();

const HUGE = 100 * 1024 * 1024;
const DEEP = 100_000;
const bottomless = '['.repeat(DEEP) + ']'.repeat(DEEP);

const operations: Array<[string, string, Omit<NodeRun, 'items' | 'credential'>]> = [
	['Get Plan Features', 'features', getPlan()],
	['Plan Hierarchy Lookup', 'lookup', lookup()],
	['Push Plan Features that skips what is there', 'features', push({ existing: 'skip' })],
];

/** Runs a node against a service that gives this response to each request of a kind. */
async function answered(route: string, step: Omit<NodeRun, 'items' | 'credential'>, body: string, status = 200) {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route, times: Infinity, reply: { status, body } });
	const items = [{ planCode, code: planCode, features: zones(3) }];
	const outcome = await runNode({ ...step, items, credential: service.credential(), onError: 'continueErrorOutput' });
	return { ...outcome, planCode };
}

describe.each(operations)('%s', (_name, route, step) => {
	test('an answer of 100 MB that is no JSON gives a short error, and is asked for once', async () => {
		const { failed } = await answered(route, step, 'x'.repeat(HUGE));

		expect(failed[0].json.error).toMatch(
			route === 'lookup' ? /response is longer than 50 MB/ : /is not complete JSON; it begins with "x+"/,
		);
		expect(JSON.stringify(failed[0].json).length).toBeLessThan(2_000);
		expect(service.count(route)).toBe(1);
		expect(service.count('push')).toBe(0);
	});

	test('an error of 100 MB is told in a few words', async () => {
		const { failed } = await answered(route, step, JSON.stringify({ message: `no ${'<b>'.repeat(HUGE / 3)}` }), 404);

		expect(failed[0].json.error).toMatch(/status 404: .*no/);
		expect(JSON.stringify(failed[0].json).length).toBeLessThan(2_000);
		expect(service.count('push')).toBe(0);
	});

	test.each([
		['as the answer', bottomless],
		[
			'within the answer',
			`{"features":[{"type":"zone","deep":${bottomless}}],"code":"x","name":"x","deep":${bottomless}}`,
		],
	])('arrays nested 100,000 deep %s give an error, not a full stack', async (_where, body) => {
		const { failed } = await answered(route, step, body);

		expect(failed[0].json.error).toMatch(/nests too deep/);
		expect(service.count('push')).toBe(0);
	});

	test('an error that nests 100,000 deep is reported', async () => {
		const { failed } = await answered(
			route,
			step,
			`{"error":${'{"error":'.repeat(DEEP)}"deep"${'}'.repeat(DEEP)}}`,
			400,
		);

		expect(failed[0].json.error).toMatch(/status 400/);
		expect(service.count('push')).toBe(0);
	});
});

test('a plan of 100 MB is given whole', async () => {
	const text = 'y'.repeat(HUGE);

	const { success } = await answered('features', getPlan(), `{"features":[{"type":"zone","text":"${text}"}]}`);

	expect(success[0].json).toMatchObject({ count: 1 });
	expect(JSON.stringify(success[0].json.features).length).toBeGreaterThan(HUGE);
});

test.each([
	['100 MB', JSON.stringify({ message: 'z'.repeat(HUGE) })],
	['lists nested 100,000 deep', bottomless],
	[
		'a million named features',
		JSON.stringify({ errors: Array.from({ length: 1_000_000 }, () => ({ index: 0, message: 'bad' })) }),
	],
])('a push refused with %s fails in a few words', async (_what, body) => {
	const { failed, planCode } = await answered('push', push(), body, 400);

	expect(failed[0].json.error).toBeDefined();
	expect(JSON.stringify(failed[0].json).length).toBeLessThan(3_000);
	expect(service.held(planCode)).toEqual({});
});

test('a push that is answered with 100 MB is confirmed by the plan, not by its response', async () => {
	const [planCode] = service.plans(1);
	const features = zones(3);
	service.sandbox.intercept({ route: 'push', when: 'after', reply: { status: 200, body: 'w'.repeat(HUGE) } });

	const { success } = await runNode({
		...push({ existing: 'skip' }),
		items: [{ planCode, features }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 3, confirmed: 3, requests: 1 });
	expect(service.held(planCode)).toEqual(onceEach(...features));
});
