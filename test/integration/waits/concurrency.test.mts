import { runNode } from '../../support/engine/outcome.mts';
import { zones } from '../../support/engine/features.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { getMany, lookup, push } from '../../support/engine/steps.mts';

const service = useService({ settings: { latencyMs: 15 } });
withShortestWaits();

/** Calls overlap by the time that the service takes, however slow this machine is. */
const SLOW_MS = 250;

test.each([1, 3, 20])('never more than %d calls at once when Concurrency says so', async (concurrency) => {
	service.sandbox.settings.latencyMs = SLOW_MS;
	const items = service.plans(concurrency * 4).map((planCode) => ({ planCode }));

	const { success, error } = await runNode({
		...getMany({ concurrency }, { operation: 'getPlan' }),
		items,
		credential: service.credential(),
	});

	expect(error).toBeUndefined();
	expect(success).toHaveLength(items.length);
	expect(service.sandbox.maxInFlightSeen).toBe(concurrency);
});

test('it starts with 16 and grows while the service answers well', async () => {
	const items = service.plans(300).map((planCode) => ({ planCode }));

	await runNode({ ...getMany(), items, credential: service.credential() });

	expect(service.sandbox.maxInFlightSeen).toBeGreaterThan(16);
	expect(service.sandbox.maxInFlightSeen).toBeLessThanOrEqual(64);
});

test('it gives way to a service that takes only four at once, and all items succeed', async () => {
	service.sandbox.settings.latencyMs = SLOW_MS;
	service.sandbox.settings.maxInFlight = 4;
	service.sandbox.settings.retryAfterSeconds = 0;
	const items = service.plans(80).map((planCode) => ({ planCode }));

	const { success, error } = await runNode({
		...getMany({}, { operation: 'getPlan' }),
		items,
		credential: service.credential(),
	});

	expect(error).toBeUndefined();
	expect(success).toHaveLength(80);
	const late = service.sandbox.requests.filter(({ route }) => route === 'features').slice(-40);
	expect(late.filter(({ status }) => status === 429).length).toBeLessThan(10);
});

test('a plan that always responds with 503 without Retry-After does not slow the others', async () => {
	const items = service.plans(120).map((planCode) => ({ planCode }));
	service.sandbox.intercept({
		route: 'features',
		planCode: items[0].planCode,
		times: Infinity,
		reply: { status: 503 },
	});

	const { success, failed } = await runNode({
		...getMany({}, { operation: 'getPlan' }),
		onError: 'continueErrorOutput',
		items,
		credential: service.credential(),
	});

	expect([success.length, failed.length]).toEqual([119, 1]);
	expect(service.count('features')).toBe(119 + 5);
	expect(service.sandbox.maxInFlightSeen).toBeGreaterThan(16);
});

test('results stay in input order, however the calls end', async () => {
	const items = service.plans(60).map((planCode) => ({ planCode }));
	for (const { planCode } of items.slice(0, 5))
		service.sandbox.intercept({ route: 'features', planCode, reply: { status: 500 } });

	const { success } = await runNode({
		...getMany({}, { operation: 'getPlan' }),
		items,
		credential: service.credential(),
	});

	expect(success.map(({ json }) => json.planCode)).toEqual(items.map(({ planCode }) => planCode));
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
});

test('lookups and pushes keep to it, too', async () => {
	const credential = service.credential();
	const codes = Array.from({ length: 12 }, (_, index) => ({ code: `flr_${index}` }));
	await runNode({
		...lookup({ options: { concurrency: 2 } }),
		items: codes,
		credential,
		onError: 'continueRegularOutput',
	});
	expect(service.sandbox.maxInFlightSeen).toBe(2);

	service.sandbox.clearRequests();
	const items = service.plans(12).map((planCode) => ({ planCode, features: zones(2) }));
	const { success } = await runNode({ ...push({ concurrency: 2 }), items, credential });
	expect(success).toHaveLength(12);
	expect(service.sandbox.maxInFlightSeen).toBe(2);
});

test('calls do not wait one for another when the login went well and the first one gets no response', async () => {
	const items = service.plans(16).map((planCode) => ({ planCode }));
	for (const { planCode } of items) service.sandbox.intercept({ route: 'features', planCode, reply: 'hang' });
	const startedAt = Date.now();

	await runNode({
		...getMany({ timeoutSeconds: 1, maxWaitSeconds: 0 }),
		items,
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});

	expect(service.count('token')).toBe(1);
	expect(Date.now() - startedAt).toBeLessThan(10_000);
});
