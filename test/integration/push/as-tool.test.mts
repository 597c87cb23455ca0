import { zone, zones } from '../../support/engine/features.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import type { NodeRun, Outcome } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { check, compare, push } from '../../support/engine/steps.mts';

const service = useService();
withShortestWaits();

async function pushAsTool(items: NodeRun['items'], more: Partial<NodeRun> = {}): Promise<Outcome> {
	return await runNode({ ...push(), node: 'pushFeaturesTool', items, credential: service.credential(), ...more });
}

const answers = ({ success, failed }: Outcome) => [...success, ...failed].map(({ json }) => json);

test.each(ON_ERROR)('an agent learns of a rejected push in an item, not by an error: %s', async (onError) => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 403 } });

	const outcome = await pushAsTool([{ planCode, features: zones(2) }], { onError });

	expect(outcome.error).toBeUndefined();
	expect(answers(outcome)).toMatchObject([
		{ error: expect.stringContaining('status 403'), details: { safeToRetry: true, planCode } },
	]);
	expect(service.count('push')).toBe(1);
});

test('an agent learns of invalid input in an item, and nothing is sent', async () => {
	const [planCode] = service.plans(1);

	const outcome = await pushAsTool([{ planCode, features: [zone('good'), { type: '' }] }]);

	expect(answers(outcome)).toMatchObject([
		{ error: expect.stringMatching(/type is missing.*Nothing was sent$/), details: { problems: [{ itemIndex: 0 }] } },
	]);
	expect(service.count()).toBe(0);
});

test.each([check, compare])('an agent learns in an item that a plan can not be compared', async (step) => {
	const items = [{ planCode: 'pln_none', features: zones(1) }];
	const outcome = await runNode({ ...step(), node: 'pushFeaturesTool', items, credential: service.credential() });

	expect(outcome.error).toBeUndefined();
	expect(answers(outcome)).toMatchObject([
		{ error: expect.stringContaining('status 404'), details: { code: 'notFound', planCode: 'pln_none' } },
	]);
});

test('an agent that compares learns what is new, different or ambiguous, and why, and no more', async () => {
	const [planCode] = service.plans(1, [zone('same'), zone('other', { area: 1 }), zone('only on the plan')]);
	const features = [zone('same'), zone('other', { area: 2 }), zone('new'), 7];
	const items = [{ planCode, features } as never];
	const outcome = await runNode({ ...compare(), node: 'pushFeaturesTool', items, credential: service.credential() });

	expect(answers(outcome)).toMatchObject([
		{ result: 'different', name: 'other', changes: [{ field: 'area', input: 2, onPlan: 1 }] },
		{ result: 'new', name: 'new' },
		{ result: 'unclear', reason: 'features[3] must be an object' },
		{ notice: expect.any(String) },
	]);
});

test('n8n does not repeat a push that may have had an effect', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.setFeatures(
		planCode,
		zones(5).filter((_zone, index) => index % 2 === 1),
	);
	service.sandbox.intercept({ route: 'push', times: Infinity, reply: 'reset' });

	const outcome = await pushAsTool([{ planCode, features: zones(5) }], { retryOnFail: true, maxTries: 3 });

	expect(answers(outcome)).toMatchObject([
		{ pushed: 0 },
		{
			message: expect.stringMatching(/ Do not call this tool for these features before that\.$/),
			details: { safeToRetry: false },
		},
	]);
	expect(service.count('push')).toBe(1);
});

test('the answer that n8n does not repeat counts what the other plans got', async () => {
	const [good, dead] = service.plans(2);
	service.sandbox.intercept({ route: 'push', planCode: dead, times: Infinity, reply: 'reset' });
	const items = [good, dead].map((planCode) => ({ planCode, features: zones(2) }));

	const outcome = await pushAsTool(items, { retryOnFail: true, maxTries: 3 });

	const otherPlans = [{ planCode: good, pushed: [{ position: 0 }, { position: 1 }] }];
	expect(answers(outcome)).toMatchObject([{ pushed: 2 }, { details: { safeToRetry: false, otherPlans } }]);
	expect(service.count('push')).toBe(2);
});

test('n8n repeats a push that certainly had no effect', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route: 'push', times: 2, reply: { status: 403 } });

	const outcome = await pushAsTool([{ planCode, features: zones(2) }], { retryOnFail: true, maxTries: 3 });

	expect(answers(outcome)).toMatchObject([{ planCode, pushed: 2 }]);
	expect(service.held(planCode)).toEqual({ 'zone 0': 1, 'zone 1': 1 });
});
