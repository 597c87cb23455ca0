import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();

/** A credential whose token an earlier execution made, and plans to ask for with it. */
async function withOldToken(plans: number) {
	const credential = service.credential();
	const items = service.plans(plans, [zone('a')]).map((planCode) => ({ planCode, features: [zone('b')] }));
	await runNode({ ...getMany(), items: items.slice(0, 1), credential });
	service.sandbox.clearRequests();
	return { credential, items };
}

const seen = () => service.sandbox.requests.map(({ route, status }) => [route, status]);

describe.each([302, 303, 400, 401, 403, 418])('a token from before this run, responded with status %d', (status) => {
	// After some of these features of a push may be there.
	const routes: Array<[string, ReturnType<typeof push>]> = [
		['features', getMany()],
		['push', push()],
	];
	test.each([400, 418].includes(status) ? routes.slice(0, 1) : routes)(
		'is renewed once, and the request of %s goes out once more',
		async (route, step) => {
			const { credential, items } = await withOldToken(1);
			service.sandbox.intercept({ route: route as 'features' | 'push', reply: { status } });

			const { success, error } = await runNode({ ...step, items, credential });

			expect(error).toBeUndefined();
			expect(success).toHaveLength(1);
			expect(seen().filter((request) => [route, 'token'].includes(String(request[0])))).toEqual([
				[route, status],
				['token', 200],
				[route, 200],
			]);
			expect(service.held(items[0].planCode)).toEqual(route === 'push' ? { a: 1, b: 1 } : { a: 1 });
		},
	);
});

test('what meets a token of this run is the word of the service', async () => {
	const items = service.plans(1).map((planCode) => ({ planCode }));
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 403 } });

	const { error } = await runNode({ ...getMany(), items, credential: service.credential() });

	expect(error?.message).toMatch(/status 403/);
	expect(seen()).toEqual([
		['token', 200],
		['features', 403],
	]);
});

test('a token is renewed once, however many requests are rejected', async () => {
	const { credential, items } = await withOldToken(30);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 403 } });

	await runNode({ ...getMany(), items, credential, onError: 'continueErrorOutput' });

	expect(service.count('token')).toBe(1);
});

test('a rejection that comes late, after another request has renewed the token, takes that one', async () => {
	const { credential, items } = await withOldToken(2);
	const [early, late] = items.map(({ planCode }) => planCode);
	const renewed = until('the token is renewed', () => service.count('token') === 1);
	service.sandbox.intercept({ route: 'features', planCode: early, reply: { status: 401 } });
	service.sandbox.intercept({ route: 'features', planCode: late, until: renewed, reply: { status: 401 } });

	const { success, error } = await runNode({ ...getMany(), items, credential });

	expect({ error, count: success.length }).toEqual({ error: undefined, count: 2 });
	expect([service.count('token'), service.count('features')]).toEqual([1, 4]);
});

test.each([404, 409, 413])('status %d is about the request, and no token is renewed', async (status) => {
	const { credential, items } = await withOldToken(1);
	service.sandbox.intercept({ route: 'features', reply: { status } });

	const { error } = await runNode({ ...getMany(), items, credential });

	expect(error?.message).toContain(`status ${status}`);
	expect(seen()).toEqual([['features', status]]);
});

test('status 400 to a push may be about some of its features: no token is renewed', async () => {
	const { credential, items } = await withOldToken(1);
	service.sandbox.intercept({ route: 'push', when: 'after', times: Infinity, reply: { status: 400 } });

	await runNode({ ...push(), items, credential, onError: 'continueErrorOutput' });

	expect(service.count('token')).toBe(0);
	expect(service.held(items[0].planCode)).toEqual({ a: 1, b: 1 });
});

test('where the login fails, the response to the request is reported, and the token is kept', async () => {
	const { credential, items } = await withOldToken(2);
	service.sandbox.intercept({ route: 'token', times: Infinity, reply: { status: 400 } });
	service.sandbox.intercept({ route: 'features', planCode: items[1].planCode, reply: { status: 403 } });

	const { success, failed } = await runNode({ ...getMany(), items, credential, onError: 'continueErrorOutput' });

	expect(failed.map(({ json }) => String(json.error))).toEqual([expect.stringContaining('status 403')]);
	expect(success).toHaveLength(1);
});

test('a push whose login fails after a pause is no request', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.settings.tokenLifetimeSeconds = 2;
	service.sandbox.intercept({ route: 'push', until: Promise.resolve() });
	service.sandbox.intercept({ route: 'push', reply: { status: 429, headers: { 'Retry-After': '3' } } });
	service.sandbox.intercept({ route: 'token', until: Promise.resolve() });
	service.sandbox.intercept({ route: 'token', times: Infinity, reply: { status: 401 } });

	const { success, failed } = await runNode({
		...push({ batchSize: 1 }),
		items: ['a', 'b'].map((name) => ({ planCode, features: [zone(name)] })),
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success.map(({ json }) => json)).toEqual([expect.objectContaining({ pushed: 1, requests: 2 })]);
	expect(failed.map(({ json }) => json.details)).toEqual([
		expect.objectContaining({ code: 'loginFailed', safeToRetry: true, itemIndex: 1 }),
	]);
	expect(seen()).toEqual([
		['token', 200],
		['push', 200],
		['push', 429],
		['token', 401],
	]);
});
