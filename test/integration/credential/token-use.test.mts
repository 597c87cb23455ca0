import { zone } from '../../support/engine/features.mts';
import { ON_ERROR, failureWords, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';

const service = useService();

test('one login serves all items and the executions after them', async () => {
	const items = service.plans(50, [zone('a')]).map((planCode) => ({ planCode }));
	const credential = service.credential();

	const first = await runNode({ ...getMany(), items, credential });
	const second = await runNode({ ...getMany(), items, credential });

	expect([first.success.length, second.success.length]).toEqual([50, 50]);
	expect(service.count('token')).toBe(1);
	expect(service.count('features')).toBe(100);
});

test('20 executions at once without a token make one login', async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	const credential = service.credential();

	const outcomes = await Promise.all(
		Array.from({ length: 20 }, async () => await runNode({ ...getMany(), items: [{ planCode }], credential })),
	);

	expect(outcomes.map(({ success }) => success.length)).toEqual(Array(20).fill(1));
	expect(service.count('token')).toBe(1);
});

test('tokens that live shorter than n8n takes to store them for all waiting runs stop no run', async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	service.sandbox.settings.tokenLifetimeSeconds = 1;
	const credential = service.credential();
	credential.writeMs = 50;

	const outcomes = await Promise.all(
		Array.from({ length: 40 }, async () => await runNode({ ...getMany(), items: [{ planCode }], credential })),
	);

	expect(outcomes.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
	expect(service.count('token')).toBeLessThan(10);
	service.sandbox.settings.tokenLifetimeSeconds = 3600;
});

test.each(['getFeatures', 'pushFeatures'] as const)(
	'a revoked token is renewed once, then the request of %s goes out once more',
	async (node) => {
		const [planCode] = service.plans(1, [zone('a')]);
		const credential = service.credential();
		await runNode({ ...getMany(), items: [{ planCode }], credential });
		service.sandbox.revokeTokens();
		service.sandbox.clearRequests();

		const step = node === 'getFeatures' ? getMany() : push();
		const { success, error } = await runNode({ ...step, items: [{ planCode, features: [zone('b')] }], credential });

		expect(error).toBeUndefined();
		expect(success).toHaveLength(1);
		const route = node === 'getFeatures' ? 'features' : 'push';
		expect(service.sandbox.requests.map(({ route, status }) => [route, status])).toEqual([
			[route, 401],
			['token', 200],
			[route, 200],
		]);
		expect(service.held(planCode)).toEqual(node === 'getFeatures' ? { a: 1 } : { a: 1, b: 1 });
	},
);

test.each(ON_ERROR)(
	'a service that takes no token is asked twice by one item, and by no other: %s',
	async (onError) => {
		const items = service.plans(30).map((planCode) => ({ planCode }));
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 401, body: '' } });

		const outcome = await runNode({ ...getMany(), items, credential: service.credential(), onError });

		expect(service.count('features')).toBe(2);
		expect(service.count('token')).toBeLessThanOrEqual(2);
		const told = onError === 'stopWorkflow' ? 1 : items.length;
		expect(failureWords(outcome)).toEqual(Array(told).fill(expect.stringMatching(/401/)));
	},
);

test('an expired token is never sent', async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	const credential = service.credential();
	await runNode({ ...getMany(), items: [{ planCode }], credential });
	const [version, settingsDigest, issued, , token] = String(credential.data.accessToken).split('|');
	credential.edit({
		accessToken: [version, settingsDigest, Number(issued) - 7_200_000, Number(issued) - 3_600_000, token].join('|'),
	});
	service.sandbox.revokeTokens();
	service.sandbox.clearRequests();

	const { success } = await runNode({ ...getMany(), items: [{ planCode }], credential });

	expect(success).toHaveLength(1);
	expect(
		service.sandbox.requests.filter(({ route }) => route === 'features').map(({ status }) => status),
	).not.toContain(401);
});

test('a token that is revoked together with its Application costs one login for 1,000 items', async () => {
	const [planCode] = service.plans(1);
	const credential = service.credential();
	await runNode({ ...getMany(), items: [{ planCode }], credential });
	service.sandbox.revokeTokens();
	service.sandbox.settings.allowedScope = 'nothing';
	service.sandbox.clearRequests();

	const { failed } = await runNode({
		...getMany(),
		items: Array.from({ length: 1000 }, (_, index) => ({ planCode: `pln${index}` })),
		credential,
		onError: 'continueErrorOutput',
	});

	expect(failed).toHaveLength(1000);
	expect(service.count('token')).toBe(1);
	expect(service.count('features')).toBeLessThanOrEqual(16);
});
