import { onceEach, zone, zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService({ settings: { latencyMs: 30, migration: true, migrationMs: 30 } });

/** The sandbox rejects a push that overlaps another one of the same plan. */
function refusedPushes(): number {
	return service.sandbox.requests.filter(({ route, status }) => route === 'push' && status === 422).length;
}

test('items of one plan go together, in input order', async () => {
	const [one, other] = service.plans(2);
	const items = [one, other, one, one, other].map((planCode, index) => ({
		planCode,
		features: [zone(`item ${index}`)],
	}));

	const { success } = await runNode({ ...push(), items, credential: service.credential() });

	expect(success.map(({ json, pairedItem }) => [json.planCode, json.pushed, pairedItem])).toEqual([
		[one, 3, [{ item: 0 }, { item: 2 }, { item: 3 }]],
		[other, 2, [{ item: 1 }, { item: 4 }]],
	]);
	expect(service.count('push')).toBe(2);
	expect(service.sandbox.features(one).map(({ name }) => name)).toEqual(['item 0', 'item 2', 'item 3']);
});

test('batches of one plan do not overlap and keep the order', async () => {
	const [planCode] = service.plans(1);

	const { success } = await runNode({
		...push({ batchSize: 2 }),
		items: [{ planCode, features: zones(7) }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 7, requests: 4, retries: 0 });
	expect(service.sandbox.maxInFlightSeen).toBe(1);
	expect(service.sandbox.requests.flatMap(({ featureCount }) => featureCount ?? [])).toEqual([2, 2, 2, 1]);
	expect(service.sandbox.features(planCode).map(({ name }) => name)).toEqual(zones(7).map(({ name }) => name));
});

test('executions of one process that push to one plan take turns', async () => {
	const [planCode] = service.plans(1);
	const credential = service.credential();
	const run = async (prefix: string) =>
		await runNode({ ...push({ batchSize: 2 }), items: [{ planCode, features: zones(4, prefix) }], credential });

	const outcomes = await Promise.all(['a', 'b', 'c'].map(run));

	expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
	expect(service.sandbox.maxInFlightSeen).toBe(1);
	expect(refusedPushes()).toBe(0);
	expect(service.held(planCode)).toEqual(onceEach(...zones(4, 'a'), ...zones(4, 'b'), ...zones(4, 'c')));
});

test('several plans go side by side', async () => {
	const items = service.plans(12).map((planCode) => ({ planCode, features: zones(2) }));

	const { success } = await runNode({ ...push(), items, credential: service.credential() });

	expect(success).toHaveLength(12);
	expect(service.sandbox.maxInFlightSeen).toBeGreaterThan(5);
});
